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
            case (.archive(let archive), nil): try walk.show(archive)
            case (.list(let list), nil): try walk.show(list)
            case (.archive(let archive), let path?):
                let found = try archive.value(at: path)
                try walk.show(found.value, of: found.archive)
            case (.list(let list), let path?):
                walk.options.opensNestedArchives = true
                let found = try list[path].require()
                // A path that ends with `!` leads to a whole archive.
                if let value = found.value {
                    try walk.show(value, of: found.archive)
                } else if let archive = found.archive {
                    try walk.show(archive)
                }
            }
        } catch {
            walk.format.abandon(error)
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
