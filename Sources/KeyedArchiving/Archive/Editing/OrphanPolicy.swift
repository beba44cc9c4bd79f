public import PropertyLists

/// What an edit does with objects that nothing refers to anymore.
///
/// Apple's archiver writes no such objects; readers don't mind them.
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
    /// Replaces every object that nothing leads to from the top level by `$null`.
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
        try drop(except: ReachableEntries(of: self)) { _ in true }
    }

    /// The objects that the top level leads to now.
    package var reachableEntries: ReachableEntries {
        get throws(ArchiveError) { try ReachableEntries(of: self) }
    }

    /// Replaces the objects that edits left without a reference by `$null`: those that were reachable before, and those
    /// that were added since.
    package mutating func dropOrphans(since before: ReachableEntries) throws(ArchiveError) {
        _ = try drop(except: ReachableEntries(of: self)) { before.contains($0) || !before.isKnown($0) }
    }
}
