public import PropertyLists

extension KeyedArchiver {
    /// Encodes a property list as objects: arrays, dictionaries, strings, numbers, data and dates.
    ///
    /// ```swift
    /// try archiver.encodePropertyList(["name": "Ada", "age": 36], forKey: "info")
    /// ```
    ///
    /// - Throws: ``ArchiveError/Code/unrepresentable`` if the list holds something that has no such object: a set, a
    ///   UID, a key that isn't a string; else as `encode(_:forKey:)` does.
    public func encodePropertyList(_ value: PropertyList, forKey key: String) throws {
        let object: any Codingable
        do {
            object = try value.object()
        } catch {
            throw located(error, forKey: key)
        }
        try encode(object, forKey: key)
    }

    /// Encodes a property list as objects without a key.
    ///
    /// - Throws: As ``encodePropertyList(_:forKey:)`` does.
    public func encodePropertyList(_ value: PropertyList) throws {
        try encode(try value.object())
    }
}
