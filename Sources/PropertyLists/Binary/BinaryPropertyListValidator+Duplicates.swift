extension BinaryPropertyListValidator {
    /// Reports dictionaries that have the same key twice, and sets that have the same member twice.
    ///
    /// Each object is read once, on its first use as a key or a member, and gets the index of the first object with the
    /// same value; then only these are compared.
    mutating func checkDuplicates() {
        var values: [PropertyList: ObjectIndex] = [:]
        var identities: [ObjectIndex?] = Array(repeating: nil, count: kinds.count)
        /// By identity: the last container that had it as a key or a member.
        var lastUse: [ObjectIndex] = Array(repeating: -1, count: kinds.count)
        for index in reader.objectIndices where hasRoom {
            guard let kind = kinds[index], kind == .dictionary || kind == .set || kind == .orderedSet else { continue }
            guard let header = header(at: index) else { continue }
            let references = BinaryReferences(position: header.payload, count: header.count)
            for position in 0..<references.count {
                let child = reader.unchecked(position, of: references)
                guard reader.contains(child) else { continue }
                let identity = identity(of: child, &identities, &values)
                if lastUse[identity] == index { report(reader.duplicate(position, of: references, in: index, kind)) }
                lastUse[identity] = index
            }
        }
    }

    /// The index of the first object with the same value.
    ///
    /// A container, and an unreadable object, equals only itself.
    private func identity(
        of index: ObjectIndex,
        _ identities: inout [ObjectIndex?],
        _ values: inout [PropertyList: ObjectIndex]
    ) -> ObjectIndex {
        if let known = identities[index] { return known }
        var identity = index
        if kinds[index] != nil, let value = try? reader.scalar(at: index) {
            identity = values[value] ?? index
            values[value] = identity
        }
        identities[index] = identity
        return identity
    }
}

extension BinaryPropertyListReader {
    fileprivate func duplicate(
        _ position: Int,
        of references: BinaryReferences,
        in index: ObjectIndex,
        _ kind: BinaryObjectKind
    ) -> ArchiveError {
        let what = kind == .dictionary ? "key" : "member"
        return ArchiveError(
            .duplicateKey,
            "entry \(position) of the \(kind.name) of object \(index) has the \(what) of an earlier entry",
            at: references.position + position * trailer.referenceSize,
            remedy: "remove one of the entries; readers disagree on which of them counts"
        )
    }
}
