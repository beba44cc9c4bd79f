import KeyedArchiving
import PropertyLists

extension Document {
    /// The place that a path leads to.
    struct Place {
        /// The value; nil for a whole archive, where a path ends with `!`.
        var value: PropertyList?
        /// The archive that the value is in, or that the path leads to; nil for a value of a plain list.
        var archive: ShownArchive?
        /// The document that the path was followed in at the end.
        var document: Document
    }

    /// Follows a path, through archives in data, too.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError/Code/valueNotFound`` if a step leads nowhere; its path names that step.
    func place(at path: ArchivePath) throws(ArchiveError) -> Place {
        var document = self
        var start = 0
        // The library steps into keyed archives; a sequential one, or a plain list, in data is opened here.
        for (position, step) in path.steps.enumerated() where step == .nestedArchive {
            let inside = Array(path.steps[start..<position])
            let view = try document.view(at: ArchivePath(inside))
            guard !inside.isEmpty, let bytes = view.bytes,
                FileKind(bytes).isSequential || (view.nestedArchive.exists && view.nestedArchive.archive == nil)
            else { continue }
            // What is wrong with it is said, rather than that there is no archive.
            guard let data = try document.within(inside).data(bytes) else { continue }
            document = try data.document(charging: budget)
            start = position + 1
        }
        let rest = Array(path.steps[start...])
        do throws(ArchiveError) {
            if rest.isEmpty, start > 0 {
                return Place(value: nil, archive: document.content.shown, document: document)
            }
            return try document.innerPlace(at: ArchivePath(rest))
        } catch {
            var error = error
            if start > 0 { error.path = ArchivePath(path.steps[..<start] + (error.path?.steps ?? [])) }
            throw error
        }
    }

    /// Follows a path on which no data with a sequential archive is stepped into.
    private func innerPlace(at path: ArchivePath) throws(ArchiveError) -> Place {
        let document = within(path.steps)
        let limit = budget.remaining.nestedArchives
        guard document.depth <= limit else { throw .limit("nestedArchives", limit) }
        switch content {
        case .archive(let archive):
            let found = try archive.value(at: path)
            return Place(value: found.value, archive: .keyed(found.archive), document: document)
        case .sequential(let archive):
            let found = try KeyedCopy(archive, charging: budget, limits: limits).archive.value(at: path)
            // Of an archive in data the entries are its own.
            let isInside = path.steps.contains(.nestedArchive)
            let shown = isInside ? ShownArchive.keyed(found.archive) : .sequential(archive)
            return Place(value: found.value, archive: shown, document: document)
        case .list(let list):
            let found = try list[path].require()
            return Place(value: found.value, archive: found.archive.map { .keyed($0) }, document: document)
        }
    }

    /// The document around the place that some steps lead to: each archive on the way is one level.
    private func within(_ steps: [ArchivePath.Step]) -> Document {
        var document = self
        document.depth += steps.count { $0 == .nestedArchive }
        return document
    }

    private func view(at path: ArchivePath) throws(ArchiveError) -> ArchiveView {
        switch content {
        case .archive(let archive): archive[path]
        case .sequential(let archive): try KeyedCopy(archive, charging: budget, limits: limits).archive[path]
        case .list(let list): list[path]
        }
    }
}

extension Document.Content {
    /// All places that a pattern leads to, charged to the budget.
    ///
    /// - Throws: ``KeyedArchiving/ArchiveError/Code/valueNotFound`` if there is nothing.
    func matches(_ pattern: ArchivePath, charging budget: DocumentBudget) throws(ArchiveError) -> [ArchiveView] {
        let views =
            switch self {
            case .archive(let archive): try archive.matches(pattern)
            case .sequential(let archive):
                try KeyedCopy(archive, charging: budget, limits: budget.remaining).archive.matches(pattern)
            case .list(let list): try list.matches(pattern)
            }
        guard !views.isEmpty else {
            throw ArchiveError(
                .valueNotFound, "nothing matches the pattern", path: pattern,
                remedy:
                    "[*] stands for elements and .* for entries and fields; keyed-archive dump --format paths prints "
                    + "the paths that there are")
        }
        try budget.make(values: views.count)
        return views
    }
}
