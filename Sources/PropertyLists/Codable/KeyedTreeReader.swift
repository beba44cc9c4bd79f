#if !hasFeature(Embedded)

/// Decodes the fields of an object or the entries of a dictionary.
struct KeyedTreeReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: TreeDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    /// The keys that are keys of this container too, each once.
    var allKeys: [Key] {
        let names: [KeyName]
        do throws(ArchiveError) {
            names = try decoder.source.names(of: decoder.keys, limit: .max)
        } catch {
            // Nothing can be thrown here, so that the type's initializer fails instead once it is done.
            decoder.session.fail(decoder.located(error))
            return []
        }
        return names.compactMap { name in
            name.integer.flatMap { Key(intValue: $0) } ?? Key(stringValue: name.text)
        }
    }

    /// The value under a key that must be there.
    @inline(never)
    private func require(_ key: Key) throws -> TreePlace { try decoder.require(key) }

    /// A decoder for the value under a key.
    private func child(_ key: Key) throws -> TreeDecoder {
        TreeDecoder(try require(key), in: decoder, .key(key))
    }

    /// A decoder for a value that was found under a key.
    private func child(_ key: Key, _ value: TreePlace) -> TreeDecoder {
        TreeDecoder(value, in: decoder, .key(key))
    }

    /// Whether there is a value; if that can't be found out, decoding it throws the error.
    func contains(_ key: Key) -> Bool { (try? decoder.contains(key)) ?? true }
    func decodeNil(forKey key: Key) throws -> Bool { decoder.source.isNil(try require(key)) }

    // Scalars are read from where they are. A decoder is made only where that fails, for the error with its path.

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        let value = try require(key)
        return try (try? decoder.source.boolean(value)) ?? child(key, value).boolean()
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        let value = try require(key)
        return try (try? decoder.source.string(value)) ?? child(key, value).string()
    }

    @inline(__always)
    private func integer<Value: FixedWidthInteger>(_ type: Value.Type, _ key: Key) throws -> Value {
        try integer(at: require(key), type, key)
    }

    @inline(__always)
    private func integer<Value: FixedWidthInteger>(
        at value: TreePlace, _ type: Value.Type, _ key: Key
    ) throws -> Value {
        if let integer = try? decoder.source.integer(value, as: type) { return integer }
        throw child(key, value).integerError(type)
    }

    /// An integer of up to 64 bits with a sign: one body for the types that are seldom asked for.
    @inline(never)
    private func integer(
        _ type: any FixedWidthInteger.Type, from least: Int64, to most: Int64, _ key: Key
    ) throws -> Int64 {
        try integer(at: require(key), type, from: least, to: most, key)
    }

    @inline(never)
    private func integer(
        at value: TreePlace, _ type: any FixedWidthInteger.Type, from least: Int64, to most: Int64, _ key: Key
    ) throws -> Int64 {
        if let integer = try? decoder.source.integer(value, as: Int64.self), least <= integer, integer <= most {
            return integer
        }
        throw child(key, value).integerError(type)
    }

    @inline(__always)
    private func small<Value: FixedWidthInteger>(_ type: Value.Type, _ key: Key) throws -> Value {
        Value(truncatingIfNeeded: try integer(type, from: Int64(Value.min), to: Int64(Value.max), key))
    }

    @inline(__always)
    private func real<Value: BinaryFloatingPoint>(_ type: Value.Type, _ key: Key) throws -> Value {
        let value = try require(key)
        return try (try? decoder.source.real(value, as: type)) ?? child(key, value).real(type)
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try real(type, key) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try real(type, key) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try small(type, key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try small(type, key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try small(type, key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try small(type, key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try small(type, key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try small(type, key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try small(type, key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(type, key) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(type, key) }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.decode(type, try require(key), .key(key))
    }

    // What may be missing is looked up once, rather than for whether it is there, for whether it is nil and for itself.

    @inline(never)
    private func present(_ key: Key) throws -> TreePlace? {
        guard let value = try decoder.find(key), !decoder.source.isNil(value) else { return nil }
        return value
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        guard let value = try present(key) else { return nil }
        return try (try? decoder.source.string(value)) ?? child(key, value).string()
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        guard let value = try present(key) else { return nil }
        return try (try? decoder.source.boolean(value)) ?? child(key, value).boolean()
    }

    @inline(__always)
    private func integerIfPresent<Value: FixedWidthInteger>(_ type: Value.Type, _ key: Key) throws -> Value? {
        guard let value = try present(key) else { return nil }
        return try integer(at: value, type, key)
    }

    @inline(__always)
    private func smallIfPresent<Value: FixedWidthInteger>(_ type: Value.Type, _ key: Key) throws -> Value? {
        guard let value = try present(key) else { return nil }
        let integer = try integer(at: value, type, from: Int64(Value.min), to: Int64(Value.max), key)
        return Value(truncatingIfNeeded: integer)
    }

    @inline(__always)
    private func realIfPresent<Value: BinaryFloatingPoint>(_ type: Value.Type, _ key: Key) throws -> Value? {
        guard let value = try present(key) else { return nil }
        return try (try? decoder.source.real(value, as: type)) ?? child(key, value).real(type)
    }

    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try realIfPresent(type, key) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try realIfPresent(type, key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try integerIfPresent(type, key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try smallIfPresent(type, key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try smallIfPresent(type, key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try smallIfPresent(type, key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try smallIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integerIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try smallIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try smallIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try smallIfPresent(type, key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try integerIfPresent(type, key) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try integerIfPresent(type, key) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try integerIfPresent(type, key) }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(key).map { try decoder.decode(type, $0, .key(key)) }
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

    /// A decoder for the fields that a superclass encoded under a separate key; if there are none, for the same object:
    /// archivers without `Codable` store the fields of all classes together.
    func superDecoder() throws -> any Decoder {
        guard let value = try decoder.find(TreeKey.superclass) else {
            return decoder.superDecoder()
        }
        return TreeDecoder(value, in: decoder, .key(TreeKey.superclass))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        if decoder.source.sharesSuperclass { return try child(key) }
        return child(key, try decoder.find(key) ?? .entry(.null))
    }
}

#endif
