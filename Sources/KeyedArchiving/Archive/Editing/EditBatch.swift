internal import PropertyLists

/// The state that successive edits share: objects that become unreachable are dropped once, after the last edit.
struct EditBatch: Sendable {
    /// For each entry, whether it was reachable before the first edit that drops objects.
    fileprivate var reachable: [Bool]?
    /// How many references led to each entry when one was replaced for the first time.
    fileprivate var referrers: [UInt32]?
    /// Entries that edits made a reference to.
    private var referenced: Set<UID> = []

    /// Notes that an edit writes a reference, if it does.
    mutating func note(_ value: PropertyList) {
        if case .uid(let uid) = value { referenced.insert(uid) }
    }

    /// Whether no more than one reference leads to an entry: edits take references away, and make those that are noted.
    fileprivate func isUnshared(_ uid: UID) -> Bool {
        guard let referrers, uid.rawValue < UInt64(referrers.count), !referenced.contains(uid) else { return false }
        return referrers[EntryUID(uid)] <= 1
    }
}

extension KeyedArchive {
    /// Begins a batch of edits, which drop no objects before ``endBatch()``.
    ///
    /// An archive with an edit that failed in a batch is of no use.
    package mutating func beginBatch() { edits.batch = EditBatch() }

    /// Ends a batch of edits, and drops the objects that they left without a reference.
    ///
    /// - Complexity: O(*n*) in the size of the archive.
    package mutating func endBatch() throws(ArchiveError) {
        let reachable = edits.batch?.reachable
        edits.batch = nil
        if let reachable { try dropOrphans(since: reachable) }
    }

    /// Keeps which entries are reachable before the first edit of a batch that drops objects.
    mutating func prepareToDrop() throws(ArchiveError) {
        guard let batch = edits.batch, batch.reachable == nil else { return }
        let reachable = try reachableEntries
        edits.batch?.reachable = reachable
    }

    /// Whether no more than one reference leads to an entry; in a batch, false where that takes looking at all entries.
    mutating func isUnshared(_ uid: UID) throws(ArchiveError) -> Bool {
        if let batch = edits.batch, batch.referrers != nil { return batch.isUnshared(uid) }
        let referrers = try graph.referrers
        edits.batch?.referrers = referrers
        return edits.batch?.isUnshared(uid) ?? (referrers[EntryUID(uid)] <= 1)
    }
}
