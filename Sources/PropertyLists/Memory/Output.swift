/// A place in memory of a known size that is filled from front to back.
///
/// Numbers are stored eight bytes at a time where there is room for eight: what is beyond the number is overwritten by
/// what comes next. Every store is checked against the size of the memory, so that a wrong size can end the program but
/// not write elsewhere; storing through an array would take five times the instructions.
@safe struct Output {
    private let start: UnsafeMutableRawPointer
    private let count: Int
    /// Where the next byte goes.
    private(set) var position: Int

    init(_ memory: UnsafeMutableBufferPointer<UInt8>, at position: Int) {
        unsafe start = UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped)
        count = memory.count
        self.position = position
    }

    /// Adds the low `width` bytes of a number, 1 to 8, most significant first.
    @inline(__always)
    mutating func append(_ value: UInt64, width: Int) {
        guard position &+ 8 <= count else { return appendNearEnd(value, width: width) }
        let word = (value &<< UInt64(truncatingIfNeeded: 64 &- 8 &* width)).bigEndian
        unsafe start.storeBytes(of: word, toByteOffset: position, as: UInt64.self)
        position &+= width
    }

    @inline(never)
    private mutating func appendNearEnd(_ value: UInt64, width: Int) {
        precondition(position >= 0 && position + width <= count)
        for index in (0..<width).reversed() {
            let byte = UInt8(truncatingIfNeeded: value &>> UInt64(8 &* index))
            unsafe start.storeBytes(of: byte, toByteOffset: position, as: UInt8.self)
            position &+= 1
        }
    }

    /// Adds a part of a table of bytes.
    @inline(__always)
    mutating func append(_ bytes: borrowing GrowingTable<UInt8>, _ range: Range<Int>) {
        let size = range.upperBound &- range.lowerBound
        precondition(size <= count &- position)
        unsafe bytes.copy(range, to: start + position)
        position &+= size
    }

    /// Adds bytes.
    mutating func append(_ bytes: ArraySlice<UInt8>) {
        precondition(bytes.count <= count &- position)
        unsafe UnsafeMutableRawBufferPointer(start: start + position, count: bytes.count).copyBytes(from: bytes)
        position &+= bytes.count
    }

    /// Adds a marker with its count, which follows as an integer if it is 15 or more.
    @inline(__always)
    mutating func appendMarker(_ kind: BinaryObjectKind, count: Int) {
        guard count >= 15 else {
            return append(UInt64(kind.rawValue) &<< 4 | UInt64(truncatingIfNeeded: count), width: 1)
        }
        let width = minimalWidth(of: UInt64(count))
        append(UInt64(kind.rawValue) &<< 4 | 0x0F, width: 1)
        append(UInt64(0x10 | width.trailingZeroBitCount), width: 1)
        append(UInt64(count), width: width)
    }
}
