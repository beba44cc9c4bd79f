package import PropertyLists

// Many edits at once.

extension KeyedArchive {
    /// A place and the value to put there.
    package typealias Placement = (path: ArchivePath, value: NewValue)

    /// Sets the places at several paths, and drops the objects that become unreachable.
    ///
    /// - Throws: The error of setting one of them; the archive is then unchanged.
    /// - Complexity: O(*n*) in the size of the archive, of the paths and of the values.
    package mutating func setAll(
        _ placements: [Placement],
        everywhere: Bool,
        reflow: Bool
    ) throws(ArchiveError) {
        var copy = self
        let isPartOfBatch = edits.batch != nil
        if !isPartOfBatch { copy.beginBatch() }
        try copy.prepareToDrop()
        var rest = placements[...]
        while let first = rest.first {
            if let end = first.path.steps.firstIndex(of: .nestedArchive) {
                let data = first.path.steps[...end]
                let next = rest.firstIndex { !$0.path.steps.starts(with: data) } ?? rest.endIndex
                try copy.setAll(rest[..<next], inArchiveAt: data, everywhere: everywhere, reflow: reflow)
                rest = rest[next...]
                continue
            }
            let holder = first.path.steps.dropLast()
            let end = rest.firstIndex { $0.path.steps.dropLast() != holder } ?? rest.endIndex
            let group = rest[..<end]
            rest = rest[end...]
            if group.count > 1, try copy.setElements(group, ArchivePath(Array(holder)), everywhere: everywhere) {
                continue
            }
            for (path, value) in group {
                try copy.set(value, at: path, everywhere: everywhere, orphans: .kept, reflow: reflow)
            }
        }
        if !isPartOfBatch { try copy.endBatch() }
        self = copy
    }

    /// Sets the places at several paths in an archive that is held in data, which is written back once.
    private mutating func setAll(
        _ placements: ArraySlice<Placement>,
        inArchiveAt steps: ArraySlice<ArchivePath.Step>,
        everywhere: Bool,
        reflow: Bool
    ) throws(ArchiveError) {
        let place = try PathPlace.topLevel(SharedArchive(self)).following(ArchivePath(Array(steps))).place
        guard case .topLevel(let shared) = place else {
            for (path, value) in placements {
                try set(value, at: path, everywhere: everywhere, orphans: .kept, reflow: reflow)
            }
            return
        }
        var archive = shared.archive
        let inner = placements.map { (ArchivePath(Array($0.path.steps.dropFirst(steps.count))), $0.value) }
        do throws(ArchiveError) {
            try archive.setAll(inner, everywhere: everywhere, reflow: reflow)
        } catch {
            var error = error
            error.path = ArchivePath(Array(steps) + (error.path?.steps ?? []))
            throw error
        }
        let data = ArchivePath(Array(steps.dropLast()))
        try putArchive(try archive.bytes(), at: data, EditOptions(everywhere: everywhere, orphans: .kept))
    }

    /// Sets elements of a collection that has a field for each of them; to find one of these takes reading all.
    ///
    /// - Returns: False if it is no such collection; nothing is changed then.
    private mutating func setElements(
        _ placements: ArraySlice<Placement>,
        _ path: ArchivePath,
        everywhere: Bool
    ) throws(ArchiveError) -> Bool {
        guard !path.steps.contains(.nestedArchive), let uid = try uid(at: path),
            let layout = try layout(ofObjectAt: uid), layout.keys == nil,
            case .fields(let prefix, let first) = layout.values.place
        else { return false }
        var elements: [(position: Int, old: UID?, value: NewValue)] = []
        for (path, value) in placements {
            guard case .index(let position) = path.steps.last, 0..<layout.count ~= position else { return false }
            let old = index.reference(index.slot(position, of: layout.values.slots))
            // A collection that is its own element changes under the others.
            guard old != uid else { return false }
            elements.append((position, old, value))
        }

        try checkReplaceable(uid)
        let options = EditOptions(everywhere: everywhere, orphans: .kept)
        var references: [Int: UID] = [:]
        for (position, old, value) in elements {
            let value = try value.placed().placed(at: .element(uid, position))
            let target = try target(for: value, old, options)
            let new = try place(value, replacing: target, like: old)
            if target == nil { references[first + position] = new }
        }
        var fields = try slots(ofObjectAt: uid)
        for position in fields.indices {
            guard let number = index.number(of: fields[position].key, prefix),
                let reference = references.removeValue(forKey: number)
            else { continue }
            fields[position].value = .new(.uid(reference))
        }
        try store(.dictionary(fields), at: uid)
        return true
    }

    /// The object that a path leads to; nil if something else is there.
    private func uid(at path: ArchivePath) throws(ArchiveError) -> UID? {
        try PathPlace.topLevel(SharedArchive(self)).following(path).place.reference
    }
}
