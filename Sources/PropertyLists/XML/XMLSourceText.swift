/// XML text in UTF-8, made from bytes in any encoding that XML property lists are read in.
///
/// Text that is UTF-8 already is checked but not copied.
struct XMLSourceText {
    /// Valid UTF-8 without NUL characters.
    private(set) var utf8: [UInt8]
    /// Where the text begins in ``utf8``, behind a byte-order mark.
    private(set) var start: Int
    /// The encoding of the bytes that the text was made from.
    private(set) var encoding: XMLTextEncoding

    /// How many bytes of the input precede the text that ``utf8`` was made from, where it was converted.
    private var markLength: Int

    /// Recognises the encoding of `bytes` and converts them.
    init(_ bytes: [UInt8]) throws(PropertyListError) {
        (utf8, start, encoding, markLength) = (bytes, 0, .utf8, 0)
        do {
            (encoding, markLength) = try XMLTextEncoding.detect(bytes)
            start = markLength
            if encoding != .utf8 { try convert(bytes) }
            var cursor = XMLCursor(utf8, at: start)
            try cursor.skipToFirstTag()
            if let declaration = try cursor.readDeclaredEncoding() {
                encoding = try encoding.declared(
                    declaration.name,
                    at: declaration.offset,
                    afterMark: markLength > 0
                )
            }
            if encoding == .latin1 { try convert(bytes) }
            try check()
        } catch {
            throw located(error)
        }
    }

    /// Replaces the text by the conversion of `bytes`.
    private mutating func convert(_ bytes: [UInt8]) throws(PropertyListError) {
        utf8 = []
        start = 0
        utf8.reserveCapacity(bytes.count)
        switch encoding {
        case .latin1:
            for byte in bytes { append(Unicode.Scalar(byte)) }
        case .utf16BigEndian: try convertUTF16(bytes[markLength...], highByte: 0)
        case .utf16LittleEndian: try convertUTF16(bytes[markLength...], highByte: 1)
        case .utf8, .ascii: utf8 = bytes
        }
    }

    private mutating func convertUTF16(_ bytes: ArraySlice<UInt8>, highByte: Int) throws(PropertyListError) {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).lazy.map { index in
            UInt16(bytes[index + highByte]) << 8 | UInt16(bytes[index + 1 - highByte])
        }
        var decoder = UTF16()
        var iterator = units.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): append(scalar)
            case .error: throw PropertyListError(.invalidString, "an unpaired surrogate", at: utf8.count)
            case .emptyInput:
                if bytes.count.isMultiple(of: 2) { return }
                throw PropertyListError(.truncated, "the last character of the text is cut in half", at: utf8.count)
            }
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.isASCII {
            utf8.append(UInt8(truncatingIfNeeded: scalar.value))
        } else {
            utf8.append(contentsOf: String(scalar).utf8)
        }
    }

    /// Makes sure that the text is what ``utf8`` promises.
    private func check() throws(PropertyListError) {
        guard let defect = UTF8Check.firstDefect(in: utf8, from: start, onlyASCII: encoding == .ascii) else { return }
        if utf8[defect] == 0 {
            throw PropertyListError(.malformedXML, "a NUL character, which XML cannot hold", at: defect)
        }
        let name = encoding == .ascii ? "ASCII, which is the declared encoding" : "UTF-8"
        throw PropertyListError(
            .invalidString,
            "the text is not valid \(name)",
            at: defect,
            remedy: "correct the declared encoding or convert the text to UTF-8"
        )
    }
}

extension XMLSourceText {
    /// The error with its place in ``utf8`` turned into one in the input, with line and column.
    ///
    /// - Complexity: O(*n*); called once, when reading has failed.
    func located(_ error: PropertyListError) -> PropertyListError {
        guard let position = error.byteOffset else { return error }
        let textBefore = utf8[min(start, position)..<min(position, utf8.count)]
        let lineStart = textBefore.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? textBefore.startIndex
        var error = error
        error.line = textBefore.count { $0 == UInt8(ascii: "\n") } + 1
        error.column = textBefore.endIndex - lineStart + 1
        error.byteOffset = inputOffset(of: textBefore)
        return error
    }

    /// How many bytes of the input, the mark included, `text` was made from; `text` begins where ``utf8`` does.
    private func inputOffset(of text: ArraySlice<UInt8>) -> Int {
        switch encoding {
        case .utf8, .ascii: text.endIndex
        case .latin1: text.count { !$0.isUTF8Continuation }
        case .utf16BigEndian, .utf16LittleEndian:
            // A character of four bytes is two code units, any other is one.
            markLength + 2 * text.count { !$0.isUTF8Continuation } + 2 * text.count { $0 >= 0xF0 }
        }
    }
}
