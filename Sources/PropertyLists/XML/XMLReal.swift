/// The reals of XML property lists.
///
/// A real is a decimal number with an optional fraction and exponent, or one of Apple's words for infinity and NaN in
/// any case. As in CoreFoundation there may be white space before a number. A number that is too large for a `Double` is infinite, as CoreFoundation reads it:
/// GNUstep rounds the greatest `Double` up when it writes one.
struct XMLReal {
    /// The number.
    var value: Double
    /// Whether there is white space before it.
    var hasSpace: Bool

    /// Reads a real; nil for any other text.
    init?(_ text: ArraySlice<UInt8>) {
        var text = text
        hasSpace = text.skipSpace(.ofReals)
        guard let number = DecimalNumber(text) else {
            guard !hasSpace, let value = Self.word(text) else { return nil }
            self.value = value
            return
        }
        if let digits = number.digits, !number.hasExponent,
            let value = Double(digits: digits, decimals: number.decimals)
        {
            self.value = number.isNegative ? -value : value
        } else if let value = Double(String(decoding: text, as: UTF8.self)) {
            self.value = value
        } else {
            return nil
        }
    }

    private static func word(_ text: ArraySlice<UInt8>) -> Double? {
        guard text.count <= 9 else { return nil }
        return switch String(decoding: text, as: UTF8.self).lowercased() {
        case "nan": .nan
        case "inf", "+inf", "infinity", "+infinity": .infinity
        case "-inf", "-infinity": -.infinity
        default: nil
        }
    }
}

/// The parts of a decimal number, and the proof that text is one, and none of the other spellings that `Double` would
/// read, such as hexadecimal.
private struct DecimalNumber {
    var isNegative = false
    /// The digits without the point, or nil if they exceed 64 bits.
    var digits: UInt64? = 0
    /// How many of the digits are after the point.
    var decimals = 0
    var hasExponent = false

    init?(_ text: ArraySlice<UInt8>) {
        var position = text.startIndex
        if let sign = text.first, sign.isSign {
            isNegative = sign == UInt8(ascii: "-")
            position += 1
        }
        let start = position
        var hasPoint = false
        while position < text.endIndex {
            if let digit = text[position].decimalDigit {
                append(digit)
                if hasPoint { decimals += 1 }
            } else if text[position] == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else {
                break
            }
            position += 1
        }
        guard position - start > (hasPoint ? 1 : 0) else { return nil }
        guard position < text.endIndex else { return }
        hasExponent = true
        guard Self.isExponent(text[position...]) else { return nil }
    }

    private mutating func append(_ digit: UInt8) {
        guard let digits, digits < UInt64.max / 10 else { return self.digits = nil }
        self.digits = digits * 10 + UInt64(digit)
    }

    private static func isExponent(_ text: ArraySlice<UInt8>) -> Bool {
        guard let letter = text.first, letter | 0x20 == UInt8(ascii: "e") else { return false }
        var digits = text.dropFirst()
        if digits.first?.isSign == true { digits.removeFirst() }
        return !digits.isEmpty && digits.allSatisfy { $0.decimalDigit != nil }
    }
}

extension UInt8 {
    fileprivate var isSign: Bool {
        self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
    }
}

/// A natural number of any size in decimal, for the numbers whose digits need more than 128 bits.
struct ExactDecimal {
    /// Nine digits each, lowest first; the highest is not zero.
    private var limbs: [UInt64] = []

    private static let base: UInt64 = 1_000_000_000

    init(_ value: UInt64) {
        var rest = value
        while rest > 0 {
            limbs.append(rest % Self.base)
            rest /= Self.base
        }
    }

    /// Multiplies by `factor` to the power of `exponent`; `factor` is below 10.
    ///
    /// Twelve factors at once keep each product of a limb within 64 bits.
    mutating func multiply(byPowerOf factor: UInt64, exponent: Int) {
        let twelfthPower = (1...12).reduce(1 as UInt64) { product, _ in product * factor }
        for _ in 0..<exponent / 12 { multiply(by: twelfthPower) }
        for _ in 0..<exponent % 12 { multiply(by: factor) }
    }

