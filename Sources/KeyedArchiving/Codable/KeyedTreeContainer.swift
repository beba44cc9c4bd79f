internal import PropertyLists

/// Encodes values under keys.
struct KeyedTreeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: TreeEncoder
    /// The tree of the encoder, so that it need not be retained for each value.
    let tree: EncodedTree
    /// The container of the tree.
    let record: Int

    var codingPath: [any CodingKey] { encoder.codingPath }

    private func put(_ content: EncodedNode.Content, _ key: Key) {
        tree.put(content, under: key.stringValue, in: record)
    }

    mutating func encodeNil(forKey key: Key) { put(.null, key) }
    mutating func encode(_ value: Bool, forKey key: Key) { put(.boolean(value), key) }
    mutating func encode(_ value: Double, forKey key: Key) { put(.double(value), key) }
    mutating func encode(_ value: Float, forKey key: Key) { put(.float(value), key) }
    mutating func encode(_ value: Int, forKey key: Key) { put(.integer(Int64(value)), key) }
    mutating func encode(_ value: Int8, forKey key: Key) { put(.integer(Int64(value)), key) }
    mutating func encode(_ value: Int16, forKey key: Key) { put(.integer(Int64(value)), key) }
    mutating func encode(_ value: Int32, forKey key: Key) { put(.integer(Int64(value)), key) }
    mutating func encode(_ value: Int64, forKey key: Key) { put(.integer(value), key) }
    mutating func encode(_ value: UInt, forKey key: Key) { put(EncodedNode.Content(value), key) }
    mutating func encode(_ value: UInt8, forKey key: Key) { put(.integer(Int64(value)), key) }
    mutating func encode(_ value: UInt16, forKey key: Key) { put(.integer(Int64(value)), key) }
    mutating func encode(_ value: UInt32, forKey key: Key) { put(.integer(Int64(value)), key) }
    mutating func encode(_ value: UInt64, forKey key: Key) { put(EncodedNode.Content(value), key) }

    mutating func encode(_ value: String, forKey key: Key) {
        tree.put(text: value, under: key.stringValue, in: record)
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let node = try encoder.node(of: value, .key(key))
        tree.put(node, under: key.stringValue, in: record)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        child(key).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        child(key).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { child(TreeKey.superclass) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { child(key) }

    /// An encoder for a value under a key, which is in the dictionary from now on.
    private func child(_ key: any CodingKey) -> TreeEncoder {
        let node = tree.table.add(.nothing)
        tree.put(node, under: key.stringValue, in: record)
        return TreeEncoder(node, in: encoder, .key(key))
    }
}
