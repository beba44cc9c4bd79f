extension TextCursor {
    /// A start tag or an empty-element tag.
    struct StartTag {
        var tag: XMLTag
        var isEmpty: Bool
    }

    /// Reads a start tag; the cursor is at its `<`.
    @inline(__always)
    mutating func readStartTag() throws(ArchiveError) -> StartTag {
        let start = position
        position += 1
        let tag = try readTagName(of: start)
        if peek() == UInt8(ascii: ">") {
            position += 1
            return StartTag(tag: tag, isEmpty: false)
        }
        return StartTag(tag: tag, isEmpty: try skipAttributesOrAnything(of: start))
    }

    /// Reads the end tag of `tag`, with white space before its `>` allowed; the cursor is at its `<`.
    @inline(__always)
    mutating func readEndTag(_ tag: XMLTag) throws(ArchiveError) {
        let start = position
        position += 2
        let found = try readTagName(of: start)
        guard found == tag else {
            throw ArchiveError(
                .malformedText,
                "</\(found.name)> where </\(tag.name)> is expected",
                at: start,
                remedy: "close each element before the one around it"
            )
        }
        skipWhiteSpace()
        guard peek() == UInt8(ascii: ">") else {
            throw malformedTag("the end tag of <\(tag.name)> is not closed by \">\"", from: start)
        }
        position += 1
    }

    /// Reads the name of a tag that begins at `start`.
    @inline(__always)
    private mutating func readTagName(of start: Int) throws(ArchiveError) -> XMLTag {
        let nameStart = position
        var packedName: UInt64 = 0
        while true {
            let byte = peek()
            // No name of a property list has a byte outside the lower-case letters.
            guard byte >= UInt8(ascii: "a"), byte <= UInt8(ascii: "z") else { break }
            packedName = packedName &<< 8 | UInt64(byte)
            position += 1
        }
        let isWhole = peek() == UInt8(ascii: ">") || !peek().continuesXMLName
        guard isWhole, position - nameStart <= 8, let tag = XMLTag(rawValue: packedName) else {
            throw unknownTag(nameStart: nameStart, tagStart: start)
        }
        return tag
    }

    private func unknownTag(nameStart: Int, tagStart: Int) -> ArchiveError {
        let name = bytes[nameStart...].prefix { $0.continuesXMLName }
        if nameStart + name.count == bytes.count {
            return unclosed("a tag", from: tagStart, with: ">")
        }
        if name.isEmpty {
            return ArchiveError(
                .malformedText,
                "\"<\" does not start a tag",
                at: tagStart,
                remedy: "write a \"<\" in text as \"&lt;\""
            )
        }
        let shownName = String(decoding: name.prefix(160), as: UTF8.self).escapedForDisplay(limit: 40)
        return ArchiveError(
            .malformedText,
            "<\(shownName)> isn't an element of a property list",
            at: tagStart,
            remedy: "use \(XMLTag.allCases.map { $0.name }.joined(separator: ", ")) only"
        )
    }

    /// Skips the text after the name of the start tag that begins at `start`, and returns whether it ends with `/>`.
    ///
    /// Like CoreFoundation, it takes anything after white space up to the first `>`; text that isn't an attribute is a
    /// peculiarity. An attribute may hold a `>`, as XML has it, which is odd because CoreFoundation ends the tag there.
    private mutating func skipAttributesOrAnything(of start: Int) throws(ArchiveError) -> Bool {
        let nameEnd = position
        let isAfterWhiteSpace = peek().isXMLWhiteSpace
        let isEmpty: Bool
        do throws(ArchiveError) {
            isEmpty = try skipAttributes(of: start)
        } catch {
            guard isAfterWhiteSpace, let end = bytes[nameEnd...].firstIndex(of: UInt8(ascii: ">")) else { throw error }
            try oddities.note(error)
            position = end + 1
            return bytes[end - 1] == UInt8(ascii: "/")
        }
        if let end = bytes[nameEnd..<position - 1].firstIndex(of: UInt8(ascii: ">")) {
            try oddities.note(
                ArchiveError(
                    .malformedText, "\">\" in the value of an attribute, where other readers end the tag", at: end,
                    remedy: "write it as \"&gt;\""))
        }
        return isEmpty
    }

    /// Skips the attributes of the start tag that begins at `start`, and returns whether it ends with `/>`.
    ///
    /// No attribute means anything here, not even `version` of `<plist>`, but each must be well-formed.
    private mutating func skipAttributes(of start: Int) throws(ArchiveError) -> Bool {
        while true {
            let hadWhiteSpace = skipWhiteSpace()
            switch peek() {
            case UInt8(ascii: ">"):
                position += 1
                return false
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: ">"):
                position += 2
                return true
            case let byte where hadWhiteSpace && byte.continuesXMLName:
                _ = try readAttribute(of: start)
            default:
                throw malformedTag("the tag is neither closed nor followed by an attribute", from: start)
            }
        }
    }

    /// Reads one attribute of the tag that begins at `start`.
    mutating func readAttribute(of start: Int) throws(ArchiveError) -> (
        name: ArraySlice<UInt8>, value: ArraySlice<UInt8>
    ) {
        let nameStart = position
        while peek().continuesXMLName { position += 1 }
        let name = bytes[nameStart..<position]
        skipWhiteSpace()
        guard peek() == UInt8(ascii: "=") else { throw malformedTag("an attribute has no \"=\"", from: start) }
        position += 1
        skipWhiteSpace()
        let quote = peek()
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw malformedTag("the value of an attribute is not in quotes", from: start)
        }
        position += 1
        let valueStart = position
        while peek() != quote {
            switch peek() {
            case 0, UInt8(ascii: "<"): throw malformedTag("the value of an attribute has no closing quote", from: start)
            case UInt8(ascii: "&"): _ = try readReference()
            default: position += 1
            }
        }
        position += 1
        return (name, bytes[valueStart..<position - 1])
    }

    /// The error for a tag that goes wrong where the cursor is.
    private func malformedTag(_ reason: String, from start: Int) -> ArchiveError {
        if position >= bytes.count {
            return unclosed("a tag", from: start, with: ">")
        }
        return ArchiveError(
            .malformedText,
            reason,
            at: position,
            remedy: "write attributes as in version=\"1.0\", and \">\" after the last"
        )
    }
}

