internal import PropertyLists

/// A hashed collection, whose own order changes from run to run, so that its coded form must be put in an order.
protocol UnorderedEncodable {
    /// The content that encodes the collection always in the same order.
    func stableContent(in session: EncodingSession, at codingPath: [any CodingKey]) throws -> EncodedTree.Content
}

extension Set: UnorderedEncodable where Element: Encodable {
    func stableContent(in session: EncodingSession, at codingPath: [any CodingKey]) throws -> EncodedTree.Content {
        .list(try session.sorted(map { [$0] }, at: codingPath))
    }
}

extension Dictionary: UnorderedEncodable where Key: Encodable, Value: Encodable {
    /// A record where keys are strings or have a text, as the standard library has it; else keys and values in turn.
    func stableContent(in session: EncodingSession, at codingPath: [any CodingKey]) throws -> EncodedTree.Content {
        if Key.self is String.Type || Key.self is Int.Type || Key.self is any CodingKeyRepresentable.Type {
            let tree = EncodedTree()
            try encode(to: TreeEncoder(tree: tree, codingPath: codingPath, session: session))
            return tree.content
        }
        return .list(try session.sorted(map { [$0.key, $0.value] }, at: codingPath))
    }
}

extension EncodingSession {
    /// Encodes groups of values and lists them by the bytes of what they encode.
    fileprivate func sorted(_ groups: [[any Encodable]], at codingPath: [any CodingKey]) throws -> [EncodedTree] {
        var encoded: [(bytes: [UInt8], trees: [EncodedTree])] = []
        for (position, group) in groups.enumerated() {
            let trees = try group.map { try encode($0, at: codingPath + [TreeKey(intValue: position)]) }
            let list = PropertyList.array(PropertyListArray(trees.map(\.propertyList)))
            let bytes = try withPropertyList { () throws(PropertyListError) in
                try BinaryPropertyListWriter().write(list)
            }
            encoded.append((bytes, trees))
        }
        return encoded.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.flatMap(\.trees)
    }
}
