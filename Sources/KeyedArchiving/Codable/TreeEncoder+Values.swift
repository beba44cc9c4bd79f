internal import PropertyLists

// Values of any type.

extension TreeEncoder {
    /// Encodes the value that this encoder is for.
    @inline(__always)
    func encode<Value: Encodable>(_ value: Value) throws {
        let facts = tree.facts(of: type(of: value))
        if facts.isObject, let object = value as? any CodedAsObject {
            return tree.table.fill(place, tree.table.content(of: object))
        }
        if let type = facts.value { return tree.table.fill(place, take(value, as: type)) }
        if let type = facts.unordered { return try encodeInOrder(value, as: type) }
        try value.encode(to: self)
        try tree.checkFailure()
        if facts.classIndex != EncodedTable.Container.noClass { try setClass(facts.classIndex) }
    }

    /// Makes the dictionary that a value encoded an object of a class.
    @inline(never)
    private func setClass(_ classIndex: Int) throws {
        guard let record = tree.record(from: tree.content(of: place)) else {
            throw error(
                "only a value with keys can be an object of class \(tree.classes[classIndex].name.quotedForDisplay)")
        }
        tree.table.setClass(classIndex, of: record)
        tree.table.fill(place, .record(record))
    }

    /// A node that a value within this one is encoded into; it is in no container yet.
    ///
    /// Calls come from generic code of the standard library, which knows the type only while the program runs. For the
    /// commonest types it is known here, so that no encoder is made and nothing has to be looked up.
    @_specialize(where Value == String)
    @_specialize(where Value == Int)
    @_specialize(where Value == Double)
    @_specialize(where Value == Bool)
    @_specialize(where Value == [String])
    @_specialize(where Value == [Int])
    @_specialize(where Value == [Double])
    func node<Value: Encodable>(of value: Value, _ step: consuming CodingStep) throws -> Int {
        let depth = depth + step.length
        try tree.checkDepth(depth)
        if let node = try fastNode(of: value, depth) { return node }
        let node = tree.table.add(.nothing)
        try TreeEncoder(node, in: self, step).encode(value)
        return node
    }

    /// A node for a value of one of the types that containers hold most often, or nil.
    ///
    /// Otherwise the type asks for a container for its value, or for each of its elements.
    @inline(__always)
    private func fastNode<Value>(of value: Value, _ depth: Int) throws -> Int? {
        var node: Int?
        if Value.self == String.self, let text = value as? String {
            node = tree.table.add(tree.table.content(of: text))
        } else if Value.self == Int.self, let integer = value as? Int {
            node = tree.table.add(.integer(Int64(integer)))
        } else if Value.self == Double.self, let real = value as? Double {
            node = tree.table.add(.double(real))
        } else if Value.self == Bool.self, let boolean = value as? Bool {
            node = tree.table.add(.boolean(boolean))
        } else if Value.self == [String].self, let texts = value as? [String] {
            if !texts.isEmpty { try tree.checkDepth(depth + 1) }
            node = tree.table.add(tree.table.content(of: texts))
        } else if Value.self == [Int].self, let integers = value as? [Int] {
            if !integers.isEmpty { try tree.checkDepth(depth + 1) }
            node = tree.table.add(tree.table.content(of: integers))
        } else if Value.self == [Double].self, let reals = value as? [Double] {
            if !reals.isEmpty { try tree.checkDepth(depth + 1) }
            node = tree.table.add(tree.table.content(of: reals))
        }
        if node != nil { try tree.checkFailure() }
        return node
    }

    /// The content of a value that is a value of a property list itself.
    @inline(never)
    private func take<Type: PropertyListValue>(_ value: some Any, as type: Type.Type) -> EncodedNode.Content {
        guard let value = (value as? Type)?.propertyListValue else { return .nothing }
        return tree.table.content(of: value)
    }

    @inline(never)
    private func encodeInOrder<Type: UnorderedEncodable>(_ value: some Any, as type: Type.Type) throws {
        try (value as? Type)?.encodeInOrder(to: self)
    }
}

/// A hashed collection, whose own order changes from run to run, so that its coded form must be put in an order.
protocol UnorderedEncodable {
    /// Encodes the collection, always in the same order, with an encoder that has encoded nothing yet.
    func encodeInOrder(to encoder: TreeEncoder) throws
}

extension Set: UnorderedEncodable where Element: Encodable {
    func encodeInOrder(to encoder: TreeEncoder) throws {
        let members = Array(self)
        try encoder.encodeGroups(members.map { [$0] }, in: StableOrder.ownOrder(of: members))
    }
}

extension Dictionary: UnorderedEncodable where Key: Encodable, Value: Encodable {
    /// A record where keys are strings or have a text, as the standard library has it; otherwise keys and values in
    /// turn.
    func encodeInOrder(to encoder: TreeEncoder) throws {
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
        if Value.self == String.self {
            if !entries.isEmpty { try tree.checkDepth(depth + 1) }
            // Safe: the types of the values are one, too.
            let texts = unsafe unsafeBitCast(entries, to: [String: String].self)
            return tree.table.fill(place, tree.table.content(of: texts))
        }
        let record = openRecord()
        for (key, value) in entries { tree.put(try node(of: value, .key(TreeKey.name(key))), under: key, in: record) }
    }

    /// Encodes groups of values as a list: in the order given, or else in that of the bytes of what they encode.
    fileprivate func encodeGroups(_ groups: [[any Encodable]], in order: [Int]?) throws {
        var encoded: [(bytes: [UInt8], nodes: [Int])] = []
        for (position, group) in (order ?? Array(groups.indices)).enumerated() {
            let nodes = try groups[group].map { try node(of: $0, .position(position)) }
            encoded.append((order == nil ? try tree.orderKey(of: nodes) : [], nodes))
        }
        if order == nil { encoded.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) } }
        let list = tree.table.addContainer()
        for node in encoded.flatMap(\.nodes) { tree.table.append(node, to: list) }
        tree.table.fill(place, .list(list))
    }
}
