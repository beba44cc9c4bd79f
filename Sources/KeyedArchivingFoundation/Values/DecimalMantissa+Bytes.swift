extension DecimalMantissa {
    /// The order of the two bytes of a word, as a number in archives.
    enum ByteOrder: Int {
        case littleEndian = 1
        case bigEndian = 2
    }

    /// Creates a number from the first of eight words in 16 bytes; what lies behind them is of no meaning.
    ///
    /// - Returns: Nil if there are not as many words.
    init?(bytes: [UInt8], wordCount: Int, order: ByteOrder) {
        guard bytes.count == 2 * Self.greatestWordCount, 0...Self.greatestWordCount ~= wordCount else { return nil }
        self.init(
            words: (0..<wordCount).map { position in
                let (first, second) = (UInt16(bytes[2 * position]), UInt16(bytes[2 * position + 1]))
                return order == .littleEndian ? second << 8 | first : first << 8 | second
            }
        )
    }

    /// Eight words, the bytes of each in little-endian order.
    var bytes: [UInt8] {
        let padding = Array(repeating: UInt16(0), count: Self.greatestWordCount - words.count)
        return (words + padding).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }
}
