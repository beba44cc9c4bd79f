import KeyedArchiving

extension OpenedFile {
    /// Prints the graph of the file, or of what is at a path.
    func show(
        _ path: ArchivePath? = nil,
        as format: some GraphFormat,
        _ options: GraphOptions,
        on console: Console
    ) throws(Failure) {
        var walk = GraphWalk(format, options, of: self, output: console.output)
        do {
            switch (content, path) {
            case (.archive(let archive), nil): try walk.show(ShownArchive(archive))
            case (.sequential(let mirror), nil): try walk.show(ShownArchive(mirror))
            case (.list(let list), nil): try walk.show(list)
            case (_, let path?):
                if case .list = content { walk.options.opensNestedArchives = true }
                let found = try content.place(at: path, limits: limits)
                if let value = found.value {
                    try walk.show(value, of: found.archive)
                } else if let archive = found.archive {
                    try walk.show(archive)
                }
            }
        } catch {
            walk.format.endEarly(because: error)
            throw Failure(error, in: file)
        }
        guard walk.problemCount == 0 else {
            let parts = walk.problemCount == 1 ? "one part" : "\(walk.problemCount) parts"
            throw Failure(
                file: file,
                reason: "\(parts) of the archive cannot be read; see keyed-archive check",
                status: .negativeResult
            )
        }
    }
}
