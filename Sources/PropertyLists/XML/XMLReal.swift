/// The reals of XML property lists.
///
/// A real is a decimal number with an optional fraction and exponent, or one of Apple's words for infinity and NaN in
/// any case, between white space. A number that is too large for a `Double` is infinite, as CoreFoundation reads it:
/// GNUstep rounds the greatest `Double` up when it writes one.
struct XMLReal {
    /// The number.
    var value: Double

    /// Reads a real; nil for any other text.
    init?(_ text: ArraySlice<UInt8>) {
        let text = text.trimmingXMLWhiteSpace()
        guard let number = DecimalNumber(text) else {
            guard let value = Self.word(text) else { return nil }
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
    /// How many of the digits stand behind the point.
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
