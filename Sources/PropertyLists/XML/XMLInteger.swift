/// The integers of XML property lists: from -2^63 to 2^64 - 1, in decimal or, after `0x`, hexadecimal digits, with an
/// optional sign, between white space.
enum XMLInteger {
    /// Reads an integer, or returns nil for any other text.
    static func read(_ text: ArraySlice<UInt8>) -> PropertyList? {
        let text = text.trimmingXMLWhiteSpace()
        var position = text.startIndex
        let end = text.endIndex
        guard position < end else { return nil }
        let isNegative = text[position] == UInt8(ascii: "-")
        if isNegative || text[position] == UInt8(ascii: "+") { position += 1 }
        var radix: UInt64 = 10
        if end - position > 2, text[position] == UInt8(ascii: "0"), text[position + 1] | 0x20 == UInt8(ascii: "x") {
            radix = 16
            position += 2
        }
        guard let magnitude = magnitude(text[position..<end], radix: radix) else { return nil }
        if isNegative {
            // Int64.min has a magnitude that Int64 cannot hold.
            guard magnitude <= Int64.min.magnitude else { return nil }
            return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
        }
        return Int64(exactly: magnitude).map { .integer($0) } ?? .unsignedInteger(magnitude)
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
    /// The text without white space at its ends.
    func trimmingXMLWhiteSpace() -> Self {
        guard let first = firstIndex(where: { !$0.isXMLWhiteSpace }),
            let last = lastIndex(where: { !$0.isXMLWhiteSpace })
        else { return [] }
        return self[first...last]
    }
}
