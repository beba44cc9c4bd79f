/// The text of a property list in UTF-8, made from bytes in any encoding that such text is read in.
///
/// Text that is UTF-8 already is checked but not copied.
struct SourceText {
    /// Valid UTF-8.
    private(set) var utf8: [UInt8]
    /// The start of the text in ``utf8``, after a byte-order mark.
    private(set) var start: Int
    /// The encoding of the bytes that the text was made from.
    private(set) var encoding: TextEncoding
    /// The peculiarities of the bytes, with places in ``utf8``.
    private(set) var oddities: Oddities

    /// How many bytes of the input precede the text that ``utf8`` was made from, where it was converted.
    private var markLength: Int

    /// Whether invalid bytes become U+FFFD, and a truncated character at the end is left out.
    private let isRepaired: Bool
    private let isXML: Bool

    /// Recognizes the encoding of bytes that hold XML, and converts them.
    ///
    /// - Parameter isRepaired: Whether to read invalid text, as far as it can be read.
    init(xml bytes: [UInt8], limits: Limits, isRepaired: Bool = false) throws(ArchiveError) {
        try self.init(bytes, limits: limits, isXML: true, isRepaired: isRepaired) { text throws(ArchiveError) in
            var cursor = TextCursor(text.utf8, at: text.start, oddities: text.oddities)
            try cursor.skipToFirstTag()
            var encoding = try cursor.readDeclaredEncoding()
            text.oddities = cursor.oddities
            if text.markLength == 0, text.encoding == .utf8 { try text.chooseDeclaration(&encoding) }
            guard let (name, offset) = encoding else { return }
            let declared = TextEncoding.named(name, in: text.encoding)
            if text.markLength > 0 {
                // The mark decides.
                if declared != text.encoding {
                    try text.oddities.note(.otherEncoding(name, at: offset, remedy: "correct the declaration"))
                }
                return
            }
            guard let declared else { throw .unreadableEncoding(name, at: offset) }
            // Of text without a mark the bytes show whether it is UTF-16, and the declaration which of the others it is.
            guard declared == text.encoding || text.encoding == .utf8 && declared.hasASCIIBytes else {
                throw .otherEncoding(name, at: offset, remedy: "correct the declaration or the encoding")
            }
            text.encoding = declared
        }
    }

    /// Recognizes the encoding of bytes that hold OpenStep text, and converts them.
    init(openStep bytes: [UInt8], limits: Limits) throws(ArchiveError) {
        try self.init(bytes, limits: limits, isXML: false, isRepaired: false) { _ in }
    }

    /// - Parameter declare: Looks for an encoding that the text declares.
    private init(
        _ bytes: [UInt8],
        limits: Limits,
        isXML: Bool,
        isRepaired: Bool,
        _ declare: (inout SourceText) throws(ArchiveError) -> Void
    ) throws(ArchiveError) {
        (utf8, start, encoding, markLength, oddities) = (bytes, 0, .utf8, 0, Oddities(limits))
        (self.isXML, self.isRepaired) = (isXML, isRepaired)
        do {
            (encoding, markLength) = try TextEncoding.detect(bytes)
            start = markLength
            if encoding != .utf8 {
                if markLength == 0 {
                    try oddities.note(
                        ArchiveError(
                            .invalidString, "the text is in UTF-16 without a byte-order mark", at: 0,
                            remedy: "put a mark before it, or convert it to UTF-8"))
                }
                try convert(bytes)
            }
            try declare(&self)
            if encoding == .ascii, let place = utf8.firstIndex(where: { $0 >= 0x80 }) {
                try oddities.note(
                    ArchiveError(
                        .invalidString,
                        "the text declares ASCII and holds the byte \(hexadecimal(utf8[place])), read as ISO 8859-1",
                        at: place, remedy: "correct the declared encoding or convert the text to UTF-8"))
                encoding = .latin1
            }
            if encoding == .latin1 { try convert(bytes) }
            try check()
        } catch {
            throw located(error)
        }
    }

