/// The text of an element.
struct XMLText {
    /// The characters, with entities replaced and comments left out.
    var characters: ArraySlice<UInt8>
    /// Where the text begins in the input.
    var offset: Int
    /// Whether the characters are those of the input, so that an offset into them is one into the input.
    var isVerbatim: Bool

    /// The place in the input of a position in ``characters``, as near as is known.
    func inputOffset(of position: Int) -> Int {
        isVerbatim ? position : offset
    }
}

extension XMLCursor {
    /// Reads the text of an element and the element's end tag; the cursor stands behind the start tag.
    @inline(__always)
    mutating func readText(of tag: XMLTag, from tagStart: Int) throws(PropertyListError) -> XMLText {
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
    ) throws(PropertyListError) -> XMLText {
        var characters = Array(bytes[textStart..<position])
        while true {
            let plainStart = position
            skipPlainText()
            characters.append(contentsOf: bytes[plainStart..<position])
            switch (peek(), peek(1)) {
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
                try skipComment()
            case (0, _):
                throw PropertyListError(.truncated, "the text ends inside <\(tag.name)>", at: tagStart)
            default:
                throw PropertyListError(.malformedXML, "a tag inside <\(tag.name)>", at: position)
            }
        }
    }

    /// Skips a comment or a processing instruction; the cursor stands at its `<`.
    mutating func skipComment() throws(PropertyListError) {
        let start = position
        if isAt("<!--") {
            position += 4
            _ = try skip(past: "-->", of: "a comment", from: start)
        } else if isAt("<?") {
            position += 2
            _ = try skip(past: "?>", of: "a processing instruction", from: start)
        } else {
            throw PropertyListError(.malformedXML, "\"<!\" starts no comment here", at: start)
        }
    }
}
