internal import PropertyLists

/// Encodes one value.
struct SingleValueTreeContainer: SingleValueEncodingContainer {
    let encoder: TreeEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    private func put(_ content: @autoclosure () -> EncodedNode.Content) throws {
        guard case .nothing = encoder.tree.content(of: encoder.place) else { throw encoder.severalKinds }
        encoder.tree.table.fill(encoder.place, content())
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

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        let node = try encoder.node(of: value, .none)
        try put(encoder.tree.content(of: node))
    }
}
