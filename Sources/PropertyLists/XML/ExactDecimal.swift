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
