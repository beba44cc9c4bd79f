import KeyedArchiving

extension OpenedArchive {
    /// Prints the graph of the archive, or of what is at a path.
    func show(
        _ path: ArchivePath? = nil,
        as format: some GraphFormat,
        _ options: GraphOptions,
        on console: Console
    ) throws(Failure) {
        var walk = GraphWalk(format, options, paidFrom: budget, output: console.output)
        do {
            if let path {
                let found = try archive.value(at: path)
                try walk.show(found.value, of: found.archive)
            } else {
                try walk.show(archive)
            }
        } catch {
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