    /// Takes the declaration that CoreFoundation finds, where the one of XML is another; XML's only for text that
    /// CoreFoundation refuses.
    private mutating func chooseDeclaration(_ declared: inout TextCursor.Declaration?) throws(ArchiveError) {
        let found = TextCursor(utf8, at: start, oddities: oddities).encodingWithoutSpaces()
        let isSame =
            TextEncoding.named(found?.name ?? "utf-8", in: .utf8) == .named(declared?.name ?? "utf-8", in: .utf8)
        guard !isSame, let odd = declared ?? found else {
            declared = found
            return
        }
        try oddities.note(
            ArchiveError(
                .malformedText, "other readers find another encoding than \(odd.name.escapedForDisplay())",
                at: odd.offset,
                remedy: "begin the text with the XML declaration, with encoding=\"…\" once and without spaces"))
        var firstNUL: Int?
        if found == nil, UTF8Check.firstDefect(in: utf8, from: start, &firstNUL) != nil { return }
        declared = found
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
        case .utf32BigEndian: try convertUTF32(bytes[markLength...], isBigEndian: true)
        case .utf32LittleEndian: try convertUTF32(bytes[markLength...], isBigEndian: false)
        case .utf8, .ascii: utf8 = bytes
        }
    }

    private mutating func convertUTF32(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) throws(ArchiveError) {
        for position in stride(from: bytes.startIndex, to: bytes.endIndex - 3, by: 4) {
            var number: UInt32 = 0
            for offset in 0..<4 {
                number = number << 8 | UInt32(bytes[position + (isBigEndian ? offset : 3 - offset)])
            }
            guard let scalar = Unicode.Scalar(number) ?? (isRepaired ? "\u{FFFD}" : nil) else {
                throw ArchiveError.damaged(.invalidString, "a number that is no character of Unicode", at: utf8.count)
            }
            append(scalar)
        }
        if !bytes.count.isMultiple(of: 4), !isRepaired { throw cutCharacter }
    }

    private var cutCharacter: ArchiveError {
        .cutShort(.truncated, "the last character of the text is cut in half", at: utf8.count)
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
            case .error where isRepaired: append("\u{FFFD}")
            case .error: throw ArchiveError.damaged(.invalidString, "an unpaired surrogate", at: utf8.count)
            case .emptyInput:
                if bytes.count.isMultiple(of: 2) || isRepaired { return }
                throw cutCharacter
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

    /// Checks that the text meets the guarantees of ``utf8``.
    private mutating func check() throws(ArchiveError) {
        var firstNUL: Int?
        if isRepaired { utf8 = Array(String(decoding: utf8, as: UTF8.self).utf8) }
        if let defect = UTF8Check.firstDefect(in: utf8, from: start, &firstNUL) {
            if encoding == .utf8, isXML, try maskMarkup(from: defect, &firstNUL) { return try noteNUL(at: firstNUL) }
            throw ArchiveError(
                .invalidString,
                "the text is not valid UTF-8",
                at: defect,
                remedy: "correct the declared encoding or convert the text to UTF-8"
            )
        }
        try noteNUL(at: firstNUL)
    }

    private mutating func noteNUL(at position: Int?) throws(ArchiveError) {
        guard let position else { return }
        try oddities.note(
            ArchiveError(
                .malformedText, "the text holds a NUL character", at: position,
                remedy: "leave it out, or write a binary property list"))
    }

    /// Replaces bytes that aren't ASCII by `?` in tags, comments and instructions, and after the end of an XML document:
    /// no value depends on them, and CoreFoundation doesn't look at them.
    ///
    /// - Returns: Whether the rest is valid UTF-8.
    private mutating func maskMarkup(from defect: Int, _ firstNUL: inout Int?) throws(ArchiveError) -> Bool {
        var masked = utf8
        for range in TextCursor(utf8, at: start, oddities: oddities).markup() {
            for position in range where masked[position] >= 0x80 { masked[position] = UInt8(ascii: "?") }
        }
        firstNUL = nil
        guard UTF8Check.firstDefect(in: masked, from: start, &firstNUL) == nil else { return false }
        utf8 = masked
        try oddities.note(
            ArchiveError(
                .invalidString, "bytes outside of values that are not valid UTF-8", at: defect,
                remedy: "convert the text to UTF-8"))
        return true
    }
}

extension ArchiveError {
    /// The error for a declared encoding that the text is not in.
    fileprivate static func otherEncoding(_ name: String, at offset: Int, remedy: String) -> ArchiveError {
        ArchiveError(
            .malformedText, "the text declares the encoding \(name.escapedForDisplay()) but is not in it", at: offset,
            remedy: remedy)
    }

    /// The error for an encoding that would need a separate table.
    fileprivate static func unreadableEncoding(_ name: String, at offset: Int) -> ArchiveError {
        let name = name.escapedForDisplay()
        return ArchiveError(
            .unsupportedVersion,
            name.isEmpty
                ? "the text declares an encoding without a name" : "the text encoding \(name) is not supported",
            at: offset,
            remedy: name.isEmpty
                ? "name the encoding of the text"
                : name.utf8.allSatisfy { $0.isInEncodingName }
                    ? "convert the text with `iconv -f \(name) -t UTF-8`, and let it declare UTF-8"
                    : "convert the text to UTF-8, and let it declare that")
    }
}

extension SourceText {
    /// The error with its place in ``utf8`` turned into one in the input, with line and column.
    ///
    /// - Complexity: O(*n*), so that it is for the one error with which reading fails.
    func located(_ error: ArchiveError) -> ArchiveError { located([error]).first ?? error }

    /// Errors in the order of their places, which are turned into ones in the input, with line and column.
    ///
    /// - Complexity: O(*n*) in the length of the text, and to sort the errors.
    func located(_ errors: [ArchiveError]) -> [ArchiveError] {
        // What is known of the text up to a position.
        var (position, line, lineStart, inputOffset) = (start, 1, start, markLength)
        return errors.sorted { ($0.byteOffset ?? 0) < ($1.byteOffset ?? 0) }.map { error in
            guard let offset = error.byteOffset else { return error }
            let end = min(max(offset, position), utf8.count)
            for index in position..<end where utf8[index] == UInt8(ascii: "\n") {
                (line, lineStart) = (line + 1, index + 1)
            }
            inputOffset += inputSize(of: utf8[position..<end])
            position = end
            var error = error
            (error.line, error.column, error.byteOffset) = (line, end - lineStart + 1, inputOffset)
            return error
        }
    }

