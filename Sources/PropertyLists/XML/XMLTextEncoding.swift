/// The encodings in which XML property lists are read.
enum XMLTextEncoding {
    case utf8
    case ascii
    case latin1
    case utf16BigEndian
    case utf16LittleEndian

    /// The encoding implied by the first bytes, and the length of the byte-order mark.
    ///
    /// UTF-16 is recognized without a mark too, by the zero beside the first `<`.
    static func detect(_ bytes: [UInt8]) throws(PropertyListError) -> (encoding: XMLTextEncoding, markLength: Int) {
        if bytes.starts(with: [0x00, 0x00, 0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE, 0x00, 0x00])
            || bytes.starts(with: [0x00, 0x00, 0x00, 0x3C]) || bytes.starts(with: [0x3C, 0x00, 0x00, 0x00])
        {
            throw unsupported("UTF-32", at: 0)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
        if bytes.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
        if bytes.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
        if bytes.starts(with: [0x00, 0x3C]) { return (.utf16BigEndian, 0) }
        if bytes.starts(with: [0x3C, 0x00]) { return (.utf16LittleEndian, 0) }
        return (.utf8, 0)
    }

    /// The encoding of text that looks like `self` and declares the encoding `name`.
    ///
    /// - Throws: ``PropertyListError/Code/unsupportedFormat`` for an encoding that is not read here,
    ///   ``PropertyListError/Code/malformedXML`` for one that the bytes contradict.
    func declared(_ name: String, at offset: Int, afterMark hasMark: Bool) throws(PropertyListError) -> Self {
        let declared: XMLTextEncoding =
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
            throw PropertyListError(
                .malformedXML,
                "the text declares the encoding \(name.escapedForDisplay()) but is not in it",
                at: offset,
                remedy: "correct the declaration or the encoding"
            )
        }
        return declared
    }

    private static func unsupported(_ name: String, at offset: Int) -> PropertyListError {
        PropertyListError(
            .unsupportedFormat,
            "the text encoding \(name.escapedForDisplay()) is not supported",
            at: offset,
            remedy: "convert the text to UTF-8"
        )
    }
}
