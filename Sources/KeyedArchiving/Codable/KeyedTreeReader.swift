internal import PropertyLists

/// Decodes the values of a dictionary.
struct KeyedTreeReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any]
    /// The entries; of two with one key the first counts.
    private let entries: PropertyListDictionary
    /// The positions of the keys if there are many; a few are compared one after the other.
    private let positions: [PropertyListString: Int]?

    init(_ entries: PropertyListDictionary, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: Any]) {
        self.codingPath = codingPath
        self.userInfo = userInfo
        self.entries = entries
        positions = entries.count > 16 ? Self.positions(in: entries) : nil
    }

    private static func positions(in entries: PropertyListDictionary) -> [PropertyListString: Int] {
        var positions: [PropertyListString: Int] = [:]
        for (position, key) in entries.keys.enumerated() {
            if case .string(let key) = key, positions[key] == nil { positions[key] = position }
        }
        return positions
    }

    private func value(_ key: any CodingKey) -> PropertyList? {
        let name = key.stringValue
        let position = positions.map { $0[PropertyListString(name)] } ?? entries.position(of: name)
        return position.map { entries[$0].value }
    }

    /// The keys that are keys of this container too.
    var allKeys: [Key] {
        var met: Set<PropertyListString> = []
        return entries.keys.compactMap { key in
            guard case .string(let key) = key, met.insert(key).inserted else { return nil }
            return key.string.flatMap { Key(stringValue: $0) }
        }
    }

    /// A decoder for the value under a key.
    private func decoder(_ key: any CodingKey) throws -> TreeDecoder {
        guard let value = value(key) else {
            throw DecodingError.keyNotFound(
                key,
                DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription: "there is no value under key \(key.stringValue.quotedForDisplay)"
                )
            )
        }
        return TreeDecoder(value: value, containerPath: codingPath, key: key, userInfo: userInfo)
    }

    func contains(_ key: Key) -> Bool { value(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).isNil }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).boolean() }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder(key).string() }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder(key).real(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoder(key).real(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder(key).integer(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder(key).integer(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder(key).integer(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder(key).integer(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder(key).integer(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder(key).integer(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder(key).integer(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder(key).integer(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder(key).integer(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder(key).integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder(key).decode(type) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder(TreeKey.superclass) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}
