public import PropertyLists

/// A document that is edited by paths: a ``KeyedArchive``, or a ``PropertyListDocument`` with the archives in its data.
///
/// ```swift
/// try archive.set(.integer(7), at: "root.friend.age")
/// try document.set("Menlo-Bold", at: "Window Settings.Basic.Font!NSName")
/// ```
///
/// An edit that throws changes nothing. An archive in data on the way is written back into its data.
///
/// **What is stored.** In an archive a value is stored as Apple's archiver stores it. Text, dates, data and containers
/// become separate objects; numbers and booleans are inline in a field, unless the field refers to an object, and
/// become objects in a collection. Data stays inline where data was inline. A mutable string, mutable data or a mutable
/// collection stays mutable if it is replaced by one of the same kind. In the list of a document a value is stored as it
/// is, and objects that aren't strings, numbers, booleans or data are refused.
///
/// Archive and document are the only types that conform.
public protocol ArchiveDocument {
    /// The document as bytes.
    ///
    /// - Parameter format: The form to write; nil for the form in which it was read.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if the document holds something that the form
    ///   cannot express, ``/PropertyLists/ArchiveError/Code/limitExceeded``.
    func bytes(format: PropertyListFormat?) throws(ArchiveError) -> [UInt8]

    /// Makes an edit. Use the calls that this protocol adds.
    mutating func _edit(_ edit: _DocumentEdit) throws(ArchiveError)

    /// The limits of a list whose values are plain at a path; nil where they are objects of an archive.
    func _limits(ofPlainValuesAt path: ArchivePath) -> Limits?
}

/// An edit of a document; the calls of ``ArchiveDocument`` make one.
public struct _DocumentEdit {
    enum Change {
        case set(NewValue)
        /// Puts a value before the element at the path.
        case insert(NewValue)
        /// Puts a value after the elements at the path.
        case append(NewValue)
        case remove
        case move(to: ArchivePath)
    }

    let change: Change
    let path: ArchivePath
    var options = KeyedArchive.EditOptions()
}

// MARK: - Setting

extension ArchiveDocument {
    /// Sets the place at a path to a value of a property list.
    ///
    /// ```swift
    /// try archive.set(.integer(7), at: "root.friend.age")
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value. In an archive ``/PropertyLists/PropertyList/uid(_:)`` refers to an object of the archive
    ///     that the last `!` of the path leads into; UID 0 is nil.
    ///   - path: A path or its text. Its last step may be a key that isn't there yet: a field, a key of a dictionary, a
    ///     top-level key.
    ///   - everywhere: Whether the object that the path leads to is changed for all that refer to it. Otherwise an
    ///     object that other places share stays as it was, and this place gets a separate object. An object on the way,
    ///     before the last step, is changed for all that refer to it in either case.
    ///   - orphans: The treatment of objects that become unreachable.
    ///   - reflow: Whether the runs of an attributed string follow, where the path leads to its text: a common prefix
    ///     and suffix keep their runs, the text between takes the run before it. Otherwise a text of
    ///     several runs is only replaced by one that is as long.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/valueNotFound`` if a step before the last leads nowhere,
    ///   ``/PropertyLists/ArchiveError/Code/invalidPath`` for a pattern,
    ///   ``/PropertyLists/ArchiveError/Code/invalidReference`` for a reference that leads nowhere,
    ///   ``/PropertyLists/ArchiveError/Code/unrepresentable`` for a value that has no object, and for a text that the
    ///   runs of its attributed string don't cover. Nil in a collection becomes `NSNull`.
    /// - Complexity: O(*n*) in the size of the archive; with orphans kept, as that of ``KeyedArchive/subscript(_:)``, and in
    ///   the size of the value and of the collection that it is put into.
    public mutating func set(
        _ value: PropertyList,
        at path: some ArchivePathConvertible,
        everywhere: Bool = false,
        orphans: OrphanPolicy = .dropped,
        reflow: Bool = false
    ) throws(ArchiveError) {
        try set(.plain(value), at: path.archivePath, everywhere: everywhere, orphans: orphans, reflow: reflow)
    }

