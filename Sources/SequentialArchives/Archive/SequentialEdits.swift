/// What was changed in an archive since it was opened.
struct SequentialEdits: Sendable {
    /// The groups of the top level, if they were changed.
    var topLevel: [SequentialGroup]?
    /// The groups of objects that were changed.
    var groups: [Int: [SequentialGroup]] = [:]
    /// The classes that were changed.
    var classes: [Int: SequentialItem.ClassRecord] = [:]
    /// What was added, numbered after what the file has.
    var added: [SequentialItem] = []
}

extension SequentialArchive {
    /// How many objects, classes and C strings have numbers.
    var itemCount: Int { storage.tables.items.count + (edits?.added.count ?? 0) }

    /// What has a number, which must be below ``itemCount``.
    func item(_ number: Int) -> SequentialItem {
        guard let edits else { return storage.item(number) }
        if let record = edits.classes[number] { return .class(record) }
        let count = storage.tables.items.count
        return number < count ? storage.item(number) : edits.added[number - count]
    }

    /// Whether what has a number is an object; nothing is copied to find that out.
    func isObject(_ number: Int) -> Bool {
        let count = storage.tables.items.count
        if number < count { return storage.tables.items[number].kind == .object }
        if case .object? = edits?.added[number - count] { return true }
        return false
    }

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
    func next(_ source: inout GroupSource) -> SequentialGroup? {
        switch source {
        case .stored(var cursor):
            let group = storage.nextGroup(&cursor)
            source = .stored(cursor)
            return group
        case .edited(let groups, let index):
            guard index < groups.count else { return nil }
            source = .edited(groups, index + 1)
            return groups[index]
        }
    }

    func groups(from source: GroupSource) -> [SequentialGroup] {
        var source = source
        var groups: [SequentialGroup] = []
        while let group = next(&source) { groups.append(group) }
        return groups
    }
}

/// Where groups come from.
enum GroupSource {
    case stored(SequentialCursor)
    case edited([SequentialGroup], Int)
}
