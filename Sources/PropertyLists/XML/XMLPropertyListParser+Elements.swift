extension XMLPropertyListParser {
    typealias StartTag = TextCursor.StartTag

    /// Reads a key or a value without parts, or opens a container; the cursor is at a start tag.
    @inline(__always)
    mutating func readElement() throws(ArchiveError) {
        let offset = cursor.position
        let start = try cursor.readStartTag()
        switch start.tag {
        case .plist:
            try openDocument(start, at: offset)
        case .array, .dict:
            try takePlace(of: start.tag, at: offset)
            try openContainer(start, at: offset)
        case .key:
            if innermost.tag == .dict, !innermost.hasOpenKey {
                innermost.hasOpenKey = true
            } else {
                try takePlace(of: start.tag, at: offset)
                try noteKeyAsValue(at: offset)
            }
            try pending.append(try string(start, at: offset), from: offset)
        default:
            try takePlace(of: start.tag, at: offset)
            try pending.append(try scalar(start, at: offset), from: offset)
        }
    }

    /// Makes sure that a value may be here.
    @inline(__always)
    private mutating func takePlace(of tag: XMLTag, at offset: Int) throws(ArchiveError) {
        if innermost.tag == .array { return }
        if innermost.hasOpenKey {
            innermost.hasOpenKey = false
            return
        }
        if innermost.tag == .dict {
            throw ArchiveError(
                .invalidKey,
                "<\(tag.name)> where a <key> is expected",
                at: offset,
                remedy: "keys are strings; put a <key> before each value"
            )
        }
        if pending.count > innermost.firstPending {
            throw ArchiveError(
                .malformedText,
                "a second value outside of the first",
                at: offset,
                remedy: "put the values into an <array> or a <dict>"
            )
        }
    }

    /// Notes a `<key>` where a value is expected, which CoreFoundation reads as a `<string>`.
    private mutating func noteKeyAsValue(at offset: Int) throws(ArchiveError) {
        try cursor.oddities.note(
            ArchiveError(
                .malformedText, "<key> where a value is expected", at: offset,
                remedy: "write <string> where it is a value; put a value after each <key>, or remove the key"))
    }

    /// Reads the rest of an element whose start tag has been read and that holds only text.
    private mutating func scalar(_ start: StartTag, at offset: Int) throws(ArchiveError) -> PropertyList {
        switch start.tag {
        case .string: return try string(start, at: offset)
        case .integer: return try integer(try plainText(start, at: offset))
        case .real: return try real(try plainText(start, at: offset))
        case .date: return try date(try plainText(start, at: offset))
        case .data:
            if start.isEmpty {
                try cursor.oddities.note(
                    ArchiveError(
                        .malformedText, "<data/>, which other readers don't know", at: offset,
                        remedy: "write it as <data></data>"))
            }
            return try data(try plainText(start, at: offset))
        default:
            let text = try text(start, at: offset)
            guard text.characters.allSatisfy({ $0.isXMLWhiteSpace }) else {
                throw ArchiveError(
                    .malformedText,
                    "text inside <\(start.tag.name)>",
                    at: text.offset,
                    remedy: "leave the element empty, as in <\(start.tag.name)/>"
                )
            }
            if !text.characters.isEmpty || !text.isVerbatim, !start.isEmpty {
                try cursor.oddities.note(
                    ArchiveError(
                        .malformedText, "white space or a comment inside <\(start.tag.name)>", at: text.offset,
                        remedy: "leave the element empty, as in <\(start.tag.name)/>"))
            }
            return .boolean(start.tag == .true)
        }
    }

    @inline(__always)
    private mutating func text(_ start: StartTag, at offset: Int) throws(ArchiveError) -> XMLText {
        if start.isEmpty { return XMLText(characters: [], offset: offset, isVerbatim: false) }
        return try cursor.readText(of: start.tag, from: offset)
    }

    /// Reads the text of a number, a date or data, which CoreFoundation takes as it is written only.
    private mutating func plainText(_ start: StartTag, at offset: Int) throws(ArchiveError) -> XMLText {
        let text = try text(start, at: offset)
        if !text.isVerbatim, !start.isEmpty {
            try cursor.oddities.note(
                ArchiveError(
                    .malformedText, "a reference, a comment, CDATA or a & inside <\(start.tag.name)>", at: text.offset,
                    remedy: "write the characters themselves"))
        }
        return text
    }

    @inline(__always)
    private mutating func string(_ start: StartTag, at offset: Int) throws(ArchiveError) -> PropertyList {
        let text = try text(start, at: offset)
        try pending.chargeString(of: text.characters.count, at: text.offset)
        return .string(PropertyListString(String(decoding: text.characters, as: UTF8.self)))
    }

    private mutating func integer(_ text: XMLText) throws(ArchiveError) -> PropertyList {
        if let (integer, hasSpace) = XMLInteger.read(text.characters) {
            if hasSpace { try noteSpace(text) }
            return integer
        }
        throw ArchiveError(
            .invalidNumber,
            "\(text.excerpt) is not an integer from -2^63 to 2^64 - 1",
            at: text.offset,
            remedy: "write other numbers as <real> or <string>"
        )
    }

    /// Notes white space before a number or after its sign.
    private mutating func noteSpace(_ text: XMLText) throws(ArchiveError) {
        try cursor.oddities.note(
            ArchiveError(
                .invalidNumber, "white space in the number \(text.excerpt)", at: text.offset,
                remedy: "write the number without it"))
    }

    private mutating func real(_ text: XMLText) throws(ArchiveError) -> PropertyList {
        if let real = XMLReal(text.characters) {
            if real.hasSpace { try noteSpace(text) }
            return .double(real.value)
        }
        throw ArchiveError(
            .invalidNumber,
            "\(text.excerpt) is not a decimal real number",
            at: text.offset,
            remedy: "write it as in -1.5e3, or as <string>"
        )
    }

    private mutating func date(_ text: XMLText) throws(ArchiveError) -> PropertyList {
        if let (seconds, exists) = DateText.read(text.characters, as: .xml) {
            if !exists {
                try cursor.oddities.note(
                    ArchiveError(
                        .invalidDate, "there is no \(text.excerpt); it is read as \(DateText.shown(seconds))",
                        at: text.offset, remedy: "write the date that is meant"))
            }
            return .date(seconds)
        }
        throw ArchiveError(
            .invalidDate,
            "\(text.excerpt) is not a date",
            at: text.offset,
            remedy: "write it as YYYY-MM-DDThh:mm:ssZ, in UTC"
        )
    }

    private mutating func data(_ text: XMLText) throws(ArchiveError) -> PropertyList {
        let (data, defect) = Base64.decode(text.characters)
        if let defect { try cursor.note(defect, at: text.inputOffset(of: defect.position)) }
        try pending.chargeData(of: data.count, at: text.offset)
        return .data(data)
    }
}

