package import PropertyLists

/// A value for an edit to put at a place: a value of a property list, or an object with all objects reachable from it.
package enum NewValue: Sendable {
    case plain(PropertyList)
    /// An object of another archive.
    indirect case object(UID, of: KeyedArchive)

    /// The value in an archive.
    func placed() throws(ArchiveError) -> PlacedValue {
        switch self {
        case .plain(let value): try PlacedValue(value)
        case .object(let root, let archive): try PlacedValue(SourceObject(archive: archive, root: root))
        }
    }

    /// The value in a property list; nil for objects.
    var plain: PropertyList? { if case .plain(let value) = self { value } else { nil } }
}

extension NewValue {
    /// A value that is encoded as an object.
    init<Value: Codingable>(encoding value: Value) throws {
        try self.init(SourceObject { try $0.encode(value, forKey: KeyedArchiver.rootObjectKey) })
    }

    /// Creates an object by encoding a value through its `Encodable` conformance, in a separate archive.
    init(encodable value: some Encodable) throws {
        try self.init(SourceObject { try $0.encodeEncodable(value, forKey: KeyedArchiver.rootObjectKey) })
    }

    private init(_ source: SourceObject) throws(ArchiveError) {
        switch try PlacedValue(source) {
        case .reference: self = .plain(.null)
        case .plain(let value): self = .plain(value)
        case .object: self = .object(source.root, of: source.archive)
        }
    }
}
