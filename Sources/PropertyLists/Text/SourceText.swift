/// The text of a property list in UTF-8, made from bytes in any encoding that such text is read in.
///
/// Text that is UTF-8 already is checked but not copied.
struct SourceText {
    /// Valid UTF-8 without NUL characters.
    private(set) var utf8: [UInt8]
    /// Where the text begins in ``utf8``, behind a byte-order mark.
    private(set) var start: Int
    /// The encoding of the bytes that the text was made from.
    private(set) var encoding: TextEncoding

    /// How many bytes of the input precede the text that ``utf8`` was made from, where it was converted.
    private var markLength: Int

    /// Recognizes the encoding of bytes that hold XML, and converts them.
    init(xml bytes: [UInt8]) throws(ArchiveError) {
        (utf8, start, encoding, markLength) = (bytes, 0, .utf8, 0)
        do {
            (encoding, markLength) = try TextEncoding.detect(bytes)
            try decode(bytes)
            var cursor = TextCursor(utf8, at: start)
            try cursor.skipToFirstTag()
            if let declaration = try cursor.readDeclaredEncoding() {
                encoding = try encoding.declared(
                    declaration.name,
                    at: declaration.offset,
                    afterMark: markLength > 0
                )
            }
            if encoding == .latin1 { try convert(bytes) }
            try check(format: "XML")
        } catch {
            throw located(error)
        }
    }

    /// Recognizes the encoding of bytes that hold OpenStep text, UTF-8 or UTF-16, and converts them.
    init(openStep bytes: [UInt8]) throws(ArchiveError) {
        (utf8, start, encoding, markLength) = (bytes, 0, .utf8, 0)
        do {
            (encoding, markLength) = try TextEncoding.detect(bytes, first: bytes.first { $0 != 0 } ?? 1)
            try decode(bytes)
            try check(format: "OpenStep text")
        } catch {
            throw located(error)
        }
    }

    /// Skips the mark of text in UTF-8, or converts the bytes.
    private mutating func decode(_ bytes: [UInt8]) throws(ArchiveError) {
        start = markLength
        if encoding != .utf8 { try convert(bytes) }
    }

    /// Replaces the text by the conversion of `bytes`.
    private mutating func convert(_ bytes: [UInt8]) throws(ArchiveError) {
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

    private mutating func convertUTF16(_ bytes: ArraySlice<UInt8>, highByte: Int) throws(ArchiveError) {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).lazy.map { index in
            UInt16(bytes[index + highByte]) << 8 | UInt16(bytes[index + 1 - highByte])
        }
        var decoder = UTF16()
        var iterator = units.makeIterator()
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): append(scalar)
            case .error: throw ArchiveError.damaged(.invalidString, "an unpaired surrogate", at: utf8.count)
            case .emptyInput:
                if bytes.count.isMultiple(of: 2) { return }
                throw ArchiveError.cutShort(
                    .truncated, "the last character of the text is cut in half", at: utf8.count)
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
    ///
    /// - Parameter format: What the text is to be, in words.
    private func check(format: String) throws(ArchiveError) {
        guard let defect = UTF8Check.firstDefect(in: utf8, from: start, onlyASCII: encoding == .ascii) else { return }
        if utf8[defect] == 0 {
            throw ArchiveError(
                .malformedText,
                "a NUL character, which \(format) cannot hold",
                at: defect,
                remedy: "leave it out, or write a binary property list"
            )
        }
        let name = encoding == .ascii ? "ASCII, which is the declared encoding" : "UTF-8"
        throw ArchiveError(
            .invalidString,
            "the text is not valid \(name)",
            at: defect,
            remedy: "correct the declared encoding or convert the text to UTF-8"
        )
    }
}

