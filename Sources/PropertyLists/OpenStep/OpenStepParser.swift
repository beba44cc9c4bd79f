/// The parser of OpenStep property lists: a loop over tokens with a stack of open containers.
struct OpenStepParser: ~Copyable {
    var cursor: TextCursor
    let limits: Limits
    private var pending: PendingValues
    private var innermost = OpenContainer(kind: .document, offset: 0, firstPending: 0, next: .value)
    private var enclosing: [OpenContainer] = []

    /// A container whose end has not been reached yet.
    private struct OpenContainer {
        enum Kind { case document, stringsFile, array, dictionary }

        /// The tokens that may come next.
        enum Next { case value, valueOrEnd, separatorOrEnd, keyOrEnd, equals, semicolonOrEnd, nothing }

        var kind: Kind
        /// The offset in bytes of its beginning.
        var offset: Int
        /// The position of its first key or value in `pending`.
        var firstPending: Int
        var next: Next
    }

    init(_ text: SourceText, limits: Limits) {
        cursor = TextCursor(text)
        self.limits = limits
        pending = PendingValues(of: text, limits: limits)
    }

    /// Reads the whole text.
    mutating func parse() throws(ArchiveError) -> PropertyList {
        if cursor.isAt("bplist") {
            let oddity = malformed(
                "the text begins as a binary property list does", remedy: "put the first key in quotes")
            try cursor.oddities.note(oddity)
        }
        while try cursor.skipToOpenStepToken() {
            do {
                try readToken()
            } catch {
                try leaveOutLastElement(error)
            }
        }
        return try finish()
    }

    /// Goes on after an array whose last element is malformed where a `)` stands, without that element, as CoreFoundation
    /// does.
    private mutating func leaveOutLastElement(_ error: ArchiveError) throws(ArchiveError) {
        guard error.byteOffset == cursor.position, try cursor.skipToOpenStepToken(), cursor.peek() == UInt8(ascii: ")")
        else { throw error }
        if innermost.kind == .dictionary {
            // The element consists of dictionaries as far as it was read.
            guard let array = enclosing.lastIndex(where: { $0.kind != .dictionary }), enclosing[array].kind == .array
            else { throw error }
            try cursor.oddities.note(error)
            let outermost = array + 1 < enclosing.count ? enclosing[array + 1] : innermost
            pending.remove(from: outermost.firstPending)
            innermost = enclosing[array]
            enclosing.removeSubrange(array...)
        } else {
            guard innermost.kind == .array else { throw error }
            try cursor.oddities.note(error)
        }
        try close()
    }

    /// Reads the next token; the cursor is at its first byte.
    private mutating func readToken() throws(ArchiveError) {
        let byte = cursor.peek()
        switch (innermost.next, byte) {
        case (.value, _): try readValue()
        case (.valueOrEnd, UInt8(ascii: ")")): try close()
        case (.valueOrEnd, _): try readValue()
        case (.separatorOrEnd, UInt8(ascii: ",")): pass(.valueOrEnd)
        case (.separatorOrEnd, UInt8(ascii: ")")): try close()
        case (.separatorOrEnd, _): throw unexpected("\",\" or \")\"")
        case (.keyOrEnd, UInt8(ascii: "}")) where innermost.kind == .dictionary: try close()
        case (.keyOrEnd, _): try readKey()
        case (.equals, UInt8(ascii: "=")): pass(.value)
        case (.equals, UInt8(ascii: ";")): try repeatKey()
        case (.equals, _): throw unexpected("\"=\" or \";\"")
        case (.semicolonOrEnd, UInt8(ascii: ";")): pass(.keyOrEnd)
        case (.semicolonOrEnd, UInt8(ascii: "}")) where innermost.kind == .dictionary:
            try cursor.oddities.note(
                ArchiveError(
                    .malformedText, "the last entry of the dictionary has no \";\"", at: cursor.position,
                    remedy: "write it before the \"}\""))
            try close()
        case (.semicolonOrEnd, _): throw unexpected("\";\"")
        case (.nothing, UInt8(ascii: "=")) where isString(pending.last): turnIntoStringsFile()
        case (.nothing, UInt8(ascii: ";")) where isString(pending.last): turnIntoStringsFile()
        case (.nothing, _):
            throw malformed(
                "text after the end of the property list", remedy: "remove it, or put the values into an array")
        }
    }

    private mutating func pass(_ next: OpenContainer.Next) {
        cursor.position += 1
        innermost.next = next
    }

    private func isString(_ value: PropertyList?) -> Bool { value?.isString == true }

    /// Takes the string read for the whole property list for the first key of a strings file.
    private mutating func turnIntoStringsFile() {
        innermost.kind = .stringsFile
        innermost.next = .equals
    }

    /// Skips what follows the last entry of a strings file, as CoreFoundation does: it ends where no key begins.
    private mutating func skipRest() throws(ArchiveError) {
        let rest = cursor.bytes[cursor.position...]
        let problem = malformed(
            "\(rest.count.counted("byte")) after the last entry, from \(cursor.shownCharacter)",
            remedy: "remove them; a key begins with a letter, a digit or a quote")
        try cursor.oddities.note(problem)
        cursor.position = rest.endIndex
    }

    private func malformed(_ reason: String, remedy: String) -> ArchiveError {
        ArchiveError(.malformedText, reason, at: cursor.position, remedy: remedy)
    }

