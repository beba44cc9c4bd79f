internal import PropertyLists

extension FoundationValueDecoder {
    mutating func string() -> FoundationValue.Content? {
        if case .string(let string) = resolvedField("NS.string") { return .string(string) }
        // Coders that know no inline strings store UTF-8.
        guard case .data(let bytes) = resolvedField("NS.bytes"), let string = String(validating: bytes, as: UTF8.self)
        else { return nil }
        return .string(PropertyListString(string))
    }

    /// The characters of an attributed string; in nibs there are some of nil, which have none.
    mutating func attributedString() -> FoundationValue.Content? {
        if case .uid(.null) = field("NSString") { return .string(PropertyListString("")) }
        return resolvedString("NSString").map { .string($0) }
    }

    mutating func data() -> [UInt8]? {
        resolvedData("NS.data") ?? resolvedData("NS.bytes")
    }

    mutating func date() -> FoundationValue.Content? {
        switch resolvedField("NS.time") {
        case .double(let seconds), .date(let seconds): .date(seconds)
        case .float(let seconds): .date(Double(seconds))
        // Other writers store a whole one as an integer.
        case .integer(let seconds): .date(Double(seconds))
        default: nil
        }
    }

    mutating func url() -> FoundationValue.Content? {
        guard let text = resolvedString("NS.relative") else { return nil }
        switch field("NS.base") {
        case nil, .uid(.null): return .url(text, base: nil)
        case .uid(let base): return .url(text, base: base)
        default: return nil
        }
    }

    mutating func uuid() -> FoundationValue.Content? {
        guard let bytes = resolvedData("NS.uuidbytes"), bytes.count == 16 else { return nil }
        return .uuid(bytes)
    }

    /// The text of a point, a size or a rectangle in an `NSValue`; other values keep their fields.
    mutating func geometry() -> FoundationValue.Content? {
        let key: String
        switch integer("NS.special") {
        case 1: key = "NS.pointval"
        case 2: key = "NS.sizeval"
        case 3: key = "NS.rectval"
        default: return nil
        }
        return resolvedString(key).map { .geometry($0) }
    }

    /// A decimal number: up to eight 16-bit words, the least significant first, times a power of ten.
    mutating func decimal() -> FoundationValue.Content? {
        guard
            let mantissa = resolvedData("NS.mantissa"), mantissa.count.isMultiple(of: 2), mantissa.count <= 16,
            let wordCount = integer("NS.length"), 0...Int64(mantissa.count / 2) ~= wordCount,
            let exponent = integer("NS.exponent"), -128...127 ~= exponent,
            case .boolean(let isNegative) = resolvedField("NS.negative")
        else { return nil }
        let isBigEndian = integer("NS.mantissa.bo") == 2
        _ = field("NS.compact")
        guard wordCount > 0 else { return .decimal(isNegative ? "NaN" : "0") }
        var digits = DecimalDigits()
        for word in stride(from: 2 * (Int(wordCount) - 1), through: 0, by: -2) {
            let (first, second) = (UInt32(mantissa[word]), UInt32(mantissa[word + 1]))
            digits.multiply(by: 1 << 16, adding: isBigEndian ? first << 8 | second : second << 8 | first)
        }
        return .decimal((isNegative ? "-" : "") + digits.text(exponent: Int(exponent)))
    }
}

/// A whole number of any size in decimal digits, the least significant first.
private struct DecimalDigits {
    private var digits: [UInt32] = [0]

    mutating func multiply(by factor: UInt32, adding summand: UInt32) {
        // A digit is at most 9 and the factor 2^16, so no step overflows.
        var carry = summand
        for position in digits.indices {
            let product = digits[position] * factor + carry
            digits[position] = product % 10
            carry = product / 10
        }
        while carry > 0 {
            digits.append(carry % 10)
            carry /= 10
        }
    }

    /// The number times a power of ten, in plain notation.
    func text(exponent: Int) -> String {
        var text = digits.reversed().map { String($0) }.joined()
        guard exponent < 0 else { return text == "0" ? text : text + String(repeating: "0", count: exponent) }
        let missing = -exponent + 1 - text.utf8.count
        if missing > 0 { text = String(repeating: "0", count: missing) + text }
        return "\(text.dropLast(-exponent)).\(text.suffix(-exponent))"
    }
}
