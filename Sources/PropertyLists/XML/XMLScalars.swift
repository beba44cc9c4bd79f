/// The integers of XML property lists: from -2^63 to 2^64 - 1, in decimal or, after `0x`, hexadecimal digits, with an
/// optional sign.
enum XMLInteger {
    /// Reads an integer, or returns nil for any other text.
    ///
    /// As in CoreFoundation there may be white space before the sign and behind it, but not after the digits.
    ///
    /// - Returns: The integer, and whether there is white space.
    static func read(_ text: ArraySlice<UInt8>) -> (value: PropertyList, hasSpace: Bool)? {
        var text = text
        var hasSpace = text.skipSpace(.ofIntegers)
        let isNegative = text.first == UInt8(ascii: "-")
        if isNegative || text.first == UInt8(ascii: "+") {
            text = text.dropFirst()
            if text.skipSpace(.ofIntegers) { hasSpace = true }
        }
        var radix: UInt64 = 10
        if text.count > 2, text.first == UInt8(ascii: "0"), text[text.startIndex + 1] | 0x20 == UInt8(ascii: "x") {
            radix = 16
            text = text.dropFirst(2)
        }
        guard let magnitude = magnitude(text, radix: radix) else { return nil }
        if isNegative {
            // Int64.min has a magnitude that Int64 cannot hold.
            guard magnitude <= Int64.min.magnitude else { return nil }
            return (.integer(Int64(truncatingIfNeeded: 0 &- magnitude)), hasSpace)
        }
        return (Int64(exactly: magnitude).map { .integer($0) } ?? .unsignedInteger(magnitude), hasSpace)
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
}

/// The characters that CoreFoundation skips before a number, besides the controls of ASCII: they differ between
/// integers and reals.
struct SpaceOfNumber {
    /// The spaces beyond ASCII in UTF-8: those from U+2000 to U+200B, U+3000, and for integers U+205F, for reals the
    /// controls from U+0080 on, U+00A0 and U+FEFF.
    fileprivate let wide: [[UInt8]]

    private static let common: [[UInt8]] = (0x80...0x8B).map { [0xE2, 0x80, $0] } + [[0xE3, 0x80, 0x80]]

    static let ofIntegers = Self(wide: common + [[0xE2, 0x81, 0x9F]])
    static let ofReals = Self(wide: common + (0x80...0xA0).map { [0xC2, $0] } + [[0xEF, 0xBB, 0xBF]])
}

extension ArraySlice<UInt8> {
    /// Drops white space before a number, and returns whether there was any.
    mutating func skipSpace(_ space: SpaceOfNumber) -> Bool {
        let start = startIndex
        while let first {
            if first <= 0x20 || first == 0x7F {
                self = dropFirst()
            } else if first >= 0x80, let length = space.wide.first(where: { starts(with: $0) })?.count {
                self = dropFirst(length)
            } else {
                break
            }
        }
        return startIndex > start
    }
}
