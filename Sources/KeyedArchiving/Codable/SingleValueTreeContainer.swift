internal import PropertyLists

/// Encodes one value.
struct SingleValueTreeContainer: SingleValueEncodingContainer {
    let tree: EncodedTree
    let codingPath: [any CodingKey]
    let session: EncodingSession

    private func put(_ content: EncodedTree.Content) throws {
        guard case .nothing = tree.content else {
            throw session.error("a value encodes itself in more than one kind of container", at: codingPath)
        }
        tree.content = content
    }

    private func put(_ value: PropertyList) throws {
        try put(.value(value))
    }

    mutating func encodeNil() throws { try put(.nilText) }
    mutating func encode(_ value: Bool) throws { try put(.boolean(value)) }
    mutating func encode(_ value: String) throws { try put(.string(PropertyListString(value))) }
    mutating func encode(_ value: Double) throws { try put(.double(value)) }
    mutating func encode(_ value: Float) throws { try put(.float(value)) }
    mutating func encode(_ value: Int) throws { try put(PropertyList(value)) }
    mutating func encode(_ value: Int8) throws { try put(PropertyList(value)) }
    mutating func encode(_ value: Int16) throws { try put(PropertyList(value)) }
    mutating func encode(_ value: Int32) throws { try put(PropertyList(value)) }
    mutating func encode(_ value: Int64) throws { try put(PropertyList(value)) }
    mutating func encode(_ value: UInt) throws { try put(PropertyList(value)) }
    mutating func encode(_ value: UInt8) throws { try put(PropertyList(value)) }
    mutating func encode(_ value: UInt16) throws { try put(PropertyList(value)) }
    mutating func encode(_ value: UInt32) throws { try put(PropertyList(value)) }
    mutating func encode(_ value: UInt64) throws { try put(PropertyList(value)) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        try put(try session.encode(value, at: codingPath).content)
    }
}
