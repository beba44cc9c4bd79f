public import PropertyLists

// Decoding the root object, or another at the top level, in one call.
//
// On Apple systems a missing root is nil. Here it is an error: a caller that gets nil for `root` from an archive with
// other keys couldn't know that there is something else to ask for.

extension KeyedUnarchiver {
    /// Decodes the root object of an archive, or another at the top level, as a type or one of its subclasses.
    ///
    /// ```swift
    /// let person = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes)
    /// let owner = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes, forKey: "owner")
    /// ```
    ///
    /// - Returns: The object; nil if nil was encoded.
    /// - Throws: ``/PropertyLists/ArchiveError``, with the code ``/PropertyLists/ArchiveError/Code/valueNotFound`` and
    ///   the existing keys if the key is not among them, and the errors of the types' initializers.
    /// - Complexity: O(*n*) in the size of the decoded objects.
    @inlinable
    public static func unarchivedObject<Object: Codingable>(
        of type: Object.Type,
        from source: some ArchiveSource,
        forKey key: String = KeyedArchiver.rootObjectKey,
        registry: ClassRegistry? = nil,
        limits: Limits = .default
    ) throws -> Object? {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: source, registry: registry, limits: limits)
        if let object = try unarchiver.decodeObject(of: type, forKey: key) { return object }
        try unarchiver.checkTopLevelKey(key)
        return nil
    }

    /// Decodes the root object of an archive as one of several types or their subclasses.
    ///
    /// ```swift
    /// let pet = try KeyedUnarchiver.unarchivedObject(of: [Dog.self, Cat.self], from: bytes)
    /// ```
    ///
    /// - Returns: The object; nil if nil was encoded.
    /// - Throws: As ``unarchivedObject(of:from:forKey:registry:limits:)-(Object.Type,_,_,_,_)`` does.
    /// - Complexity: O(*n*) in the size of the decoded objects.
    public static func unarchivedObject(
        of types: [any Codingable.Type],
        from source: some ArchiveSource,
        forKey key: String = KeyedArchiver.rootObjectKey,
        registry: ClassRegistry? = nil,
        limits: Limits = .default
    ) throws -> (any Codingable)? {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: source, registry: registry, limits: limits)
        if let object = try unarchiver.decodeObject(of: types, forKey: key) { return object }
        try unarchiver.checkTopLevelKey(key)
        return nil
    }

    /// Decodes the root object of an archive as an array; the array's own class need not be named.
    ///
    /// ```swift
    /// let people = try KeyedUnarchiver.unarchivedArrayOfObjects(of: Person.self, from: bytes)
    /// ```
    ///
    /// - Throws: As ``unarchivedObject(of:from:forKey:registry:limits:)-(Object.Type,_,_,_,_)`` does.
    /// - Complexity: O(*n*) in the size of the decoded objects.
    @inlinable
    public static func unarchivedArrayOfObjects<Element: Codingable>(
        of type: Element.Type,
        from source: some ArchiveSource,
        forKey key: String = KeyedArchiver.rootObjectKey,
        registry: ClassRegistry? = nil,
        limits: Limits = .default
    ) throws -> [Element]? {
        try unarchivedObject(of: [Element].self, from: source, forKey: key, registry: registry, limits: limits)
    }

    /// Decodes the root object of an archive as an array of objects of several types; its own class need not be named.
    ///
    /// ```swift
    /// let pets = try KeyedUnarchiver.unarchivedArrayOfObjects(of: [Dog.self, Cat.self], from: bytes)
    /// ```
    ///
    /// - Throws: As ``unarchivedObject(of:from:forKey:registry:limits:)-(Object.Type,_,_,_,_)`` does.
    /// - Complexity: O(*n*) in the size of the decoded objects.
    public static func unarchivedArrayOfObjects(
        of types: [any Codingable.Type],
        from source: some ArchiveSource,
        forKey key: String = KeyedArchiver.rootObjectKey,
        registry: ClassRegistry? = nil,
        limits: Limits = .default
    ) throws -> [any Codingable]? {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: source, registry: registry, limits: limits)
        if let array = try unarchiver.decodeArrayOfObjects(of: types, forKey: key) { return array }
        try unarchiver.checkTopLevelKey(key)
        return nil
    }

    /// Decodes the root object of an archive as a dictionary; the dictionary's own class need not be named.
    ///
    /// ```swift
    /// let ages = try KeyedUnarchiver.unarchivedDictionary(ofKey: String.self, object: Int.self, from: bytes)
    /// ```
    ///
    /// - Throws: As ``unarchivedObject(of:from:forKey:registry:limits:)-(Object.Type,_,_,_,_)`` does.
    /// - Complexity: O(*n*) in the size of the decoded objects.
    @inlinable
    public static func unarchivedDictionary<Key: Codingable & Hashable, Value: Codingable>(
        ofKey keyType: Key.Type,
        object valueType: Value.Type,
        from source: some ArchiveSource,
        forKey key: String = KeyedArchiver.rootObjectKey,
        registry: ClassRegistry? = nil,
        limits: Limits = .default
    ) throws -> [Key: Value]? {
        try unarchivedObject(of: [Key: Value].self, from: source, forKey: key, registry: registry, limits: limits)
    }

    /// Decodes the root object of an archive as a dictionary of keys and objects of several types; its own class need
    /// not be named.
    ///
    /// ```swift
    /// let pets = try KeyedUnarchiver.unarchivedDictionary(
    ///     ofKeys: [String.self], objects: [Dog.self, Cat.self], from: bytes)
    /// ```
    ///
    /// - Throws: As ``unarchivedObject(of:from:forKey:registry:limits:)-(Object.Type,_,_,_,_)`` does.
    /// - Complexity: O(*n*) in the size of the decoded objects.
    public static func unarchivedDictionary(
        ofKeys keyTypes: [any Codingable.Type],
        objects objectTypes: [any Codingable.Type],
        from source: some ArchiveSource,
        forKey key: String = KeyedArchiver.rootObjectKey,
        registry: ClassRegistry? = nil,
        limits: Limits = .default
    ) throws -> [ArchivedDictionary.Entry]? {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: source, registry: registry, limits: limits)
        if let entries = try unarchiver.decodeDictionary(ofKeys: keyTypes, objects: objectTypes, forKey: key) {
            return entries
        }
        try unarchiver.checkTopLevelKey(key)
        return nil
    }

    /// Decodes the root object of an archive, or another at the top level, without naming a type.
    ///
    /// ```swift
    /// let object = try KeyedUnarchiver.unarchivedGraph(from: bytes)
    /// ```
    ///
    /// Classes of the registry become their types, all others ``ArchivedObject``. Secure coding is off: nothing but the
    /// types of the registry is instantiated nevertheless.
    ///
    /// - Throws: As ``unarchivedObject(of:from:forKey:registry:limits:)-(Object.Type,_,_,_,_)`` does.
    /// - Complexity: O(*n*) in the size of the decoded objects.
    public static func unarchivedGraph(
        from source: some ArchiveSource,
        forKey key: String = KeyedArchiver.rootObjectKey,
        registry: ClassRegistry? = nil,
        limits: Limits = .default
    ) throws -> (any Codingable)? {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: source, registry: registry, limits: limits)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        if let object = try unarchiver.decodeObject(forKey: key) { return object }
        try unarchiver.checkTopLevelKey(key)
        return nil
    }
}
