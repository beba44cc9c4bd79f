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
}
