package import PropertyLists

extension KeyedArchive {
    /// The UIDs of entries that more than one reference leads to, from the top level, from fields, and from keys of the
    /// outer dictionary other than the usual four.
    ///
    /// A reference that several objects share with the container around it counts for each of them. Class references
    /// and references to nil do not count, nor do those that lead nowhere.
    ///
    /// ```swift
    /// for uid in try archive.sharedUIDs().sorted() { print(uid) }
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if the file holds more than
    ///   ``/PropertyLists/Limits/expansion`` allows.
    /// - Complexity: O(*n*) in the size of the archive for the first call, then in the number of entries and references.
    package func sharedUIDs() throws(ArchiveError) -> Set<UID> {
        Set(try graph.referrers.enumerated().lazy.filter { $0.element > 1 }.map { UID(UInt64($0.offset)) })
    }

    /// Visits each object that the top level leads to, once.
    ///
    /// - Parameter isFollowed: Whether what objects of a class refer to is visited, too; it gets the class record.
    /// - Throws: What `isFollowed` throws, and ``/PropertyLists/ArchiveError/Code/limitExceeded`` if the file holds more
    ///   than ``/PropertyLists/Limits/expansion`` allows.
    /// - Complexity: O(*n*) in the number of entries and references.
    package func visitObjects(where isFollowed: (UID) throws(ArchiveError) -> Bool) throws(ArchiveError) {
        try graph.visitFromTop { record throws(ArchiveError) in
            guard let record, record != .null else { return false }
            return try isFollowed(record.uid)
        }
    }
}
