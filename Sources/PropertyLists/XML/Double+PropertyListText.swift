extension Double {
    /// The number as Apple's writer puts it into XML: C's `%.17g`, except for zero, infinities and NaN.
    var propertyListText: String {
        if isNaN { return "nan" }
        if isInfinite { return self < 0 ? "-infinity" : "+infinity" }
        if isZero { return "0.0" }
        let sign = self < 0 ? "-" : ""
        return sign + SeventeenDigits(of: magnitude).text
    }
}

extension SeventeenDigits {
    /// The number as C's `%.17g` writes it: without trailing zeros, and with an exponent where that is below -4 or
    /// above 16.
    fileprivate var text: String {
        var digits = Array(String(digits).utf8)
        while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
        var text: [UInt8] = []
        switch exponent {
        case 0...16:
            text = digits
            let missing = exponent + 1 - digits.count
            if missing < 0 {
                text.insert(UInt8(ascii: "."), at: exponent + 1)
            } else {
                text.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: missing))
            }
        case -4..<0:
            text.append(contentsOf: "0.".utf8)
            text.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: -1 - exponent))
            text.append(contentsOf: digits)
        default:
            text = digits
            if digits.count > 1 { text.insert(UInt8(ascii: "."), at: 1) }
            let magnitude = String(exponent.magnitude)
            text.append(contentsOf: (exponent < 0 ? "e-" : "e+").utf8)
            text.append(contentsOf: (magnitude.utf8.count < 2 ? "0" + magnitude : magnitude).utf8)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