    /// Sets the place at a path to any value that can be encoded.
    ///
    /// ```swift
    /// try archive.set("Grace", at: "root.friend.name")
    /// ```
    ///
    /// - Parameters:
    ///   - value: A string, a number, or an object of your own with all that it refers to.
    ///   - path: The place, see ``/PropertyLists/ArchivePath``.
    ///   - everywhere: Whether an entry that is shared changes for all that share it.
    ///   - orphans: The treatment of entries that become unreachable.
    ///   - reflow: Whether the runs of an attributed string follow its text.
    /// - Throws: The errors of encoding the value, ``/PropertyLists/ArchiveError/Code/unrepresentable`` for an object
    ///   in the list of a document, and otherwise as `set(_:at:everywhere:orphans:reflow:)` of property lists does.
    /// - Complexity: As that of `set(_:at:everywhere:orphans:reflow:)` of property lists.
    public mutating func set<Value: Codingable>(
        _ value: Value,
        at path: some ArchivePathConvertible,
        everywhere: Bool = false,
        orphans: OrphanPolicy = .dropped,
        reflow: Bool = false
    ) throws {
        try set(
            NewValue(encoding: value), at: path.archivePath, everywhere: everywhere, orphans: orphans, reflow: reflow)
    }

    /// Sets the place at a path to a value that is encoded by its `Encodable` conformance: dictionaries and arrays.
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
        let path = try path.archivePath
        try set(newValue(encodable: value, at: path), at: path, everywhere: everywhere, orphans: orphans, reflow: false)
    }

    /// Sets the place at a path, as `set(_:at:everywhere:orphans:reflow:)` of property lists does.
    package mutating func set(
        _ value: NewValue,
        at path: ArchivePath,
        everywhere: Bool,
        orphans: OrphanPolicy = .dropped,
        reflow: Bool
    ) throws(ArchiveError) {
        let options = KeyedArchive.EditOptions(everywhere: everywhere, orphans: orphans, reflow: reflow)
        try _edit(_DocumentEdit(change: .set(value), path: path, options: options))
    }

    /// The value that an `Encodable` one becomes at a path.
    private func newValue(encodable value: some Encodable, at path: ArchivePath) throws -> NewValue {
        guard let limits = _limits(ofPlainValuesAt: path) else { return try NewValue(encodable: value) }
        return .plain(try EncodedTree.propertyList(encoding: value, limits: limits))
    }
}

// MARK: - What collections hold

extension ArchiveDocument {
    /// Adds a value of a property list after the elements of an array or a set.
    ///
    /// ```swift
    /// try archive.append(.date(0), to: "root.visits")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/valueNotFound`` if the path doesn't lead to elements, and otherwise
    ///   as `set(_:at:everywhere:orphans:reflow:)` does.
    /// - Complexity: O(*n*) in the size of the value and of the collection.
    public mutating func append(_ value: PropertyList, to path: some ArchivePathConvertible) throws(ArchiveError) {
        try append(.plain(value), to: path.archivePath)
    }

    /// Adds any value that can be encoded after the elements of an array or a set.
    ///
    /// ```swift
    /// try archive.append("Grace", to: "root.friends")
    /// ```
    ///
    /// - Throws: The errors of encoding the value, and otherwise as `append(_:to:)` of property lists does.
    public mutating func append<Value: Codingable>(_ value: Value, to path: some ArchivePathConvertible) throws {
        try append(NewValue(encoding: value), to: path.archivePath)
    }

    /// Adds a value that is encoded by its `Encodable` conformance after the elements of an array or a set.
    ///
    /// ```swift
    /// try archive.appendEncodable(["volume": 0.5], to: "root.presets")
    /// ```
    ///
    /// - Throws: As ``setEncodable(_:at:everywhere:orphans:)`` and `append(_:to:)` of property lists do.
    public mutating func appendEncodable(_ value: some Encodable, to path: some ArchivePathConvertible) throws {
        let path = try path.archivePath
        try append(newValue(encodable: value, at: path), to: path)
    }

