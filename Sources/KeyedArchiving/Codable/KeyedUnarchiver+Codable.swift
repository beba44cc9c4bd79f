public import PropertyLists

extension KeyedUnarchiver {
    /// Decodes a value by its `Decodable` conformance from a property list: Apple's `decodeDecodable(_:forKey:)`.
    ///
    /// Any archive with a property list under the key can be read, however it was encoded. The list is checked as
    /// a whole before anything is decoded; only texts that are values are read, and checked, when they are asked for.
    ///
    /// ```swift
    /// let settings = try unarchiver.decodeDecodable([String: Double].self, forKey: "settings")
    /// ```
    ///
    /// - Returns: The value; nil if the key is missing or holds nil.
    /// - Throws: `DecodingError` if the property list is not what the type expects, whatever its `init(from:)` throws,
    ///   and otherwise as ``decodePropertyList(forKey:)`` does.
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
    /// - Throws: ``ArchiveError/Code/invalidUnarchiveOperation`` inside an initializer, and otherwise as
    ///   ``decodeDecodable(_:forKey:)`` does.
    public func decodeTopLevelDecodable<Value: Decodable>(_ type: Value.Type, forKey key: String) throws -> Value? {
        try decodingAtTopLevel(key) { try decodeDecodable(type, forKey: key) }
    }
}

extension KeyedUnarchiver {
    /// Decodes a property list that is stored as objects; nil if the key is missing or holds nil.
    ///
    /// Only arrays, dictionaries, strings, numbers, data and dates are decoded, whatever else is allowed. Nil in a
    /// container is the text `$null`, which is what Apple's property-list encoder writes for nil and what stands for
    /// nil in archives.
    ///
    /// ```swift
    /// let info = try unarchiver.decodePropertyList(forKey: "info")
    /// ```
    ///
    /// - Throws: ``ArchiveError/Code/unexpectedClass``, ``ArchiveError/Code/unknownClass`` or
    ///   ``ArchiveError/Code/invalidValue`` if there is another object among them, ``ArchiveError/Code/cycle`` if a
    ///   container holds itself, ``ArchiveError/Code/limitExceeded`` if the list is too deep, or has too many values
    ///   for the size of the archive.
    /// - Complexity: O(*n*) in the number of objects.
    public func decodePropertyList(forKey key: String) throws -> PropertyList? {
        try decoding(nil) { try storedTree(forKey: key).map { try $0.propertyList(of: $0.root) } }
    }

    /// Decodes the next property list that was encoded without a key; nil if there is none or it is nil.
    ///
    /// ```swift
    /// let info = try unarchiver.decodePropertyList()
    /// ```
    ///
    /// - Throws: As ``decodePropertyList(forKey:)`` does.
    public func decodePropertyList() throws -> PropertyList? {
        try decoding(nil) {
            guard let uid = try nextReference() else { return nil }
            return try GraphToTree.tree(from: uid, of: self).map { try $0.propertyList(of: $0.root) }
        }
    }

    /// The property list that is stored as objects, checked; nil if the key is missing or holds nil.
    func storedTree(forKey key: String) throws -> StoredTree? {
        guard let uid = try reference(forKey: key) else { return nil }
        do {
            return try GraphToTree.tree(from: uid, of: self)
        } catch let error as ArchiveError where error.uid == nil {
            // The error concerns the list as a whole.
            throw self.error(error, forKey: key)
        }
    }

    /// Decodes one object of a property list.
    func decodePropertyListObject(_ uid: UID) throws -> (any Codingable)? {
        let (outer, wasFilling) = (elementForNil, state.scope.isFilling)
        elementForNil = "$null"
        // A container is needed with its contents, also inside an object that is itself being filled.
        state.scope.isFilling = false
        defer {
            elementForNil = outer
            state.scope.isFilling = wasFilling
        }
        return try decodeAnyObject(uid: uid, .list(unsafe PropertyList.objectTypes))
    }
}
