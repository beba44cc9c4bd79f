internal import PropertyLists

/// Finds the entry of a number that was written before.
///
/// In Apple's memory a small number is a tagged pointer, so equal numbers of one storage type are one object and get
/// one entry. The table is keyed by storage type and bits.
struct NumberTable: ~Copyable {
    /// How a number is stored in memory.
    ///
    /// Equal values of different types are different objects.
    enum StorageType: UInt32 {
        case int8 = 1, int16, int32, int64, float, double
    }

    /// An array of a million numbers fills a table of a million slots, so a slot is kept to 16 bytes.
    struct Slot: HashTableKeySlot {
        fileprivate var bits: UInt64 = 0
        var entry = BinaryObjectTable.Entry.false
        /// The storage type in the upper three bits, the UID in the others.
        private var typeAndUID: UInt32 = 0

        init() {}

        fileprivate init(_ bits: UInt64, _ type: StorageType) {
            self.bits = bits
            typeAndUID = type.rawValue &<< 29
        }

        /// The UID of the number as an object, or 0 if it has none.
        ///
        /// One that does not fit 29 bits is not kept; the number then gets another object when it occurs again.
        var uid: UInt32 {
            get { typeAndUID & Self.greatestUID }
            set { typeAndUID = type &<< 29 | (newValue <= Self.greatestUID ? newValue : 0) }
        }

        private static var greatestUID: UInt32 { 1 &<< 29 - 1 }

        private var type: UInt32 { typeAndUID &>> 29 }

        var isFree: Bool { type == 0 }

        @inline(__always)
        func hash(_ seed: HashSeed) -> UInt32 { seed.hash(bits, UInt64(type)) }

        @inline(__always)
        func isSame(as other: Slot) -> Bool { bits == other.bits && type == other.type }
    }

    private var slots = HashTable<Slot>()

    /// The position of a number, and whether it was there; if it was not, a place has been made for it.
    @inline(__always)
    mutating func place(of bits: UInt64, _ type: StorageType) -> (position: Int, isNew: Bool) {
        slots.place(of: Slot(bits, type))
    }

    /// The slot at a position that ``place(of:_:)`` just gave; positions change when the table grows.
    subscript(position: Int) -> Slot {
        @inline(__always) get { slots[position] }
        @inline(__always) set { slots[position] = newValue }
    }
}
