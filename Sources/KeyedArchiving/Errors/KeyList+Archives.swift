public import PropertyLists

extension ArchiveIndex {
    /// The keys of an object or of the top level in a clause, as users spell them.
    ///
    /// - Complexity: O(1): a few keys are read, and of each only as much as is shown.
    func keyClause(of fields: BinaryFields) -> String {
        var names: [String] = []
        for (key, _) in pairs(of: fields).prefix(16 * KeyList.maximum)
        where names.count <= KeyList.maximum && !isText(key, ClassFields.instanceClass) {
            let name = beginning(of: key)
            let userKey = CodingKeyRules.userKey(name)
            // An object that was encoded without a key has one that nobody can ask for.
            guard !CodingKeyRules.isReserved(name) || userKey != name else { continue }
            names.append(userKey)
        }
        return KeyList.clause(Array(names.prefix(KeyList.maximum)), hasMore: names.count > KeyList.maximum)
    }

    /// The text at an index or, if it is long, its beginning.
    private func beginning(of index: ObjectIndex) -> String {
        if let text = shortText(at: index) { return text }
        guard let header = try? reader.header(at: index), header.kind == .asciiString else { return "…" }
        return String(decoding: reader.bytes[header.payload...].prefix(min(header.count, 65)), as: UTF8.self)
    }
}

extension KeyedUnarchiver {
    /// Checks that a key at the top level is there, after nothing was decoded from it.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/valueNotFound`` with the keys that there are.
    @usableFromInline
    func checkTopLevelKey(_ key: String) throws(ArchiveError) {
        guard !state.hasKey(key) else { return }
        throw ArchiveError(
            .valueNotFound,
            "there is no top-level key \(key.quotedForDisplay)",
            key: key,
            remedy: state.isGeneratedKey(key)
                ? "the object was encoded without a key; decode it with `decodeObject(of:)`"
                : "\(state.keyClause); name the one to decode with `forKey:`"
        )
    }
}

extension UnarchiverState {
    /// Whether the current frame has a key, for an error text: this doesn't count as a request for the key.
    func hasKey(_ key: String) -> Bool {
        archive.position(of: CodingKeyRules.stored(key), in: frame.fields) != nil
    }

    /// Whether a text is the key under which the current frame stores an object that was encoded without one.
    func isGeneratedKey(_ key: String) -> Bool {
        CodingKeyRules.stored(key) != key && archive.position(of: key, in: frame.fields) != nil
    }

    /// The keys of the current frame in a clause.
    var keyClause: String { archive.keyClause(of: frame.fields) }
}
