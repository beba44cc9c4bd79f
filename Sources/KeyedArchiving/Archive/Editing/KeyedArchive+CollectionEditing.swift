public import PropertyLists

// Edits of what collections hold.

extension KeyedArchive {
    /// Adds a value of a property list after the elements of an array or a set.
    ///
    /// ```swift
    /// try archive.append(.date(0), to: "root.visits")
    /// ```
    ///
    /// - Throws: As `set(_:at:everywhere:orphans:)` does; ``/PropertyLists/ArchiveError/Code/valueNotFound`` if there
    ///   are no elements.
    /// - Complexity: As that of `set(_:at:everywhere:orphans:)` with orphans kept.
    public mutating func append(_ value: PropertyList, to path: some ArchivePathConvertible) throws(ArchiveError) {
        try append(PlacedValue(value), to: path.archivePath)
    }

    /// Adds any value that can be encoded after the elements of an array or a set.
    ///
    /// ```swift
    /// try archive.append("Grace", to: "root.friends")
    /// ```
    ///
    /// - Throws: What encoding the value throws, and otherwise as `append(_:to:)` of property lists does.
    /// - Complexity: As that of `set(_:at:everywhere:orphans:)` with orphans kept.
    public mutating func append<Value: Codingable>(_ value: Value, to path: some ArchivePathConvertible) throws {
        try append(PlacedValue(encoding: value), to: path.archivePath)
    }

    /// Adds a value that is encoded by its `Encodable` conformance after the elements of an array or a set.
    ///
    /// ```swift
    /// try archive.appendEncodable(["volume": 0.5], to: "root.presets")
    /// ```
    ///
    /// - Throws: As ``setEncodable(_:at:everywhere:orphans:)`` and `append(_:to:)` of property lists do.
    /// - Complexity: As that of `set(_:at:everywhere:orphans:)` with orphans kept.
    public mutating func appendEncodable(_ value: some Encodable, to path: some ArchivePathConvertible) throws {
        try append(PlacedValue(encodable: value), to: path.archivePath)
    }

    /// Puts a value of a property list before the element at a position.
    ///
    /// ```swift
    /// try archive.insert(.date(0), at: "root.visits[0]")
    /// ```
    ///
    /// - Parameters:
    ///   - value: The element.
    ///   - path: A path that ends with a position; the one after the last element is allowed, too.
    /// - Throws: As `set(_:at:everywhere:orphans:)` does, and ``/PropertyLists/ArchiveError/Code/invalidPath`` if the
    ///   path doesn't end with a position.
    /// - Complexity: As that of `set(_:at:everywhere:orphans:)` with orphans kept.
    public mutating func insert(_ value: PropertyList, at path: some ArchivePathConvertible) throws(ArchiveError) {
        try edit(.insert(PlacedValue(value)), at: path.archivePath, EditOptions())
    }

    /// Puts any value that can be encoded before the element at a position.
    ///
    /// ```swift
    /// try archive.insert("Grace", at: "root.friends[0]")
    /// ```
    ///
    /// - Throws: What encoding the value throws, and otherwise as `insert(_:at:)` of property lists does.
    /// - Complexity: As that of `set(_:at:everywhere:orphans:)` with orphans kept.
    public mutating func insert<Value: Codingable>(_ value: Value, at path: some ArchivePathConvertible) throws {
        try edit(.insert(PlacedValue(encoding: value)), at: path.archivePath, EditOptions())
    }

    /// Puts a value that is encoded by its `Encodable` conformance before the element at a position.
    ///
    /// ```swift
    /// try archive.insertEncodable(["volume": 0.5], at: "root.presets[0]")
    /// ```
    ///
    /// - Throws: As ``setEncodable(_:at:everywhere:orphans:)`` and `insert(_:at:)` of property lists do.
    /// - Complexity: As that of `set(_:at:everywhere:orphans:)` with orphans kept.
    public mutating func insertEncodable(_ value: some Encodable, at path: some ArchivePathConvertible) throws {
        try edit(.insert(PlacedValue(encodable: value)), at: path.archivePath, EditOptions())
    }

    /// Moves what is at one path to another: the object itself, not a copy.
    ///
    /// ```swift
    /// try archive.move(from: "root.items[0]", to: "root.archive[0]")
    /// ```
    ///
    /// A path that ends with a position puts it before the element there; another path sets what it leads to.
    ///
    /// - Parameters:
    ///   - source: The path of what is moved.
    ///   - destination: Where it goes, as the archive is once it was taken away. If the two are in different archives,
    ///     one in the data of the other, the object is copied with all that it refers to.
    ///   - orphans: What becomes of entries that nothing refers to anymore.
    /// - Throws: As ``remove(at:orphans:)`` and `insert(_:at:)` do; the archive is then as it was.
    /// - Complexity: O(*n*) in the size of the archive.
    public mutating func move(
        from source: some ArchivePathConvertible,
        to destination: some ArchivePathConvertible,
        orphans: OrphanPolicy = .dropped
    ) throws(ArchiveError) {
        let (source, destination) = (try source.archivePath, try destination.archivePath)
        let place = try PathPlace.topLevel(SharedArchive(self)).following(source).place
        var copy = self
        let value = try place.placedValue(isCopied: source.archiveSteps != destination.archiveSteps)
        try copy.remove(at: source, orphans: .kept)
        if case .index = destination.steps.last {
            try copy.edit(.insert(value), at: destination, EditOptions())
        } else {
            try copy.edit(.set(value), at: destination, EditOptions(orphans: .kept))
        }
        if orphans == .dropped {
            try copy.dropOrphans(of: reachableEntries)
        }
        self = copy
    }
}
