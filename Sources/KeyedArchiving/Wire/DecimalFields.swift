internal import PropertyLists

/// The fields of a decimal number, `NSDecimalNumber`: a whole number times a power of ten.
package enum DecimalFields {
    /// The digits: see ``DecimalMantissa``.
    @inlinable package static var mantissa: String { "NS.mantissa" }

    /// The order of the two bytes of a word: see ``DecimalMantissa/ByteOrder``.
    @inlinable package static var byteOrder: String { "NS.mantissa.bo" }

    /// How many words count; a number of none is 0 or, if it is negative, not a number.
    @inlinable package static var length: String { "NS.length" }

    /// The power of ten.
    @inlinable package static var exponent: String { "NS.exponent" }

    /// Whether the number is negative.
    @inlinable package static var isNegative: String { "NS.negative" }

    /// Whether the digits have no trailing zeros.
    @inlinable package static var isCompact: String { "NS.compact" }

    static let rules: [FieldRule] = [
        .required(mantissa, .bytes), .required(length, .integer), .required(exponent, .integer),
        .required(isNegative, .boolean), .optional(byteOrder, .integer.orNil),
    ]

    /// The powers of ten that a decimal number may have.
    package static let exponents: ClosedRange<Int32> = -128...127
}

/// A whole number of up to 128 bits as archives store the digits of a decimal number: 16-bit words, the least
/// significant first.
package struct DecimalMantissa: Equatable {
    /// How many words there may be; Foundation always stores as many.
    package static let greatestWordCount = 8

    /// The words that count, without leading zeros.
    package private(set) var words: [UInt16]

    /// Creates a number of words; leading zeros are dropped.
    package init(words: [UInt16]) {
        self.words = words
        while self.words.last == 0 { self.words.removeLast() }
    }

    /// Creates a number from decimal digits, or fails if it needs more than 128 bits.
    package init?(digits: String) {
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
    package var withoutTrailingZeros: (mantissa: DecimalMantissa, zeros: Int) {
        var mantissa = self
        var zeros = 0
        while !mantissa.words.isEmpty, case let (quotient, remainder) = mantissa.dividedByTen, remainder == 0 {
            mantissa = quotient
            zeros += 1
        }
        return (mantissa, zeros)
    }

    /// The number in decimal digits, times a power of ten, in plain notation.
    private func text(exponent: Int) -> String {
        var digits: [UInt8] = []
        var rest = self
        repeat {
            let (quotient, remainder) = rest.dividedByTen
            digits.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remainder))
            rest = quotient
        } while !rest.words.isEmpty
        var text = String(decoding: digits.reversed(), as: UTF8.self)
        guard exponent < 0 else { return text == "0" ? text : text + String(repeating: "0", count: exponent) }
        let missing = -exponent + 1 - text.utf8.count
        if missing > 0 { text = String(repeating: "0", count: missing) + text }
        return "\(text.dropLast(-exponent)).\(text.suffix(-exponent))"
    }

    /// The number with its sign in decimal digits, times a power of ten, in plain notation.
    ///
    /// - Parameter wordCount: How many words are stored: a negative number of none is not a number.
    package func text(wordCount: Int, exponent: Int, isNegative: Bool) -> String {
        guard wordCount > 0 else { return isNegative ? "NaN" : "0" }
        return (isNegative ? "-" : "") + text(exponent: exponent)
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

extension DecimalMantissa {
    /// The order of the two bytes of a word, as a number in archives.
    package enum ByteOrder: Int {
        case littleEndian = 1
        case bigEndian = 2
    }

    /// Creates a number from the first of up to eight words in bytes; the words after them mean nothing.
    ///
    /// - Returns: Nil if there are not as many words, or half of one.
    package init?(bytes: [UInt8], wordCount: Int, order: ByteOrder) {
        guard bytes.count.isMultiple(of: 2), bytes.count <= 2 * Self.greatestWordCount else { return nil }
        guard 0...(bytes.count / 2) ~= wordCount else { return nil }
        self.init(
            words: (0..<wordCount).map { position in
                let (first, second) = (UInt16(bytes[2 * position]), UInt16(bytes[2 * position + 1]))
                return order == .littleEndian ? second << 8 | first : first << 8 | second
            }
        )
    }

    /// Eight words, the bytes of each in little-endian order.
    package var bytes: [UInt8] {
        let padding = Array(repeating: UInt16(0), count: Self.greatestWordCount - words.count)
        return (words + padding).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }
}

extension FoundationValueDecoder {
    /// A decimal number, in decimal notation.
    mutating func decimal() -> FoundationValue.Content? {
        guard
            let bytes = resolvedData(DecimalFields.mantissa), let length = integer(DecimalFields.length),
            let exponent = integer(DecimalFields.exponent).flatMap(Int32.init(exactly:)),
            DecimalFields.exponents.contains(exponent),
            case .boolean(let isNegative) = field(DecimalFields.isNegative)
        else { return nil }
        var order = DecimalMantissa.ByteOrder.littleEndian
        if let stored = field(DecimalFields.byteOrder), stored != .uid(.null) {
            guard let number = integer(DecimalFields.byteOrder),
                let known = DecimalMantissa.ByteOrder(rawValue: Int(clamping: number))
            else { return nil }
            order = known
        }
        _ = field(DecimalFields.isCompact)
        let wordCount = Int(clamping: length)
        guard let mantissa = DecimalMantissa(bytes: bytes, wordCount: wordCount, order: order) else {
            return nil
        }
        return .decimal(
            mantissa.text(wordCount: wordCount, exponent: Int(exponent), isNegative: isNegative))
    }
}
