public import PropertyLists

extension KeyedArchive: ArchiveDocument {
    /// Makes an edit.
    public mutating func _edit(_ edit: _DocumentEdit) throws(ArchiveError) {
        switch edit.change {
        case .set(let value): try self.edit(.set(value.placed()), at: edit.path, edit.options)
        case .insert(let value): try self.edit(.insert(value.placed()), at: edit.path, edit.options)
        case .append(let value):
            let place = try PathPlace.topLevel(SharedArchive(self)).following(edit.path).place
            let end = ArchivePath(edit.path.steps + [.index(try place.elements?.count ?? 0)])
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
    /// Moves what is there to another place of the same archive.
    case move(to: ArchivePath)
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
            return try undoing(orphans: options.orphans) { archive throws(ArchiveError) in
                try archive.make(edit, at: path, options)
            }
        }
        let bytes = try PathPlace.topLevel(SharedArchive(self)).bytes(
            ofArchiveAfter: end, in: path, editedBy: { edit }, options)
        let data = try location(of: ArchivePath(Array(path.steps[..<end])))
        try put(.plain(.data(bytes)), at: data, options)
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

    /// Moves what a path leads to.
    ///
    /// From one archive to another, in data, it is copied with all that it refers to.
    private mutating func move(
        from source: ArchivePath,
        to destination: ArchivePath,
        _ options: EditOptions
    ) throws(ArchiveError) {
        let place = try PathPlace.topLevel(SharedArchive(self)).following(source).place
        var copy = self
        let value = try place.placedValue(isCopied: source.archiveSteps != destination.archiveSteps)
        try copy.edit(.remove, at: source, EditOptions(orphans: .kept))
        if case .index = destination.steps.last {
            try copy.edit(.insert(value), at: destination, EditOptions())
        } else {
            try copy.edit(.set(value), at: destination, EditOptions(orphans: .kept))
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
    /// The bytes of an archive in data, after an edit of it.
    ///
    /// - Parameters:
    ///   - end: Which step of the path leads into the archive: its first `!`.
    ///   - path: The path from here of what is edited.
    ///   - edit: The edit.
    func bytes(
        ofArchiveAfter end: Int,
        in path: ArchivePath,
        editedBy edit: () throws(ArchiveError) -> ArchiveEdit,
        _ options: KeyedArchive.EditOptions
    ) throws(ArchiveError) -> [UInt8] {
        let place = try following(ArchivePath(Array(path.steps[...end]))).place
        guard case .topLevel(let shared) = place else { throw try place.missing(.nestedArchive) }
        var archive = shared.archive
        do throws(ArchiveError) {
            try archive.edit(edit(), at: ArchivePath(Array(path.steps[(end + 1)...])), options)
        } catch {
            var error = error
            error.path = ArchivePath(path.steps[...end] + (error.path?.steps ?? []))
            throw error
        }
        return try archive.bytes()
    }

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
            return isCopied ? try PlacedValue(SourceObject(archive: shared.archive, root: uid)) : .reference(uid)
        }
    }
}
