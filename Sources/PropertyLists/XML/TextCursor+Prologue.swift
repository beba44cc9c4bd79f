extension TextCursor {
    /// Skips everything before the first element, and returns the public identifier of the document type, if any.
    mutating func skipPrologue() throws(ArchiveError) -> ArraySlice<UInt8>? {
        var publicIdentifier: ArraySlice<UInt8>?
        var hasDocumentType = false
        while true {
            skipWhiteSpace()
            guard peek() == UInt8(ascii: "<"), peek(1) == UInt8(ascii: "!") || peek(1) == UInt8(ascii: "?") else {
                return publicIdentifier
            }
            if isAt("<!DOCTYPE") {
                if isAt("<!DOCTYPE database"), peek(18).isXMLWhiteSpace { throw FileSignature.coreDataText.refusal() }
                let start = position
                let identifier = try skipDocumentType()
                if hasDocumentType {
                    try oddities.note(
                        ArchiveError(
                            .malformedText, "a second document type", at: start, remedy: "leave one of them"))
                }
                publicIdentifier = publicIdentifier ?? identifier
                hasDocumentType = true
            } else {
                if isAt("<!---->") {
                    // CoreFoundation looks for its end beyond that, and would pass over what comes before another one.
                    try oddities.note(
                        ArchiveError(
                            .malformedText, "an empty comment before the first element", at: position,
                            remedy: "take it out"))
                }
                try skipComment()
            }
        }
    }

    /// Skips `<!DOCTYPE …>` and returns its public identifier, if any; the cursor is at its `<`.
    private mutating func skipDocumentType() throws(ArchiveError) -> ArraySlice<UInt8>? {
        let start = position
        var publicIdentifier: ArraySlice<UInt8>?
        while true {
            let byte = peek()
            position += 1
            switch byte {
            case UInt8(ascii: ">"):
                return publicIdentifier
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let literal = readLiteral(quotedBy: byte) else {
                    try oddities.note(
                        ArchiveError(
                            .malformedText, "a quote without another in the document type", at: position - 1,
                            remedy: "take it out, or write the other one"))
                    break
                }
                if let end = literal.firstIndex(of: UInt8(ascii: ">")) {
                    try oddities.note(
                        ArchiveError(
                            .malformedText, "\">\" in a literal of the document type", at: end,
                            remedy: "take it out; other readers end the document type there"))
                }
                // A system identifier that comes alone is taken for a public one, which does no harm.
                publicIdentifier = publicIdentifier ?? literal
            case UInt8(ascii: "["):
                throw ArchiveError(
                    .forbiddenEntity,
                    "the document type declares entities or elements of its own",
                    at: position - 1,
                    remedy: "remove the part in brackets; property lists need none"
                )
            case 0:
                throw unclosed("the document type", from: start, with: ">")
            case UInt8(ascii: "<") where position - 1 > start:
                throw ArchiveError(
                    .malformedText,
                    "\"<\" inside the document type",
                    at: position - 1,
                    remedy: "close the document type with \">\" before it"
                )
            default:
                break
            }
        }
    }

    /// Reads the rest of a literal of the document type, after its first quote; nil if the next quote is none of the
    /// document type, as what follows it says.
    private mutating func readLiteral(quotedBy quote: UInt8) -> ArraySlice<UInt8>? {
        let rest = bytes[position...]
        guard let end = rest.firstIndex(of: quote), let next = rest[end...].dropFirst().first,
            next.isXMLWhiteSpace || next == UInt8(ascii: ">") || next == UInt8(ascii: "[")
        else { return nil }
        position = end + 1
        return rest[..<end]
    }

    /// Skips white space before the first tag, and refuses what isn't XML at all.
    mutating func skipToFirstTag() throws(ArchiveError) {
        skipWhiteSpace()
        if peek() == UInt8(ascii: "<") { return }
        if position == bytes.count { throw .emptyInput(at: position) }
        throw ArchiveError(
            .unrecognizedFormat,
            "the input is not XML, it does not start with \"<\"",
            at: position,
            remedy: "remove what comes before it, or read the input in its own format"
        )
    }

    /// The name of an encoding in an XML declaration, and where it begins.
    typealias Declaration = (name: String, offset: Int)

    /// The encoding of the declaration as CoreFoundation looks for it: after `<?xml` at the very start, in quotes after
    /// the first `encoding=`, before any `?` or `>`.
    func encodingWithoutSpaces() -> Declaration? {
        guard isAt("<?xml") else { return nil }
        let sign = Array("encoding=".utf8)
        let head = bytes[(position + 5)...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: ">") }
        guard let start = head.indices.first(where: { head[$0...].starts(with: sign) }) else { return nil }
        var rest = bytes[(start + sign.count)...]
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = rest.firstIndex(of: quote)
        else { return nil }
        return (String(decoding: rest[..<end].prefix(40), as: UTF8.self), rest.startIndex)
    }

    /// The ranges of tags, comments and instructions, and of the text after the end of the document.
    func markup() -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var cursor = TextCursor(bytes, at: position, oddities: oddities)
        // A document may stand as a value in another.
        var depth = 0
        while let start = cursor.bytes[cursor.position...].firstIndex(of: UInt8(ascii: "<")) {
            cursor.position = start
            if cursor.isAt("</plist") {
                depth -= 1
                if depth <= 0 { return ranges + [start..<bytes.count] }
            }
            let opensDocument = cursor.isAt("<plist")
            let isText = cursor.isAt("<![CDATA[")
            let end = isText ? "]]>" : cursor.isAt("<!--") ? "-->" : cursor.isAt("<?") ? "?>" : ">"
            guard (try? cursor.skip(past: end, of: "markup", from: start)) != nil else { break }
            if opensDocument, bytes[cursor.position - 2] != UInt8(ascii: "/") { depth += 1 }
            if !isText { ranges.append(start..<cursor.position) }
        }
        return ranges
    }

    /// Reads the encoding that the XML declaration names, if there is a declaration and it names one.
    ///
    /// Text that isn't an attribute is skipped, up to the end of the declaration.
    mutating func readDeclaredEncoding() throws(ArchiveError) -> Declaration? {
        guard isAt("<?xml"), peek(5).isXMLWhiteSpace else { return nil }
        let start = position
        position += 5
        var encoding: Declaration?
        do throws(ArchiveError) {
            while skipWhiteSpace(), peek() != UInt8(ascii: "?") {
                let (name, value) = try readAttribute(of: start)
                if name.elementsEqual("encoding".utf8) {
                    encoding = (String(decoding: value.prefix(40), as: UTF8.self), value.startIndex)
                }
            }
            if !isAt("?>") { throw unclosedDeclaration(from: start) }
        } catch {
            guard endsBeforeTag(from: start) else { throw error }
            try oddities.note(error)
        }
        return encoding
    }

    /// Whether the first `?>` after the start of an XML declaration can be its end: another tag follows, and not one
    /// that closes an element, as where text of the document has a `?>`.
    private func endsBeforeTag(from start: Int) -> Bool {
        let rest = bytes[start...]
        let pairs = zip(rest.indices, zip(rest, rest.dropFirst()))
        guard let end = pairs.first(where: { $0.1 == (UInt8(ascii: "?"), UInt8(ascii: ">")) })?.0 else { return false }
        let next = rest[(end + 2)...].drop { $0.isXMLWhiteSpace }
        return next.first == UInt8(ascii: "<") && next.dropFirst().first != UInt8(ascii: "/")
    }

    private func unclosedDeclaration(from start: Int) -> ArchiveError {
        let hasEnd = bytes[position...].prefix(200).contains(UInt8(ascii: "?"))
        return ArchiveError(
            .malformedText,
            hasEnd
                ? "the XML declaration goes on without white space after the value of an attribute"
                : "the XML declaration does not end with \"?>\"",
            at: hasEnd ? position : start,
            remedy: hasEnd ? "an attribute has one pair of quotes, as in version=\"1.0\"" : "end it with \"?>\""
        )
    }
}
