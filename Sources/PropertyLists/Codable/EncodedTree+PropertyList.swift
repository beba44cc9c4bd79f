#if !hasFeature(Embedded)

extension EncodedTree {
    /// What a value encodes by its `Encodable` conformance, as a property list with the keys of dictionaries sorted.
    ///
    /// - Throws: `EncodingError` if it encodes nothing or in a way that contradicts itself, and what its `encode(to:)`
    ///   throws.
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

    /// What was encoded into a node, as a property list with the keys of dictionaries sorted.
    ///
    /// What encoded nothing is an empty dictionary.
    ///
    /// - Parameter null: What stands for nil.
    package func propertyList(of node: Int, nil null: PropertyList = .nilText) -> PropertyList {
        ListSink.propertyList(of: node, in: self, nil: null)
    }

    /// What the elements of hashed collections are ordered by: the bytes of the property list of what was encoded into
    /// some nodes, with the names of classes.
    ///
    /// No archive is made of what encodes itself as an object: it counts as what its `Encodable` conformance encodes.
    func orderKey(of nodes: [Int]) throws(ArchiveError) -> [UInt8] {
        let lists = nodes.map { ListSink.propertyList(of: $0, in: self, isForOrder: true) }
        return try BinaryPropertyListWriter().write(.array(PropertyListArray(lists)))
    }
}

#endif
