/// The bytes of a file while they are scanned.
///
/// An array's bounds are in memory and are loaded again for every access, as they might have changed. The bounds of a
/// window don't change, so the check in a loop is the only one.
///
/// All unsafe code is within this type: it lives no longer than the call that lends the memory, and every access
/// compares its position with the count.
@safe struct ByteWindow {
    private let memory: UnsafePointer<UInt8>?
    let count: Int

    /// A window on memory that the caller keeps until the window is no longer used.
    @unsafe init(_ buffer: UnsafeBufferPointer<UInt8>) {
        unsafe memory = buffer.baseAddress
        count = buffer.count
    }

    /// Whether there is a byte at a position.
    @inline(__always)
    func contains(_ position: Int) -> Bool { UInt(bitPattern: position) < UInt(bitPattern: count) }

    /// The byte at a position, which must exist.
    subscript(position: Int) -> UInt8 {
        @inline(__always) get {
            precondition(contains(position))
            return unsafe memory.unsafelyUnwrapped[position]
        }
    }

    /// The integer of the two bytes from a position on, which must exist.
    @inline(__always)
    func integer16(at position: Int, isLittle: Bool) -> Int16 {
        let (first, second) = (UInt16(self[position]), UInt16(self[position &+ 1]))
        return Int16(bitPattern: isLittle ? second &<< 8 | first : first &<< 8 | second)
    }
}
