internal import PropertyLists

// The numbers that the objects of the archive get.

extension IdentityWriter {
    /// Numbers the objects as they were; new ones come after the one that was encoded before them.
    mutating func number() {
        objects = [(.null, .null)]
        let isUnreferred = unreferredObjects()
        if newObjects.isEmpty,
            matching.stored.uids.dropFirst().allSatisfy({ isUnreferred[$0] != (providers[$0] != nil) })
        {
            for storedUID in matching.stored.uids.dropFirst() { append(providers[storedUID] ?? nil, storedUID) }
            return
        }
        var added: [(after: EntryUID, uid: EntryUID)] = []
        var last = EntryUID.null
        for uid in matching.written.uids.dropFirst() {
            if newObjects.contains(uid) { added.append((last, uid)) }
            last = matching.identities[uid] != .null ? matching.identities[uid] : max(last, defaults[uid])
        }
        var next = added.sorted { ($0.after, $0.uid) < ($1.after, $1.uid) }[...]
        for (storedUID, uid) in providers.sorted(by: { $0.key < $1.key }) {
            while let new = next.first, new.after < storedUID { append(next.removeFirst().uid, nil) }
            append(uid, storedUID)
        }
        for new in next { append(new.uid, nil) }
    }

    /// For each stored object, whether nothing referred to it.
    ///
    /// An object that was encoded under a key under which another was encoded after it is such a one. As long as all
    /// numbers are as they were, it stays where it is.
    private func unreferredObjects() -> [Bool] {
        let stored = matching.stored
        var isUnreferred = Array(repeating: true, count: stored.entries.count)
        var pending = (0..<stored.top.values.count).map { stored.reader.unchecked($0, of: stored.top.values) }
        var visited: Set<ObjectIndex> = []
        while let index = pending.popLast() {
            if let uid = stored.entryUID(at: index) {
                guard isUnreferred[uid] else { continue }
                isUnreferred[uid] = false
                pending.append(stored[uid])
            } else if let references = (try? stored.reader.header(at: index))?.references, references.count > 0,
                visited.insert(index).inserted
            {
                for position in 0..<references.count {
                    pending.append(stored.reader.unchecked(position, of: references))
                }
            }
        }
        return isUnreferred
    }

    private mutating func append(_ uid: EntryUID?, _ storedUID: EntryUID?) {
        if let target = storedUID.map({ .stored($0) }) ?? uid.map({ Target.new($0) }) {
            numbers[target] = objects.count
        }
        objects.append((uid, storedUID))
    }
}
