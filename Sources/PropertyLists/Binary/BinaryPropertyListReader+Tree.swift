extension BinaryPropertyListReader {
    /// Reads the whole property list into a tree.
    ///
    /// The walk is iterative. These throw, each with the byte offset of the object: a container that holds itself; a
    /// dictionary key that is not a string; a tree deeper than ``Limits/depth``; one that grows past
    /// ``Limits/expansion`` times the input's size, since a shared container expands once for each reference to it.
    ///
    /// Duplicate keys are kept, as ``PropertyListDictionary`` describes. Objects that nothing refers to are not read;
    /// ``problems(strict:limit:)`` reads every object.
    ///
    /// - Throws: ``PropertyListError``.
    /// - Complexity: O(*n*) in the number of values of the tree.
    public func tree() throws(PropertyListError) -> PropertyList {
        try tree(at: topObject)
    }

    /// Reads one object with everything it holds into a tree, as ``tree()`` does for the top object.
    ///
    /// - Throws: ``PropertyListError``.
    /// - Complexity: O(*n*) in the number of values of the tree, whatever the size of the input.
    public func tree(at index: Int) throws(PropertyListError) -> PropertyList {
        var builder = TreeBuilder(reader: self)
        return try builder.build(index)
    }

    /// Reads one object that is not a container, or nil if it is one.
    ///
    /// - Throws: ``PropertyListError``.
    public func scalar(at index: Int) throws(PropertyListError) -> PropertyList? {
        let header = try header(at: index)
        return header.kind.isContainer ? nil : try scalar(of: header)
    }

    /// The value of an object that is not a container.
    func scalar(of header: BinaryObjectHeader) throws(PropertyListError) -> PropertyList {
        let payload = header.payload
        switch header.kind {
        case .asciiString: return .string(PropertyListString(try asciiString(in: payload..<payload + header.count)))
        case .utf16String: return .string(try utf16String(in: payload..<payload + 2 * header.count))
        case .uid: return .uid(UID(try uid(of: header)))
        case .integer where header.count == 16: return wideInteger(integer128(at: payload))
        case .integer: return .integer(integer(of: header))
        case .real where header.count == 4: return .float(float(at: payload))
        case .real: return .double(double(at: payload))
        case .date: return .date(double(at: payload))
        case .data: return .data(Array(try data(in: payload..<payload + header.count)))
        default: return header.marker == 0 ? .null : .boolean(header.marker == 0x09)
        }
    }

    /// The value of an integer of 16 bytes: the same as the XML form gives for integers above `Int64.max`.
    private func wideInteger(_ value: Integer128) -> PropertyList {
        if let unsigned = UInt64(exactly: value), Int64(exactly: unsigned) == nil { return .unsignedInteger(unsigned) }
        return .integer128(value)
    }
}

/// Builds a tree with a stack of its own.
private struct TreeBuilder {
    /// A container that is being filled.
    struct Frame {
        var index: Int
        var kind: BinaryObjectKind
        /// The references to read: the elements, or all keys and then all values.
        var references: BinaryReferences
        /// How many of the references are to keys.
        var keyCount: Int
        var next = 0
        var elements: [PropertyList] = []
    }

    let reader: BinaryPropertyListReader
    /// The containers around the one that is being filled, outermost first.
    var stack: [Frame] = []
    /// The object indices of the containers on the stack that lie too deep to look through.
    var deepIndices: Set<Int> = []
    /// Long strings and data met before, so that one long object with many references is held once.
    var longScalars: [Int: PropertyList] = [:]
    var budget: ExpansionBudget

    /// How much of the stack is looked through for an index.
    ///
    /// Real files are less deep; the indices of deeper containers are in a set.
    static let shallowDepth = 16
    /// How many bytes or characters a scalar must have to be kept in case it is referred to again.
    static let longScalar = 256

    init(reader: BinaryPropertyListReader) {
        self.reader = reader
        budget = ExpansionBudget(of: reader)
    }

    mutating func build(_ index: Int) throws(PropertyListError) -> PropertyList {
        let header = try reader.header(at: index)
        guard header.kind.isContainer else { return try scalar(at: index, header) }
        var frame = try opened(index, header)
        while true {
            if frame.next < frame.references.count {
                let child = reader.unchecked(frame.next, of: frame.references)
                guard child < reader.objectCount else {
                    throw reader.invalidReference(frame.next, of: frame.references, in: frame.index)
                }
                let header = try reader.header(at: child)
                guard frame.next >= frame.keyCount || header.kind.isString else {
                    throw .keyIsNoString(header.kind, at: try reader.offset(of: child))
                }
                frame.next &+= 1
                if header.kind.isContainer {
                    push(frame)
                    frame = try opened(child, header)
                } else {
                    frame.elements.append(try scalar(at: child, header))
                }
            } else {
                let finished = frame.finished
                guard let parent = pop() else { return finished }
                frame = parent
                frame.elements.append(finished)
            }
        }
    }

    private mutating func scalar(
        at index: Int,
        _ header: BinaryObjectHeader
    ) throws(PropertyListError) -> PropertyList {
        guard header.count >= Self.longScalar else { return try reader.scalar(of: header) }
        if let known = longScalars[index] { return known }
        try budget.spend(header.scalarSize, at: header.payload)
        let value = try reader.scalar(of: header)
        longScalars[index] = value
        return value
    }

    /// A frame for a container, empty as yet.
    private mutating func opened(
        _ index: Int,
        _ header: BinaryObjectHeader
    ) throws(PropertyListError) -> Frame {
        let position = try reader.offset(of: index)
        if stack.prefix(Self.shallowDepth).contains(where: { $0.index == index }) || deepIndices.contains(index) {
            throw .cycle(header.kind, index, at: position)
        }
        guard stack.count < reader.limits.depth else { throw .limit("depth", reader.limits.depth, at: position) }
        let references = header.references
        try budget.spend(references.count, at: position)
        var frame = Frame(
            index: index,
            kind: header.kind,
            references: references,
            keyCount: header.kind == .dictionary ? header.count : 0
        )
        frame.elements.reserveCapacity(references.count)
        return frame
    }

    private mutating func push(_ frame: Frame) {
        if stack.count >= Self.shallowDepth { deepIndices.insert(frame.index) }
        stack.append(frame)
    }

    private mutating func pop() -> Frame? {
        let frame = stack.popLast()
        if stack.count >= Self.shallowDepth, let frame { deepIndices.remove(frame.index) }
        return frame
    }
}

extension TreeBuilder.Frame {
    /// The container with its elements.
    var finished: PropertyList {
        switch kind {
        case .array: .array(PropertyListArray(elements))
        case .orderedSet: .orderedSet(PropertyListArray(elements))
        case .set: .set(PropertyListArray(elements))
        default: .dictionary(PropertyListDictionary(keysThenValues: elements))
        }
    }
}
