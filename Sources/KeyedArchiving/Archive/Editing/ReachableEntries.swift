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
        if let content = archive.edits.content(at: uid, sourceCount: index.entries.count) {
            guard case .dictionary(let slots) = content else { return }
            for slot in slots { add(slot.value) }
        } else if let entry = index[uid] {
            add(.stored(entry))
        }
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
    /// Replaces the entries that aren't reached by `$null`, those that may be dropped.
    ///
    /// - Returns: How many.
    mutating func drop(except reached: ReachableEntries, _ mayDrop: (UID) -> Bool) throws(ArchiveError) -> Int {
        var count = 0
        for number in 1..<max(1, objectCount) {
            let uid = UID(UInt64(number))
            guard !reached.contains(uid), mayDrop(uid), !isNull(at: uid) else { continue }
            // Whether it is a class record isn't asked of each: many can be one object with many fields.
            edits.classUIDs = nil
            try store(Content(.null), at: uid)
            count += 1
        }
        return count
    }
}
