#if !hasFeature(Embedded)

extension EncodedTree {
    /// Encodes a value by its `Encodable` conformance, as a property list with the keys of dictionaries sorted.
    ///
    /// - Throws: `EncodingError` if it encodes nothing or in a way that contradicts itself, and the errors of its
    ///   `encode(to:)`.
    package static func propertyList(
        encoding value: some Encodable,
        limits: Limits,
        userInfo: [CodingUserInfoKey: any Sendable] = [:],
        refusesForeign: Bool = false
    ) throws -> PropertyList {
        let tree = EncodedTree(limits: limits, userInfo: userInfo, refusesForeign: refusesForeign)
        let encoder = TreeEncoder(tree)
        try tree.checkDepth(0)
        try encoder.encode(value)
        if case .nothing = tree.content(of: encoder.place) { throw encoder.nothingEncoded(by: value) }
        return tree.propertyList(of: encoder.place)
    }

    /// The content of a node, as a property list with the keys of dictionaries sorted.
    ///
    /// A node without content is an empty dictionary.
    ///
    /// - Parameter null: The value that represents nil.
    package func propertyList(of node: Int, nil null: PropertyList = .nilText) -> PropertyList {
        ListSink.propertyList(of: node, in: self, nil: null)
    }

    /// The sort key of an element of a hashed collection: the bytes of a property list of the contents of its nodes,
    /// with the names of classes.
    ///
    /// A value that encodes itself as an object isn't archived for this: its `Encodable` conformance is used instead.
    func orderKey(of nodes: [Int]) throws(ArchiveError) -> [UInt8] {
        let lists = nodes.map { ListSink.propertyList(of: $0, in: self, isForOrder: true) }
        return try BinaryPropertyListWriter().write(.array(PropertyListArray(lists)))
    }
}

#endif
