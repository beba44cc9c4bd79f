internal import PropertyLists

// What the library's own containers hold was checked when they were decoded. A further request for one may allow less.

extension KeyedUnarchiver {
    /// Whether a type decodes whatever objects it holds under the list of the call that asks for it.
    ///
    /// A type of yours that does so, by `decodeObject(forKey:)`, is not known to.
    func holdsAnyObjects(_ type: any Codingable.Type) -> Bool {
        type == ArchivedArray.self || type == ArchivedDictionary.self || type == ArchivedSet.self
            || type == ArchivedObject.self
    }

    /// Checks what a container that has been decoded holds, at any depth, as decoding it again would.
    ///
    /// The archive is looked at, rather than the objects, because a hook may have put others in their place. A
    /// container is looked at once for each list of types that it is asked for with.
    ///
    /// - Complexity: O(*n*) in what the container holds; counts against ``PropertyLists/Limits/expansion``.
    func checkContents(of uid: EntryUID, _ allowed: AllowedTypes) throws {
        guard requiresSecureCoding else { return }
        let types = allowed.types.map { ObjectIdentifier($0) }
        var pending = [uid]
        while let uid = pending.popLast() {
            guard state.checkedContents[uid] != types, let record = try state.record(at: uid) else { continue }
            let type = try resolve(record.classIndex, allowed: allowed, at: uid)
            try checkAllowed(type, allowed, at: uid)
            guard holdsAnyObjects(type) else { continue }
            state.checkedContents[uid] = types
            try state.appendReferences(of: record, to: &pending)
        }
    }
}

extension UnarchiverState {
    /// Adds the objects that the fields of an object refer to.
    fileprivate mutating func appendReferences(of record: Record, to pending: inout [EntryUID]) throws(ArchiveError) {
        try pay(for: record)
        for position in record.fields.positions {
            let index = reader.value(position, of: record.fields)
            if let uid = try uid(at: index) {
                appendObject(uid, to: &pending)
                continue
            }
            let header = try header(at: index)
            guard header.kind == .array else { continue }
            try payForElements(header.count)
            let elements = BinaryReferences(position: header.payload, count: header.count)
            for position in 0..<elements.count {
                guard let uid = try uid(at: reader.unchecked(position, of: elements)) else { break }
                appendObject(uid, to: &pending)
            }
        }
    }

    /// Adds an object, unless there is none or it is a class record, which `$class` refers to.
    private func appendObject(_ uid: UID, to pending: inout [EntryUID]) {
        guard let entry = decoded.entry(uid) else { return }
        if decoded[entry].progress != Progress.classRecord { pending.append(entry) }
    }
}
