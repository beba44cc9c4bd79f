import PropertyLists

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Plain values as JSON text, the same in every command.
///
/// A value of a kind that JSON lacks is an object with one key that starts with `$`. All digits of a number are kept,
/// and a real always has a fraction or an exponent, so that it stays apart from an integer.
enum JSONText {
    /// A value that is not a container.
    static func scalar(_ value: PropertyList) -> String {
        switch value {
        case .null, .array, .orderedSet, .set, .dictionary: "null"
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .unsignedInteger(let value): String(value)
        case .integer128(let value): value.description
        case .float(let value): real(Double(value))
        case .double(let value): real(value)
        case .date(let seconds): "{\"$date\":\(real(seconds))}"
        case .data(let bytes): "{\"$data\":\(base64(bytes))}"
        case .string(let string): self.string(string)
        case .uid(let uid): "{\"CF$UID\":\(uid.rawValue)}"
        }
    }

    /// A real number; Swift's own description has the fewest digits that read back as the same number.
    static func real(_ value: Double) -> String {
        if value.isNaN { return "{\"$real\":\"nan\"}" }
        if value.isInfinite { return value < 0 ? "{\"$real\":\"-inf\"}" : "{\"$real\":\"inf\"}" }
        return value.description
    }

    /// Bytes as a string in base64.
    static func base64(_ bytes: [UInt8]) -> String {
        "\"\(base64Text(bytes))\""
    }

    /// Bytes in base64.
    static func base64Text(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// The bytes of base64, of the usual alphabet or that of URLs, with or without padding; nil for other text.
    static func bytes(base64 text: String) -> [UInt8]? {
        text.utf8.contains(where: \.isWhiteSpace) ? nil : TextCode.decodeBase64(Array(text.utf8)[...])
    }

    /// A value in one line.
    static func line(_ value: JSONValue) -> String {
        let output = TextOutput.kept()
        value.write(on: output, isCompact: true)
        return String(decoding: output.keptBytes(), as: UTF8.self)
    }

    /// A value in few words, for messages.
    static func short(_ value: JSONValue) -> String {
        switch value.content {
        case .scalar(.string(let text)): text.quoted(limit: 40)
        case .scalar(let value): scalar(value)
        case .array: "a list"
        case .object: "an object"
        }
    }

    /// A string; unpaired surrogates are written as escapes, since JSON text cannot hold them.
    static func string(_ string: PropertyListString) -> String {
        if let text = string.string { return self.string(text) }
        return "\"" + string.utf16.map(escaped).joined() + "\""
    }

    /// A string; scalars that a terminal doesn't show as separate characters are escaped.
    static func string(_ text: String) -> String {
        if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 && $0 != 0x22 && $0 != 0x5C }) { return "\"\(text)\"" }
        var escaped = "\""
        for scalar in text.unicodeScalars {
            if let unit = UInt8(exactly: scalar.value), unit < 0x80 {
                escaped += self.escaped(UInt16(unit))
            } else if scalar.isShown {
                escaped.unicodeScalars.append(scalar)
            } else {
                escaped += String(scalar).utf16.map(self.escaped).joined()
            }
        }
        return escaped + "\""
    }

    private static func escaped(_ unit: UInt16) -> String {
        switch unit {
        case 0x22: "\\\""
        case 0x5C: "\\\\"
        case 0x08: "\\b"
        case 0x09: "\\t"
        case 0x0A: "\\n"
        case 0x0C: "\\f"
        case 0x0D: "\\r"
        case 0x20..<0x7F: String(UnicodeScalar(UInt8(unit)))
        default: "\\u" + fourDigits(unit)
        }
    }

    /// A code unit in four hexadecimal digits.
    static func fourDigits(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