extension UInt8 {
    /// Whether a name continues with this byte.
    ///
    /// Wider than XML's own rule, because names are only compared: everything but white space and markup.
    var continuesXMLName: Bool {
        switch self {
        case 0...0x20, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "/"), UInt8(ascii: "="),
            UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "&"), UInt8(ascii: "?"), UInt8(ascii: "!"),
            UInt8(ascii: "\\"):
            false
        default: true
        }
    }
}

/// The elements of an XML property list.
///
/// A raw value is the element's name as a number, its ASCII bytes in big-endian order, so that the parser recognizes a
/// name by one comparison of integers.
enum XMLTag: UInt64, CaseIterable {
    case plist = 0x70_6C69_7374
    case dict = 0x6469_6374
    case array = 0x61_7272_6179
    case key = 0x6B_6579
    case string = 0x7374_7269_6E67
    case integer = 0x69_6E74_6567_6572
    case real = 0x7265_616C
    case date = 0x6461_7465
    case data = 0x6461_7461
    case `true` = 0x7472_7565
    case `false` = 0x66_616C_7365

    /// The element's name.
    var name: String {
        switch self {
        case .plist: "plist"
        case .dict: "dict"
        case .array: "array"
        case .key: "key"
        case .string: "string"
        case .integer: "integer"
        case .real: "real"
        case .date: "date"
        case .data: "data"
        case .true: "true"
        case .false: "false"
        }
    }
}
