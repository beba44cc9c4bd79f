public import PropertyLists

extension KeyedUnarchiver {
    /// Decodes a value by its `Decodable` conformance: Apple's `decodeDecodable(_:forKey:)`.
    ///
    /// The objects may have been encoded as a property list or otherwise; they are read as ``KeyedArchiveDecoder``
    /// reads them. Only content that the type requests is read: damage, cycles and unknown classes elsewhere don't
    /// matter. With a delegate, all objects are decoded first, so that its replacements take effect; then all of them
    /// must be a property list.
    ///
    /// ```swift
    /// let settings = try unarchiver.decodeDecodable([String: Double].self, forKey: "settings")
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - key: The key that it was encoded under.
    ///   - userInfo: Contextual information that types can read from their decoder.
    /// - Returns: The value; nil if the key is missing or holds nil.
    /// - Throws: `DecodingError` if the objects don't match the type, the errors of its `init(from:)`, and
    ///   ``/PropertyLists/ArchiveError`` where something that it asks for is damaged, part of a cycle, or more than a
    ///   limit allows.
    /// - Complexity: O(*n*) in the size of the decoded content.
    public func decodeDecodable<Value: Decodable>(
        _ type: Value.Type,
        forKey key: String,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> Value? {
        try decoding(nil) {
            guard let uid = try reference(forKey: key) else { return nil }
            return try decode(type, at: uid, forKey: key, userInfo)
        }
    }

    /// Decodes the next value that was encoded without a key, by its `Decodable` conformance.
    ///
    /// ```swift
    /// let settings = try unarchiver.decodeDecodable([String: Double].self)
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - userInfo: Contextual information that types can read from their decoder.
    /// - Returns: The value; nil if there is none or it is nil.
    /// - Throws: As ``decodeDecodable(_:forKey:userInfo:)`` does.
    /// - Complexity: O(*n*) in the size of the decoded content.
    public func decodeDecodable<Value: Decodable>(
        _ type: Value.Type,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> Value? {
        try decoding(nil) {
            let key = CodingKeyRules.generated(state.frame.unkeyedCount)
            guard let uid = try nextReference(), uid != .null else { return nil }
            return try decode(type, at: uid, forKey: key, userInfo)
        }
    }

    /// Decodes an object that a field of the current object refers to.
    private func decode<Value: Decodable>(
        _ type: Value.Type,
        at uid: UID,
        forKey key: String,
        _ userInfo: [CodingUserInfoKey: any Sendable]
    ) throws -> Value? {
        if state.hasDelegate {
            guard let list = try propertyList(at: uid, forKey: key) else { return nil }
            return try decode(type, forKey: key, userInfo) { try $0.value(list) }
        }
        let entry = try state.entry(uid)
        return try decode(type, forKey: key, userInfo) { _ in .entry(entry) }
    }

    /// Decodes a value that is a field of the current object.
    private func decode<Value: Decodable>(
        _ type: Value.Type,
        forKey key: String,
        _ userInfo: [CodingUserInfoKey: any Sendable],
        _ value: (GraphSource) throws -> GraphValue
    ) throws -> Value? {
        var source = GraphSource(self, forKey: key, userInfo)
        let (depth, wasFilling) = (state.depth, state.frame.isFilling)
        let (budgetBefore, keptCount) = (state.budget, state.entries.valueCount)
        // What is decoded is within another value: what is kept is charged each time. It is needed with its contents,
        // also inside an object that is itself being filled.
        state.depth = depth + 1
        state.frame.isFilling = false
        defer {
            state.depth = depth
            state.frame.isFilling = wasFilling
            // At the top level it is the caller who asks again, not the archive.
            if depth == 0 {
                state.refund(to: budgetBefore, keptCount)
                state.heldDelegate = nil
            }
        }
        // A decoder that somebody kept goes on using them.
        defer { if isKnownUniquelyReferenced(&source) { source.leaveTables() } }
        do {
            let value = try value(source)
            if source.isNothing(value) { return nil }
            return try TreeDecoder(source, value, depth: depth).decodeOutermost(type)
        } catch let error as DecodingError {
            throw error.archiveError ?? error
        }
    }

    /// Decodes a top-level value by its `Decodable` conformance, and throws errors regardless of the failure policy.
    ///
    /// ```swift
    /// let settings = try unarchiver.decodeTopLevelDecodable([String: Double].self, forKey: "settings")
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - key: The key that it was encoded under.
    ///   - userInfo: Contextual information that types can read from their decoder.
    /// - Returns: The value; nil if the key is missing or holds nil.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` inside an initializer, and otherwise as
    ///   ``decodeDecodable(_:forKey:userInfo:)`` does.
    public func decodeTopLevelDecodable<Value: Decodable>(
        _ type: Value.Type,
        forKey key: String,
        userInfo: [CodingUserInfoKey: any Sendable] = [:]
    ) throws -> Value? {
        try decodingAtTopLevel(key) { try decodeDecodable(type, forKey: key, userInfo: userInfo) }
    }
}

extension KeyedUnarchiver {
    /// Decodes a property list that is stored as objects; nil if the key is missing or holds nil.
    ///
    /// Only arrays, dictionaries, strings, numbers, data and dates are decoded, even if other types are allowed. Nil in
    /// a container becomes the text `$null`, as Apple's property-list encoder writes nil. Of two entries of a
    /// dictionary with one key the last counts, and a warning says so.
    ///
    /// ```swift
    /// let info = try unarchiver.decodePropertyList(forKey: "info")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unexpectedClass``,
    ///   ``/PropertyLists/ArchiveError/Code/unknownClass`` or ``/PropertyLists/ArchiveError/Code/invalidValue`` if
    ///   there is another object among them, ``/PropertyLists/ArchiveError/Code/cycle`` if a container holds itself,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded`` if the list is too deep, or has too many values for the
    ///   size of the archive.
    /// - Complexity: O(*n*) in the number of objects.
    public func decodePropertyList(forKey key: String) throws -> PropertyList? {
        try decoding(nil) {
            guard let uid = try reference(forKey: key) else { return nil }
            return try propertyList(at: uid, forKey: key)
        }
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
            let key = CodingKeyRules.generated(state.frame.unkeyedCount)
            guard let uid = try nextReference() else { return nil }
            return try propertyList(at: uid, forKey: key)
        }
    }

    /// The property list that is stored as objects; nil if nil is stored.
    private func propertyList(at uid: UID, forKey key: String) throws -> PropertyList? {
        do {
            return try PropertyListFold.list(at: uid, of: self)
        } catch let error as ArchiveError where error.uid == nil {
            // The error concerns the list as a whole.
            throw self.error(error, forKey: key)
        }
    }

    /// Decodes one object of a property list.
    func decodePropertyListObject(_ uid: UID) throws -> (any Codingable)? {
        let outer = elementForNil
        elementForNil = NullText.text
        defer { elementForNil = outer }
        return try withContents { try anyObject(at: uid, .list(unsafe PropertyList.objectTypes)) }
    }
}
