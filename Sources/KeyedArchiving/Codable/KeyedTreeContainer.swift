internal import PropertyLists

/// Encodes values under keys.
struct KeyedTreeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let tree: EncodedTree
    let codingPath: [any CodingKey]
    let session: EncodingSession

    /// Puts a tree under a key; of two under one key the later counts.
    private func put(_ child: EncodedTree, _ key: any CodingKey) {
        guard case .record(var trees) = tree.content else { return }
        tree.content = .nothing
        trees[PropertyListString(key.stringValue)] = child
        tree.content = .record(trees)
    }

    private func put(_ value: PropertyList, _ key: Key) {
        put(EncodedTree(.value(value)), key)
    }

    mutating func encodeNil(forKey key: Key) { put(.nilText, key) }
    mutating func encode(_ value: Bool, forKey key: Key) { put(.boolean(value), key) }
    mutating func encode(_ value: String, forKey key: Key) { put(.string(PropertyListString(value)), key) }
    mutating func encode(_ value: Double, forKey key: Key) { put(.double(value), key) }
    mutating func encode(_ value: Float, forKey key: Key) { put(.float(value), key) }
    mutating func encode(_ value: Int, forKey key: Key) { put(PropertyList(value), key) }
    mutating func encode(_ value: Int8, forKey key: Key) { put(PropertyList(value), key) }
    mutating func encode(_ value: Int16, forKey key: Key) { put(PropertyList(value), key) }
    mutating func encode(_ value: Int32, forKey key: Key) { put(PropertyList(value), key) }
    mutating func encode(_ value: Int64, forKey key: Key) { put(PropertyList(value), key) }
    mutating func encode(_ value: UInt, forKey key: Key) { put(PropertyList(value), key) }
    mutating func encode(_ value: UInt8, forKey key: Key) { put(PropertyList(value), key) }
    mutating func encode(_ value: UInt16, forKey key: Key) { put(PropertyList(value), key) }
    mutating func encode(_ value: UInt32, forKey key: Key) { put(PropertyList(value), key) }
    mutating func encode(_ value: UInt64, forKey key: Key) { put(PropertyList(value), key) }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        put(try session.encode(value, at: codingPath + [key]), key)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder(forKey: key).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(forKey: key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { encoder(forKey: TreeKey.superclass) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder(forKey: key) }

    private func encoder(forKey key: any CodingKey) -> TreeEncoder {
        let child = EncodedTree()
        put(child, key)
        return TreeEncoder(tree: child, codingPath: codingPath + [key], session: session)
    }
}
