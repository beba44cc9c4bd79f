/// The two forms of a property list that this library reads and writes.
public enum PropertyListFormat: String, Hashable, Sendable, CaseIterable {
    /// The binary form, `bplist00`.
    case binary
    /// The XML form.
    case xml

    /// Tells the format of a property list by its first bytes.
    ///
    /// - Throws: ``PropertyListError/Code/unsupportedFormat`` for the other forms that exist (`bplist15`, `bplist16`,
    ///   `bplist17`, OpenStep text), ``PropertyListError/Code/unrecognizedFormat`` for anything else.
    /// - Complexity: O(1), except for white space at the start of text.
    public init(detecting bytes: [UInt8]) throws(PropertyListError) {
        if bytes.starts(with: "bplist".utf8) {
            self = .binary
            return
        }
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0, 0x3C, 0])
            || bytes.starts(with: [0x3C, 0, 0x3F, 0])
        {
            self = .xml  // UTF-16 text
            return
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        switch text.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
        case UInt8(ascii: "<") where !Self.looksLikeOpenStepData(text):
            self = .xml
        case UInt8(ascii: "<"), UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "/"):
            throw PropertyListError(
                .unsupportedFormat,
                "this looks like an OpenStep text property list, which is not supported",
                at: 0,
                remedy: "convert it to XML first; keyed archives never come in this form"
            )
        case nil:
            throw PropertyListError(.unrecognizedFormat, "the input is empty", at: 0)
        default:
            throw PropertyListError(
                .unrecognizedFormat,
                "the input is neither a binary nor an XML property list",
                at: 0,
                remedy: "a binary property list starts with \"bplist00\", an XML one with \"<\""
            )
        }
    }

    /// Whether text that starts with `<` is OpenStep data such as `<0fbd77>` rather than a tag.
    private static func looksLikeOpenStepData(_ text: ArraySlice<UInt8>) -> Bool {
        let trimmed = text.drop { $0 != UInt8(ascii: "<") }.dropFirst()
        guard let close = trimmed.prefix(4096).firstIndex(of: UInt8(ascii: ">")) else { return false }
        let inside = trimmed[..<close]
        return !inside.isEmpty && inside.allSatisfy { Character(UnicodeScalar($0)).isHexDigit || $0 == 0x20 }
    }
}
