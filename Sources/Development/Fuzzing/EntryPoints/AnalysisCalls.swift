import KeyedArchiving
import PropertyLists

/// Looks at archives as a whole.
enum AnalysisCalls {
    /// Gets out of an input what can be got, whether it is an archive or not.
    static func salvage(_ bytes: [UInt8]) throws(FuzzFailure) {
        ExecutionCounts.count(.salvaging)
        guard let salvaged = try? KeyedArchive.salvage(bytes, limits: .untrusted) else { return }
        _ = (salvaged.isIntact, salvaged.archive.objectCount)
        guard salvaged.doubtfulOffsets.allSatisfy(bytes.indices.contains) else {
            throw FuzzFailure("a doubtful byte is outside of the input")
        }
        guard let again = try? KeyedArchive.salvage(salvaged.archive.bytes(), limits: .unlimited) else {
            throw FuzzFailure("what was salvaged can't be salvaged again")
        }
        guard again.archive.objectCount == salvaged.archive.objectCount else {
            throw FuzzFailure("what was salvaged has other entries when salvaged again")
        }
    }

    static func exerciseAll(_ archive: KeyedArchive) throws(FuzzFailure) {
        ExecutionCounts.count(.analysis)
        for summary in (try? archive.classSummary) ?? [] {
            for kind in summary.keys.flatMap(\.kinds) { _ = (kind.kind.description, kind) }
        }
        try compare(archive)
        guard let audit = try? archive.audit(limit: 8) else { return }
        _ = audit.amplification
        guard audit.expandedCount >= audit.reachableCount || audit.reachableCount == 0 else {
            throw FuzzFailure("an archive expands to fewer objects than it has")
        }
    }

    /// Compares an archive with itself, and with a changed one in both directions.
    private static func compare(_ archive: KeyedArchive) throws(FuzzFailure) {
        if let difference = try? archive.difference(from: archive), !difference.isEmpty {
            throw FuzzFailure("an archive differs from itself")
        }
        var edited = archive
        guard case .uid(let root)? = archive.topLevelValue(forKey: "root"),
            (try? edited.setValue(1, forKey: "a key that is added", ofObjectAt: root)) != nil,
            let forth = try? edited.difference(from: archive), let back = try? archive.difference(from: edited)
        else { return }
        for change in forth.changes { _ = (change.description, change.old?.description, change.new?.description) }
        guard !forth.isEmpty, !back.isEmpty else { throw FuzzFailure("a changed archive differs in nothing") }
    }
}
