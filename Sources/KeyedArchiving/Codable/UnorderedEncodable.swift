internal import PropertyLists

/// A hashed collection, whose own order changes from run to run, so that its coded form must be put in an order.
protocol UnorderedEncodable {
    /// Encodes the collection, always in the same order, with an encoder that has encoded nothing yet.
    func encodeInOrder(to encoder: TreeEncoder) throws
}

extension Set: UnorderedEncodable where Element: Encodable {
    func encodeInOrder(to encoder: TreeEncoder) throws {
        try encoder.encodeSorted(map { [$0] })
    }
}

extension Dictionary: UnorderedEncodable where Key: Encodable, Value: Encodable {
    /// A record where keys are strings or have a text, as the standard library has it; else keys and values in turn.
    func encodeInOrder(to encoder: TreeEncoder) throws {
        if Key.self is String.Type || Key.self is Int.Type || Key.self is any CodingKeyRepresentable.Type {
            return try encode(to: encoder)
        }
        try encoder.encodeSorted(map { [$0.key, $0.value] })
    }
}

extension TreeEncoder {
    /// Encodes groups of values as a list in the order of the bytes of what they encode.
    fileprivate func encodeSorted(_ groups: [[any Encodable]]) throws {
        var encoded: [(bytes: [UInt8], nodes: [Int])] = []
        for (position, group) in groups.enumerated() {
            let nodes = try group.map { try node(of: $0, .position(position)) }
            let list = PropertyList.array(PropertyListArray(nodes.map { tree.propertyList(of: $0) }))
            let bytes = try withPropertyList { () throws(PropertyListError) in
                try BinaryPropertyListWriter().write(list)
            }
            encoded.append((bytes, nodes))
        }
        encoded.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        let list = tree.table.addContainer()
        for node in encoded.flatMap(\.nodes) { tree.table.append(node, to: list) }
        tree.table.fill(place, .list(list))
    }
}
