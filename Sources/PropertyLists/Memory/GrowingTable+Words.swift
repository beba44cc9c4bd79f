// Parts of a table of bytes are hashed and compared eight bytes at a time.

extension GrowingTable<UInt8> {
    /// Eight bytes from a position on, as one number.
    @inline(__always)
    func word(at position: Int) -> UInt64 {
        precondition(position >= 0 && position &+ 8 <= count)
        return unsafe UnsafeRawPointer(memory.unsafelyUnwrapped)
            .loadUnaligned(fromByteOffset: position, as: UInt64.self)
    }

    /// Up to eight bytes as one number, which is the same for the same bytes wherever they lie.
    @inline(__always)
    func word(_ range: Range<Int>) -> UInt64 {
        let size = range.upperBound &- range.lowerBound
        guard size > 0 else { return 0 }
        if range.upperBound >= 8 {
            let word = UInt64(littleEndian: word(at: range.upperBound &- 8))
            return word &>> UInt64(truncatingIfNeeded: 64 &- 8 &* size)
        }
        var word: UInt64 = 0
        for position in range.reversed() { word = word &<< 8 | UInt64(self[position]) }
        return word
    }

    /// Whether two parts hold the same bytes.
    @inline(__always)
    func areSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        let size = left.upperBound &- left.lowerBound
        guard size == right.upperBound &- right.lowerBound else { return false }
        if size <= 8 { return word(left) == word(right) }
        var offset = 0
        while offset &+ 8 < size {
            guard word(at: left.lowerBound &+ offset) == word(at: right.lowerBound &+ offset) else { return false }
            offset &+= 8
        }
        return word(at: left.upperBound &- 8) == word(at: right.upperBound &- 8)
    }
}