extension XMLText {
    /// The text in quotes as an error shows it.
    fileprivate var excerpt: String {
        String(decoding: characters.prefix(65 * 4), as: UTF8.self).quotedForDisplay
    }
}

extension XMLPropertyListParser {
    /// Opens `<plist>`, which as a value stands for the one in it.
    mutating func openDocument(_ start: StartTag, at offset: Int) throws(ArchiveError) {
        let isValue = innermost.tag != nil
        if isValue {
            try takePlace(of: .plist, at: offset)
            try cursor.oddities.note(
                ArchiveError(
                    .malformedText, "<plist> where a value is expected", at: offset,
                    remedy: "put one <plist> around the one value of the file"))
            depth += 1
            try pending.chargeContainer(depth: depth, at: offset)
        }
        if !start.isEmpty {
            open(.plist, at: offset)
        } else if isValue {
            throw .noValue(at: offset)
        } else {
            try cursor.oddities.note(
                ArchiveError(
                    .malformedText, "an empty <plist/>, which other readers refuse", at: offset,
                    remedy: "take it out"))
        }
    }

    /// Opens an array or a dictionary, or adds an empty one.
    @inline(__always)
    mutating func openContainer(_ start: StartTag, at offset: Int) throws(ArchiveError) {
        depth += 1
        try pending.chargeContainer(depth: depth, at: offset)
        open(start.tag, at: offset)
        if start.isEmpty { try closeInnermost() }
    }

