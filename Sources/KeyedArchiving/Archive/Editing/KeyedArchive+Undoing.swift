internal import PropertyLists

extension KeyedArchive {
    /// Makes a change that is taken back if a part of it fails.
    ///
    /// - Parameter options: Where orphans stay, only entries may have been added when a part fails, as what is there is
    ///   changed last; they are removed. Otherwise the change takes time in proportion to the archive anyway, and a copy
    ///   is restored.
    mutating func undoing<Result>(
        orphans: OrphanPolicy = .kept,
        _ change: (inout KeyedArchive) throws(ArchiveError) -> Result
    ) throws(ArchiveError) -> Result {
        let count = edits.added.count
        let before = orphans == .dropped ? self : nil
        do throws(ArchiveError) {
            return try change(&self)
        } catch {
            if let before { self = before } else { removeAdded(from: count) }
            throw error
        }
    }

    private mutating func removeAdded(from count: Int) {
        guard edits.added.count > count else { return }
        edits.added.removeLast(edits.added.count - count)
        let end = UInt64(objectCount)
        edits.classUIDs = edits.classUIDs?.filter { $1.rawValue < end }
    }
}
