/// The text of an element.
struct XMLText {
    /// The characters, with entities replaced and comments left out.
    var characters: ArraySlice<UInt8>
    /// The offset in bytes of the text in the input.
    var offset: Int
    /// Whether the characters are those of the input, so that an offset into them is one into the input.
    var isVerbatim: Bool

    /// The place in the input of a position in ``characters``, as near as is known.
    func inputOffset(of position: Int) -> Int {
        isVerbatim ? position : offset
    }
}

extension TextCursor {
    /// Reads the text of an element and the element's end tag; the cursor is after the start tag.
    @inline(__always)
    mutating func readText(of tag: XMLTag, from tagStart: Int) throws(ArchiveError) -> XMLText {
        let start = position
        skipPlainText()
        guard peek() == UInt8(ascii: "<"), peek(1) == UInt8(ascii: "/") else {
            return try readMixedText(of: tag, from: tagStart, textStart: start)
        }
        let text = XMLText(characters: bytes[start..<position], offset: start, isVerbatim: true)
        try readEndTag(tag)
        return text
    }

    /// Moves to the next byte that ends plain text.
    @inline(__always)
    private mutating func skipPlainText() {
        var index = position
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") { break }
            index += 1
        }
        position = index
    }

    /// Reads text that holds references, CDATA sections, comments or processing instructions.
    ///
    /// Apart from these, bytes are kept as they are. In particular line ends are not normalized, against XML's rule:
    /// Apple's writer puts carriage returns into the text as they are, and its reader takes them back unchanged.
    private mutating func readMixedText(
        of tag: XMLTag,
        from tagStart: Int,
        textStart: Int
    ) throws(ArchiveError) -> XMLText {
        var characters = Array(bytes[textStart..<position])
        while true {
            let plainStart = position
            skipPlainText()
            characters.append(contentsOf: bytes[plainStart..<position])
            switch (peek(), peek(1)) {
            case (UInt8(ascii: "&"), _) where tag == .data && !isAtReference:
                // A sign that base64 doesn't have, like others.
                characters.append(peek())
                position += 1
            case (UInt8(ascii: "&"), _):
                characters.append(contentsOf: String(try readReference()).utf8)
            case (UInt8(ascii: "<"), UInt8(ascii: "/")):
                try readEndTag(tag)
                return XMLText(characters: characters[...], offset: textStart, isVerbatim: false)
            case (UInt8(ascii: "<"), UInt8(ascii: "!")) where isAt("<![CDATA["):
                let start = position
                position += 9
                characters.append(contentsOf: try skip(past: "]]>", of: "a CDATA section", from: start))
            case (UInt8(ascii: "<"), UInt8(ascii: "!")), (UInt8(ascii: "<"), UInt8(ascii: "?")):
                let start = position
                try skipComment()
                try oddities.note(
                    ArchiveError(
                        .malformedText, "a comment inside <\(tag.name)>", at: start,
                        remedy: "write it before or after the element"))
            case (0, _):
                throw unclosed("<\(tag.name)>", from: tagStart, with: "</\(tag.name)>")
            default:
                throw ArchiveError(
                    .malformedText,
                    "a tag inside <\(tag.name)>",
                    at: position,
                    remedy: "close the element before it, or write a \"<\" in text as \"&lt;\""
                )
            }
        }
    }

    /// Whether a `&` and a `;` are around a name or a number.
    private var isAtReference: Bool {
        let rest = bytes[position...].dropFirst()
        let name = rest.first == UInt8(ascii: "#") ? rest.dropFirst() : rest
        return name.first(where: { !$0.continuesXMLName || $0 == UInt8(ascii: ";") }) == UInt8(ascii: ";")
            && name.first != UInt8(ascii: ";")
    }

    /// Skips a comment or a processing instruction; the cursor is at its `<`.
    mutating func skipComment() throws(ArchiveError) {
        let start = position
        if isAt("<!--") {
            position += 4
            _ = try skip(past: "-->", of: "a comment", from: start)
        } else if isAt("<?") {
            position += 2
            _ = try skip(past: "?>", of: "a processing instruction", from: start)
        } else {
            throw ArchiveError(
                .malformedText,
                "\"<!\" does not start a comment here",
                at: start,
                remedy: "write comments between \"<!--\" and \"-->\""
            )
        }
    }
}

extension TextCursor {
    /// Reads a character reference or a reference to a predefined entity; the cursor is at its `&`.
    ///
    /// Every other entity is refused by name and never expanded, so neither files outside nor definitions that multiply
    /// can do harm.
    mutating func readReference() throws(ArchiveError) -> Unicode.Scalar {
        let start = position
        position += 1
        if peek() == UInt8(ascii: "#") { return try readCharacterReference(from: start) }
        let nameStart = position
        while peek().continuesXMLName, peek() != UInt8(ascii: ";") { position += 1 }
        let name = bytes[nameStart..<position]
        guard !name.isEmpty, peek() == UInt8(ascii: ";") else { throw unterminatedReference(from: start) }
        position += 1
        guard let scalar = Self.predefinedEntity(name) else {
            throw ArchiveError(
                .forbiddenEntity,
                "the entity \(String(decoding: name.prefix(160), as: UTF8.self).quotedForDisplay) is not one of the five "
                    + "predefined ones",
                at: start,
                remedy: "write the text itself in its place"
            )
        }
        return scalar
    }

    private static func predefinedEntity(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
        switch String(decoding: name.prefix(5), as: UTF8.self) {
        case "lt": "<"
        case "gt": ">"
        case "amp": "&"
        case "apos": "'"
        case "quot": "\""
        default: nil
        }
    }

    /// Reads the rest of `&#1234;` or `&#x12AB;`; the cursor is at the `#`.
    private mutating func readCharacterReference(from start: Int) throws(ArchiveError) -> Unicode.Scalar {
        position += 1
        let isHexadecimal = peek() == UInt8(ascii: "x")
        if isHexadecimal { position += 1 }
        let digits = position
        var value: UInt32 = 0
        while let digit = isHexadecimal ? peek().hexadecimalDigit : peek().decimalDigit {
            // Held just above the largest scalar, so that any number of digits is safe.
            value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
            position += 1
        }
        guard peek() == UInt8(ascii: ";") else { throw unterminatedReference(from: start) }
        if position - digits > 8 {
            try oddities.note(
                ArchiveError(
                    .malformedText, "a character reference of more than eight digits, which other readers refuse",
                    at: start, remedy: "write the number without zeros before it"))
        }
        position += 1
        if value == 0 {
            try oddities.note(
                ArchiveError(
                    .malformedText, "a reference to the NUL character", at: start,
                    remedy: "leave it out, or write a binary property list"))
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw ArchiveError(
                .malformedText,
                "the character reference does not name a character",
                at: start,
                remedy: "leave it out, or write the number of a character of Unicode"
            )
        }
        return scalar
    }

    private func unterminatedReference(from start: Int) -> ArchiveError {
        ArchiveError(
            .malformedText,
            "\"&\" does not start an entity that ends with \";\"",
            at: start,
            remedy: "write a \"&\" in text as \"&amp;\""
        )
    }
}

extension UInt8 {
    /// The value of a decimal digit, or nil.
    @inline(__always)
    var decimalDigit: UInt8? {
        let value = self &- UInt8(ascii: "0")
        return value < 10 ? value : nil
    }

    /// The value of a hexadecimal digit, or nil.
    var hexadecimalDigit: UInt8? {
        if let decimalDigit { return decimalDigit }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter + 10 : nil
    }
}
