/// The forms of a property list that this library reads and writes.
public enum PropertyListFormat: String, Hashable, Sendable, CaseIterable {
    /// The binary form, `bplist00`.
    case binary
    /// The XML form.
    case xml
    /// The text form that came before XML, `{ key = value; }`, with or without GNUstep's extensions.
    ///
    /// It has no UIDs, so no keyed archive can be in it.
    case openStep

    /// The forms that hold keyed archives.
    package static let ofArchives: [PropertyListFormat] = [.binary, .xml]

    /// Detects the format of a property list from its first bytes.
    ///
    /// OpenStep text is recognized by its first character or, if that belongs to an unquoted string, by the `=` or `;`
    /// after the string. A single such string and nothing else, which ``OpenStepPropertyListReader`` reads too, isn't
    /// recognized.
    ///
    /// ```swift
    /// if try PropertyListFormat(detecting: bytes) == .xml { print("XML") }
    /// ```
    ///
    /// - Throws: ``ArchiveError/Code/unrecognizedFormat`` for anything that isn't one of these.
    /// - Complexity: O(1), except for white space at the start of text; O(*n*) for an input that isn't recognized.
    public init(detecting bytes: [UInt8]) throws(ArchiveError) {
        guard let format = PropertyListFormat(recognizing: bytes) else { throw ArchiveError.unrecognized(bytes) }
        self = format
    }

    /// The format of a property list by its first bytes; nil for anything else.
    ///
    /// - Complexity: O(1), except for white space at the start of text.
    package init?(recognizing bytes: [UInt8]) {
        if bytes.haveBinaryMark {
            // A key of a strings file may begin so, too. A trailer has zeros.
            let mayBeText = !bytes.suffix(BinaryTrailer.size).contains(0)
            self = mayBeText && FirstCharacters(of: bytes).lookLikeOpenStep ? .openStep : .binary
            return
        }
        let text = FirstCharacters(of: bytes)
        if text.lookLikeOpenStep {
            self = .openStep
        } else if text.hasWideMark || text.characters.first == UInt8(ascii: "<") {
            self = .xml
        } else {
            return nil
        }
    }
}

extension ArchiveError {
    /// The error for bytes that aren't a property list: with their kind, or the place where a list begins in them.
    ///
    /// - Complexity: O(*n*).
    fileprivate static func unrecognized(_ bytes: [UInt8]) -> ArchiveError {
        if FirstCharacters(of: bytes).characters.isEmpty { return .emptyInput(at: 0) }
        if let kind = FileSignature(of: bytes) { return kind.refusal() }
        if FileSignature.isJSON(bytes) { return FileSignature.json.refusal() }
        let reason = "the input is neither a binary nor an XML property list"
        if let start = BinaryTrailer.header(in: bytes[...]) {
            return ArchiveError(
                .unrecognizedFormat, reason, at: 0,
                remedy:
                    "a binary property list begins at byte \(start): open the bytes from there on, "
                    + "with keyed-archive as FILE@\(start)")
        }
        return ArchiveError(
            .unrecognizedFormat,
            reason,
            at: 0,
            remedy: "a binary property list starts with \"bplist00\", an XML one with \"<\""
        )
    }

    /// The error for an input without anything, or with white space alone where another form is wanted.
    static func emptyInput(at byteOffset: Int) -> ArchiveError {
        ArchiveError(
            .unrecognizedFormat,
            "the input is empty",
            at: byteOffset,
            remedy: "look for another copy, or check what was to write or read it"
        )
    }
}

/// The first characters of text in UTF-8, UTF-16 or UTF-32, from the first that isn't white space on.
///
/// The separators U+2028 and U+2029, white space of OpenStep text, are spaces here; other characters beyond ASCII are zero.
private struct FirstCharacters {
    /// The maximum number of characters to read.
    private static let maximumCount = 4096

    /// Whether a mark says that the bytes are text of 16 or 32 bits a character.
    var hasWideMark: Bool
    var characters: [UInt8]
    /// Whether white space comes before them.
    var hasWhiteSpace: Bool

    init(of bytes: [UInt8]) {
        let (encoding, markLength) = (try? TextEncoding.detect(bytes)) ?? (.utf8, 0)
        let width = encoding.width
        hasWideMark = width > 1 && markLength > 0
        let isLittleEndian = encoding == .utf16LittleEndian || encoding == .utf32LittleEndian
        let list = stride(from: markLength, to: bytes.count - (width - 1), by: width).lazy.map { start -> UInt8 in
            let number = (0..<width).reduce(UInt32(0)) {
                $0 << 8 | UInt32(bytes[start + (isLittleEndian ? width - 1 - $1 : $1)])
            }
            switch number {
            case 0..<0x80: return UInt8(number)
            case 0x2028, 0x2029: return UInt8(ascii: " ")
            default: return width == 1 && Self.isInSeparator(bytes, at: start) ? UInt8(ascii: " ") : 0
            }
        }
        hasWhiteSpace = list.first { _ in true }?.isOpenStepWhiteSpace == true
        characters = Array(list.drop { $0.isOpenStepWhiteSpace }.prefix(Self.maximumCount))
    }

    /// Whether a byte belongs to a separator, U+2028 or U+2029, in UTF-8.
    private static func isInSeparator(_ bytes: [UInt8], at place: Int) -> Bool {
        (0..<3).contains { before in TextCursor(bytes, at: max(place - before, 0)).isAtSeparator }
    }

    /// Whether these are the first characters of OpenStep text, and of no XML.
    var lookLikeOpenStep: Bool {
        guard let first = characters.first else { return hasWhiteSpace }
        let second = characters.dropFirst().first
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "\""), UInt8(ascii: "'"): return true
        case UInt8(ascii: "/") where second == first || second == UInt8(ascii: "*"): return true
        case UInt8(ascii: "<") where second == UInt8(ascii: "*") || second == UInt8(ascii: "["): return true
        case UInt8(ascii: "<"): return areData
        default:
            let afterKey = characters.drop(while: { $0.isUnquotedInOpenStep })
            guard afterKey.startIndex > 0 else { return false }
            let rest = afterKey.drop { $0.isOpenStepWhiteSpace }
            switch (rest.first, rest.dropFirst().first) {
            case (UInt8(ascii: "="), _), (UInt8(ascii: ";"), _): return true
            // A comment may come before it.
            case (UInt8(ascii: "/"), UInt8(ascii: "*")), (UInt8(ascii: "/"), UInt8(ascii: "/")): return true
            default: return false
            }
        }
    }

    /// Whether these are data such as `<0fbd77>` rather than a tag.
    private var areData: Bool {
        let inside = characters.dropFirst().prefix { $0 != UInt8(ascii: ">") }
        // Long data end beyond what is looked at.
        guard 1 + inside.count < characters.count || characters.count == Self.maximumCount else { return false }
        return inside.allSatisfy { $0.hexadecimalDigit != nil || $0.isOpenStepWhiteSpace }
    }
}
