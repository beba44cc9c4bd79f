internal import PropertyLists

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

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        let node = try encoder.node(of: value, .position(count))
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
