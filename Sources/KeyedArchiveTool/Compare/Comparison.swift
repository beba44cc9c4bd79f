import KeyedArchiving
import PropertyLists

/// How two files differ: their archives, and the archives in the data of those.
struct Comparison {
    /// One place in which two files differ.
    struct Change {
        var kind: ArchiveDifference.Change.Kind
        /// The paths in both files; nil where there is nothing.
        var oldPath, newPath: ArchivePath?
        /// What is there in both files.
        var old, new: GraphItem.Content?
    }

    private(set) var changes: [Change] = []
    /// Whether all changes are there, rather than as many as were asked for.
    private(set) var isComplete = true
    private let limit: Int
    /// What reading what differs is paid from.
    private var budget: Budget

    /// An archive that is compared, and where it is in the file.
    struct Side {
        let archive: KeyedArchive
        /// The document that it is, which opens what is in its data.
        let document: Document
        /// The steps that lead to it from the file.
        var path: [ArchivePath.Step] = []
    }

    init(limit: Int, paidFrom budget: Budget) {
        self.limit = limit
        self.budget = budget
    }

    /// Compares two archives and adds what differs.
    mutating func compare(_ old: Side, _ new: Side) throws(ArchiveError) {
        let difference = try new.archive.difference(from: old.archive, limit: limit - changes.count)
        if !difference.isComplete { isComplete = false }
        // What a change is about is read only where there is one.
        guard !difference.isEmpty else { return }
        var oldGraph = try ArchiveGraph(old.archive, showsRawFields: false)
        var newGraph = try ArchiveGraph(new.archive, showsRawFields: false)
        // Changes are large, and an array that grows has them twice for a moment.
        if changes.isEmpty { changes.reserveCapacity(difference.changes.count) }
        for change in difference.changes {
            let oldSteps = try old.steps(to: change.oldPath)
            let newSteps = try new.steps(to: change.newPath)
            if let oldSteps, let newSteps, case .value(.data(let oldBytes))? = change.old,
                case .value(.data(let newBytes))? = change.new,
                let oldNested = try old.open(oldBytes, at: oldSteps),
                let newNested = try new.open(newBytes, at: newSteps)
            {
                try compare(oldNested, newNested)
                continue
            }
            changes.append(
                Change(
                    kind: change.kind, oldPath: oldSteps.map { ArchivePath($0) },
                    newPath: newSteps.map { ArchivePath($0) },
                    old: try change.old.map { content throws(ArchiveError) in try resolve(content, &oldGraph) },
                    new: try change.new.map { content throws(ArchiveError) in try resolve(content, &newGraph) }
                ))
        }
    }

    private mutating func resolve(
        _ content: ArchiveDifference.Content,
        _ graph: inout ArchiveGraph
    ) throws(ArchiveError) -> GraphItem.Content {
        switch content {
        case .null: .null
        case .value(let value): try graph.resolve(value, &budget)
        case .object(let uid, _): try graph.resolve(.uid(uid), &budget)
        }
    }
}

extension Comparison.Side {
    /// The steps to a place of the archive from the file; nil without a place.
    fileprivate func steps(to path: ArchivePath?) throws(ArchiveError) -> [ArchivePath.Step]? {
        guard let path else { return nil }
        try document.budget.make(values: self.path.count + path.steps.count)
        return self.path + path.steps
    }

    /// The archive in data at a place; nil if there is none.
    fileprivate func open(_ bytes: [UInt8], at steps: [ArchivePath.Step]) throws(ArchiveError) -> Self? {
        guard let nested = try document.open(bytes), let archive = nested.archive else { return nil }
        return Self(archive: archive, document: nested, path: steps + [.nestedArchive])
    }
}
