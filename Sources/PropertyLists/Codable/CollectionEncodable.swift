#if !hasFeature(Embedded)

/// A collection of the standard library, whose elements are encoded here.
///
/// The order of a hashed one changes from run to run, so that its coded form must be put in an order. And for an array
/// the standard library asks a container to encode each element, and the container makes an encoder for each; here one
/// encoder goes from element to element, unless somebody keeps it.
protocol CollectionEncodable {
    /// Encodes the collection, always in the same order, with an encoder that has encoded nothing yet.
    func encodeElements(to encoder: TreeEncoder) throws
}

/// A list.
protocol ListEncodable: CollectionEncodable {}

extension Array: CollectionEncodable, ListEncodable where Element: Encodable {
    func encodeElements(to encoder: TreeEncoder) throws {
        let list = encoder.tree.table.addContainer()
        encoder.tree.table.fill(encoder.place, .list(list))
        try encoder.encodeList(self, into: list)
    }
}

extension Set: CollectionEncodable where Element: Encodable {
    func encodeElements(to encoder: TreeEncoder) throws {
        let members = Array(self)
        try encoder.encodeGroups(members.map { [$0] }, in: StableOrder.ownOrder(of: members))
    }
}

extension Dictionary: CollectionEncodable where Key: Encodable, Value: Encodable {
    /// A dictionary where keys are strings or have a text, as the standard library has it; otherwise keys and values in
    /// turn.
    func encodeElements(to encoder: TreeEncoder) throws {
        if Key.self == String.self {
            // Safe: the types of the keys are one. A cast would make another dictionary.
            return try encoder.encodeEntries(unsafe unsafeBitCast(self, to: [String: Value].self))
        }
        if Key.self is Int.Type || Key.self is any CodingKeyRepresentable.Type {
            return try encode(to: encoder)
        }
        let entries = Array(self)
        try encoder.encodeGroups(entries.map { [$0.key, $0.value] }, in: StableOrder.ownOrder(of: entries.map(\.key)))
    }
}

extension TreeEncoder {
    /// Encodes a dictionary with strings as keys, as the standard library does it.
    fileprivate func encodeEntries<Value: Encodable>(_ entries: [String: Value]) throws {
        let container = openDictionary()
        for (key, value) in entries {
            tree.put(try node(of: value, 1) { .key(TreeKey.name(key)) }, under: key, in: container)
        }
    }

    /// Encodes a list, as the standard library does it, into a container of the tree.
    fileprivate func encodeList<Element: Encodable>(_ elements: [Element], into list: Int) throws {
        if elements.isEmpty { return }
        try tree.checkDepth(depth + 1)
        for element in elements {
            // Either all elements are of a common type or none is.
            guard let node = try fastNode(of: element, depth + 1) else {
                return try encodeEach(of: elements, into: list)
            }
            tree.table.append(node, to: list)
        }
    }

    private func encodeEach<Element: Encodable>(of elements: [Element], into list: Int) throws {
        var encoder = TreeEncoder(tree.table.add(.nothing), in: self, .position(0))
        var isKept = false
        for position in elements.indices {
            if position > 0 {
                let node = tree.table.add(.nothing)
                if isKept {
                    encoder = TreeEncoder(node, in: self, .position(position))
                } else {
                    encoder.move(to: node, at: position)
                }
            }
            try encoder.encode(elements[position])
            tree.table.append(encoder.place, to: list)
            isKept = !isKnownUniquelyReferenced(&encoder)
        }
    }

    /// Encodes groups of values as a list: in the order given, or else in that of the bytes of their encoded form.
    fileprivate func encodeGroups(_ groups: [[any Encodable]], in order: [Int]?) throws {
        var encoded: [[Int]] = []
        for (position, group) in (order ?? Array(groups.indices)).enumerated() {
            let elements = groups[group]
            encoded.append(
                try elements.enumerated().map { offset, element in
                    try node(of: element, 1) { .position(position * elements.count + offset) }
                })
        }
        if order == nil {
            let keys = try encoded.map { (nodes: [Int]) throws in try tree.orderKey(of: nodes) }
            encoded = TextOrder.sorted(keys).map { encoded[$0.number] }
        }
        let list = tree.table.addContainer()
        for nodes in encoded {
            for node in nodes { tree.table.append(node, to: list) }
        }
        tree.table.fill(place, .list(list))
    }
}

#endif
