public import PropertyLists

// Edits of what a path leads to.

extension KeyedArchive {
    /// Sets what a path leads to, to a value of a property list.
    ///
    /// ```swift
    /// try archive.set(.integer(7), at: "root.friend.age")
    /// ```
    ///
    /// The value is stored as Apple's archiver stores it. Text, dates, data and containers become objects of their own;
    /// numbers and booleans are inline in a field, unless the field refers to an object, and become objects in a
    /// collection. Data stays inline where data was inline. A mutable string, mutable data or a mutable collection
    /// stays mutable if it is replaced by one of the same kind.
    ///
    /// - Parameters:
    ///   - value: The value. ``/PropertyLists/PropertyList/uid(_:)`` refers to an object of the archive that the last
    ///     `!` of the path leads into; UID 0 is nil.
    ///   - path: A path or its text. Its last step may be a key that isn't there yet: a field, a key of a dictionary, a
    ///     top-level key. Archives in data on the way are written back into their data.
    ///   - everywhere: Whether the object that the path leads to is changed for all that refer to it. Otherwise what
    ///     other places share stays as it was, and this place gets an object of its own. An object on the way, before
    ///     the last step, is changed for all that refer to it in either case.
    ///   - orphans: What happens with objects that nothing refers to anymore.
    ///   - reflow: Whether the runs of an attributed string follow, where the path leads to its text: what is equal at
    ///     the beginning and the end keeps its runs, what is between takes the run before it. Otherwise a text of
    ///     several runs is only replaced by one that is as long.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/valueNotFound`` if a step before the last leads nowhere,
    ///   ``/PropertyLists/ArchiveError/Code/invalidPath`` for a pattern,
    ///   ``/PropertyLists/ArchiveError/Code/invalidReference`` for a reference that leads nowhere,
    ///   ``/PropertyLists/ArchiveError/Code/unrepresentable`` for a value that has no object, for nil in a
    ///   collection, and for a text that the runs of its attributed string don't cover.
    /// - Complexity: O(*n*) in the size of the archive; with orphans kept, as that of ``value(at:)``, and in the size
    ///   of the value and of the collection that it is put into.
    public mutating func set(
        _ value: PropertyList,
        at path: some ArchivePathConvertible,
        everywhere: Bool = false,
        orphans: OrphanPolicy = .dropped,
        reflow: Bool = false
    ) throws(ArchiveError) {
        let options = EditOptions(everywhere: everywhere, orphans: orphans, reflow: reflow)
        try edit(.set(PlacedValue(value)), at: path.archivePath, options)
    }

    /// Sets what a path leads to, to any value that can be encoded.
    ///
    /// ```swift
    /// try archive.set("Grace", at: "root.friend.name")
    /// ```
    ///
    /// - Parameters:
    ///   - value: A string, a number, or an object of your own with all that it refers to.
    ///   - path: The place, see ``/PropertyLists/ArchivePath``.
    ///   - everywhere: Whether an entry that is shared changes for all that share it.
    ///   - orphans: What becomes of entries that nothing refers to anymore.
    ///   - reflow: Whether the runs of an attributed string follow its text.
    /// - Throws: What encoding the value throws, and otherwise as `set(_:at:everywhere:orphans:reflow:)` of property lists
    ///   does.
    /// - Complexity: As that of `set(_:at:everywhere:orphans:reflow:)` of property lists.
    public mutating func set<Value: Codingable>(
        _ value: Value,
        at path: some ArchivePathConvertible,
        everywhere: Bool = false,
        orphans: OrphanPolicy = .dropped,
        reflow: Bool = false
    ) throws {
        let options = EditOptions(everywhere: everywhere, orphans: orphans, reflow: reflow)
        try edit(.set(PlacedValue(encoding: value)), at: path.archivePath, options)
    }

    /// Sets what a path leads to, to a value that is encoded by its `Encodable` conformance: dictionaries and arrays.
    ///
    /// ```swift
    /// try archive.setEncodable(["volume": 0.5], at: "root.settings")
    /// ```
    ///
    /// - Throws: `EncodingError` as ``KeyedArchiver/encodeEncodable(_:forKey:userInfo:)`` does, and otherwise as
    ///   `set(_:at:everywhere:orphans:reflow:)` of property lists does.
    /// - Complexity: As that of `set(_:at:everywhere:orphans:reflow:)` of property lists.
    public mutating func setEncodable(
        _ value: some Encodable,
        at path: some ArchivePathConvertible,
        everywhere: Bool = false,
        orphans: OrphanPolicy = .dropped
    ) throws {
        let options = EditOptions(everywhere: everywhere, orphans: orphans)
        try edit(.set(PlacedValue(encodable: value)), at: path.archivePath, options)
    }

