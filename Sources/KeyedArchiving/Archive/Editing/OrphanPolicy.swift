public import PropertyLists

/// The treatment of objects that become unreachable through an edit.
///
/// Apple's archiver writes no unreachable objects; readers ignore them.
public enum OrphanPolicy: Hashable, Sendable {
    /// They become `$null`, so that the UIDs of all others stay; their values are gone from the file.
    ///
    /// Finding them takes time in proportion to the size of the archive, for each edit. In a file that holds more than
    /// ``/PropertyLists/Limits/expansion`` allows, such an edit is refused.
    case dropped
    /// They stay; ``KeyedArchive/dropOrphans()`` drops all of them at once.
    case kept
}

extension KeyedArchive {
    /// Replaces every object that is unreachable from the top level by `$null`.
    ///
    /// Edits with ``OrphanPolicy/kept`` leave such objects; a file may have some to begin with.
    ///
    /// ```swift
    /// for path in paths { try archive.remove(at: path, orphans: .kept) }
    /// try archive.dropOrphans()
    /// ```
    ///
    /// - Returns: How many there were.
    /// - Throws: ``/PropertyLists/ArchiveError`` if an entry cannot be read,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded`` if the file holds more than
    ///   ``/PropertyLists/Limits/expansion`` allows; nothing is changed then.
    /// - Complexity: O(*n*) in the size of the archive.
    @discardableResult
    public mutating func dropOrphans() throws(ArchiveError) -> Int {
        try dropUnreachable(of: [], andLater: true)
    }

    /// For each entry by UID, whether it is reachable now from the outer dictionary, through fields, lists and classes.
    package var reachableEntries: [Bool] {
        get throws(ArchiveError) { try graph.reachable() }
    }

    /// Replaces the objects that edits left without a reference by `$null`: those that were reachable before, and those
    /// that were added since.
    package mutating func dropOrphans(since before: [Bool]) throws(ArchiveError) {
        try dropUnreachable(of: before, andLater: true)
    }

    /// Replaces the objects that a change left without a reference by `$null`: those that were reachable before.
    mutating func dropOrphans(of before: [Bool]) throws(ArchiveError) {
        try dropUnreachable(of: before, andLater: false)
    }

    /// Replaces unreachable entries by `$null`.
    ///
    /// - Parameters:
    ///   - candidates: For the first entries by UID, whether each may be replaced.
    ///   - includesLater: Whether the entries after these may be.
    /// - Returns: How many.
    @discardableResult
    private mutating func dropUnreachable(
        of candidates: [Bool],
        andLater includesLater: Bool
    ) throws(ArchiveError) -> Int {
        let graph = try graph
        let isReached = graph.reachable()
        var isDropped = isReached.indices.map { number in
            !isReached[number] && (number < candidates.count ? candidates[number] : includesLater)
                && !isNil(EntryUID(number).uid)
        }
        // A class stays as long as any object has it, also one that was unreachable before.
        for number in isDropped.indices where !isDropped[number] && !isReached[number] {
            func keepRecord(_ uid: EntryUID) {
                if isDropped[uid], isClassRecord(at: uid.uid) { isDropped[uid] = false }
            }
            if let record = graph.classRecord(of: EntryUID(number)) { keepRecord(record) }
            for uid in graph.references(of: EntryUID(number)) { keepRecord(uid) }
        }
        let dropped = isDropped.indices.filter { isDropped[$0] }
        // Whether one is a class record isn't asked of each: many can be one object with many fields.
        if !dropped.isEmpty { edits.classUIDs = nil }
        for number in dropped { try store(Content(.null), at: EntryUID(number).uid) }
        return dropped.count
    }
}
