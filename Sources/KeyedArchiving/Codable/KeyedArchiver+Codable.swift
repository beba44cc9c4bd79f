internal import PropertyLists

extension KeyedArchiver {
    /// Encodes an `Encodable` value as the objects of a property list: dictionaries, arrays, strings, numbers, data and
    /// dates.
    ///
    /// This is what Apple's archiver does for Swift types: the value is first made into a property list, with the string
    /// `$null` for nil, and that is encoded under the key.
    ///
    /// - Throws: Whatever the value's `encode(to:)` throws, and else as ``encodePropertyList(_:forKey:)`` does.
    public func encodeEncodable(_ value: some Encodable, forKey key: String) throws {
        try encodePropertyList(try TreeEncoder.encode(value), forKey: key)
    }
}

extension KeyedUnarchiver {
    /// Decodes a `Decodable` value from the objects of a property list; nil if the key is missing or holds nil.
    ///
    /// - Throws: `DecodingError` if the property list does not fit the type, and else as ``decodePropertyList(forKey:)``
    ///   does.
    public func decodeDecodable<Value: Decodable>(_ type: Value.Type, forKey key: String) throws -> Value? {
        try decoding(nil) {
            guard let tree = try decodePropertyList(forKey: key) else { return nil }
            return try TreeDecoder(value: tree).decode(type)
        }
    }

    /// Decodes a top-level `Decodable` value, and throws whatever the failure policy is.
    ///
    /// - Returns: The value; nil if the key is missing or holds nil.
    /// - Throws: As ``decodeDecodable(_:forKey:)`` does.
    public func decodeTopLevelDecodable<Value: Decodable>(_ type: Value.Type, forKey key: String) throws -> Value? {
        let value = try decodeDecodable(type, forKey: key)
        if let error { throw error }
        return value
    }
}
