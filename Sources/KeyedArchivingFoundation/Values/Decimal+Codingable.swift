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

    /// Writes the digits as a whole number of up to eight 16-bit words, and the power of ten to multiply it with.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if the number has more digits than fit 128 bits.
    public func encode(with archiver: KeyedArchiver) throws {
        guard let parts = DecimalParts(self) else {
            throw ArchiveError(
                .unrepresentable,
                "the decimal number \(self) has more digits than an archive can hold",
                remedy: "round it to 38 digits"
            )
        }
        try archiver.encodeBytes(parts.mantissa.bytes, forKey: DecimalFields.mantissa)
        try archiver.encode(parts.exponent, forKey: DecimalFields.exponent)
        try archiver.encode(Int32(truncatingIfNeeded: parts.mantissa.words.count), forKey: DecimalFields.length)
        try archiver.encode(parts.isCompact, forKey: DecimalFields.isCompact)
        try archiver.encode(Int32(DecimalMantissa.ByteOrder.littleEndian.rawValue), forKey: DecimalFields.byteOrder)
        try archiver.encode(parts.isNegative, forKey: DecimalFields.isNegative)
    }

    /// Reads the digits and the power of ten.
    ///
    /// A number of no words is 0, or, if it is negative, not a number.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let order = try unarchiver.optionalInteger(forKey: DecimalFields.byteOrder) ?? 1
        guard let order = DecimalMantissa.ByteOrder(rawValue: order) else {
            throw unarchiver.damaged(
                "the byte order \(order) does not exist", key: DecimalFields.byteOrder)
        }
        let bytes = try unarchiver.requiredData(forKey: DecimalFields.mantissa)
        let wordCount = try unarchiver.requiredInteger(forKey: DecimalFields.length)
        guard
            bytes.count == 2 * DecimalMantissa.greatestWordCount,
            let mantissa = DecimalMantissa(bytes: Array(bytes), wordCount: wordCount, order: order)
        else {
            throw unarchiver.damaged(
                "a decimal number has \(wordCount) words in \(bytes.count) bytes, not up to 8 in 16",
                key: DecimalFields.mantissa
            )
        }
        let exponent = try unarchiver.requiredInteger(forKey: DecimalFields.exponent)
        let isNegative = try unarchiver.decodeBool(forKey: DecimalFields.isNegative)
        let parts = DecimalParts(mantissa: mantissa, exponent: Int32(clamping: exponent), isNegative: isNegative)
        guard let decimal = parts.decimal else {
            throw unarchiver.damaged(
                "the exponent \(exponent) is out of range", key: DecimalFields.exponent)
        }
        self = decimal
    }
}

/// A decimal number in the parts that archives store.
struct DecimalParts {
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
        if !overflow, DecimalFields.exponents.contains(exponent) {
            self.init(mantissa: compact, exponent: exponent, isNegative: decimal < 0)
        } else {
            self.init(mantissa: mantissa, exponent: Int32(clamping: decimal.exponent), isNegative: decimal < 0)
            isCompact = false
        }
    }

    /// The number, or nil if its power of ten is out of range.
    var decimal: Decimal? {
        guard DecimalFields.exponents.contains(exponent) else { return nil }
        if mantissa.words.isEmpty { return isNegative ? .nan : 0 }
        // Exact: a decimal number holds 128 bits.
        var significand = Decimal(0)
        for word in mantissa.words.reversed() { significand = significand * 65_536 + Decimal(Int(word)) }
        let (power, overflow) = Int32(clamping: significand.exponent).addingReportingOverflow(exponent)
        guard !overflow, DecimalFields.exponents.contains(power) else { return nil }
        return Decimal(sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: significand)
    }
}
