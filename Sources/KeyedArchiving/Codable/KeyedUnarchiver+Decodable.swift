internal import PropertyLists

extension KeyedUnarchiver {
    /// Decodes a value by its `Decodable` conformance from a property list: Apple's `decodeDecodable(_:forKey:)`.
    ///
    /// Any archive with a property list under the key will do, by whatever means it was encoded. The list is checked as
    /// a whole before anything is decoded; only texts that are values are read, and checked, when they are asked for.
    ///
    /// - Returns: The value; nil if the key is missing or holds nil.
    /// - Throws: `DecodingError` if the property list is not what the type expects, whatever its `init(from:)` throws,
    ///   and else as ``decodePropertyList(forKey:)`` does.
    public func decodeDecodable<Value: Decodable>(_ type: Value.Type, forKey key: String) throws -> Value? {
        try decoding(nil) {
            guard let tree = try storedTree(forKey: key) else { return nil }
            return try TreeDecoder(tree, tree.root).decode(type)
        }
    }

    /// Decodes a top-level value by its `Decodable` conformance, and throws whatever the failure policy is.
    ///
    /// ```swift
    /// let settings = try unarchiver.decodeTopLevelDecodable([String: Double].self, forKey: "settings")
    /// ```
    ///
    /// - Returns: The value; nil if the key is missing or holds nil.
    /// - Throws: ``ArchiveError/Code/invalidUnarchiveOperation`` inside an initializer, and else as
    ///   ``decodeDecodable(_:forKey:)`` does.
    public func decodeTopLevelDecodable<Value: Decodable>(_ type: Value.Type, forKey key: String) throws -> Value? {
        try decodingAtTopLevel(key) { try decodeDecodable(type, forKey: key) }
    }
}
