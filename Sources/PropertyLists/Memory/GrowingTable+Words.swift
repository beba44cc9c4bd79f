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

extension GrowingTable<BinaryObjectTable.Entry> {
    /// Copies the entries of a range, as 32-bit numbers with the most significant byte first, to memory with room for
    /// them: two at a time, which takes half the instructions.
    @inline(__always)
    func copyBigEndian(_ range: Range<Int>, to target: UnsafeMutableRawPointer) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        guard let memory = unsafe memory else { return }
        let source = unsafe UnsafeRawPointer(memory + range.lowerBound)
        let size = 4 &* (range.upperBound &- range.lowerBound)
        var copied = 0
        while copied &+ 8 <= size {
            let pair = unsafe source.loadUnaligned(fromByteOffset: copied, as: UInt64.self)
            #if _endian(little)
                // Reversing all eight bytes exchanges the two numbers as well.
                let word = pair.byteSwapped &<< 32 | pair.byteSwapped &>> 32
            #else
                let word = pair
            #endif
            unsafe target.storeBytes(of: word, toByteOffset: copied, as: UInt64.self)
            copied &+= 8
        }
        if copied < size {
            let last = unsafe source.loadUnaligned(fromByteOffset: copied, as: UInt32.self).bigEndian
            unsafe target.storeBytes(of: last, toByteOffset: copied, as: UInt32.self)
        }
    }
}
