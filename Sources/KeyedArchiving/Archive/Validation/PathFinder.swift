internal import PropertyLists

/// Finds a path from the top level to an object, for telling people where it is.
struct PathFinder {
    private let archive: KeyedArchive
    private let table: ObjectTable
    /// By UID: from where each object was reached first; nil before the search.
    private var origins: [UID: Origin]?

    /// How many steps a path may have.
    private static let longestPath = 64

    private struct Origin {
        /// The object that refers to this one; nil for the top level.
        var parent: UID?
        /// The object index of the key.
        var key: Int
        /// The position, if the key's value is an array.
        var position: Int?
    }

    init(archive: KeyedArchive) {
        self.archive = archive
        table = ObjectTable(archive.reader)
    }

    /// The error with the path of its object, followed by its key.
    mutating func addingPath(to error: ArchiveError) -> ArchiveError {
        guard error.path == nil else { return error }
        var error = error
        var path: [ArchivePath.Step] = []
        if let uid = error.uid {
            // Nothing leads to some objects; and where a path is very long, the UID tells more.
            path = steps(to: uid)
            guard 1...Self.longestPath ~= path.count else { return error }
        }
        if let key = error.key { path.append(.key(key)) }
        if !path.isEmpty { error.path = ArchivePath(path) }
        return error
    }

    private mutating func steps(to uid: UID) -> [ArchivePath.Step] {
        let origins = origins ?? search()
        self.origins = origins
        var steps: [ArchivePath.Step] = []
        var next: UID? = uid
        while let uid = next, let origin = origins[uid] {
            if let position = origin.position { steps.append(.index(position)) }
            let key = (try? archive.reader.archiveString(at: origin.key))?.repaired ?? ""
            // A path steps into an array object as if it were the array.
            if origin.position == nil || key != "NS.objects" || hasKeys(origin.parent) { steps.append(.key(key)) }
            next = origin.parent
        }
        return steps.reversed()
    }

    private func hasKeys(_ uid: UID?) -> Bool {
        guard let uid, let index = archive.sourceIndex(of: uid) else { return false }
        return table.fields(of: index).contains { table.shortString(at: $0.key) == "NS.keys" }
    }

    /// Breadth first, so that paths are short; each object and each array is looked at once.
    private func search() -> [UID: Origin] {
        var origins: [UID: Origin] = [:]
        var isSeen = Array(repeating: false, count: archive.reader.objectCount)
        var queue: [UID] = []

        func reach(_ index: Int, _ origin: Origin) {
            guard let uid = table.reference(at: index), uid != .null, origins[uid] == nil else { return }
            guard archive.sourceIndex(of: uid) != nil else { return }
            origins[uid] = origin
            queue.append(uid)
        }
        func follow(_ fields: [(key: Int, value: Int)], of parent: UID?) {
            for field in fields {
                reach(field.value, Origin(parent: parent, key: field.key))
                guard table.kind(of: field.value) == .array, !isSeen[field.value] else { continue }
                isSeen[field.value] = true
                for (position, member) in table.members(of: field.value).enumerated() {
                    reach(member, Origin(parent: parent, key: field.key, position: position))
                }
            }
        }

        follow(table.fields(archive.envelope.top.keys, archive.envelope.top.values), of: nil)
        var next = 0
        while next < queue.count {
            let uid = queue[next]
            next += 1
            guard let index = archive.sourceIndex(of: uid), table.kind(of: index) == .dictionary, !isSeen[index] else {
                continue
            }
            isSeen[index] = true
            follow(table.fields(of: index), of: uid)
        }
        return origins
    }
}
