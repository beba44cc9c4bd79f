internal import PropertyLists

extension KeyedArchive {
    /// Makes a change that is taken back if a part of it fails.
    ///
    /// - Parameter orphans: With `.kept`, a change that fails can only have added entries, since those that are there
    ///   are changed last; the added ones are removed. With `.dropped`, the change takes time in proportion to the
    ///   archive anyway, so a copy is kept and restored, but not in a batch, which is of no use then.
    mutating func undoing<Result>(
        orphans: OrphanPolicy = .kept,
        _ change: (inout KeyedArchive) throws(ArchiveError) -> Result
    ) throws(ArchiveError) -> Result {
        let count = edits.added.count
        let before = orphans == .dropped && edits.batch == nil ? self : nil
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
