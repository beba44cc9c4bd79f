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

/// Decodes the elements of an array, one after the other.
struct UnkeyedTreeReader: UnkeyedDecodingContainer {
    let decoder: TreeDecoder
    /// The container with the elements.
    let list: Int
    var currentIndex = 0

    init(decoder: TreeDecoder, list: Int) {
        self.decoder = decoder
        self.list = list
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { decoder.tree.count(of: list) }
    var isAtEnd: Bool { currentIndex >= decoder.tree.count(of: list) }

    /// The next element.
    @inline(__always)
    private func next(_ type: Any.Type) throws -> TreeNode {
        guard !isAtEnd else { throw noMoreElements(type) }
        return decoder.tree.element(currentIndex, of: list)
    }

    @inline(never)
    private func noMoreElements(_ type: Any.Type) -> DecodingError {
        let path = codingPath + [TreeKey.position(currentIndex)]
        let context = DecodingError.Context(codingPath: path, debugDescription: "the array has no more elements")
        return .valueNotFound(type, context)
    }

    /// A decoder for the next element.
    private func child(_ type: Any.Type) throws -> TreeDecoder {
        TreeDecoder(decoder.tree, try next(type), in: decoder, .position(currentIndex))
    }

    /// Goes on after an element was decoded.
    @inline(__always)
    private mutating func advance<Value>(after value: Value) -> Value {
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, decoder.tree.isNil(decoder.tree.element(currentIndex, of: list)) else { return false }
        currentIndex += 1
        return true
    }

    // Scalars are read from their node. A decoder is made only where that fails, for the error with its path.

    mutating func decode(_ type: Bool.Type) throws -> Bool {
        advance(after: try decoder.tree.boolean(try next(type)) ?? child(type).boolean())
    }

    mutating func decode(_ type: String.Type) throws -> String {
        advance(after: try decoder.tree.string(try next(type)) ?? child(type).string())
    }

    @inline(__always)
    private mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        advance(after: try decoder.tree.integer(try next(type), as: type) ?? child(type).integer(type))
    }

    @inline(__always)
    private mutating func real<Value: BinaryFloatingPoint>(_ type: Value.Type) throws -> Value {
        advance(after: try decoder.tree.real(try next(type), as: type) ?? child(type).real(type))
    }

    mutating func decode(_ type: Double.Type) throws -> Double { try real(type) }
    mutating func decode(_ type: Float.Type) throws -> Float { try real(type) }
    mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        advance(after: try decoder.decode(type, try next(type), .position(currentIndex)))
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        advance(after: try child([String: Any].self).container(keyedBy: type))
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        advance(after: try child([Any].self).unkeyedContainer())
    }

    mutating func superDecoder() throws -> any Decoder {
        advance(after: try child((any Decoder).self))
    }
}

/// Decodes one value.
struct SingleValueTreeReader: SingleValueDecodingContainer {
    let decoder: TreeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.isNil }
    func decode(_ type: Bool.Type) throws -> Bool { try decoder.boolean() }
    func decode(_ type: String.Type) throws -> String { try decoder.string() }
    func decode(_ type: Double.Type) throws -> Double { try decoder.real(type) }
    func decode(_ type: Float.Type) throws -> Float { try decoder.real(type) }
    func decode(_ type: Int.Type) throws -> Int { try decoder.integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}
