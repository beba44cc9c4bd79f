public import PropertyLists

// Changes of what a path leads to.

extension PropertyListDocument {
    /// Sets what a path leads to, to a value of a property list.
    ///
    /// In the list itself the value is stored as it is; in an archive it is stored as
    /// `KeyedArchive.set(_:at:everywhere:orphans:reflow:)` stores it, whose parameters these are.
    ///
    /// ```swift
    /// try document.set(.integer(100), at: "Window Settings.Basic.columns")
    /// ```
    ///
    /// - Throws: As that does.
    public mutating func set(
        _ value: PropertyList,
        at path: some ArchivePathConvertible,
        everywhere: Bool = false,
        orphans: OrphanPolicy = .dropped,
        reflow: Bool = false
    ) throws(ArchiveError) {
        let options = KeyedArchive.EditOptions(everywhere: everywhere, orphans: orphans, reflow: reflow)
        try edit(try path.archivePath, .set(value), options: options)
    }

    /// Sets what a path leads to, to any value that can be encoded.
    ///
    /// ```swift
    /// try document.set("Menlo-Bold", at: "Window Settings.Basic.Font!.NSName")
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` for an object in the list itself, which holds
    ///   only strings, numbers, booleans and data, and otherwise as `KeyedArchive.set(_:at:everywhere:orphans:reflow:)` does.
    public mutating func set<Value: Codingable>(
        _ value: Value,
        at path: some ArchivePathConvertible,
        everywhere: Bool = false,
        orphans: OrphanPolicy = .dropped,
        reflow: Bool = false
    ) throws {
        let placed = try PlacedValue(encoding: value)
        var plain: TreeEdit?
        if case .plain(let value) = placed { plain = .set(value) }
        let options = KeyedArchive.EditOptions(everywhere: everywhere, orphans: orphans, reflow: reflow)
        try edit(try path.archivePath, plain, .set(placed), options: options)
    }

    /// Sets what a path leads to, to a value that is encoded by its `Encodable` conformance.
    ///
    /// In the list itself it becomes a property list, in an archive objects.
    ///
    /// ```swift
    /// try document.setEncodable(["columns": 100], at: "defaults")
    /// ```
    ///
    /// - Throws: `EncodingError`, and otherwise as `set(_:at:everywhere:orphans:reflow:)` of property lists does.
    public mutating func setEncodable(
        _ value: some Encodable,
        at path: some ArchivePathConvertible,
        everywhere: Bool = false,
        orphans: OrphanPolicy = .dropped
    ) throws {
        let path = try path.archivePath
        guard path.steps.contains(.nestedArchive) else {
            return try set(try EncodedTree.propertyList(encoding: value, limits: bounds.limits), at: path)
        }
        let placed = try PlacedValue(encodable: value)
        let options = KeyedArchive.EditOptions(everywhere: everywhere, orphans: orphans)
        try edit(path, nil, .set(placed), options: options)
    }

    /// Takes away what a path leads to.
    ///
    /// ```swift
    /// try document.remove(at: "Window Settings.Basic.title")
    /// ```
    ///
    /// - Throws: As ``KeyedArchive/remove(at:orphans:)`` does.
    public mutating func remove(
        at path: some ArchivePathConvertible,
        orphans: OrphanPolicy = .dropped
    ) throws(ArchiveError) {
        try edit(try path.archivePath, .remove, options: KeyedArchive.EditOptions(orphans: orphans))
    }

    /// Puts a value of a property list before the element at a position.
    ///
    /// ```swift
    /// try document.insert("first", at: "names[0]")
    /// ```
    ///
    /// - Throws: As `KeyedArchive.insert(_:at:)` does.
    public mutating func insert(_ value: PropertyList, at path: some ArchivePathConvertible) throws(ArchiveError) {
        try edit(try path.archivePath, .insert(value))
    }

