extension BinaryPropertyListReader {
    /// Reads the whole property list into a tree.
    ///
    /// The walk is iterative. A container that holds itself throws, and so does a tree deeper than ``Limits/depth`` or
    /// with more values than ``Limits/expansion`` times the input's size: a shared container expands once for each
    /// reference to it.
    ///
    /// - Throws: ``PropertyListError``.
    /// - Complexity: O(*n*) in the number of values of the tree.
    public func tree() throws(PropertyListError) -> PropertyList {
        try tree(at: topObject)
    }

    /// Reads one object with everything it holds into a tree, as ``tree()`` does for the top object.
    public func tree(at index: Int) throws(PropertyListError) -> PropertyList {
        var builder = TreeBuilder(reader: self)
        return try builder.build(index)
    }

    /// Reads one object that is not a container, or nil if it is one.
    ///
    /// - Throws: ``PropertyListError``.
    public func scalar(at index: Int) throws(PropertyListError) -> PropertyList? {
        switch try object(at: index) {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .integer128(let value): .integer128(value)
        case .float(let value): .float(value)
        case .double(let value): .double(value)
        case .date(let value): .date(value)
        case .data(let range): .data(Array(try data(in: range)))
        case .asciiString(let range): .string(PropertyListString(uncheckedASCIIString(in: range)))
        case .utf16String(let range): .string(try utf16String(in: range))
        case .uid(let uid): .uid(uid)
        case .array, .orderedSet, .set, .dictionary: nil
        }
    }
}

/// Builds a tree with a stack of its own.
private struct TreeBuilder {
    /// A container that is being filled.
    struct Frame {
        var index: Int
        var kind: BinaryObjectKind
        /// The references still to be read: the keys and then the values of a dictionary, or the elements.
        var references: BinaryReferences
        var next = 0
        var elements: [PropertyList] = []
    }

    let reader: BinaryPropertyListReader
    var stack: [Frame] = []
    /// Which containers are being filled, by object index.
    var isOpen: [Bool]
    /// Long strings and data met before, so that one long object with many references is held once.
    var longScalars: [Int: PropertyList] = [:]
    var valuesLeft: Int

    init(reader: BinaryPropertyListReader) {
        self.reader = reader
        isOpen = Array(repeating: false, count: reader.objectCount)
        let (product, overflow) = reader.bytes.count.multipliedReportingOverflow(by: reader.limits.expansion)
        valuesLeft = overflow ? .max : product
    }

    mutating func build(_ index: Int) throws(PropertyListError) -> PropertyList {
        if let scalar = try value(at: index) { return scalar }
        return try fillOpenContainers()
    }

    /// Fills the containers on the stack until the outermost is done.
    private mutating func fillOpenContainers() throws(PropertyListError) -> PropertyList {
        while true {
            let top = stack.count - 1
            if stack[top].next < stack[top].references.count {
                let child = reader.unchecked(stack[top].next, of: stack[top].references)
                stack[top].next &+= 1
                if let scalar = try value(at: child) { stack[top].elements.append(scalar) }
            } else {
                let frame = stack.removeLast()
                isOpen[frame.index] = false
                let finished = frame.finished
                guard !stack.isEmpty else { return finished }
                stack[stack.count - 1].elements.append(finished)
            }
        }
    }

    /// The scalar at an index; a container is pushed on the stack instead.
    private mutating func value(at index: Int) throws(PropertyListError) -> PropertyList? {
        valuesLeft &-= 1
        guard valuesLeft >= 0 else {
            throw .limit("expansion", reader.limits.expansion, at: try reader.offset(of: index))
        }
        let header = try reader.header(at: index)
        guard header.kind.rawValue >= BinaryObjectKind.array.rawValue else {
            return try scalar(at: index, header)
        }
        try open(index, header)
        return nil
    }

    private mutating func scalar(at index: Int, _ header: BinaryObjectHeader) throws(PropertyListError) -> PropertyList
    {
        let isLong = header.count >= 256 && header.kind != .integer
        if isLong, let known = longScalars[index] { return known }
        // `scalar(at:)` answers nil for containers only, and this is none.
        let value = try reader.scalar(at: index) ?? .null
        if isLong { longScalars[index] = value }
        return value
    }

    private mutating func open(_ index: Int, _ header: BinaryObjectHeader) throws(PropertyListError) {
        let position = try reader.offset(of: index)
        guard !isOpen[index] else {
            throw PropertyListError(
                .cycle,
                "the \(header.kind == .dictionary ? "dictionary" : "array") of object \(index) holds itself",
                at: position,
                remedy: "in a keyed archive, cycles go through UIDs, never through containers"
            )
        }
        guard stack.count < reader.limits.depth else { throw .limit("depth", reader.limits.depth, at: position) }
        isOpen[index] = true
        let count = header.kind == .dictionary ? 2 * header.count : header.count
        var frame = Frame(
            index: index,
            kind: header.kind,
            references: BinaryReferences(position: header.payload, count: count)
        )
        frame.elements.reserveCapacity(count)
        stack.append(frame)
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