    /// How many bytes of the input a part of the text was made from.
    private func inputSize(of text: ArraySlice<UInt8>) -> Int {
        switch encoding {
        case .utf8, .ascii: text.count
        case .latin1: text.count { !$0.isUTF8Continuation }
        // A character of four bytes is two code units, any other is one.
        case .utf16BigEndian, .utf16LittleEndian:
            2 * text.count { !$0.isUTF8Continuation } + 2 * text.count { $0 >= 0xF0 }
        case .utf32BigEndian, .utf32LittleEndian: 4 * text.count { !$0.isUTF8Continuation }
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
    case utf32BigEndian
    case utf32LittleEndian

    /// Whether ASCII characters are single bytes.
    var hasASCIIBytes: Bool { self == .utf8 || self == .ascii || self == .latin1 }

    /// How many bytes an ASCII character takes.
    var width: Int {
        switch self {
        case .utf8, .ascii, .latin1: 1
        case .utf16BigEndian, .utf16LittleEndian: 2
        case .utf32BigEndian, .utf32LittleEndian: 4
        }
    }

    /// The encoding implied by the first bytes, and the length of the byte-order mark.
    ///
    /// UTF-16 is recognized without a mark too, by the zero byte of the first character, which is ASCII.
    ///
    /// - Throws: ``ArchiveError/Code/unsupportedVersion`` for UTF-32 without a mark, which CoreFoundation doesn't read.
    static func detect(_ bytes: [UInt8]) throws(ArchiveError) -> (encoding: TextEncoding, markLength: Int) {
        if bytes.starts(with: [0x00, 0x00, 0xFE, 0xFF]) { return (.utf32BigEndian, 4) }
        if bytes.starts(with: [0xFF, 0xFE, 0x00, 0x00]) { return (.utf32LittleEndian, 4) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        switch bytes.prefix(4).map({ $0 == 0 }) {
        case [true, true, true, false], [false, true, true, true]:
            throw ArchiveError(
                .unsupportedVersion, "the text is in UTF-32 without a byte-order mark", at: 0,
                remedy: "put a mark before it, or convert it to UTF-8")
        case let areZero where areZero.starts(with: [true, false]): return (.utf16BigEndian, 0)
        case let areZero where areZero.starts(with: [false, true]): return (.utf16LittleEndian, 0)
        default: return (.utf8, 0)
        }
    }

    /// The encoding that a declaration names, if it is one that is read here.
    ///
    /// - Parameter encoding: The encoding that the bytes show: of UTF-16 and UTF-32 the name alone leaves the byte order
    ///   open.
    static func named(_ name: String, in encoding: TextEncoding) -> TextEncoding? {
        // With the aliases of IANA's register of character sets; CoreFoundation doesn't look at what joins their parts.
        switch name.lowercased().filter({ !"-_: ".contains($0) }) {
        case "utf8", "unicode11utf8", "csutf8", "cp65001": .utf8
        case "usascii", "ascii", "us", "ansix3.41968", "ansix3.41986", "iso646.irv1991", "iso646us", "646", "ibm367",
            "cp367", "csascii", "isoir6":
            .ascii
        case "iso88591", "iso885911987", "latin1", "l1", "cp819", "ibm819", "isoir100", "csisolatin1": .latin1
        case "utf16": encoding == .utf16LittleEndian ? .utf16LittleEndian : .utf16BigEndian
        case "utf16be": .utf16BigEndian
        case "utf16le": .utf16LittleEndian
        case "utf32": encoding == .utf32LittleEndian ? .utf32LittleEndian : .utf32BigEndian
        case "utf32be": .utf32BigEndian
        case "utf32le": .utf32LittleEndian
        default: nil
        }
    }
}

/// The check that text is valid UTF-8.
enum UTF8Check {
    /// The position of the first byte that does not belong to valid UTF-8, or nil if there is none.
    ///
    /// Property lists are mostly ASCII, so blocks are tested for that first; the compiler turns that test into vector
    /// instructions (row `read XML of a person` of `Instructions.tsv`).
    ///
    /// - Parameter firstNUL: The position of the first NUL before it, if there is one.
    static func firstDefect(in bytes: [UInt8], from start: Int, _ firstNUL: inout Int?) -> Int? {
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
                if bytes[position] == 0 {
                    firstNUL = firstNUL ?? position
                    position += 1
                    continue
                }
                let length = characterLength(in: bytes, at: position)
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
    /// Whether this is a character that stands in names of encodings, as a shell takes it without quotes.
    fileprivate var isInEncodingName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: ":"):
            true
        default: false
        }
    }

    /// Whether this is a byte of a UTF-8 character other than its first.
    var isUTF8Continuation: Bool {
        self & 0xC0 == 0x80
    }
}
