public import PropertyLists

extension PropertyListDocument: ArchiveDocument {
    /// Makes an edit.
    public mutating func _edit(_ edit: _DocumentEdit) throws(ArchiveError) {
        let plain: TreeEdit?
        var path = edit.path
        switch edit.change {
        case .set(let value): plain = value.plain.map { .set($0) }
        case .insert(let value): plain = value.plain.map { .insert($0) }
        case .append(let value):
            plain = value.plain.map { .insert($0) }
            path = ArchivePath(path.steps + [.index(try top.following(path).place.elementCount(forAppendingAt: path))])
        case .remove: plain = .remove
        case .move(let destination): return try move(from: path, to: destination, edit.options)
        }
        try self.edit(path, plain, edit.options) { () throws(ArchiveError) in
            switch edit.change {
            case .set(let value): .set(try value.placed())
            case .insert(let value), .append(let value): .insert(try value.placed())
            case .remove: .remove
            case .move(let destination): .move(to: destination)
            }
        }
    }

    /// The limits of the document, but for paths into an archive in its data.
    public func _limits(ofPlainValuesAt path: ArchivePath) -> Limits? {
        path.steps.contains(.nestedArchive) ? nil : bounds.limits
    }
}

extension PropertyListDocument {
    /// Moves the value at a path, within the list, within an archive in it, or from one to the other.
    private mutating func move(
        from source: ArchivePath,
        to destination: ArchivePath,
        _ options: KeyedArchive.EditOptions
    ) throws(ArchiveError) {
        var copy = self
        if let end = source.steps.firstIndex(of: .nestedArchive), destination.steps.starts(with: source.steps[...end]) {
            let rest = ArchivePath(Array(destination.steps[(end + 1)...]))
            try copy.edit(source, nil, options) { .move(to: rest) }
        } else {
            let place = try top.following(source).place
            try copy.edit(source, .remove, options) { .remove }
            try copy.put(place, at: destination)
        }
        self = copy
    }

    /// Copies the value of a place, in the list before the edit, to another place.
    private mutating func put(_ place: PathPlace, at path: ArchivePath) throws(ArchiveError) {
        let value = try place.placedValue(isCopied: true)
        var plain: PropertyList?
        if case .value(let list, _) = place { plain = list } else if case .plain(let known) = value { plain = known }
        guard case .index = path.steps.last else {
            return try edit(path, plain.map { .set($0) }, KeyedArchive.EditOptions()) { .set(value) }
        }
        try edit(path, plain.map { .insert($0) }, KeyedArchive.EditOptions()) { .insert(value) }
    }

    /// Changes the list, or an archive in it, which is written back into its data.
    ///
    /// - Parameters:
    ///   - change: The edit of the list; nil if that can't hold the value.
    ///   - archiveEdit: Makes the edit of an archive.
    mutating func edit(
        _ path: ArchivePath,
        _ change: TreeEdit?,
        _ options: KeyedArchive.EditOptions,
        inArchive archiveEdit: () throws(ArchiveError) -> ArchiveEdit
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
        let bytes = try top.bytes(ofArchiveAfter: end, in: path, editedBy: archiveEdit, options)
        let holder = end == 0 ? [.key(PropertyList.wholeKey)] : Array(path.steps[..<end])
        root = try root.editing(ArchivePath(holder), .set(.data(bytes)), bounds)
    }
}
