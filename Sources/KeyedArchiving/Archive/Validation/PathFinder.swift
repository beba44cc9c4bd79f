internal import PropertyLists

/// Adds paths to problems, for telling people where they are.
struct PathFinder {
    private var search: PathSearch

    /// How many steps a path may have.
    private static let longestPath = 64

    init(archive: KeyedArchive) {
        search = PathSearch(archive.index)
    }

    /// The error with the path of its object, followed by its key.
    mutating func addingPath(to error: ArchiveError) -> ArchiveError {
        guard error.path == nil else { return error }
        var error = error
        var path: [ArchivePath.Step] = []
        if let uid = error.uid {
            // Nothing leads to some objects; and where a path is very long, the UID tells more.
            guard let steps = search.steps(to: uid), steps.count <= Self.longestPath else { return error }
            path = steps
        }
        if let key = error.key { path.append(.key(key)) }
        if !path.isEmpty { error.path = ArchivePath(path) }
        return error
    }
}