    /// Takes away what a path leads to: a field, an entry of a dictionary, an element, a top-level key.
    ///
    /// ```swift
    /// try archive.remove(at: "root.items[-1]")
    /// ```
    ///
    /// The elements after one that is removed move up.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/valueNotFound`` if a step leads nowhere,
    ///   ``/PropertyLists/ArchiveError/Code/invalidPath`` for a pattern.
    /// - Complexity: As that of `set(_:at:everywhere:orphans:reflow:)`.
    public mutating func remove(
        at path: some ArchivePathConvertible,
        orphans: OrphanPolicy = .dropped
    ) throws(ArchiveError) {
        try edit(.remove, at: path.archivePath, EditOptions(orphans: orphans))
    }
}

// MARK: - Following the path

/// A change of an archive at the place that a path leads to.
enum ArchiveEdit {
    case set(PlacedValue)
    /// Puts a value before the element at the place.
    case insert(PlacedValue)
    case remove
    /// Moves what is there to another place of the same archive.
    case move(to: ArchivePath)

    /// The edit that does in an archive what another does in a property list.
    init(_ edit: TreeEdit) throws(ArchiveError) {
        switch edit {
        case .set(let value): self = .set(try PlacedValue(value))
        case .insert(let value): self = .insert(try PlacedValue(value))
        case .remove: self = .remove
        }
    }
}

extension KeyedArchive {
    mutating func append(_ value: PlacedValue, to list: ArchivePath) throws(ArchiveError) {
        let place = try PathPlace.topLevel(SharedArchive(self)).following(list).place
        let count = try place.elements?.count ?? 0
        try edit(.insert(value), at: ArchivePath(list.steps + [.index(count)]), EditOptions())
    }

    /// Changes the archive that a path leads into, and writes it back into the data that it is in.
    mutating func edit(
        _ edit: ArchiveEdit,
        at path: ArchivePath,
        _ options: EditOptions
    ) throws(ArchiveError) {
        if case .insert = edit {
            guard case .index = path.steps.last else {
                throw ArchiveError(
                    .invalidPath, "the path doesn't end with a position", path: path,
                    remedy: "end it as in root.items[2], or use `set`")
            }
        }
        guard let end = path.steps.firstIndex(of: .nestedArchive) else {
            return try undoing(orphans: options.orphans) { archive throws(ArchiveError) in
                try archive.make(edit, at: path, options)
            }
        }
        let outer = ArchivePath(Array(path.steps[..<end]))
        guard
            case .topLevel(let shared) = try PathPlace.topLevel(SharedArchive(self)).following(
                ArchivePath(Array(path.steps[...end]))
            ).place
        else { return }
        var nested = shared.archive
        do throws(ArchiveError) {
            try nested.edit(edit, at: ArchivePath(Array(path.steps[(end + 1)...])), options)
        } catch {
            var error = error
            error.path = ArchivePath(path.steps[...end] + (error.path?.steps ?? []))
            throw error
        }
        try put(.plain(.data(try nested.bytes())), at: try location(of: outer), options)
    }

    /// Makes a change in this archive itself.
    private mutating func make(
        _ edit: ArchiveEdit,
        at path: ArchivePath,
        _ options: EditOptions
    ) throws(ArchiveError) {
        switch edit {
        case .set(let value): try putText(value, at: try location(of: path), of: path, options)
        case .insert(let value):
            let location = try location(of: path, isInsertion: true)
            let uid = try place(value.placed(at: location))
            try insert(.uid(uid), at: location)
        case .remove:
            let location = try existingLocation(of: path)
            try changing(options) { archive throws(ArchiveError) in try archive.clear(location) }
        case .move(let destination): try move(from: path, to: destination, orphans: options.orphans)
        }
    }

    /// The place of something that is there.
    private func existingLocation(of path: ArchivePath) throws(ArchiveError) -> EditLocation {
        _ = try PathPlace.topLevel(SharedArchive(self)).following(path)
        return try location(of: path)
    }
}

extension PlacedValue {
    /// A value that is encoded as an object.
    init<Value: Codingable>(encoding value: Value) throws {
        try self.init(Donor { try $0.encode(value, forKey: KeyedArchiver.rootObjectKey) })
    }

    /// What the `Encodable` conformance of a value encodes, in an archive of its own.
    init(encodable value: some Encodable) throws {
        try self.init(Donor { try $0.encodeEncodable(value, forKey: KeyedArchiver.rootObjectKey) })
    }
}

extension ArchivePath {
    /// The steps up to the archive that the path leads into.
    var archiveSteps: ArraySlice<Step> {
        steps[..<(steps.lastIndex(of: .nestedArchive) ?? 0)]
    }
}

extension PathPlace {
    /// What is here, to be put elsewhere.
    ///
    /// - Parameter isCopied: Whether it goes to another archive.
    func placedValue(isCopied: Bool) throws(ArchiveError) -> PlacedValue {
        switch self {
        case .topLevel:
            throw ArchiveError(
                .invalidPath,
                "the top level of an archive isn't a value",
                remedy: "go on with a top-level key such as root"
            )
        case .value(let value, _): return try PlacedValue(value)
        case .slot(let slot, let shared):
            guard let uid = try shared.archive.reference(slot) else {
                return try PlacedValue(try shared.archive.value(slot))
            }
            return isCopied ? try PlacedValue(Donor(archive: shared.archive, root: uid)) : .reference(uid)
        }
    }
}
