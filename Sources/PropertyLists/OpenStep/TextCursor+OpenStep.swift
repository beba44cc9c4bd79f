extension TextCursor {
    /// Moves past white space and comments, and returns whether anything follows.
    mutating func skipToOpenStepToken() throws(ArchiveError) -> Bool {
        while true {
            skipOpenStepWhiteSpace()
            switch (peek(), peek(1)) {
            case (UInt8(ascii: "/"), UInt8(ascii: "/")):
                while position < bytes.count, !isAtOpenStepLineEnd { position += 1 }
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                let start = position
                position += 2
                do {
                    _ = try skip(past: "*/", of: "a comment", from: start)
                } catch {
                    // It ends with the text.
                    try oddities.note(error)
                }
            default: return position < bytes.count
            }
        }
    }

    /// Skips the characters that Foundation's reader takes for white space: tab to carriage return, the space, and the
    /// separators U+2028 and U+2029.
    mutating func skipOpenStepWhiteSpace() {
        while position < bytes.count {
            let byte = bytes[position]
            if byte.isOpenStepWhiteSpace {
                position += 1
            } else if isAtSeparator {
                position += 3
            } else {
                return
            }
        }
    }

    /// Whether U+2028 or U+2029, a separator of lines or of paragraphs, is at the cursor.
    var isAtSeparator: Bool { peek() == 0xE2 && peek(1) == 0x80 && (peek(2) == 0xA8 || peek(2) == 0xA9) }

    /// Whether a line end is at the cursor, which also ends a line comment.
    private var isAtOpenStepLineEnd: Bool { peek() == UInt8(ascii: "\n") || peek() == 0x0D || isAtSeparator }

    /// The character at the cursor as an error shows it.
    var shownCharacter: String {
        guard let scalar = String(decoding: bytes[position...].prefix(4), as: UTF8.self).unicodeScalars.first else {
            return "the end"
        }
        return String(scalar).quotedForDisplay
    }
}

extension UInt8 {
    /// Whether this is white space of one byte in OpenStep text.
    var isOpenStepWhiteSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }

    /// Whether a string without quotes may hold this byte.
    var isUnquotedInOpenStep: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"),
            UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
