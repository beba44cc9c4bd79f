/// A positive number rounded to seventeen significant decimal digits, which is enough to tell any two `Double`s apart.
///
/// The digits are those of the exact binary value, rounded to nearest and ties to even, as C's `printf` rounds. The
/// shortest digits that Swift's `description` gives are others: 13.2 is 1.3199999999999999 × 10 here.
struct SeventeenDigits: Equatable {
    /// The digits, from 10^16 to 10^17 - 1.
    var digits: UInt64
    /// The power of ten of the first digit.
    var exponent: Int
}

extension SeventeenDigits {
    /// Rounds a finite number above zero.
    init(of value: Double) {
        // value = significand * 2^exponent
        let (significand, exponent) = value.integralParts
        self = Self(quickly: significand, exponent) ?? Self(exactly: significand, exponent)
    }

    private static let smallest: UInt64 = 10_000_000_000_000_000
}

extension SeventeenDigits {
    /// Rounds a number from about 10^-11 to 10^17, the common case, by one multiplication.
    ///
    /// The digits are value * 10^power = significand * 5^power * 2^(exponent + power), rounded. Where 5^power fits 64
    /// bits, the product is exact in 128 bits, and the power of two is a shift, so nothing is lost before rounding.
    private init?(quickly significand: UInt64, _ exponent: Int) {
        // 78913 / 2^18 is the logarithm of 2; the estimate is right or one too low.
        let topBit = exponent + 63 - significand.leadingZeroBitCount
        let estimate = (topBit * 78913) >> 18
        for firstDigit in estimate...estimate + 1 {
            let power = 16 - firstDigit
            guard UInt64.powersOfFive.indices ~= power else { return nil }
            let product = significand.multipliedFullWidth(by: UInt64.powersOfFive[power])
            guard let digits = Self.rounded(product, shiftedRight: -(exponent + power)) else { return nil }
            if digits < 10 * Self.smallest {
                self.init(digits: digits, exponent: firstDigit)
                return
            }
        }
        return nil
    }

    /// The quotient of `number` by 2^`shift`, rounded to nearest and ties to even, or nil if that takes a path too rare
    /// to be worth its code here.
    private static func rounded(_ number: (high: UInt64, low: UInt64), shiftedRight shift: Int) -> UInt64? {
        if shift <= 0 {
            guard number.high == 0, number.low.leadingZeroBitCount >= -shift else { return nil }
            return number.low << UInt64(-shift)
        }
        guard shift < 64, number.high >> UInt64(shift) == 0 else { return nil }
        let quotient = number.high << UInt64(64 - shift) | number.low >> UInt64(shift)
        let remainder = number.low & ((1 << UInt64(shift)) - 1)
        let half = 1 << UInt64(shift - 1) as UInt64
        let roundsUp = remainder > half || (remainder == half && !quotient.isMultiple(of: 2))
        return roundsUp ? quotient + 1 : quotient
    }
}

extension SeventeenDigits {
    /// Rounds any number, by writing out all its decimal digits.
    private init(exactly significand: UInt64, _ exponent: Int) {
        var decimal = ExactDecimal(significand)
        // For a negative exponent, x * 2^e = x * 5^-e * 10^e.
        decimal.multiply(byPowerOf: exponent < 0 ? 5 : 2, exponent: abs(exponent))
        let (digits, droppedCount) = decimal.rounded(toDigits: 17)
        self.init(digits: digits, exponent: droppedCount + 16 + min(exponent, 0))
    }
}

extension Double {
    /// The integer significand and the exponent of two that make up a finite number.
    fileprivate var integralParts: (significand: UInt64, exponent: Int) {
        if exponentBitPattern == 0 { return (significandBitPattern, -1074) }
        return (significandBitPattern | 1 << 52, Int(exponentBitPattern) - 1075)
    }
}
