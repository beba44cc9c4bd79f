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
        var hasSpace = text.skipSpaceOfNumber()
        let isNegative = text.first == UInt8(ascii: "-")
        if isNegative || text.first == UInt8(ascii: "+") {
            text = text.dropFirst()
            if text.skipSpaceOfNumber() { hasSpace = true }
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

extension ArraySlice<UInt8> {
    /// Drops what CoreFoundation takes for white space before a number, controls included, and returns whether there was
    /// any.
    mutating func skipSpaceOfNumber() -> Bool {
        let start = startIndex
        while let first {
            if first <= 0x20 || first == 0x7F {
                self = dropFirst()
            } else if first >= 0x80, let length = Self.wideSpaces.first(where: { starts(with: $0) })?.count {
                self = dropFirst(length)
            } else {
                break
            }
        }
        return startIndex > start
    }

    /// The spaces from U+2000 to U+200B, U+205F and U+3000, in UTF-8.
    private static var wideSpaces: [[UInt8]] {
        (0x80...0x8B).map { [0xE2, 0x80, $0] } + [[0xE2, 0x81, 0x9F], [0xE3, 0x80, 0x80]]
    }
}
