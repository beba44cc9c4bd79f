internal import PropertyLists

/// Decodes the values of a dictionary.
struct KeyedTreeReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: TreeDecoder
    /// The container with the entries.
    let record: Int

    var codingPath: [any CodingKey] { decoder.codingPath }

    /// The keys that are keys of this container too.
    var allKeys: [Key] {
        decoder.tree.keys(of: record).compactMap { Key(stringValue: $0) }
    }

    /// The value under a key.
    @inline(__always)
    private func node(_ key: any CodingKey) throws -> TreeNode {
        guard let node = decoder.tree.value(under: key.stringValue, of: record) else { throw missing(key) }
        return node
    }

    @inline(never)
    private func missing(_ key: any CodingKey) -> DecodingError {
        let reason = "there is no value under key \(key.stringValue.quotedForDisplay)"
        return .keyNotFound(key, decoder.context(reason))
    }

    /// A decoder for the value under a key.
    private func child(_ key: any CodingKey) throws -> TreeDecoder {
        TreeDecoder(decoder.tree, try node(key), in: decoder, .key(key))
    }

    func contains(_ key: Key) -> Bool { decoder.tree.value(under: key.stringValue, of: record) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { decoder.tree.isNil(try node(key)) }

    // Scalars are read from their node. A decoder is made only where that fails, for the error with its path.

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try decoder.tree.boolean(try node(key)) ?? child(key).boolean()
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try decoder.tree.string(try node(key)) ?? child(key).string()
    }

    @inline(__always)
    private func integer<Value: FixedWidthInteger>(_ type: Value.Type, _ key: Key) throws -> Value {
        try decoder.tree.integer(try node(key), as: type) ?? child(key).integer(type)
    }

    @inline(__always)
    private func real<Value: BinaryFloatingPoint>(_ type: Value.Type, _ key: Key) throws -> Value {
        try decoder.tree.real(try node(key), as: type) ?? child(key).real(type)
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try real(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try real(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.decode(type, try node(key), .key(key))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try child(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try child(TreeKey.superclass) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }
}
