internal import PropertyLists

/// Which entries of an archive the top level leads to, through fields, lists and classes.
package struct ReachableEntries {
    private let archive: KeyedArchive
    private let index: ArchiveIndex
    private var isReached: [Bool]
    private var pending: [UID] = []

    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if the file holds more than the limit allows.
    init(of archive: KeyedArchive) throws(ArchiveError) {
        try archive.checkContent()
        self.archive = archive
        index = archive.index
        isReached = Array(repeating: false, count: archive.objectCount)
        for field in archive.topFields { add(field.value) }
        for outer in index.pairs(of: archive.envelope.outer) where archive.outerKey(at: outer.key) == nil {
            add(.stored(outer.value))
        }
        while let uid = pending.popLast() { addFields(of: uid) }
    }

    /// Whether an entry was there.
    func isKnown(_ uid: UID) -> Bool { uid.rawValue < UInt64(isReached.count) }

    /// Whether an entry is reached.
    func contains(_ uid: UID) -> Bool {
        uid.rawValue < UInt64(isReached.count) && isReached[Int(uid.rawValue)]
    }

    private mutating func addFields(of uid: UID) {
        archive.forEachReference(inEntryAt: uid) { reach($0) }
    }

    private mutating func add(_ slot: KeyedArchive.Slot) {
        archive.forEachReference(in: slot) { reach($0) }
    }

    private mutating func reach(_ uid: UID) {
        guard uid != .null, uid.rawValue < UInt64(isReached.count), !isReached[Int(uid.rawValue)] else { return }
        isReached[Int(uid.rawValue)] = true
        pending.append(uid)
    }
}

extension KeyedArchive {
    /// Calls a closure with each entry that an entry refers to.
    func forEachReference(inEntryAt uid: UID, _ body: (UID) -> Void) {
        if let content = edits.content(at: uid, sourceCount: index.entries.count) {
            guard case .dictionary(let slots) = content else { return }
            for slot in slots { forEachReference(in: slot.value, body: body) }
        } else if let entry = index[uid] {
            forEachReference(in: .stored(entry), body: body)
        }
    }

    /// Replaces the entries that aren't reached by `$null`, those that may be dropped.
    ///
    /// - Returns: How many.
    mutating func drop(except reached: ReachableEntries, _ mayDrop: (UID) -> Bool) throws(ArchiveError) -> Int {
        let entries = (0..<objectCount).lazy.map { UID(UInt64($0)) }
        var isDropped = Array(entries).map { $0 != .null && !reached.contains($0) && mayDrop($0) && !isNull(at: $0) }
        // A class stays as long as any object has it, also one that was unreachable before.
        for uid in entries where !isDropped[Int(uid.rawValue)] && !reached.contains(uid) {
            forEachReference(inEntryAt: uid) { record in
                guard record.rawValue < UInt64(isDropped.count), isDropped[Int(record.rawValue)] else { return }
                if isClassRecord(at: record) { isDropped[Int(record.rawValue)] = false }
            }
        }
        var count = 0
        for uid in entries where isDropped[Int(uid.rawValue)] {
            // Whether it is a class record isn't asked of each: many can be one object with many fields.
            edits.classUIDs = nil
            try store(Content(.null), at: uid)
            count += 1
        }
        return count
    }
}
