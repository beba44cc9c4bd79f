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
            var search = PathSearch(reader, objects, from: top)
            guard let found = search.steps(to: uid) else { return nil }
            steps = found
        }
        if let key { steps.append(.key(storedKey(key, of: uid))) }
        return ArchivePath(steps)
    }

    /// The stored form of a key that an error names: a user's key that starts with `$` has one more.
    private func storedKey(_ key: String, of uid: UID?) -> String {
        guard key.utf8.first == UInt8(ascii: "$") else { return key }
        let keys: BinaryReferences
        if let uid {
            guard uid.rawValue < UInt64(objects.count),
                case .dictionary(let found, _)? = try? reader.object(
                    at: reader.unchecked(Int(truncatingIfNeeded: uid.rawValue), of: objects))
            else { return key }
            keys = found
        } else {
            keys = top.keys
        }
        let stored = CodingKeyRules.stored(key)
        let isStored = ((try? reader.firstPosition(of: stored, in: keys)) ?? nil) != nil
        return isStored && ((try? reader.firstPosition(of: key, in: keys)) ?? nil) == nil ? stored : key
    }

    /// The shortest way from an object back to itself, or nil if there is none.
    func cycle(through uid: Int) -> ArchivePath? {
        guard
            let object = try? reader.object(at: reader.unchecked(uid, of: objects)),
            case .dictionary(let keys, let values) = object
        else { return nil }
        var search = PathSearch(reader, objects, from: (keys, values), isTopLevel: false)
        return search.steps(to: UID(UInt64(uid))).map { ArchivePath($0) }
    }
}
