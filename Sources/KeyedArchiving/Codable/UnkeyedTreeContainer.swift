internal import PropertyLists

/// Encodes values one after the other.
struct UnkeyedTreeContainer: UnkeyedEncodingContainer {
    let tree: EncodedTree
    let codingPath: [any CodingKey]
    let session: EncodingSession

    var count: Int {
        if case .list(let trees) = tree.content { trees.count } else { 0 }
    }

    private var place: [any CodingKey] { codingPath + [TreeKey(intValue: count)] }

    private func append(_ child: EncodedTree) {
        guard case .list(var trees) = tree.content else { return }
        tree.content = .nothing
        trees.append(child)
        tree.content = .list(trees)
    }

    private func append(_ value: PropertyList) {
        append(EncodedTree(.value(value)))
    }

    mutating func encodeNil() { append(.nilText) }
    mutating func encode(_ value: Bool) { append(.boolean(value)) }
    mutating func encode(_ value: String) { append(.string(PropertyListString(value))) }
    mutating func encode(_ value: Double) { append(.double(value)) }
    mutating func encode(_ value: Float) { append(.float(value)) }
    mutating func encode(_ value: Int) { append(PropertyList(value)) }
    mutating func encode(_ value: Int8) { append(PropertyList(value)) }
    mutating func encode(_ value: Int16) { append(PropertyList(value)) }
    mutating func encode(_ value: Int32) { append(PropertyList(value)) }
    mutating func encode(_ value: Int64) { append(PropertyList(value)) }
    mutating func encode(_ value: UInt) { append(PropertyList(value)) }
    mutating func encode(_ value: UInt8) { append(PropertyList(value)) }
    mutating func encode(_ value: UInt16) { append(PropertyList(value)) }
    mutating func encode(_ value: UInt32) { append(PropertyList(value)) }
    mutating func encode(_ value: UInt64) { append(PropertyList(value)) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        append(try session.encode(value, at: place))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        nextEncoder().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nextEncoder().unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { nextEncoder() }

    private func nextEncoder() -> TreeEncoder {
        let child = EncodedTree()
        let place = place
        append(child)
        return TreeEncoder(tree: child, codingPath: place, session: session)
    }
}
