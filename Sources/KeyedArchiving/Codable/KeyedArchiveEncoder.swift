public import PropertyLists

/// Encodes `Encodable` types as keyed archives that Apple's unarchiver reads.
///
/// ```swift
/// let bytes = try KeyedArchiveEncoder().encode(note)
/// ```
///
/// Values with keys become dictionaries, or objects of the class that ``setClassName(_:superclasses:for:)`` gives their
/// type; lists become arrays; nil is a null object in them. Equal values give equal bytes: the keys of dictionaries and
/// the members of sets are sorted. ``KeyedArchiveDecoder`` reads these archives. See <doc:Codable>.
public struct KeyedArchiveEncoder: Sendable {
    /// The form to write.
    public var outputFormat = PropertyListFormat.binary

    /// The generation of Apple's archiver whose layout is followed.
    public var layout: ArchiveLayout

    /// Bounds on the archive to write, so that it can be read again within the same limits.
    public var limits: Limits

    /// Contextual information that types can read from their encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// The classes of types that are written as objects.
    private(set) var classes: [ObjectIdentifier: ArchivedClass] = [:]

    /// Creates an encoder.
    ///
    /// ```swift
    /// let bytes = try KeyedArchiveEncoder(layout: .iOS13).encode(note)
    /// ```
    public init(layout: ArchiveLayout = .current, limits: Limits = .default) {
        self.layout = layout
        self.limits = limits
    }

    /// Writes values of a type as objects of a class, as `NSCoding` classes of other programs read them.
    ///
    /// ```swift
    /// var encoder = KeyedArchiveEncoder()
    /// encoder.setClassName("Note", for: Note.self)
    /// ```
    ///
    /// Such an object stores numbers and booleans inline, and refers to everything else. The type must encode
    /// itself with keys.
    ///
    /// - Parameters:
    ///   - name: The name of the class; nil for dictionaries again.
    ///   - superclasses: Its superclasses, the nearest first.
    ///   - type: The type whose values become objects of the class.
    public mutating func setClassName(
        _ name: String?,
        superclasses: [String] = ["NSObject"],
        for type: any Encodable.Type
    ) {
        classes[ObjectIdentifier(type)] = name.map { ArchivedClass(name: $0, hierarchy: [$0] + superclasses) }
    }

    /// Encodes a value as an archive with it under the key `root`.
    ///
    /// ```swift
    /// let bytes: [UInt8] = try KeyedArchiveEncoder().encode(note)
    /// ```
    ///
    /// - Throws: `EncodingError` if the value encodes nothing or in a way that contradicts itself,
    ///   ``/PropertyLists/ArchiveError`` if the archive would exceed a limit, and the errors of the types'
    ///   `encode(to:)`.
    /// - Complexity: O(*n*) in the number of values.
    @_disfavoredOverload
    public func encode(_ value: some Encodable) throws -> [UInt8] {
        let archiver = KeyedArchiver(layout: layout, limits: limits)
        archiver.outputFormat = outputFormat
        try archiver.encodeRoot(value, self)
        return try archiver.encodedBytes
    }
}

extension KeyedArchiver {
    /// Encodes a value by its `Encodable` conformance as the root object.
    fileprivate func encodeRoot(_ value: some Encodable, _ options: KeyedArchiveEncoder) throws {
        let rules = ArchiveRules(options)
        let tree = EncodedTree(limits: limits, userInfo: options.userInfo, rules: rules)
        let encoder = TreeEncoder(tree)
        try tree.checkDepth(0)
        try encoder.encode(value)
        switch tree.content(of: encoder.place) {
        case .nothing: throw encoder.nothingEncoded(by: value)
        case .null: putReference(.null, forKey: Self.rootObjectKey)
        default:
            let uid = try ArchiveSink.reference(to: encoder.place, of: tree, rules, in: self)
            putReference(uid.uid, forKey: Self.rootObjectKey)
        }
    }
}
