extension BinaryPropertyListReader {
    /// Reads the whole property list into a tree.
    ///
    /// The walk is iterative. These throw, each with the byte offset of the object: a container that holds itself; a
    /// dictionary key that is a container; a tree deeper than ``Limits/depth``; one that grows past
    /// ``Limits/expansion`` times the input's size, since a shared container expands once for each reference to it.
    ///
    /// Duplicate keys are kept, as ``PropertyListDictionary`` describes, and so are keys that are numbers, dates, data
    /// or other scalars: Foundation and Python read such files, though Apple's writer makes none. Objects that nothing
    /// refers to are not read; ``problems(strict:limit:)`` reads every object.
    ///
    /// ```swift
    /// let settings = try BinaryPropertyListReader(bytes).tree()
    /// ```
    ///
    /// - Throws: ``ArchiveError``.
    /// - Complexity: O(*n*) in the number of values of the tree.
    public func tree() throws(ArchiveError) -> PropertyList {
        try tree(at: topObject)
    }

    /// Reads one object with everything it holds into a tree, as ``tree()`` does for the top object.
    ///
    /// ```swift
    /// let top = try reader.tree(at: reader.topObject)
    /// ```
    ///
    /// - Throws: ``ArchiveError``.
    /// - Complexity: O(*n*) in the number of values of the tree, whatever the size of the input.
    @usableFromInline package func tree(at index: ObjectIndex) throws(ArchiveError) -> PropertyList {
        var builder = BinaryTreeDecoder(for: self)
        return try builder.build(index, from: self)
    }

    /// Reads the whole property list into a tree that will be written as XML, which repeats shared values.
    ///
    /// - Throws: As ``tree()`` does, and ``ArchiveError/Code/limitExceeded`` if long text and data together,
    ///   counted at each reference, are larger than ``Limits/expansion`` times the input.
    package func treeForXML() throws(ArchiveError) -> PropertyList {
        var builder = BinaryTreeDecoder(for: self)
        builder.chargesSharedSubtrees = true
        return try builder.build(topObject, from: self)
    }

    /// Reads one object into a tree and charges a budget that other objects are charged to, too.
    package func tree(at index: ObjectIndex, spending budget: inout Budget) throws(ArchiveError) -> PropertyList {
        var builder = BinaryTreeDecoder(for: self)
        builder.budget = budget
        defer { budget = builder.budget }
        return try builder.build(index, from: self)
    }

    /// Reads one object that is not a container, or nil if it is one.
    ///
    /// ```swift
    /// if case .string(let text)? = try reader.scalar(at: index) { print(text.repaired) }
    /// ```
    ///
    /// - Throws: ``ArchiveError``.
    @usableFromInline package func scalar(at index: ObjectIndex) throws(ArchiveError) -> PropertyList? {
        let header = try header(at: index)
        return header.kind.isContainer ? nil : try scalar(of: header)
    }

    /// The value of an object that is not a container.
    package func scalar(of header: BinaryObjectHeader) throws(ArchiveError) -> PropertyList {
        if let text = try text(of: header) { return .string(text) }
        let payload = header.payload
        switch header.kind {
        case .uid: return .uid(UID(try uid(of: header)))
        case .integer where header.count == 16:
            let value = integer128(at: payload)
            return UInt64(beyondSigned: value).map { .unsignedInteger($0) } ?? .integer128(value)
        case .integer: return .integer(integer(of: header))
        case .real where header.count == 4: return .float(float(at: payload))
        case .real: return .double(double(at: payload))
        case .date: return .date(double(at: payload))
        case .data: return .data(Array(try data(in: payload..<payload + header.count)))
        default: return header.boolean.map { .boolean($0) } ?? .null
        }
    }
}