extension SourceText {
    /// The error with its place in ``utf8`` turned into one in the input, with line and column.
    ///
    /// - Complexity: O(*n*); called once, when reading has failed.
    func located(_ error: ArchiveError) -> ArchiveError {
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

/// The encodings in which the text of property lists is read.
enum TextEncoding {
    case utf8
    case ascii
    case latin1
    case utf16BigEndian
    case utf16LittleEndian

    /// The encoding implied by the first bytes, and the length of the byte-order mark.
    ///
    /// UTF-16 is recognized without a mark too, by the zero byte of the first character.
    ///
    /// - Parameter first: The first character, which must be ASCII.
    static func detect(
        _ bytes: [UInt8],
        first: UInt8 = UInt8(ascii: "<")
    ) throws(ArchiveError) -> (encoding: TextEncoding, markLength: Int) {
        if bytes.starts(with: [0x00, 0x00, 0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE, 0x00, 0x00])
            || bytes.starts(with: [0x00, 0x00, 0x00, first]) || bytes.starts(with: [first, 0x00, 0x00, 0x00])
        {
            throw unsupported("UTF-32", at: 0)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if bytes.starts(with: [0x00, first]) { return (.utf16BigEndian, 0) }
        if bytes.starts(with: [first, 0x00]) { return (.utf16LittleEndian, 0) }
        return (.utf8, 0)
    }

    /// The encoding of text that looks like `self` and declares the encoding `name`.
    ///
    /// - Throws: ``ArchiveError/Code/unsupportedVersion`` for an encoding that is not read here,
    ///   ``ArchiveError/Code/malformedText`` for one that the bytes contradict.
    func declared(_ name: String, at offset: Int, afterMark hasMark: Bool) throws(ArchiveError) -> Self {
        let declared: TextEncoding =
            switch name.lowercased() {
            case "utf-8", "utf8": .utf8
            case "us-ascii", "ascii": .ascii
            case "iso-8859-1", "latin1": .latin1
            // The byte order shows in the bytes, and the name alone leaves it open.
            case "utf-16": self == .utf16LittleEndian ? .utf16LittleEndian : .utf16BigEndian
            case "utf-16be": .utf16BigEndian
            case "utf-16le": .utf16LittleEndian
            default: throw Self.unsupported(name, at: offset)
            }
        let isEightBit = self == .utf8 && !hasMark && (declared == .ascii || declared == .latin1)
        guard declared == self || isEightBit else {
            throw ArchiveError(
                .malformedText,
                "the text declares the encoding \(name.escapedForDisplay()) but is not in it",
                at: offset,
                remedy: "correct the declaration or the encoding"
            )
        }
        return declared
    }

    private static func unsupported(_ name: String, at offset: Int) -> ArchiveError {
        ArchiveError(
            .unsupportedVersion,
            "the text encoding \(name.escapedForDisplay()) is not supported",
            at: offset,
            remedy: "convert the text to UTF-8"
        )
    }
}

/// The check that text is valid UTF-8.
enum UTF8Check {
    /// The position of the first byte that is NUL or does not belong to valid UTF-8, or nil if there is none.
    ///
    /// Property lists are mostly ASCII, so blocks are tested for that first; the compiler turns that test into vector
    /// instructions (row `read XML of a person` of `Instructions.tsv`).
    static func firstDefect(in bytes: [UInt8], from start: Int, onlyASCII: Bool) -> Int? {
        var position = start
        while position < bytes.count {
            let blockEnd = min(position + 128, bytes.count)
            if isASCIIWithoutNUL(bytes[position..<blockEnd]) {
                position = blockEnd
                continue
            }
            while position < blockEnd {
                if 1...0x7F ~= bytes[position] {
                    position += 1
                    continue
                }
                let length = onlyASCII ? 0 : characterLength(in: bytes, at: position)
                guard length > 0 else { return position }
                position += length
            }
        }
        return nil
    }

    private static func isASCIIWithoutNUL(_ block: ArraySlice<UInt8>) -> Bool {
        // As signed numbers, exactly the allowed bytes are positive.
        block.reduce(Int8.max) { min($0, Int8(bitPattern: $1)) } > 0
    }

    /// The length of the character at `position` if it is valid and not ASCII, 0 otherwise.
    private static func characterLength(in bytes: [UInt8], at position: Int) -> Int {
        func continues(_ distance: Int, _ allowed: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
            position + distance < bytes.count && allowed.contains(bytes[position + distance])
        }
        // The second byte is restricted where the first alone would allow overlong forms, surrogates or values above
        // U+10FFFF.
        switch bytes[position] {
        case 0xC2...0xDF: return continues(1) ? 2 : 0
        case 0xE0: return continues(1, 0xA0...0xBF) && continues(2) ? 3 : 0
        case 0xED: return continues(1, 0x80...0x9F) && continues(2) ? 3 : 0
        case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : 0
        case 0xF0: return continues(1, 0x90...0xBF) && continues(2) && continues(3) ? 4 : 0
        case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : 0
        case 0xF4: return continues(1, 0x80...0x8F) && continues(2) && continues(3) ? 4 : 0
        default: return 0
        }
    }
}

extension UInt8 {
    /// Whether this is a byte of a UTF-8 character other than its first.
    var isUTF8Continuation: Bool {
        self & 0xC0 == 0x80
    }
}
