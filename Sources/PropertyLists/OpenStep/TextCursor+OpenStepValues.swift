extension TextCursor {
    /// Reads data, or one of GNUstep's values; the cursor is at the `<`.
    mutating func readBracketed(_ limits: Limits) throws(ArchiveError) -> PropertyList {
        switch peek(1) {
        case UInt8(ascii: "*"): return try readTypedValue()
        case UInt8(ascii: "["): return .data(try readBase64(limits))
        default: return .data(try readHexadecimalData(limits))
        }
    }

    /// Reads `<0fbd77 …>`.
    private mutating func readHexadecimalData(_ limits: Limits) throws(ArchiveError) -> [UInt8] {
        let start = position
        var data: [UInt8] = []
        position += 1
        while true {
            let space = position
            skipOpenStepWhiteSpace()
            if let odd = (space..<position).first(where: { bytes[$0] == 0x0B || bytes[$0] == 0x0C }) {
                try oddities.note(
                    ArchiveError(
                        .invalidData, "a vertical tab or a form feed inside data", at: odd,
                        remedy: "write a space or a line end instead"))
            }
            if peek() == UInt8(ascii: ">") { break }
            guard position < bytes.count else { throw unclosed("data", from: start, with: ">") }
            guard let high = peek().hexadecimalDigit else {
                throw malformedData("a byte of two hexadecimal digits")
            }
            position += 1
            guard let low = peek().hexadecimalDigit else { throw malformedData("the second digit of a byte") }
            position += 1
            if data.count == limits.dataBytes { throw .limit("dataBytes", limits.dataBytes, at: start) }
            data.append(high << 4 | low)
        }
        position += 1
        return data
    }

    private func malformedData(_ expected: String) -> ArchiveError {
        ArchiveError(
            .invalidData,
            "\(shownCharacter) where \(expected) is expected",
            at: position,
            remedy: "write two digits for each byte, and \">\" at the end"
        )
    }

    /// Reads `<[base64]>`.
    private mutating func readBase64(_ limits: Limits) throws(ArchiveError) -> [UInt8] {
        let start = position
        position += 2
        let text = try skip(past: "]>", of: "data", from: start)
        let (data, defect) = Base64.decode(text)
        if let defect { try note(defect, at: defect.position) }
        if data.count > limits.dataBytes { throw .limit("dataBytes", limits.dataBytes, at: start) }
        return data
    }

    /// Reads `<*I5>`, `<*R1.5>`, `<*BY>` or `<*D2002-03-22 11:30:00 +0100>`.
    private mutating func readTypedValue() throws(ArchiveError) -> PropertyList {
        let start = position
        position += 2
        let text = try skip(past: ">", of: "a value", from: start)
        var value = text.dropFirst()
        // GNUstep's reader takes quotes around the value.
        if value.count > 1, value.first == UInt8(ascii: "\""), value.last == UInt8(ascii: "\"") {
            value = value.dropFirst().dropLast()
        }
        func refusal(_ code: ArchiveError.Code, _ expected: String) -> ArchiveError {
            let shown = String(decoding: value.prefix(65 * 4), as: UTF8.self).quotedForDisplay
            return ArchiveError(code, "\(shown) is not \(expected)", at: start, remedy: Self.typedValueRemedy)
        }
        switch text.first {
        case UInt8(ascii: "I"):
            if let integer = XMLInteger.read(value) { return integer.value }
            throw refusal(.invalidNumber, "an integer from -2^63 to 2^64 - 1")
        case UInt8(ascii: "R"):
            if let real = XMLReal(value) { return .double(real.value) }
            throw refusal(.invalidNumber, "a decimal real number")
        case UInt8(ascii: "B"):
            if value.elementsEqual("Y".utf8) { return true }
            if value.elementsEqual("N".utf8) { return false }
            throw refusal(.malformedText, "Y or N, the two booleans")
        case UInt8(ascii: "D"):
            if let (seconds, exists) = DateText.read(value, as: .gnuStep) {
                if !exists {
                    try oddities.note(
                        ArchiveError(
                            .invalidDate, "there is no such date; it is read as \(DateText.shown(seconds))", at: start,
                            remedy: "write the date that is meant"))
                }
                return .date(seconds)
            }
            throw refusal(.invalidDate, "a date such as 2002-03-22 11:30:00 +0100")
        default:
            throw ArchiveError(
                .malformedText,
                "\"<*\" is not followed by I, R, B or D, the types of GNUstep's values",
                at: start,
                remedy: Self.typedValueRemedy
            )
        }
    }

    private static var typedValueRemedy: String {
        "write it as in <*I5>, <*R1.5>, <*BY> or <*D2002-03-22 11:30:00 +0100>, or as a string"
    }
}
