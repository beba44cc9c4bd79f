/// Where the codes are for the type strings that references of one byte name.
///
/// A group begins with a look-up here if its reference has an entry; otherwise something else is to be done first.
///
/// What is unsafe is within this type: the memory has 256 elements from `init` to `deinit`, and a byte is below that.
@safe struct GroupStarts: ~Copyable {
    private let entries: UnsafeMutablePointer<Entry>

    /// The first code of a type string, and its index in the program.
    struct Entry: BitwiseCopyable {
        private var bits: UInt32

        /// The entry of a byte that has none.
        static let none = Entry(bits: 0)

        private init(bits: UInt32) { self.bits = bits }

        /// Nil if the index is too great to be held.
        init?(code: UInt8, index: Int) {
            guard let index = UInt32(exactly: index), index < 1 << 28 else { return nil }
            bits = index << 4 | UInt32(code & 15)
        }

        var isNone: Bool { bits == 0 }
        var code: UInt8 { UInt8(truncatingIfNeeded: bits & 15) }
        var index: Int { Int(bits >> 4) }
    }

    init() {
        let memory = UnsafeMutablePointer<Entry>.allocate(capacity: 256)
        unsafe memory.initialize(repeating: .none, count: 256)
        unsafe entries = memory
    }

    deinit { unsafe entries.deallocate() }

    subscript(head: UInt8) -> Entry {
        @inline(__always) get { unsafe entries[Int(head)] }
        set { unsafe entries[Int(head)] = newValue }
    }
}
