extension TextCursor {
    /// Reads a string with or without quotes; nil if something else is at the cursor.
    mutating func readString() throws(ArchiveError) -> PropertyListString? {
        let start = position
        if peek() == UInt8(ascii: "\"") || peek() == UInt8(ascii: "'") { return try readQuotedString() }
        while peek().isUnquotedInOpenStep { position += 1 }
        guard position > start else { return nil }
        return PropertyListString(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    /// Reads a string in quotes; the cursor is at the first.
    private mutating func readQuotedString() throws(ArchiveError) -> PropertyListString {
        let start = position
        let quote = peek()
        position += 1
        var pieceStart = position
        // The string as UTF-16, from its first escape on: escapes are code units and may be half a character.
        var units: [UInt16] = []
        while position < bytes.count {
            switch bytes[position] {
            case quote:
                let piece = String(decoding: bytes[pieceStart..<position], as: UTF8.self)
                position += 1
                return units.isEmpty ? PropertyListString(piece) : PropertyListString(utf16: units + Array(piece.utf16))
            case UInt8(ascii: "\\"):
                units.append(contentsOf: String(decoding: bytes[pieceStart..<position], as: UTF8.self).utf16)
                if let unit = try readEscape(ofStringAt: start) { units.append(unit) }
                pieceStart = position
            default: position += 1
            }
        }
        throw unclosed("a string", from: start, with: quote == UInt8(ascii: "'") ? "'" : "\"")
    }

    /// Reads an escape; the cursor is at its backslash.
    ///
    /// - Returns: A code unit, or nil if the character behind the backslash stands for itself, which is left to be
    ///   read.
    private mutating func readEscape(ofStringAt start: Int) throws(ArchiveError) -> UInt16? {
        let escape = position
        position += 2
        let byte = escape + 1 < bytes.count ? bytes[escape + 1] : 0
        switch byte {
        case UInt8(ascii: "a"): return 0x07
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "v"): return 0x0B
        case UInt8(ascii: "U"): return try readHexadecimalUnit(from: escape)
        case UInt8(ascii: "0")...UInt8(ascii: "7"): return try readOctalCharacter(from: escape)
        // A quote or a backslash that is escaped, or half of a longer character, would be taken for another.
        case 1...0x7F: return UInt16(byte)
        default:
            position = escape + 1
            return nil
        }
    }

    private mutating func readHexadecimalUnit(from escape: Int) throws(ArchiveError) -> UInt16 {
        var value: UInt16 = 0
        var count = 0
        while count < 4, let digit = peek().hexadecimalDigit {
            value = value << 4 | UInt16(digit)
            count += 1
            position += 1
        }
        if count == 0 {
            try oddities.note(
                ArchiveError(
                    .invalidString, "\"\\U\" without hexadecimal digits, read as a NUL character", at: escape,
                    remedy: "write a backslash in a string as \"\\\\\""))
        }
        return value
    }

    private mutating func readOctalCharacter(from escape: Int) throws(ArchiveError) -> UInt16 {
        position = escape + 1
        var value = 0
        var count = 0
        while count < 3, let digit = peek().decimalDigit, digit < 8 {
            value = value << 3 | Int(digit)
            count += 1
            position += 1
        }
        if value >= 0o376 {
            try oddities.note(
                ArchiveError(
                    .invalidString,
                    value > 0o377
                        ? "an octal escape above \\377, of which the lowest eight bits are read"
                        : "an octal escape that stands for no character, read as U+FFFD",
                    at: escape, remedy: "write the character itself, or \"\\U\" and four hexadecimal digits"))
        }
        return NextStepEncoding.unit(UInt8(truncatingIfNeeded: value))
    }
}
