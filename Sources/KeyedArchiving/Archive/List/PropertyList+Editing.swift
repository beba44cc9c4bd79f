internal import PropertyLists

/// A change of a tree at one place.
enum TreeEdit {
    case set(PropertyList)
    case insert(PropertyList)
    case remove
}

extension PropertyList {
    /// The root of a property list with a change at the place that a path leads to.
    func editing(_ path: ArchivePath, _ change: TreeEdit, _ bounds: ListBounds) throws(ArchiveError) -> PropertyList {
        guard !isContainer else { return try edited(path, change, bounds) }
        let start = startOfPaths
        // The one entry stays alone.
        if path.steps.count == 1, let step = path.steps.first {
            guard try PathPlace.value(start, bounds).taking(step) != nil else {
                throw try Self.missing(step, from: .value(start, bounds), path, 0)
            }
            if case .remove = change {
                throw ArchiveError(
                    .invalidPath, "the value is the whole property list", path: path,
                    remedy: "set another in its place, or delete the file")
            }
        }
        return try start.edited(path, change, bounds)[Self.wholeKey] ?? self
    }

    /// The tree with a change at the place that a path leads to.
    private func edited(_ path: ArchivePath, _ change: TreeEdit, _ bounds: ListBounds) throws(ArchiveError)
        -> PropertyList
    {
        guard let last = path.steps.last else {
            throw ArchiveError(.invalidPath, "the path is empty", remedy: "start it with a key of the property list")
        }
        var outer: [(value: PropertyList, step: ArchivePath.Step)] = []
        var current = self
        for (position, step) in path.steps.dropLast().enumerated() {
            let place = PathPlace.value(current, bounds)
            guard let taken = try place.taking(step), case .value(let value, _) = taken.place else {
                throw try Self.missing(step, from: place, path, position)
            }
            outer.append((current, taken.step))
            current = value
        }
        guard var result = current.changed(last, change) else {
            throw try Self.missing(last, from: .value(current, bounds), path, path.steps.count - 1)
        }
        for (value, step) in outer.reversed() { result = value.changed(step, .set(result)) ?? value }
        return result
    }

    private static func missing(
        _ step: ArchivePath.Step,
        from place: PathPlace,
        _ path: ArchivePath,
        _ position: Int
    ) throws(ArchiveError) -> ArchiveError {
        var error = try place.missing(step)
        error.path = ArchivePath(Array(path.steps[...position]))
        return error
    }

    /// The container with a change of one member; nil if there is no such place.
    private func changed(_ step: ArchivePath.Step, _ change: TreeEdit) -> PropertyList? {
        switch (self, step) {
        case (.dictionary(var entries), .key(let key)), (.dictionary(var entries), .text(let key)):
            switch change {
            case .set(let value): entries[key] = value
            case .insert: return nil
            case .remove:
                guard entries[key] != nil else { return nil }
                entries[key] = nil
            }
            return .dictionary(entries)
        case (.array(let array), .index(let position)):
            var elements = array.elements
            let place = position < 0 ? elements.count + position : position
            switch change {
            case .set(let value):
                guard elements.indices.contains(place) else { return nil }
                elements[place] = value
            case .insert(let value):
                guard place >= 0, place <= elements.count else { return nil }
                elements.insert(value, at: place)
            case .remove:
                guard elements.indices.contains(place) else { return nil }
                elements.remove(at: place)
            }
            return .array(PropertyListArray(elements))
        default: return nil
        }
    }
}
