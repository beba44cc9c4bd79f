/// The parser of XML property lists: a loop over tags with a stack of open containers.
struct XMLPropertyListParser: ~Copyable {
    var cursor: TextCursor
    var pending: PendingValues
    var innermost = OpenContainer(tag: nil, offset: 0, firstPending: 0)
    var enclosing: [OpenContainer] = []
    /// The keys of the dictionaries used recently, by their number.
    var keyRuns = DirectMappedCache<Int, [PropertyList]>(placeCount: 16, noKey: -1, noValue: [], areSuccessive: true)
    /// How many arrays and dictionaries are open.
    var depth = 0

    /// A container whose end has not been reached yet.
    struct OpenContainer {
        /// `array`, `dict`, `plist`, or nil for the document itself.
        var tag: XMLTag?
        /// The offset in bytes of its start tag.
        var offset: Int
        /// The position of its first value in `pending`.
        var firstPending: Int
        /// Whether a key has been read and its value has not.
        var hasOpenKey = false
    }

    init(_ text: SourceText, limits: Limits) {
        cursor = TextCursor(text)
        pending = PendingValues(of: text, limits: limits)
    }

    /// Reads the whole document.
    mutating func parse() throws(ArchiveError) -> PropertyList {
        _ = try cursor.skipPrologue()
        while true {
            cursor.skipWhiteSpace()
            if innermost.tag == nil, !pending.isEmpty { try skipRest() }
            guard cursor.peek() == UInt8(ascii: "<") else { break }
            switch cursor.peek(1) {
            case UInt8(ascii: "/"): try closeContainer()
            case UInt8(ascii: "?") where innermost.tag != nil && cursor.isAt("<?>"): try skipEmptyInstruction()
            case UInt8(ascii: "!"), UInt8(ascii: "?"): try cursor.skipComment()
            default: try readElement()
            }
        }
        return try finish()
    }

    /// Skips `<?>`, which CoreFoundation takes for a whole instruction.
    private mutating func skipEmptyInstruction() throws(ArchiveError) {
        try cursor.oddities.note(
            ArchiveError(
                .malformedText, "\"<?>\", where other readers look for the end of an instruction", at: cursor.position,
                remedy: "take it out"))
        cursor.position += 3
    }

    /// Skips the text after the property list, as CoreFoundation does.
    private mutating func skipRest() throws(ArchiveError) {
        while cursor.peek() == UInt8(ascii: "<") {
            let start = cursor.position
            do {
                try cursor.skipComment()
            } catch {
                cursor.position = start
                break
            }
            cursor.skipWhiteSpace()
        }
        let rest = cursor.bytes.count - cursor.position
        guard rest > 0 else { return }
        try cursor.oddities.note(
            ArchiveError(
                .malformedText, "\(rest.counted("byte")) after the property list", at: cursor.position,
                remedy: "remove them"))
        cursor.position = cursor.bytes.count
    }

    /// Returns the root, or throws why the text ends before it does.
    private borrowing func finish() throws(ArchiveError) -> PropertyList {
        if cursor.position < cursor.bytes.count {
            throw ArchiveError(
                .malformedText,
                "text outside of an element",
                at: cursor.position,
                remedy: "remove it, or put it into a <string>"
            )
        }
        if let tag = innermost.tag {
            throw ArchiveError(
                .truncated,
                "the text ends inside <\(tag.name)>",
                at: innermost.offset,
                remedy: "get a complete copy, or close the element"
            )
        }
        guard let root = pending.first else { throw .noValue(at: cursor.position) }
        return root
    }
}

extension ArchiveError {
    /// The error for a document without a value.
    static func noValue(at byteOffset: Int) -> ArchiveError {
        ArchiveError(
            .malformedText, "the property list holds no value", at: byteOffset,
            remedy: "put a value into it, such as <dict/>")
    }
}
