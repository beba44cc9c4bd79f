/// A position in the text of a property list, and the steps that move it over the small parts of the text.
///
/// Reading a byte at the end of the text returns zero. NUL characters, which hardly any text holds, are read in
/// strings, which are skipped without ``peek(_:)``, and end the enclosing token everywhere else.
///
/// It cannot be copied, so that no call costs a copy of its contents.
struct TextCursor: ~Copyable {
    let bytes: [UInt8]
    var position: Int
    /// The peculiarities of the text that was read.
    var oddities: Oddities

    init(_ bytes: [UInt8], at position: Int = 0, oddities: Oddities = Oddities(.default)) {
        self.bytes = bytes
        self.position = position
        self.oddities = oddities
    }

    /// A cursor at the beginning of a text.
    init(_ text: SourceText) {
        self.init(text.utf8, at: text.start, oddities: text.oddities)
    }

    /// The byte `distance` ahead, or 0 past the end.
    @inline(__always)
    func peek(_ distance: Int = 0) -> UInt8 {
        let index = position + distance
        return index < bytes.count ? bytes[index] : 0
    }

    /// Whether the text continues with `expected`.
    func isAt(_ expected: String) -> Bool {
        bytes[position...].starts(with: expected.utf8)
    }

    /// Moves to the next byte that is not white space, and returns whether there was any white space.
    @inline(__always)
    @discardableResult
    mutating func skipWhiteSpace() -> Bool {
        let start = position
        while position < bytes.count, bytes[position].isXMLWhiteSpace {
            position += 1
        }
        return position > start
    }

    /// Moves past the next occurrence of `terminator`, and returns the text before it.
    ///
    /// - Parameter start: Where the construct began that the terminator should end, for the error.
    mutating func skip(past terminator: String, of construct: String, from start: Int) throws(ArchiveError)
        -> ArraySlice<UInt8>
    {
        let contents = position
        guard let first = terminator.utf8.first else { return [] }
        while position < bytes.count {
            if bytes[position] == first, isAt(terminator) {
                defer { position += terminator.utf8.count }
                return bytes[contents..<position]
            }
            position += 1
        }
        throw unclosed(construct, from: start, with: terminator)
    }

    /// The error of something that the text ends in.
    func unclosed(_ construct: String, from start: Int, with end: String) -> ArchiveError {
        ArchiveError(
            .truncated,
            "the text ends inside \(construct)",
            at: start,
            remedy: "close it with \(end)"
        )
    }
}

extension UInt8 {
    /// Whether this is one of the four characters that XML calls white space.
    @inline(__always)
    var isXMLWhiteSpace: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D
    }
}
