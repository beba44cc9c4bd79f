/// The numbers of XML property lists.
enum XMLNumbers {
    /// Reads an integer: decimal or `0x` hexadecimal, with an optional sign, between white space, from -2^63 to 2^64 - 1.
    ///
    /// - Returns: Nil for anything else.
    static func integer(_ text: ArraySlice<UInt8>) -> PropertyList? {
        var digits = text.trimmingXMLWhiteSpace()
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
        guard let magnitude = magnitude(digits) else { return nil }
        if isNegative {
            // Int64.min has a magnitude that Int64 cannot hold.
            guard magnitude <= Int64.min.magnitude else { return nil }
            return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
        }
        return Int64(exactly: magnitude).map { .integer($0) } ?? .unsignedInteger(magnitude)
    }

    private static func magnitude(_ digits: ArraySlice<UInt8>) -> UInt64? {
        let letter = digits.dropFirst().first ?? 0
        if digits.first == UInt8(ascii: "0"), letter | 0x20 == UInt8(ascii: "x") {
            return magnitude(digits.dropFirst(2), radix: 16)
        }
        return magnitude(digits, radix: 10)
    }

    private static func magnitude(_ digits: ArraySlice<UInt8>, radix: UInt64) -> UInt64? {
        guard !digits.isEmpty else { return nil }
        var value: UInt64 = 0
        for byte in digits {
            guard let digit = radix == 10 ? byte.decimalDigit : byte.hexadecimalDigit else { return nil }
            let (product, productOverflows) = value.multipliedReportingOverflow(by: radix)
            let (sum, sumOverflows) = product.addingReportingOverflow(UInt64(digit))
            if productOverflows || sumOverflows { return nil }
            value = sum
        }
        return value
    }

    /// Reads a real: decimal with an optional fraction and exponent, or one of Apple's words for infinity and NaN in any
    /// case, between white space.
    ///
    /// - Returns: Nil for anything else, and for a number too large for a `Double`.
    static func real(_ text: ArraySlice<UInt8>) -> Double? {
        let text = text.trimmingXMLWhiteSpace()
        guard isDecimal(text) else { return word(text) }
        guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
        return value
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

    /// Whether the text is a decimal number and not one of the other spellings that `Double` would take.
    private static func isDecimal(_ text: ArraySlice<UInt8>) -> Bool {
        var rest = text
        func dropSign() {
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        }
        func dropDigits() -> Int {
            let count = rest.count
            rest = rest.drop { $0.decimalDigit != nil }
            return count - rest.count
        }
        dropSign()
        var digitCount = dropDigits()
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            digitCount += dropDigits()
        }
        guard digitCount > 0 else { return false }
        if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            dropSign()
            guard dropDigits() > 0 else { return false }
        }
        return rest.isEmpty
    }
}

extension ArraySlice<UInt8> {
    /// The text without white space at its ends.
    func trimmingXMLWhiteSpace() -> ArraySlice<UInt8> {
        var text = drop { $0.isXMLWhiteSpace }
        while text.last?.isXMLWhiteSpace == true { text.removeLast() }
        return text
    }
}
