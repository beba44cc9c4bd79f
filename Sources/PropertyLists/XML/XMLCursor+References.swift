extension XMLCursor {
    /// Reads a character reference or a reference to a predefined entity; the cursor stands at its `&`.
    ///
    /// Every other entity is refused by name and never expanded, so neither files outside nor definitions that multiply
    /// can do harm.
    mutating func readReference() throws(PropertyListError) -> Unicode.Scalar {
        let start = position
        position += 1
        if peek() == UInt8(ascii: "#") { return try readCharacterReference(from: start) }
        let nameStart = position
        while peek().continuesXMLName, peek() != UInt8(ascii: ";") { position += 1 }
        let name = bytes[nameStart..<position]
        guard !name.isEmpty, peek() == UInt8(ascii: ";") else { throw unterminatedReference(from: start) }
        position += 1
        guard let scalar = Self.predefinedEntity(name) else {
            throw PropertyListError(
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

    /// Reads the rest of `&#1234;` or `&#x12AB;`; the cursor stands at the `#`.
    private mutating func readCharacterReference(from start: Int) throws(PropertyListError) -> Unicode.Scalar {
        position += 1
        let isHexadecimal = peek() == UInt8(ascii: "x")
        if isHexadecimal { position += 1 }
        let digitsStart = position
        var value: UInt32 = 0
        while let digit = isHexadecimal ? peek().hexadecimalDigit : peek().decimalDigit {
            // Held just above the largest scalar, so that any number of digits is safe.
            value = min(value * (isHexadecimal ? 16 : 10) + UInt32(digit), 0x11_0000)
            position += 1
        }
        guard position > digitsStart, peek() == UInt8(ascii: ";") else { throw unterminatedReference(from: start) }
        position += 1
        guard value != 0, let scalar = Unicode.Scalar(value) else {
            throw PropertyListError(.malformedXML, "the character reference stands for no character", at: start)
        }
        return scalar
    }

    private func unterminatedReference(from start: Int) -> PropertyListError {
        PropertyListError(
            .malformedXML,
            "\"&\" starts no entity that a \";\" ends",
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