    /// Adds a value of a property list after the elements of an array.
    ///
    /// ```swift
    /// try document.append("last", to: "names")
    /// ```
    ///
    /// - Throws: As `KeyedArchive.append(_:to:)` does.
    public mutating func append(_ value: PropertyList, to path: some ArchivePathConvertible) throws(ArchiveError) {
        let list = try path.archivePath
        try insert(value, at: ArchivePath(list.steps + [.index(try elementCount(at: list))]))
    }

    /// How many elements there are at a path.
    func elementCount(at path: ArchivePath) throws(ArchiveError) -> Int {
        try top.following(path).place.elements?.count ?? 0
    }

    /// Moves what a path leads to, within the list, within an archive in it, or from one to the other.
    ///
    /// A path that ends with a position puts it before the element there; another path sets what it leads to.
    ///
    /// ```swift
    /// try document.move(from: "Window Settings.Basic", to: "Window Settings.Old")
    /// ```
    ///
    /// - Parameters:
    ///   - source: The path of what is moved.
    ///   - destination: Where it goes, as the list is once it was taken away.
    ///   - orphans: What becomes of an archive's entries that nothing refers to anymore.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` for an object of an archive that goes into the
    ///   list itself, and otherwise as `KeyedArchive.move(from:to:orphans:)` does; the list is then as it was.
    public mutating func move(
        from source: some ArchivePathConvertible,
        to destination: some ArchivePathConvertible,
        orphans: OrphanPolicy = .dropped
    ) throws(ArchiveError) {
        let (source, destination) = (try source.archivePath, try destination.archivePath)
        var copy = self
        if let end = source.steps.firstIndex(of: .nestedArchive), destination.steps.starts(with: source.steps[...end]) {
            let rest = ArchivePath(Array(destination.steps[(end + 1)...]))
            try copy.edit(source, nil, .move(to: rest), options: KeyedArchive.EditOptions(orphans: orphans))
        } else {
            let place = try top.following(source).place
            try copy.remove(at: source, orphans: orphans)
            try copy.put(place, at: destination)
        }
        self = copy
    }

    /// Puts what is at a place, of this list as it was, somewhere else.
    private mutating func put(_ place: PathPlace, at path: ArchivePath) throws(ArchiveError) {
        let value = try place.placedValue(isCopied: true)
        var plain: PropertyList?
        if case .value(let list, _) = place { plain = list } else if case .plain(let known) = value { plain = known }
        guard case .index = path.steps.last else {
            return try edit(path, plain.map { .set($0) }, .set(value))
        }
        try edit(path, plain.map { .insert($0) }, .insert(value))
    }

    /// Changes the list, or an archive in it, which is written back into its data.
    ///
    /// - Parameters:
    ///   - change: The edit of the list; nil if that can't hold the value.
    ///   - archiveEdit: The edit of an archive, if it isn't the same.
    mutating func edit(
        _ path: ArchivePath,
        _ change: TreeEdit?,
        _ archiveEdit: ArchiveEdit? = nil,
        options: KeyedArchive.EditOptions = KeyedArchive.EditOptions()
    ) throws(ArchiveError) {
        guard let end = path.steps.firstIndex(of: .nestedArchive) else {
            guard let change else {
                throw ArchiveError(
                    .unrepresentable, "a property list holds no objects", path: path,
                    remedy: "archive it, and set the data")
            }
            root = try root.editing(path, change, bounds)
            return
        }
        let data = ArchivePath(Array(path.steps[..<end]))
        let nested = try top.following(ArchivePath(Array(path.steps[...end]))).place
        guard case .topLevel(let shared) = nested else { return }
        var archive = shared.archive
        do throws(ArchiveError) {
            let rest = ArchivePath(Array(path.steps[(end + 1)...]))
            if let archiveEdit {
                try archive.edit(archiveEdit, at: rest, options)
            } else if let change {
                try archive.edit(ArchiveEdit(change), at: rest, options)
            }
        } catch {
            var error = error
            error.path = ArchivePath(path.steps[...end] + (error.path?.steps ?? []))
            throw error
        }
        root = try root.editing(data, .set(.data(try archive.bytes())), bounds)
    }
}
