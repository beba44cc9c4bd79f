#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

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