    private mutating func open(_ tag: XMLTag, at offset: Int) {
        enclosing.append(innermost)
        innermost = OpenContainer(tag: tag, offset: offset, firstPending: pending.count)
    }

    /// Closes the innermost container; the cursor is at an end tag.
    @inline(__always)
    mutating func closeContainer() throws(ArchiveError) {
        guard let tag = innermost.tag else {
            throw ArchiveError(
                .malformedText,
                "an end tag without a start tag",
                at: cursor.position,
                remedy: "remove it, or write the start tag before it"
            )
        }
        let offset = cursor.position
        try cursor.readEndTag(tag)
        if innermost.hasOpenKey {
            throw ArchiveError(
                .malformedText,
                "</dict> where the value of the last key is expected",
                at: offset,
                remedy: "put a value after each <key>, or remove the key"
            )
        }
        try closeInnermost()
    }

    mutating func closeInnermost() throws(ArchiveError) {
        let closed = innermost
        innermost = enclosing.popLast() ?? OpenContainer(tag: nil, offset: 0, firstPending: 0)
        let first = closed.firstPending
        if closed.tag == .plist {
            guard innermost.tag != nil else { return }
            guard pending.count > first else { throw .noValue(at: closed.offset) }
            depth -= 1
            return
        }
        depth -= 1
        let value =
            closed.tag == .array
            ? .array(PropertyListArray(pending.elements(from: first))) : try dictionary(from: first, at: closed.offset)
        pending.remove(from: first)
        try pending.append(value, from: closed.offset)
    }

    /// The dictionary of the pending keys and values, alternating, or the UID that it stands for.
    ///
    /// A UID is a dictionary with the only key `CF$UID` and an integer from 0 to 2^32 - 1. Anything that differs, by a
    /// second key, a string, a negative or a larger number, stays a dictionary.
    private mutating func dictionary(from first: Int, at offset: Int) throws(ArchiveError) -> PropertyList {
        let known = knownKeys(from: first)
        if known == nil { try pending.keepLastOfEqualKeys(from: first, at: offset, &cursor.oddities) }
        let count = (pending.count - first) / 2
        if count == 1, case .integer(let number) = pending[first + 1], let index = UInt32(exactly: number),
            case .string(let key) = pending[first], key.string == "CF$UID"
        {
            return .uid(UID(UInt64(index)))
        }
        let keys = known ?? pending.alternating(from: first)
        if known == nil { keyRuns.set(keys, for: count, UInt(bitPattern: count)) }
        return .dictionary(PropertyListDictionary(scalarKeys: keys, values: pending.alternating(from: first + 1)))
    }

    /// The pending keys of a dictionary in the array of an earlier dictionary of as many keys, if they are the same.
    ///
    /// Dictionaries that have the same keys mostly follow on each other.
    private mutating func knownKeys(from first: Int) -> [PropertyList]? {
        let count = (pending.count - first) / 2
        guard let known = keyRuns[count, UInt(bitPattern: count)] else { return nil }
        var position = 0
        while position < count, isKey(known[position], first + 2 * position) { position += 1 }
        return position == count ? known : nil
    }

    /// Whether a key is the same as the one at a position of the pending values.
    @inline(__always)
    private func isKey(_ known: PropertyList, _ position: Int) -> Bool {
        guard case .string(let known) = known, case .string(let key) = pending[position] else { return false }
        return known == key
    }
}
