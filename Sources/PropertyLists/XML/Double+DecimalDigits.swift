extension Double {
    /// Creates the number nearest to `digits` / 10^`decimals`, ties to even, or nil where 128 bits do not suffice.
    ///
    /// The quotient `digits` / 5^`decimals` is computed to 63 bits or more, together with whether anything remains.
    /// That settles the rounding to 53 bits exactly. What is left of the power of ten is a power of two. Reals as
    /// Apple's writer puts them into text mostly come this way, at a third of the time that the general conversion
    /// takes.
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
