/// A whole number of up to 128 bits as archives store the digits of a decimal number: 16-bit words, the least
/// significant first.
struct DecimalMantissa: Equatable {
    /// How many words there may be.
    static let greatestWordCount = 8

    /// The words that count, without leading zeros.
    private(set) var words: [UInt16]

    /// Creates a number of words; leading zeros are dropped.
    init(words: [UInt16]) {
        self.words = words
        while self.words.last == 0 { self.words.removeLast() }
    }

    /// Creates a number from decimal digits, or fails if it needs more than 128 bits.
    init?(digits: some StringProtocol) {
        words = []
        for character in digits.utf8 {
            guard character >= UInt8(ascii: "0"), character <= UInt8(ascii: "9") else { return nil }
            var carry = UInt32(character - UInt8(ascii: "0"))
            for position in words.indices {
                carry += UInt32(words[position]) * 10
                words[position] = UInt16(truncatingIfNeeded: carry)
                carry >>= 16
            }
            if carry > 0 { words.append(UInt16(truncatingIfNeeded: carry)) }
            guard words.count <= Self.greatestWordCount else { return nil }
        }
    }

    /// The number without its trailing decimal zeros, and how many they were.
    var withoutTrailingZeros: (mantissa: DecimalMantissa, zeros: Int) {
        var mantissa = self
        var zeros = 0
        while !mantissa.words.isEmpty, case let (quotient, remainder) = mantissa.dividedByTen, remainder == 0 {
            mantissa = quotient
            zeros += 1
        }
        return (mantissa, zeros)
    }

    private var dividedByTen: (quotient: DecimalMantissa, remainder: UInt32) {
        var quotient = words
        var remainder: UInt32 = 0
        for position in words.indices.reversed() {
            let part = remainder << 16 | UInt32(words[position])
            quotient[position] = UInt16(truncatingIfNeeded: part / 10)
            remainder = part % 10
        }
        return (DecimalMantissa(words: quotient), remainder)
    }
}
