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
    private let limits: InputLimits
    private var budget: Budget

    init(limit: Int, limits: InputLimits, paidFrom budget: Budget) {
        self.limit = limit
        self.limits = limits
        self.budget = budget
    }

    /// Compares two archives and adds what differs.
    ///
    /// - Parameters:
    ///   - oldPath: The steps that lead to the old archive from the file that it is in; `newPath` likewise.
    mutating func compare(
        _ old: KeyedArchive,
        _ new: KeyedArchive,
        oldPath: [ArchivePath.Step] = [],
        newPath: [ArchivePath.Step] = []
    ) throws(ArchiveError) {
        let difference = try new.difference(from: old, limit: limit - changes.count)
        if !difference.isComplete { isComplete = false }
        // What a change is about is read only where there is one.
        guard !difference.isEmpty else { return }
        var oldGraph = ArchiveGraph(old, showsRawFields: false)
        var newGraph = ArchiveGraph(new, showsRawFields: false)
        for change in difference.changes {
            let (oldSteps, newSteps) = (
                change.oldPath.map { oldPath + $0.steps }, change.newPath.map { newPath + $0.steps }
            )
            if let oldSteps, let newSteps, case .value(.data(let oldBytes))? = change.old,
                case .value(.data(let newBytes))? = change.new,
                let oldNested = try old.archive(inData: oldBytes, limits: limits),
                let newNested = try new.archive(inData: newBytes, limits: limits)
            {
                try compare(
                    oldNested.archive, newNested.archive, oldPath: oldSteps + [.nestedArchive],
                    newPath: newSteps + [.nestedArchive])
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
