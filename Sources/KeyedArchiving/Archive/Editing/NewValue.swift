package import PropertyLists

/// What an edit puts at a place: a value of a property list, or an object with all that it leads to.
package enum NewValue: Sendable {
    case plain(PropertyList)
    /// An object of another archive.
    case object(UID, of: KeyedArchive)

    /// The value in an archive.
    fileprivate func placed() throws(ArchiveError) -> PlacedValue {
        switch self {
        case .plain(let value): try PlacedValue(value)
        case .object(let root, let archive): try PlacedValue(Donor(archive: archive, root: root))
        }
    }

    /// The value in a property list; nil for objects.
    fileprivate var plain: PropertyList? { if case .plain(let value) = self { value } else { nil } }
}

extension KeyedArchive {
    /// Sets what a path leads to, as `set(_:at:everywhere:orphans:reflow:)` does.
    package mutating func set(
        _ value: NewValue,
        at path: ArchivePath,
        everywhere: Bool,
        reflow: Bool
    ) throws(ArchiveError) {
        try edit(.set(value.placed()), at: path, EditOptions(everywhere: everywhere, reflow: reflow))
    }

    /// Adds a value after the elements of an array or a set.
    package mutating func append(_ value: NewValue, to path: ArchivePath) throws(ArchiveError) {
        try append(value.placed(), to: path)
    }

    /// Puts a value before the element at a position.
    package mutating func insert(_ value: NewValue, at path: ArchivePath) throws(ArchiveError) {
        try edit(.insert(value.placed()), at: path, EditOptions())
    }
}

extension PropertyListDocument {
    /// Sets what a path leads to, as `set(_:at:everywhere:orphans:reflow:)` does.
    package mutating func set(
        _ value: NewValue,
        at path: ArchivePath,
        everywhere: Bool,
        reflow: Bool
    ) throws(ArchiveError) {
        let options = KeyedArchive.EditOptions(everywhere: everywhere, reflow: reflow)
        try edit(path, value.plain.map { .set($0) }, .set(value.placed()), options: options)
    }

    /// Adds a value after the elements of an array.
    package mutating func append(_ value: NewValue, to path: ArchivePath) throws(ArchiveError) {
        try insert(value, at: ArchivePath(path.steps + [.index(try elementCount(at: path))]))
    }

    /// Puts a value before the element at a position.
    package mutating func insert(_ value: NewValue, at path: ArchivePath) throws(ArchiveError) {
        try edit(path, value.plain.map { .insert($0) }, .insert(value.placed()))
    }
}
