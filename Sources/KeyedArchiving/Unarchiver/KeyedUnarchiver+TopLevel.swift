// Decoding at the top level: a failure is thrown whatever the failure policy is, and a missing key is nil.

extension KeyedUnarchiver {
    /// Decodes a top-level object of a type or its subclasses.
    ///
    /// ```swift
    /// let person = try unarchiver.decodeTopLevelObject(of: Person.self, forKey: "person")
    /// ```
    ///
    /// - Returns: The object; nil if the key is missing or holds nil.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` while an object is being decoded, and
    ///   otherwise as ``decodeObject(of:forKey:)-(Object.Type,_)`` does.
    public func decodeTopLevelObject<Object: Codingable>(of type: Object.Type, forKey key: String) throws -> Object? {
        try decodingAtTopLevel(key) { try decodeObject(of: type, forKey: key) }
    }

    /// Decodes a top-level object of one of several types or their subclasses.
    ///
    /// ```swift
    /// let pet = try unarchiver.decodeTopLevelObject(of: [Dog.self, Cat.self], forKey: "pet")
    /// ```
    ///
    /// - Returns: The object; nil if the key is missing or holds nil.
    /// - Throws: As ``decodeTopLevelObject(of:forKey:)-(Object.Type,_)`` does.
    public func decodeTopLevelObject(of types: [any Codingable.Type], forKey key: String) throws -> (any Codingable)? {
        try decodingAtTopLevel(key) { try decodeObject(of: types, forKey: key) }
    }

    /// Decodes a top-level object as the type that is registered for its class.
    ///
    /// ```swift
    /// let window = try unarchiver.decodeTopLevelObject(forKey: "window")
    /// ```
    ///
    /// - Returns: The object; nil if the key is missing or holds nil.
    /// - Throws: As ``decodeTopLevelObject(of:forKey:)-(Object.Type,_)`` does.
    public func decodeTopLevelObject(forKey key: String) throws -> (any Codingable)? {
        try decodingAtTopLevel(key) { try decodeObject(forKey: key) }
    }

    /// Decodes the next top-level object that was encoded without a key.
    ///
    /// ```swift
    /// let root = try unarchiver.decodeTopLevelObject()
    /// ```
    ///
    /// - Returns: The object; nil if there is none or it is nil.
    /// - Throws: As ``decodeTopLevelObject(of:forKey:)-(Object.Type,_)`` does.
    public func decodeTopLevelObject() throws -> (any Codingable)? {
        try decodingAtTopLevel(nil) { try decodeObject() }
    }

    /// Runs one decoding call at the top level.
    func decodingAtTopLevel<Object>(_ key: String?, _ decode: () throws -> Object?) throws -> Object? {
        guard state.frame.uid == .null else {
            throw failure(
                .invalidUnarchiveOperation,
                "a top-level object is asked for while an object is being decoded",
                key: key,
                remedy: "use `decodeObject` inside `init(coder:)`"
            )
        }
        let object = try decode()
        if let error { throw error }
        return object
    }
}
