public import KeyedArchiving
public import PropertyLists

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Apple's one-shot calls for data. By default they know Foundation's classes.

extension KeyedUnarchiver {
    /// Opens an archive in either form for decoding.
    ///
    /// ```swift
    /// let unarchiver = try KeyedUnarchiver(forReadingFrom: data)
    /// let opened = try unarchiver.decode(Date.self, forKey: "opened")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if the data are not a keyed archive.
    public convenience init(
        forReadingFrom data: Data,
        registry: ClassRegistry = .foundation,
        limits: Limits = .default
    ) throws(ArchiveError) {
        try self.init(forReadingFrom: Array(data), registry: registry, limits: limits)
    }

    /// Decodes the root object of an archive as a type or one of its subclasses.
    ///
    /// ```swift
    /// let names = try KeyedUnarchiver.unarchivedObject(of: [String].self, from: data)
    /// ```
    ///
    /// - Returns: The object; nil if nil was encoded.
    /// - Throws: ``/PropertyLists/ArchiveError``, with the keys that there are if the key is not among them, and
    ///   whatever the types' initializers throw.
    public static func unarchivedObject<Object: Codingable>(
        of type: Object.Type,
        from data: Data,
        forKey key: String = KeyedArchiver.rootObjectKey,
        registry: ClassRegistry = .foundation,
        limits: Limits = .default
    ) throws -> Object? {
        try unarchivedObject(of: type, from: Array(data), forKey: key, registry: registry, limits: limits)
    }

    /// Decodes the root object of an archive as one of several types or their subclasses.
    ///
    /// ```swift
    /// let value = try KeyedUnarchiver.unarchivedObject(of: [String.self, Date.self], from: data)
    /// ```
    ///
    /// - Returns: The object; nil if nil was encoded.
    /// - Throws: As ``unarchivedObject(of:from:forKey:registry:limits:)-(Object.Type,Data,_,_,_)`` does.
    public static func unarchivedObject(
        of types: [any Codingable.Type],
        from data: Data,
        forKey key: String = KeyedArchiver.rootObjectKey,
        registry: ClassRegistry = .foundation,
        limits: Limits = .default
    ) throws -> (any Codingable)? {
        try unarchivedObject(of: types, from: Array(data), forKey: key, registry: registry, limits: limits)
    }

    /// Decodes the root object of an archive as an array; the array's own class need not be named.
    ///
    /// ```swift
    /// let dates = try KeyedUnarchiver.unarchivedArrayOfObjects(of: Date.self, from: data)
    /// ```
    ///
    /// - Throws: As ``unarchivedObject(of:from:forKey:registry:limits:)-(Object.Type,Data,_,_,_)`` does.
    public static func unarchivedArrayOfObjects<Element: Codingable>(
        of type: Element.Type,
        from data: Data,
        forKey key: String = KeyedArchiver.rootObjectKey,
        registry: ClassRegistry = .foundation,
        limits: Limits = .default
    ) throws -> [Element]? {
        try unarchivedObject(of: [Element].self, from: Array(data), forKey: key, registry: registry, limits: limits)
    }

    /// Decodes the root object of an archive as a dictionary; the dictionary's own class need not be named.
    ///
    /// ```swift
    /// let dates = try KeyedUnarchiver.unarchivedDictionary(ofKey: String.self, object: Date.self, from: data)
    /// ```
    ///
    /// - Throws: As ``unarchivedObject(of:from:forKey:registry:limits:)-(Object.Type,Data,_,_,_)`` does.
    public static func unarchivedDictionary<Key: Codingable & Hashable, Value: Codingable>(
        ofKey keyType: Key.Type,
        object valueType: Value.Type,
        from data: Data,
        forKey key: String = KeyedArchiver.rootObjectKey,
        registry: ClassRegistry = .foundation,
        limits: Limits = .default
    ) throws -> [Key: Value]? {
        try unarchivedObject(of: [Key: Value].self, from: Array(data), forKey: key, registry: registry, limits: limits)
    }

    /// Decodes the root object of an archive whatever it is, without naming a type.
    ///
    /// Classes of the registry become their types, all others ``/KeyedArchiving/ArchivedObject``.
    ///
    /// ```swift
    /// let object = try KeyedUnarchiver.unarchivedGraph(from: data)
    /// ```
    ///
    /// - Throws: As ``unarchivedObject(of:from:forKey:registry:limits:)-(Object.Type,Data,_,_,_)`` does.
    public static func unarchivedGraph(
        from data: Data,
        forKey key: String = KeyedArchiver.rootObjectKey,
        registry: ClassRegistry = .foundation,
        limits: Limits = .default
    ) throws -> (any Codingable)? {
        try unarchivedGraph(from: Array(data), forKey: key, registry: registry, limits: limits)
    }
}

extension KeyedUnarchiver {
    /// Opens an archive file in either form for decoding.
    ///
    /// The file is read, not mapped into memory: a program that makes a mapped file shorter ends the one that looks at
    /// it.
    ///
    /// ```swift
    /// let unarchiver = try KeyedUnarchiver(forReadingContentsOf: url)
    /// let opened = try unarchiver.decode(Date.self, forKey: "opened")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if the file is not a keyed archive, `CocoaError` if it cannot be
    ///   read.
    public convenience init(
        forReadingContentsOf url: URL,
        registry: ClassRegistry = .foundation,
        limits: Limits = .default
    ) throws {
        // The data aren't needed anymore when their bytes are copied.
        try self.init(forReadingFrom: Array(try Data(contentsOf: url)), registry: registry, limits: limits)
    }

    /// Decodes the root object of an archive file as a type or one of its subclasses.
    ///
    /// ```swift
    /// let names = try KeyedUnarchiver.unarchivedObject(of: [String].self, contentsOf: url)
    /// ```
    ///
    /// - Returns: The object; nil if nil was encoded.
    /// - Throws: ``/PropertyLists/ArchiveError``, whatever the types' initializers throw, and `CocoaError` if the file
    ///   cannot be read.
    public static func unarchivedObject<Object: Codingable>(
        of type: Object.Type,
        contentsOf url: URL,
        forKey key: String = KeyedArchiver.rootObjectKey,
        registry: ClassRegistry = .foundation,
        limits: Limits = .default
    ) throws -> Object? {
        // The data aren't needed anymore when their bytes are copied.
        try unarchivedObject(
            of: type, from: Array(try Data(contentsOf: url)), forKey: key, registry: registry, limits: limits)
    }
}
