internal import PropertyLists

// Classes, C strings, and the types of groups.

extension SequentialScanner {
    /// Reads a class: a chain of new ones, a reference, or nil.
    ///
    /// - Returns: The number of the class.
    @inline(__always)
    mutating func scanClass() throws(ArchiveError) -> Int? {
        guard position < bytes.count else { throw truncated() }
        let head = bytes[position]
        if Int8(bitPattern: head) >= HeadByte.leastInteger {
            position &+= 1
            let number = Int(Int8(bitPattern: head)) &+ HeadByte.firstReference
            try checkClass(number, below: Int.max, at: position &- 1)
            return number
        }
        return try scanClassChain(head)
    }

    // Mutating though it changes nothing: otherwise Swift 6.3.1 copies the whole scanner for its errors, each time.
    @inline(__always)
    private mutating func checkClass(_ number: Int, below end: Int, at start: Int) throws(ArchiveError) {
        guard isClass(number) else { throw wrongReference(number, as: .class, at: start) }
        guard number < end else {
            throw failure(
                .invalidClassRecord,
                "class \(number) has itself or a class below it as its superclass",
                at: start
            )
        }
    }

    @inline(never)
    private mutating func scanClassChain(_ head: UInt8) throws(ArchiveError) -> Int? {
        guard head == HeadByte.new else {
            let start = position
            if head == HeadByte.null {
                position &+= 1
                return nil
            }
            let number = try scanReference()
            try checkClass(number, below: Int.max, at: start)
            return number
        }
        let first = tables.items.count
        while position < bytes.count {
            let start = position
            if bytes[position] == HeadByte.new {
                try scanClassRecord()
                continue
            }
            if bytes[position] == HeadByte.null {
                position &+= 1
            } else {
                let number = try scanReference()
                try checkClass(number, below: first, at: start)
                tables.items[tables.items.count - 1].setSuperclass(number)
            }
            return first
        }
        throw truncated()
    }

    /// Reads the name and the version of a class, which is the superclass of the one that was read before it if it
    /// has the number after that.
    private mutating func scanClassRecord() throws(ArchiveError) {
        let start = position
        position += 1
        classCount += 1
        guard classCount <= limits.classes else { throw .limit("classes", limits.classes, at: start) }
        try checkItemCount(at: start)
        guard let name = try scanSharedString() else {
            throw failure(.invalidClassRecord, "a class has no name", at: start)
        }
        let versionStart = position
        guard let version = Int32(exactly: try scanInteger()) else {
            throw failure(.range, "the version of a class doesn't fit 4 bytes", at: versionStart)
        }
        let number = tables.items.count
        tables.items.append(.class(name: name, version: version))
        if position < bytes.count, bytes[position] == HeadByte.new { tables.items[number].setSuperclass(number + 1) }
    }

    /// Reads a C string, a reference to one, or nil.
    @inline(never)
    mutating func scanCString() throws(ArchiveError) {
        guard position < bytes.count else { throw truncated() }
        let start = position
        switch bytes[position] {
        case HeadByte.null: position += 1
        case HeadByte.new:
            position += 1
            try checkItemCount(at: start)
            guard let string = try scanSharedString() else {
                throw failure(.invalidValue, "a C string has no characters, not even none", at: start)
            }
            firstCString = min(firstCString, tables.items.count)
            tables.items.append(.cString(string))
        default:
            let number = try scanReference()
            guard number >= 0, number < tables.items.count, tables.items[number].kind == .cString else {
                throw wrongReference(number, as: .cString, at: start)
            }
        }
    }

    /// Reads a type string that wasn't used as one before.
    @inline(never)
    mutating func compile(_ number: Int, at start: Int) throws(ArchiveError) {
        var string = tables.strings[number]
        guard string.count > 0 else { throw failure(.invalidType, "a group has an empty type string", at: start) }
        do {
            let nodes = try tables.parser.parse(bytes[string.range])
            string.firstNode = UInt32(truncatingIfNeeded: nodes.lowerBound)
            string.nodeCount = UInt32(truncatingIfNeeded: nodes.count)
            string.program = UInt32(truncatingIfNeeded: program.words.count)
            if !program.compileScalars(tables.parser.nodes, nodes) {
                program.compile(tables.parser.nodes, nodes)
                string.emptyCount = UInt32(clamping: tables.parser.emptyCount(of: nodes))
            }
            // The reference 0 may be padding, and values without bytes have to be charged.
            if string.emptyCount == 0, number != HeadByte.firstReference {
                string.codes = program.words[Int(string.program)]
            }
        } catch {
            throw failure(
                .invalidType,
                "the type string \(bytes.text(string.range).quotedForDisplay) is malformed: \(error.reason)",
                at: Int(string.start) + (error.byteOffset ?? 0)
            )
        }
        tables.strings[number] = string
    }
}

extension [UInt8] {
    /// The beginning of a part as text, for an error.
    func text(_ range: Range<Int>) -> String {
        String(decoding: self[range].prefix(256), as: UTF8.self)
    }
}
