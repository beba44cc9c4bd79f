/// A decimal number read from text such as `-12.50`, as archives store it.
struct DecimalText {
    /// The power of ten that the digits are multiplied with.
    private(set) var exponent = 0
    private(set) var isNegative = false
    /// The digits in base 65536, the lowest first, without zeros at the end.
    private(set) var words: [UInt16] = []

    /// Eight words, the bytes of each with the lower one first.
    var mantissa: [UInt8] {
        (words + Array(repeating: 0, count: 8 - words.count)).flatMap {
            [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
        }
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
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x30...0x39 ~= $0 } }) else {
            return nil
        }
        var number = Array(parts.joined().drop { $0 == UInt8(ascii: "0") })
        exponent = parts.count == 2 ? -parts[1].count : 0
        while number.last == UInt8(ascii: "0") {
            number.removeLast()
            exponent += 1
        }
        for digit in number {
            var carry = UInt32(digit - UInt8(ascii: "0"))
            for position in words.indices {
                carry += UInt32(words[position]) * 10
                words[position] = UInt16(truncatingIfNeeded: carry)
                carry >>= 16
            }
            if carry > 0 { words.append(UInt16(truncatingIfNeeded: carry)) }
            guard words.count <= 8 else { return nil }
        }
        // Zero has no digits, and no sign, which would make it not a number.
        if words.isEmpty { (exponent, isNegative) = (0, false) }
        guard -128...127 ~= exponent else { return nil }
    }
}
