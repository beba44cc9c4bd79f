/// The source of the next groups of an object or of the top level.
enum GroupSource {
    /// From the file.
    case stored(SequentialCursor)
    /// Groups that were set by an edit, from an index on.
    case edited([SequentialGroup], Int)
}

extension SequentialArchive {
    /// The groups of the top level.
    var topLevelSource: GroupSource {
        edits?.topLevel.map { .edited($0, 0) } ?? .stored(storage.topLevel)
    }

    /// The groups of an object.
    func source(ofObject number: Int) -> GroupSource {
        if let groups = edits?.groups[number] { return .edited(groups, 0) }
        guard number < storage.tables.items.count else { return .edited([], 0) }
        return .stored(storage.cursor(ofObject: number))
    }

    /// The next group.
    ///
    /// - Parameter recent: The types of the last group that came from the file.
    func next(_ source: inout GroupSource, _ recent: inout SharedContents.Recent?) -> SequentialGroup? {
        switch source {
        case .stored(var cursor):
            let group = storage.nextGroup(&cursor, &recent)
            source = .stored(cursor)
            return group
        case .edited(let groups, let index):
            guard index < groups.count else { return nil }
            source = .edited(groups, index + 1)
            return groups[index]
        }
    }

    /// The next group, where no more are asked for.
    func next(_ source: inout GroupSource) -> SequentialGroup? {
        var recent: SharedContents.Recent?
        return next(&source, &recent)
    }

    func groups(from source: GroupSource) -> [SequentialGroup] {
        var source = source
        var groups: [SequentialGroup] = []
        var recent: SharedContents.Recent?
        while let group = next(&source, &recent) { groups.append(group) }
        return groups
    }
}
