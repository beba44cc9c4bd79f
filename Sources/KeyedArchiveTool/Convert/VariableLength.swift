extension [UInt8] {
    /// Numbers in groups of seven bits, the least significant first, as index sets and attributed strings store theirs.
    init(variableLength numbers: some Sequence<UInt64>) {
        self = []
        for number in numbers {
            var rest = number
            while rest >= 0x80 {
                append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            append(UInt8(truncatingIfNeeded: rest))
        }
    }
}
