public import PropertyLists

/// Decodes `Decodable` types from any keyed archive, whatever classes wrote it.
///
/// Declare the fields that you want to read, and nothing else:
///
/// ```swift
/// struct Note: Decodable {
///     let title: String
///     let tags: [String]
/// }
/// let note = try KeyedArchiveDecoder().decode(Note.self, from: bytes)
/// ```
///
/// An object's fields are a keyed container, and so is a dictionary; arrays, sets and ordered sets are unkeyed ones,
/// and text, numbers, data and dates are single values. Only content that a type requests is read: unknown classes,
/// cycles and damage elsewhere in the archive don't matter. See <doc:Codable>.
public struct KeyedArchiveDecoder: Sendable {
    /// How the keys of an object's fields become the keys that types have.
    ///
    /// Keys of dictionaries are data and stay as they are.
    public enum KeyStrategy: Sendable {
        /// Keys are as they are stored.
        case useStoredKeys
        /// The first of some prefixes that a key has is left out: `NS.time` is `time`, `_name` is `name`.
        ///
        /// A key that is there as it is asked for goes first.
        case strippingPrefixes([String])
        /// A function makes the key of each stored key; of two fields with one result the first counts.
        case custom(@Sendable (String) -> String)
    }

    /// How the keys of an object's fields become the keys that types have.
    public var keyStrategy = KeyStrategy.useStoredKeys

    /// Bounds on the work that the input may cause.
    ///
    /// An archive that is open already has its own.
    public var limits: Limits

    /// The types of the classes that occur in ``CodableAsObject`` values.
    public var registry: ClassRegistry

    /// Contextual information that types can read from their decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// The names of classes that objects must have one of to be decoded as a type.
    var classNames: [ObjectIdentifier: [String]] = [:]

    /// Creates a decoder.
    ///
    /// ```swift
    /// let decoder = KeyedArchiveDecoder(limits: .untrusted)
    /// let note = try decoder.decode(Note.self, from: bytes)
    /// ```
    ///
    /// - Parameters:
    ///   - registry: The types of the classes that occur in ``CodableAsObject`` values.
    ///   - limits: Bounds on the work that the input may cause.
    public init(registry: ClassRegistry = .standard, limits: Limits = .default) {
        self.registry = registry
        self.limits = limits
    }

    /// Checks the classes of objects that are decoded as a type; at first, none are checked.
    ///
    /// ```swift
    /// var decoder = KeyedArchiveDecoder()
    /// decoder.expectClassNames(["Note", "OldNote"], for: Note.self)
    /// ```
    ///
    /// - Parameters:
    ///   - names: An object's class or one of its superclasses must have one of these names.
    ///   - type: The type that such objects are decoded as.
    public mutating func expectClassNames(_ names: [String], for type: any Decodable.Type) {
        classNames[ObjectIdentifier(type)] = names
    }

    // MARK: Decoding

    /// Decodes the root object of an archive, or the object at a place in it.
    ///
    /// ```swift
    /// let title = try KeyedArchiveDecoder().decode(String.self, from: bytes, at: "root.notes[0].title")
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type to decode the object as.
    ///   - source: An archive in the binary or the XML form.
    ///   - place: A top-level key or a path, see ``/PropertyLists/ArchivePath``. By default it is the top-level key
    ///     `root`, or the only one.
    /// - Throws: `DecodingError` with the path in the archive, and with an ``/PropertyLists/ArchiveError`` beneath; and
    ///   the errors of initializers.
    /// - Complexity: O(*n*) in the size of the decoded content; opening takes O(*n*) in the number of the archive's
    ///   objects, with a very small constant.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from source: some ArchiveSource,
        at place: String? = nil
    ) throws -> Value {
        try decode(type, from: try opened(source), at: place)
    }

    /// Decodes the object at a path in an archive.
    ///
    /// ```swift
    /// let path = ArchivePath([.key("root"), .key("notes"), .index(0)])
    /// let note = try KeyedArchiveDecoder().decode(Note.self, from: bytes, at: path)
    /// ```
    ///
    /// - Throws: As ``decode(_:from:at:)-(_,ArchiveSource,String?)`` does.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from source: some ArchiveSource,
        at path: ArchivePath
    ) throws -> Value {
        try decode(type, from: try opened(source), at: path)
    }

    /// Decodes the root object of an open archive, or the object at a place in it.
    ///
    /// ```swift
    /// let archive = try KeyedArchive(bytes)
    /// let note = try KeyedArchiveDecoder().decode(Note.self, from: archive)
    /// ```
    ///
    /// Edits made since it was opened are included, at the cost of writing the archive first.
    ///
    /// - Throws: As ``decode(_:from:at:)-(_,ArchiveSource,String?)`` does.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from archive: KeyedArchive,
        at place: String? = nil
    ) throws -> Value {
        let path: ArchivePath
        do {
            path = try self.path(to: place, in: archive)
        } catch {
            throw DecodingError(error, [])
        }
        return try decode(type, from: archive, at: path)
    }

    /// Decodes the object at a path in an open archive.
    ///
    /// ```swift
    /// for place in try archive.matches("**<Note>") {
    ///     print(try KeyedArchiveDecoder().decode(Note.self, from: archive, at: place.path).title)
    /// }
    /// ```
    ///
    /// - Throws: As ``decode(_:from:at:)-(_,ArchiveSource,String?)`` does.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        from archive: KeyedArchive,
        at path: ArchivePath
    ) throws -> Value {
        let source: GraphSource
        let value: GraphValue
        do {
            let archive = try archive.asWritten
            let located = try archive.value(at: path)
            source = GraphSource(try located.archive.asWritten, self, base: path)
            value = try source.value(located.value)
        } catch {
            throw DecodingError(error, [])
        }
        return try TreeDecoder(source, value).decodeOutermost(type)
    }

    // MARK: Places

    private func opened(_ source: some ArchiveSource) throws(DecodingError) -> KeyedArchive {
        do {
            return try KeyedArchive(source, limits: limits, validation: .onAccess)
        } catch {
            throw DecodingError(error, [])
        }
    }

    /// The path that a text stands for, or that of the root object.
    private func path(to place: String?, in archive: KeyedArchive) throws(ArchiveError) -> ArchivePath {
        if let place {
            return archive.topLevelValue(forKey: place) != nil ? ArchivePath([.key(place)]) : try ArchivePath(place)
        }
        let root = KeyedArchiver.rootObjectKey
        if archive.topLevelValue(forKey: root) != nil { return ArchivePath([.key(root)]) }
        let keys = try archive.topLevel().map(\.key.repaired)
        if let only = keys.first, keys.count == 1 { return ArchivePath([.key(only)]) }
        let clause = KeyList.clause(Array(keys.prefix(KeyList.maximum)), hasMore: keys.count > KeyList.maximum)
        throw ArchiveError(
            .valueNotFound,
            "the archive has no root object",
            key: KeyedArchiver.rootObjectKey,
            remedy: keys.isEmpty ? "\(clause); look for another copy" : "\(clause); name the one to decode with `at:`"
        )
    }
}