    private mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in limbs.indices {
            let product = limbs[index] * factor + carry
            limbs[index] = product % Self.base
            carry = product / Self.base
        }
        while carry > 0 {
            limbs.append(carry % Self.base)
            carry /= Self.base
        }
    }

    /// The first `count` digits, at most 18, rounded to nearest and ties to even, and how many digits follow them.
    ///
    /// A number with fewer digits is extended by zeros, and the number of digits that follow is then negative.
    func rounded(toDigits count: Int) -> (digits: UInt64, droppedCount: Int) {
        let allDigits = self.allDigits
        var leading: UInt64 = 0
        for index in 0..<count { leading = leading * 10 + (index < allDigits.count ? allDigits[index] : 0) }
        var droppedCount = allDigits.count - count
        let dropped = allDigits.dropFirst(count)
        if let first = dropped.first, first >= 5 {
            let isTie = first == 5 && dropped.dropFirst().allSatisfy { $0 == 0 }
            if !isTie || !leading.isMultiple(of: 2) { leading += 1 }
        }
        // Rounding up from all nines adds a digit.
        let limit = (0..<count).reduce(1 as UInt64) { product, _ in product * 10 }
        if leading == limit {
            leading /= 10
            droppedCount += 1
        }
        return (leading, droppedCount)
    }

    /// All digits, highest first, without leading zeros.
    private var allDigits: [UInt64] {
        var digits: [UInt64] = []
        for limb in limbs {
            var rest = limb
            for _ in 0..<9 {
                digits.append(rest % 10)
                rest /= 10
            }
        }
        while digits.last == 0 { digits.removeLast() }
        return digits.reversed()
    }
}

/// A positive number rounded to seventeen significant decimal digits, which is enough to distinguish any two `Double`s.
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

extension Double {
    /// Creates the number nearest to `digits` / 10^`decimals`, ties to even, or nil where 128 bits do not suffice.
    ///
    /// The quotient `digits` / 5^`decimals` is computed to 63 bits or more, together with whether anything remains.
    /// That settles the rounding to 53 bits exactly. The remaining factor of the power of ten is a power of two. Reals
    /// as Apple's writer puts them into text mostly come this way (row `read XML of a person` of `Instructions.tsv`).
    init?(digits: UInt64, decimals: Int) {
        guard digits > 0, UInt64.powersOfFive.indices ~= decimals else { return nil }
        let powerOfFive = UInt64.powersOfFive[decimals]
        // With both shifted up to their top bits, the quotient of 127 bits by 64 has 63 or 64 bits.
        let dividendShift = digits.leadingZeroBitCount
        let divisorShift = powerOfFive.leadingZeroBitCount
        let dividend = digits << UInt64(dividendShift)
        let divisor = powerOfFive << UInt64(divisorShift)
        let (quotient, remainder) = divisor.dividingFullWidth((dividend >> 1, dividend << 63))
        let exponent = divisorShift - dividendShift - decimals - 63

        let surplusBits = UInt64(11 - quotient.leadingZeroBitCount)
        let surplus = quotient & ((1 << surplusBits) - 1)
        let half = 1 << (surplusBits - 1) as UInt64
        let significand = quotient >> surplusBits
        let isTie = surplus == half && remainder == 0
        let roundsUp = isTie ? !significand.isMultiple(of: 2) : surplus >= half
        let power = Double(sign: .plus, exponent: exponent + Int(surplusBits), significand: 1)
        self = Double(roundsUp ? significand + 1 : significand) * power
    }
}

extension UInt64 {
    /// The powers of five that fit 64 bits, from 5^0 to 5^27.
    static let powersOfFive: [UInt64] = (1...27).reduce(into: [1]) { powers, _ in
        powers.append(powers[powers.count - 1] * 5)
    }
}
