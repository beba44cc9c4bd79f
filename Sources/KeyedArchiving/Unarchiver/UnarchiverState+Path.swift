internal import PropertyLists

extension UnarchiverState {
    /// The shortest path from the top level to an object, for an error text.
    ///
    /// Paths are searched only when an error reaches the caller, so decoding keeps no record of where it is.
    ///
    /// - Parameters:
    ///   - uid: The object, which may be missing from the archive; nil for the top level.
    ///   - key: The key of that object, if there is one to add.
    /// - Returns: The path, or nil if nothing leads to the object.
    /// - Complexity: O(*n*) in the size of the archive.
    func path(to uid: UID?, key: String?) -> ArchivePath? {
        var steps: [ArchivePath.Step] = []
        if let uid {
            var search = PathSearch(archive)
            guard let found = search.steps(to: uid) else { return nil }
            steps = found
        }
        if let key { steps.append(.key(storedKey(key, of: uid))) }
        return ArchivePath(steps)
    }

    /// The stored form of a key that an error names: a user's key that starts with `$` has one more.
    private func storedKey(_ key: String, of uid: UID?) -> String {
        guard key.utf8.first == UInt8(ascii: "$") else { return key }
        guard let fields = uid.map({ archive.fields(of: $0) }) ?? archive.top,
            archive.position(of: CodingKeyRules.stored(key), in: fields) != nil,
            archive.position(of: key, in: fields) == nil
        else { return key }
        return CodingKeyRules.stored(key)
    }

    /// The shortest way from an object back to itself, or nil if there is none.
    func cycle(through uid: EntryUID) -> ArchivePath? {
        guard let fields = archive.fields(at: archive[uid]) else { return nil }
        var search = PathSearch(archive, from: fields, isTopLevel: false)
        return search.steps(to: uid.uid).map { ArchivePath($0) }
    }
}
