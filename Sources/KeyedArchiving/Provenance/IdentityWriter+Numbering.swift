internal import PropertyLists

// The numbers that the objects of the archive get.

extension IdentityWriter {
    /// Numbers the objects as they were; new ones come after the one that was encoded before them.
    ///
    /// An object that was encoded under a key under which another was encoded after it is unreachable. As
    /// long as all numbers are as they were, it stays where it is.
    ///
    /// - Parameter isReachable: For each stored object, whether anything led to it.
    mutating func number(_ isReachable: [Bool]) {
        objects = [(.null, .null)]
        let stored = matching.stored
        if newObjects.isEmpty, stored.uids.dropFirst().allSatisfy({ isReachable[$0] == (providers[$0] != nil) }) {
            for storedUID in stored.uids.dropFirst() { append(providers[storedUID], storedUID) }
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

    private mutating func append(_ uid: EntryUID?, _ storedUID: EntryUID?) {
        if let target = storedUID.map({ .stored($0) }) ?? uid.map({ Target.new($0) }) {
            numbers[target] = objects.count
        }
        objects.append((uid, storedUID))
    }
}
