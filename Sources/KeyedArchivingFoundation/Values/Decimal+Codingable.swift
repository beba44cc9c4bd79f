public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSDecimalNumber`, which Apple's systems store under the name of a private class, `NSDecimalNumberPlaceholder`.
extension Decimal: Codingable {
    /// `NSDecimalNumberPlaceholder`.
    public static var codedClassName: String { "NSDecimalNumberPlaceholder" }

    /// The private class and its superclasses.
    public static var codedClassHierarchy: [String] {
        ["NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject"]
    }

    /// `NSDecimalNumber`.
    public static var codedClassAliases: [String] { ["NSDecimalNumber"] }

    /// Writes the digits as a whole number of up to eight 16-bit words, and the power of ten to multiply it with.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/unrepresentable`` if the number has more digits than fit 128 bits.
    public func encode(with archiver: KeyedArchiver) throws {
        guard let parts = DecimalParts(self) else {
            throw ArchiveError(.unrepresentable, "the decimal number \(self) has more digits than an archive can hold")
        }
        try archiver.encodeBytes(parts.mantissa.bytes, forKey: "NS.mantissa")
        try archiver.encode(parts.exponent, forKey: "NS.exponent")
        try archiver.encode(Int32(truncatingIfNeeded: parts.mantissa.words.count), forKey: "NS.length")
        try archiver.encode(parts.isCompact, forKey: "NS.compact")
        try archiver.encode(Int32(DecimalMantissa.ByteOrder.littleEndian.rawValue), forKey: "NS.mantissa.bo")
        try archiver.encode(parts.isNegative, forKey: "NS.negative")
    }

    /// Reads the digits and the power of ten.
    ///
    /// A number of no words is 0, or, if it is negative, not a number.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let order = try unarchiver.optionalInteger(forKey: "NS.mantissa.bo") ?? 1
        guard let order = DecimalMantissa.ByteOrder(rawValue: order) else {
            throw unarchiver.failure(.invalidValue, "the byte order \(order) does not exist", key: "NS.mantissa.bo")
        }
        let bytes = try unarchiver.requiredData(forKey: "NS.mantissa")
        let wordCount = try unarchiver.requiredInteger(forKey: "NS.length")
        guard let mantissa = DecimalMantissa(bytes: Array(bytes), wordCount: wordCount, order: order) else {
            throw unarchiver.failure(
                .invalidValue,
                "a decimal number has \(wordCount) words in \(bytes.count) bytes, not up to 8 in 16",
                key: "NS.mantissa"
            )
        }
        let exponent = try unarchiver.requiredInteger(forKey: "NS.exponent")
        let isNegative = try unarchiver.decodeBool(forKey: "NS.negative")
        let parts = DecimalParts(mantissa: mantissa, exponent: Int32(clamping: exponent), isNegative: isNegative)
        guard let decimal = parts.decimal else {
            throw unarchiver.failure(.invalidValue, "the exponent \(exponent) is out of range", key: "NS.exponent")
        }
        self = decimal
    }
}

/// A decimal number in the parts that archives store.
struct DecimalParts {
    /// The powers of ten that a decimal number may have.
    static let exponents: ClosedRange<Int32> = -128...127

    var mantissa: DecimalMantissa
    var exponent: Int32
    var isNegative: Bool
    /// Whether the mantissa has no trailing decimal zeros.
    var isCompact = true

    init(mantissa: DecimalMantissa, exponent: Int32, isNegative: Bool) {
        self.mantissa = mantissa
        self.exponent = exponent
        self.isNegative = isNegative
    }

    /// The parts of a number, or nil if it has more digits than fit.
    init?(_ decimal: Decimal) {
        guard !decimal.isNaN else {
            self.init(mantissa: DecimalMantissa(words: []), exponent: 0, isNegative: true)
            isCompact = false
            return
        }
        let digits = decimal.significand.magnitude.description
        guard let mantissa = DecimalMantissa(digits: digits) else { return nil }
        let (compact, zeros) = mantissa.withoutTrailingZeros
        let (exponent, overflow) = Int32(clamping: decimal.exponent).addingReportingOverflow(Int32(zeros))
        if !overflow, Self.exponents.contains(exponent) {
            self.init(mantissa: compact, exponent: exponent, isNegative: decimal < 0)
        } else {
            self.init(mantissa: mantissa, exponent: Int32(clamping: decimal.exponent), isNegative: decimal < 0)
            isCompact = false
        }
    }

    /// The number, or nil if its power of ten is out of range.
    var decimal: Decimal? {
        guard Self.exponents.contains(exponent) else { return nil }
        if mantissa.words.isEmpty { return isNegative ? .nan : 0 }
        // Exact: a decimal number holds 128 bits.
        var significand = Decimal(0)
        for word in mantissa.words.reversed() { significand = significand * 65_536 + Decimal(Int(word)) }
        let (power, overflow) = Int32(clamping: significand.exponent).addingReportingOverflow(exponent)
        guard !overflow, Self.exponents.contains(power) else { return nil }
        return Decimal(sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: significand)
    }
}

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
