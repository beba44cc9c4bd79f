public import PropertyLists

extension KeyedArchive: ArchiveDocument {
    /// Makes an edit.
    public mutating func _edit(_ edit: _DocumentEdit) throws(ArchiveError) {
        switch edit.change {
        case .set(let value): try self.edit(.set(value.placed()), at: edit.path, edit.options)
        case .insert(let value): try self.edit(.insert(value.placed()), at: edit.path, edit.options)
        case .append(let value):
            let place = try PathPlace.topLevel(SharedArchive(self)).following(edit.path).place
            let end = ArchivePath(edit.path.steps + [.index(try place.elementCount(forAppendingAt: edit.path))])
            try self.edit(.insert(value.placed()), at: end, edit.options)
        case .remove: try self.edit(.remove, at: edit.path, edit.options)
        case .move(let destination): try move(from: edit.path, to: destination, edit.options)
        }
    }

    /// Nil: the values of an archive are objects.
    public func _limits(ofPlainValuesAt path: ArchivePath) -> Limits? { nil }
}

/// A change of an archive at the place that a path leads to.
enum ArchiveEdit {
    case set(PlacedValue)
    /// Puts a value before the element at the place.
    case insert(PlacedValue)
    case remove
    /// Moves the value to another place of the same archive.
    case move(to: ArchivePath)
}

extension ArchiveEdit {
    /// The corresponding change of a document.
    fileprivate var ofDocument: _DocumentEdit.Change {
        switch self {
        case .set(let value): .set(value.ofDocument)
        case .insert(let value): .insert(value.ofDocument)
        case .remove: .remove
        case .move(let destination): .move(to: destination)
        }
    }
}

extension PlacedValue {
    /// The value as an edit of a document gives it: as a property list where that can hold it.
    fileprivate var ofDocument: NewValue {
        switch self {
        case .reference(let uid): return .plain(uid == .null ? .null : .uid(uid))
        case .plain(let value): return .plain(value)
        case .object(let source):
            let unarchiver = KeyedUnarchiver(source.archive, registry: .standard)
            let list = try? PropertyListFold.list(at: source.root, of: unarchiver, hasWarnings: false)
            return (list ?? nil).map { .plain($0) } ?? .object(source.root, of: source.archive)
        }
    }
}

extension KeyedArchive {
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
            // An insertion drops nothing, so that no copy of the archive, and of its lists, has to be kept.
            let orphans: OrphanPolicy = if case .insert = edit { .kept } else { options.orphans }
            do throws(ArchiveError) {
                return try undoing(orphans: orphans) { archive throws(ArchiveError) in
                    try archive.make(edit, at: path, options)
                }
            } catch {
                var error = error
                error.path = error.path ?? path
                throw error
            }
        }
        let bytes = try PathPlace.topLevel(SharedArchive(self)).bytes(
            ofArchiveAfter: end, in: path, editedBy: { edit }, options)
        try putArchive(bytes, at: ArchivePath(Array(path.steps[..<end])), options)
    }

    /// Writes an archive back into the data that a path leads to, for all that refer to these.
    ///
    /// An object that holds them, of whatever class, keeps its other fields.
    mutating func putArchive(
        _ bytes: [UInt8],
        at path: ArchivePath,
        _ options: EditOptions
    ) throws(ArchiveError) {
        var options = options
        options.everywhere = true
        var location = try location(of: path)
        if let uid = try slot(at: location).flatMap({ slot throws(ArchiveError) in try reference(slot) }),
            case .dictionary(let fields) = try content(at: uid)
        {
            for key in [DataFields.data, DataFields.bytes] where try slot(key, in: fields) != nil {
                location = .field(uid, key)
                break
            }
        }
        try put(.plain(.data(bytes)), at: location, options)
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
        case .move(let destination): try move(from: path, to: destination, options)
        }
    }

    /// Moves the value at a path.
    ///
    /// From one archive to another, in data, it is copied with all that it refers to.
    private mutating func move(
        from source: ArchivePath,
        to destination: ArchivePath,
        _ options: EditOptions
    ) throws(ArchiveError) {
        if let end = source.steps.firstIndex(of: .nestedArchive), end < destination.steps.count,
            source.steps[...end] == destination.steps[...end]
        {
            // Within an archive that is held in data, this is an edit of that archive.
            let inner = ArchivePath(Array(destination.steps[(end + 1)...]))
            return try edit(.move(to: inner), at: source, options)
        }
        let place = try PathPlace.topLevel(SharedArchive(self)).following(source).place
        var copy = self
        let isCopied = source.archiveSteps != destination.archiveSteps
        let value = try place.placedValue(isCopied: isCopied)
        // What isn't copied is put in its new place after it was taken from the old one, and may not be dropped between.
        try copy.edit(.remove, at: source, EditOptions(orphans: isCopied ? options.orphans : .kept))
        if case .index = destination.steps.last {
            try copy.edit(.insert(value), at: destination, EditOptions())
        } else {
            try copy.edit(.set(value), at: destination, EditOptions(orphans: isCopied ? options.orphans : .kept))
        }
        if options.orphans == .dropped {
            try copy.dropOrphans(of: reachableEntries)
        }
        self = copy
    }

    /// The place of something that is there.
    private func existingLocation(of path: ArchivePath) throws(ArchiveError) -> EditLocation {
        _ = try PathPlace.topLevel(SharedArchive(self)).following(path)
        return try location(of: path)
    }
}

extension ArchivePath {
    /// The steps up to the archive that the path leads into.
    var archiveSteps: ArraySlice<Step> {
        steps[..<(steps.lastIndex(of: .nestedArchive) ?? 0)]
    }
}

extension PathPlace {
    /// The bytes of an archive, or of a property list, in data, after an edit of it.
    ///
    /// - Parameters:
    ///   - end: The position of the step that leads into it, the first `!` of the path.
    ///   - path: The path of the edited place from here.
    ///   - edit: The edit.
    func bytes(
        ofArchiveAfter end: Int,
        in path: ArchivePath,
        editedBy edit: () throws(ArchiveError) -> ArchiveEdit,
        _ options: KeyedArchive.EditOptions
    ) throws(ArchiveError) -> [UInt8] {
        let place = try following(ArchivePath(Array(path.steps[...end]))).place
        let rest = ArchivePath(Array(path.steps[(end + 1)...]))
        do throws(ArchiveError) {
            if case .topLevel(let shared) = place {
                var archive = shared.archive
                try archive.edit(edit(), at: rest, options)
                return try archive.bytes()
            }
            let holder = try following(ArchivePath(Array(path.steps[..<end]))).place
            guard let data = try holder.data, var list = try holder.nestedList(in: data) else {
                throw try place.missing(.nestedArchive)
            }
            try list._edit(_DocumentEdit(change: edit().ofDocument, path: rest, options: options))
            return try list.bytes()
        } catch {
            var error = error
            error.path = ArchivePath(path.steps[...end] + (error.path?.steps ?? []))
            throw error
        }
    }

    /// The value of this place, to be put elsewhere.
    ///
    /// - Parameter isCopied: Whether the value goes to another archive.
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
            return isCopied ? try PlacedValue(SourceObject(archive: shared.archive, root: uid)) : .reference(uid)
        }
    }
}
