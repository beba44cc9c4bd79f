public import PropertyLists

// Decoding the root object in one call. A missing root is nil, as on Apple systems.

extension KeyedUnarchiver {
    /// Decodes the root object of an archive as a type or one of its subclasses.
    ///
    /// ```swift
    /// let person = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes)
    /// ```
    ///
    /// - Returns: The object; nil if the archive has no root object or it is nil.
    /// - Throws: ``ArchiveError``, and whatever the types' initializers throw.
    /// - Complexity: O(*n*) in what is decoded.
    @inlinable
    public static func unarchivedObject<Object: Codingable>(
        of type: Object.Type,
        from bytes: [UInt8],
        registry: ClassRegistry = .standard,
        limits: Limits = .default
    ) throws -> Object? {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry, limits: limits)
        return try unarchiver.decodeObject(of: type, forKey: KeyedArchiver.rootObjectKey)
    }

    /// Decodes the root object of an archive as one of several types or their subclasses.
    ///
    /// - Returns: The object; nil if the archive has no root object or it is nil.
    /// - Throws: As ``unarchivedObject(of:from:registry:limits:)-(Object.Type,_,_,_)`` does.
    public static func unarchivedObject(
        of types: [any Codingable.Type],
        from bytes: [UInt8],
        registry: ClassRegistry = .standard,
        limits: Limits = .default
    ) throws -> (any Codingable)? {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry, limits: limits)
        return try unarchiver.decodeObject(of: types, forKey: KeyedArchiver.rootObjectKey)
    }

    /// Decodes the root object of an archive as an array; the array's own class need not be named.
    ///
    /// ```swift
    /// let people = try KeyedUnarchiver.unarchivedArrayOfObjects(of: Person.self, from: bytes)
    /// ```
    ///
    /// - Throws: As ``unarchivedObject(of:from:registry:limits:)-(Object.Type,_,_,_)`` does.
    @inlinable
    public static func unarchivedArrayOfObjects<Element: Codingable>(
        of type: Element.Type,
        from bytes: [UInt8],
        registry: ClassRegistry = .standard,
        limits: Limits = .default
    ) throws -> [Element]? {
        try unarchivedObject(of: [Element].self, from: bytes, registry: registry, limits: limits)
    }

    /// Decodes the root object of an archive as an array of objects of several types; its own class need not be named.
    ///
    /// - Throws: As ``unarchivedObject(of:from:registry:limits:)-(Object.Type,_,_,_)`` does.
    public static func unarchivedArrayOfObjects(
        of types: [any Codingable.Type],
        from bytes: [UInt8],
        registry: ClassRegistry = .standard,
        limits: Limits = .default
    ) throws -> [any Codingable]? {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry, limits: limits)
        return try unarchiver.decodeArrayOfObjects(of: types, forKey: KeyedArchiver.rootObjectKey)
    }

    /// Decodes the root object of an archive as a dictionary; the dictionary's own class need not be named.
    ///
    /// ```swift
    /// let ages = try KeyedUnarchiver.unarchivedDictionary(ofKey: String.self, object: Int.self, from: bytes)
    /// ```
    ///
    /// - Throws: As ``unarchivedObject(of:from:registry:limits:)-(Object.Type,_,_,_)`` does.
    @inlinable
    public static func unarchivedDictionary<Key: Codingable & Hashable, Value: Codingable>(
        ofKey keyType: Key.Type,
        object valueType: Value.Type,
        from bytes: [UInt8],
        registry: ClassRegistry = .standard,
        limits: Limits = .default
    ) throws -> [Key: Value]? {
        try unarchivedObject(of: [Key: Value].self, from: bytes, registry: registry, limits: limits)
    }

    /// Decodes the root object of an archive as a dictionary of keys and objects of several types; its own class need
    /// not be named.
    ///
    /// - Throws: As ``unarchivedObject(of:from:registry:limits:)-(Object.Type,_,_,_)`` does.
    public static func unarchivedDictionary(
        ofKeys keyTypes: [any Codingable.Type],
        objects objectTypes: [any Codingable.Type],
        from bytes: [UInt8],
        registry: ClassRegistry = .standard,
        limits: Limits = .default
    ) throws -> [ArchivedDictionary.Entry]? {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry, limits: limits)
        return try unarchiver.decodeDictionary(
            ofKeys: keyTypes,
            objects: objectTypes,
            forKey: KeyedArchiver.rootObjectKey
        )
    }

    /// Decodes the root object of an archive whatever it is, without naming a type.
    ///
    /// Classes of the registry become their types, all others ``ArchivedObject``. Secure coding is off: nothing but the
    /// types of the registry is instantiated all the same.
    ///
    /// - Throws: As ``unarchivedObject(of:from:registry:limits:)-(Object.Type,_,_,_)`` does.
    public static func unarchivedGraph(
        from bytes: [UInt8],
        registry: ClassRegistry = .standard,
        limits: Limits = .default
    ) throws -> (any Codingable)? {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry, limits: limits)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        return try unarchiver.decodeObject(forKey: KeyedArchiver.rootObjectKey)
    }
}