    /// Puts a value of a property list before the element at a position.
    ///
    /// ```swift
    /// try archive.insert(.date(0), at: "root.visits[0]")
    /// ```
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: A path that ends with a position, of an element or after the last.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidPath`` if the path doesn't end with a position, and otherwise
    ///   as `append(_:to:)` does.
    /// - Complexity: As that of `append(_:to:)`.
    public mutating func insert(_ value: PropertyList, at path: some ArchivePathConvertible) throws(ArchiveError) {
        try insert(.plain(value), at: path.archivePath)
    }

    /// Puts any value that can be encoded before the element at a position.
    ///
    /// ```swift
    /// try archive.insert("Grace", at: "root.friends[0]")
    /// ```
    ///
    /// - Throws: The errors of encoding the value, and otherwise as `insert(_:at:)` of property lists does.
    public mutating func insert<Value: Codingable>(_ value: Value, at path: some ArchivePathConvertible) throws {
        try insert(NewValue(encoding: value), at: path.archivePath)
    }

    /// Puts a value that is encoded by its `Encodable` conformance before the element at a position.
    ///
    /// ```swift
    /// try archive.insertEncodable(["volume": 0.5], at: "root.presets[0]")
    /// ```
    ///
    /// - Throws: As ``setEncodable(_:at:everywhere:orphans:)`` and `insert(_:at:)` of property lists do.
    public mutating func insertEncodable(_ value: some Encodable, at path: some ArchivePathConvertible) throws {
        let path = try path.archivePath
        try insert(newValue(encodable: value, at: path), at: path)
    }

    /// Adds a value after the elements of an array or a set.
    package mutating func append(_ value: NewValue, to path: ArchivePath) throws(ArchiveError) {
        try _edit(_DocumentEdit(change: .append(value), path: path))
    }

    /// Puts a value before the element at a position.
    package mutating func insert(_ value: NewValue, at path: ArchivePath) throws(ArchiveError) {
        try _edit(_DocumentEdit(change: .insert(value), path: path))
    }
}

// MARK: - Removing and moving

extension ArchiveDocument {
    /// Removes the value at a path: a field, an entry of a dictionary, an element, a top-level key.
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
        let options = KeyedArchive.EditOptions(orphans: orphans)
        try _edit(_DocumentEdit(change: .remove, path: path.archivePath, options: options))
    }

    /// Moves the value at a path: within an archive or a list, or from one to another that is in the same document.
    ///
    /// ```swift
    /// try archive.move(from: "root.items[0]", to: "root.archive[0]")
    /// ```
    ///
    /// A path that ends with a position puts it before the element there; another path sets the place that it leads to.
    ///
    /// - Parameters:
    ///   - source: The path of the value to move.
    ///   - destination: The path to move it to, in the document without the value. If the two are in different
    ///     archives, one in the data of the other, the object is copied with all that it refers to.
    ///   - orphans: The treatment of entries that become unreachable.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` for an object of an archive that goes into the
    ///   list of a document, and otherwise as ``remove(at:orphans:)`` and `insert(_:at:)` do; the document is then as
    ///   it was.
    /// - Complexity: O(*n*) in the size of the archive.
    public mutating func move(
        from source: some ArchivePathConvertible,
        to destination: some ArchivePathConvertible,
        orphans: OrphanPolicy = .dropped
    ) throws(ArchiveError) {
        let (source, destination) = (try source.archivePath, try destination.archivePath)
        if source.steps.last?.name != nil, destination.steps.count > source.steps.count,
            destination.steps.starts(with: source.steps)
        {
            throw ArchiveError(
                .invalidPath, "a value isn't moved into itself", path: destination,
                remedy: "name a destination outside of \(source)")
        }
        let options = KeyedArchive.EditOptions(orphans: orphans)
        try _edit(_DocumentEdit(change: .move(to: destination), path: source, options: options))
    }
}