    private func unexpected(_ expected: String) -> ArchiveError {
        malformed(
            "\(cursor.shownCharacter) where \(expected) is expected",
            remedy: "write it there, or put a string with such a character in quotes"
        )
    }

    // MARK: Values

    private mutating func readKey() throws(ArchiveError) {
        let offset = cursor.position
        let key: PropertyListString?
        do throws(ArchiveError) {
            key = try cursor.readString()
        } catch {
            guard innermost.kind == .stringsFile, error.code == .truncated else { throw error }
            cursor.position = offset
            return try skipRest()
        }
        guard let key else {
            if innermost.kind == .stringsFile { return try skipRest() }
            throw ArchiveError(
                .invalidKey,
                "\(cursor.shownCharacter) where a key is expected",
                at: offset,
                remedy: "keys are strings; put any other character in quotes"
            )
        }
        try append(string: key, from: offset)
        innermost.next = .equals
    }

    /// Adds the value of a key that is alone: the key itself.
    private mutating func repeatKey() throws(ArchiveError) {
        if case .string(let key)? = pending.last { try append(string: key, from: cursor.position) }
        pass(.keyOrEnd)
    }

    private mutating func readValue() throws(ArchiveError) {
        let offset = cursor.position
        switch cursor.peek() {
        case UInt8(ascii: "{"): return try open(.dictionary, next: .keyOrEnd)
        case UInt8(ascii: "("): return try open(.array, next: .valueOrEnd)
        case UInt8(ascii: "<"):
            if cursor.peek(1) == UInt8(ascii: "*") || cursor.peek(1) == UInt8(ascii: "[") {
                try cursor.oddities.note(
                    ArchiveError(
                        .malformedText, "a value of GNUstep, which other readers don't know", at: offset,
                        remedy: "write it as a string, or as XML"))
            }
            let value = try cursor.readBracketed(limits)
            if case .data(let data) = value { try pending.chargeData(of: data.count, at: offset) }
            try pending.append(value, from: offset)
        default:
            guard let string = try cursor.readString() else { throw unexpected("a value") }
            try append(string: string, from: offset)
        }
        closeValue()
    }

    /// Notes that a value is complete.
    private mutating func closeValue() {
        innermost.next =
            switch innermost.kind {
            case .document: .nothing
            case .array: .separatorOrEnd
            case .dictionary, .stringsFile: .semicolonOrEnd
            }
    }

    private mutating func append(string: PropertyListString, from offset: Int) throws(ArchiveError) {
        try pending.chargeString(of: string.size, at: offset)
        try pending.append(.string(string), from: offset)
    }

    // MARK: Containers

    private mutating func open(_ kind: OpenContainer.Kind, next: OpenContainer.Next) throws(ArchiveError) {
        let offset = cursor.position
        // Beneath the first container is the document, which is a dictionary if it is a strings file.
        let outermost = enclosing.first ?? innermost
        let depth = enclosing.count + (outermost.kind == .stringsFile ? 1 : 0)
        try pending.chargeContainer(depth: depth + 1, at: offset)
        enclosing.append(innermost)
        innermost = OpenContainer(kind: kind, offset: offset, firstPending: pending.count, next: next)
        cursor.position += 1
    }

    /// Closes the innermost container; the cursor is at its closing character.
    private mutating func close() throws(ArchiveError) {
        let closed = innermost
        let value = try takeContents(of: closed)
        innermost = enclosing.popLast() ?? OpenContainer(kind: .document, offset: 0, firstPending: 0, next: .nothing)
        cursor.position += 1
        try pending.append(value, from: closed.offset)
        closeValue()
    }

    private mutating func takeContents(of container: OpenContainer) throws(ArchiveError) -> PropertyList {
        let first = container.firstPending
        defer { pending.remove(from: first) }
        if container.kind == .array { return .array(PropertyListArray(pending.elements(from: first))) }
        try pending.keepLastOfEqualKeys(from: first, at: container.offset, &cursor.oddities)
        let (keys, values) = (pending.alternating(from: first), pending.alternating(from: first + 1))
        return .dictionary(PropertyListDictionary(scalarKeys: keys, values: values))
    }

    /// Returns the root, or throws why the text ends before it does.
    private mutating func finish() throws(ArchiveError) -> PropertyList {
        switch (innermost.kind, innermost.next) {
        case (.document, .nothing):
            if let root = pending.first { return root }
        case (.document, _):
            // Comments or white space, as in a strings file without entries; or nothing at all.
            if !cursor.bytes.isEmpty { return .dictionary(PropertyListDictionary()) }
            throw ArchiveError.emptyInput(at: cursor.position)
        case (.stringsFile, .keyOrEnd):
            try pending.chargeContainer(depth: 1, at: 0)
            return try takeContents(of: innermost)
        default: break
        }
        throw truncation
    }

    private var truncation: ArchiveError {
        let (name, end) =
            switch innermost.kind {
            case .array: ("an array", ")")
            case .dictionary: ("a dictionary", "}")
            case .document, .stringsFile: ("an entry", ";")
            }
        return ArchiveError(
            .truncated,
            "the text ends inside \(name)",
            at: innermost.kind == .stringsFile ? cursor.position : innermost.offset,
            remedy: "get a complete copy, or close it with \"\(end)\""
        )
    }
}
