#if !hasFeature(Embedded)

/// Encodes values under keys.
struct KeyedTreeContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: TreeEncoder
    /// The tree of the encoder, so that it need not be retained for each value.
    let tree: EncodedTree
    /// The container of the tree.
    let container: Int

    var codingPath: [any CodingKey] { encoder.codingPath }

    @inline(never)
    private func put(_ content: EncodedNode.Content, _ key: Key) {
        tree.put(content, under: key.stringValue, in: container)
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

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: Int128, forKey key: Key) throws { put(try encoder.content(ofLarge: value), key) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: UInt128, forKey key: Key) throws { put(try encoder.content(ofLarge: value), key) }

    mutating func encode(_ value: String, forKey key: Key) {
        tree.put(text: value, under: key.stringValue, in: container)
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let node = try encoder.node(of: value, 1) { .key(key) }
        tree.put(node, under: key.stringValue, in: container)
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

    mutating func superEncoder() -> any Encoder { child(TreeKey.superclass, replacesLeaf: true) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { child(key, replacesLeaf: true) }

    /// An encoder for a value under a key, which is in the dictionary from now on.
    ///
    /// A second request for a key returns the same container, as in the coders of JSON and property lists.
    private func child(_ key: any CodingKey, replacesLeaf: Bool = false) -> TreeEncoder {
        let node = tree.table.child(under: key.stringValue, in: container, replacesLeaf: replacesLeaf)
        return TreeEncoder(node, in: encoder, .key(key))
    }
}

/// Encodes values one after the other.
struct UnkeyedTreeContainer: UnkeyedEncodingContainer {
    let encoder: TreeEncoder
    /// The tree of the encoder, so that it need not be retained for each value.
    let tree: EncodedTree
    /// The container of the tree.
    let list: Int

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { tree.count(of: list) }

    private func append(_ content: EncodedNode.Content) {
        tree.append(content, to: list)
    }

    mutating func encodeNil() { append(.null) }
    mutating func encode(_ value: Bool) { append(.boolean(value)) }
    mutating func encode(_ value: String) { tree.append(text: value, to: list) }
    mutating func encode(_ value: Double) { append(.double(value)) }
    mutating func encode(_ value: Float) { append(.float(value)) }
    mutating func encode(_ value: Int) { append(.integer(Int64(value))) }
    mutating func encode(_ value: Int8) { append(.integer(Int64(value))) }
    mutating func encode(_ value: Int16) { append(.integer(Int64(value))) }
    mutating func encode(_ value: Int32) { append(.integer(Int64(value))) }
    mutating func encode(_ value: Int64) { append(.integer(value)) }
    mutating func encode(_ value: UInt) { append(EncodedNode.Content(value)) }
    mutating func encode(_ value: UInt8) { append(.integer(Int64(value))) }
    mutating func encode(_ value: UInt16) { append(.integer(Int64(value))) }
    mutating func encode(_ value: UInt32) { append(.integer(Int64(value))) }
    mutating func encode(_ value: UInt64) { append(EncodedNode.Content(value)) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: Int128) throws { append(try encoder.content(ofLarge: value)) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: UInt128) throws { append(try encoder.content(ofLarge: value)) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        let node = try encoder.node(of: value, 1) { .position(count) }
        tree.table.append(node, to: list)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        child().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { child() }

    /// An encoder for the next element, which is in the array from now on.
    private func child() -> TreeEncoder {
        let position = count
        let node = tree.table.add(.nothing)
        tree.table.append(node, to: list)
        return TreeEncoder(node, in: encoder, .position(position))
    }
}

/// Encodes one value.
struct SingleValueTreeContainer: SingleValueEncodingContainer {
    let encoder: TreeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    @inline(never)
    private func put(_ content: EncodedNode.Content) throws {
        guard case .nothing = encoder.tree.content(of: encoder.place) else { throw encoder.severalKinds }
        encoder.tree.table.fill(encoder.place, content)
    }

    mutating func encodeNil() throws { try put(.null) }
    mutating func encode(_ value: Bool) throws { try put(.boolean(value)) }
    mutating func encode(_ value: String) throws { try put(encoder.tree.table.content(of: value)) }
    mutating func encode(_ value: Double) throws { try put(.double(value)) }
    mutating func encode(_ value: Float) throws { try put(.float(value)) }
    mutating func encode(_ value: Int) throws { try put(.integer(Int64(value))) }
    mutating func encode(_ value: Int8) throws { try put(.integer(Int64(value))) }
    mutating func encode(_ value: Int16) throws { try put(.integer(Int64(value))) }
    mutating func encode(_ value: Int32) throws { try put(.integer(Int64(value))) }
    mutating func encode(_ value: Int64) throws { try put(.integer(value)) }
    mutating func encode(_ value: UInt) throws { try put(EncodedNode.Content(value)) }
    mutating func encode(_ value: UInt8) throws { try put(.integer(Int64(value))) }
    mutating func encode(_ value: UInt16) throws { try put(.integer(Int64(value))) }
    mutating func encode(_ value: UInt32) throws { try put(.integer(Int64(value))) }
    mutating func encode(_ value: UInt64) throws { try put(EncodedNode.Content(value)) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: Int128) throws {
        let content = try encoder.content(ofLarge: value)
        try put(content)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: UInt128) throws {
        let content = try encoder.content(ofLarge: value)
        try put(content)
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        let node = try encoder.node(of: value, 0) { .none }
        try put(encoder.tree.content(of: node))
    }
}

#endif
