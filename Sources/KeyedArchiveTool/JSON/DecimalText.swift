import KeyedArchiving

/// A decimal number read from text such as `-12.50`, as archives store it.
struct DecimalText {
    /// The power of ten that the digits are multiplied with.
    private(set) var exponent = 0
    private(set) var isNegative = false
    /// The digits, without zeros at the end.
    private(set) var mantissa = DecimalMantissa(words: [])

    /// Whether two texts are one number, however they are written.
    static func areEqual(_ text: String, _ other: String) -> Bool {
        guard let number = DecimalText(text), let second = DecimalText(other) else { return text == other }
        return number.exponent == second.exponent && number.isNegative == second.isNegative
            && number.mantissa.words == second.mantissa.words
    }

    /// The text of a number as archives store it; nil if reading that text gives another number.
    static func text(words: [UInt16], exponent: Int64, isNegative: Bool) -> String? {
        guard -128...127 ~= exponent else { return nil }
        let mantissa = DecimalMantissa(words: words)
        let text = mantissa.text(wordCount: words.count, exponent: Int(exponent), isNegative: isNegative)
        guard let number = DecimalText(text), number.mantissa == mantissa, number.exponent == Int(exponent),
            number.isNegative == isNegative
        else { return nil }
        return text
    }

    /// Reads a number; nil if the text isn't one, or if archives can't hold it.
    init?(_ text: String) {
        if text == "NaN" {
            isNegative = true
            return
        }
        var digits = Array(text.utf8)[...]
        if digits.first == UInt8(ascii: "-") {
            isNegative = true
            digits = digits.dropFirst()
        }
        var power = 0
        if let place = digits.firstIndex(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
            let text = String(decoding: digits[(place + 1)...], as: UTF8.self)
            guard let number = Int(text), -1000...1000 ~= number else { return nil }
            power = number
            digits = digits[..<place]
        }
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }) else {
            return nil
        }
        var number = Array(parts.joined())
        exponent = power - (parts.count == 2 ? parts[1].count : 0)
        while number.last == UInt8(ascii: "0") {
            number.removeLast()
            exponent += 1
        }
        guard let mantissa = DecimalMantissa(digits: String(decoding: number, as: UTF8.self)) else { return nil }
        self.mantissa = mantissa
        // Zero has no digits, and no sign, which would make it not a number.
        if mantissa.words.isEmpty { (exponent, isNegative) = (0, false) }
        guard let power = Int32(exactly: exponent), DecimalFields.exponents.contains(power) else { return nil }
    }
}
