extension XMLOutput {
    /// Appends a real as Apple's writer does: as C's `%.17g`, except for zero, infinities and NaN.
    mutating func append(_ value: Double) {
        if value.isNaN { return append("nan") }
        if value.isInfinite { return append(value < 0 ? "-infinity" : "+infinity") }
        if value.isZero { return append("0.0") }
        // Whole numbers of up to 53 bits are the commonest, and their digits are at hand.
        if value.magnitude < 0x1p53, Double(Int64(value)) == value { return append(String(Int64(value))) }
        if value < 0 { append("-") }
        append(SeventeenDigits(of: value.magnitude))
    }

    /// Appends a number without trailing zeros, and with an exponent where that is below -4 or above 16.
    private mutating func append(_ number: SeventeenDigits) {
        var (digits, count) = (number.digits, 17)
        while digits.isMultiple(of: 10) {
            digits /= 10
            count -= 1
        }
        switch number.exponent {
        case 0...16:
            let integerCount = number.exponent + 1
            append(digits, count: count, pointAfter: integerCount)
            for _ in 0..<max(0, integerCount - count) { append("0") }
        case -4..<0:
            append("0.")
            for _ in 0..<(-1 - number.exponent) { append("0") }
            append(digits, count: count, pointAfter: count)
        default:
            append(digits, count: count, pointAfter: 1)
            append(number.exponent < 0 ? "e-" : "e+")
            if number.exponent.magnitude < 10 { append("0") }
            append(String(number.exponent.magnitude))
        }
    }

    /// Appends `count` digits, with a point after the first `integerCount` of them unless they are all.
    private mutating func append(_ digits: UInt64, count: Int, pointAfter integerCount: Int) {
        let hasPoint = integerCount < count
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "."), count: count + (hasPoint ? 1 : 0)))
        // The digits come out last to first.
        var rest = digits
        var index = bytes.count - 1
        for position in (0..<count).reversed() {
            bytes[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            index -= hasPoint && position == integerCount ? 2 : 1
        }
    }
}
