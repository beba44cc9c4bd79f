internal import PropertyLists

// Whether a type writes what is stored.

extension StoredSource {
    /// Whether an archiver would write a value as an object with the class record and the fields of an entry.
    func isWhatTypeWrites(_ value: any Codingable, at uid: EntryUID, _ layout: ArchiveLayout) -> Bool {
        let archiver = KeyedArchiver(layout: layout, limits: origin.archive.reader.limits)
        guard (try? archiver.encode(value, forKey: KeyedArchiver.rootObjectKey)) != nil,
            let bytes = try? archiver.encodedBytes,
            let reader = try? BinaryPropertyListReader(bytes, limits: .unlimited, validation: .onAccess),
            let envelope = try? ArchiveEnvelope(of: reader)
        else { return false }
        let written = ArchiveIndex(reader, envelope)
        guard let root = written.value(of: KeyedArchiver.rootObjectKey, in: written.top),
            let rootUID = written.entryUID(at: root)
        else { return false }
        var comparison = EntryComparison(written, origin.archive)
        return comparison.areEqual(rootUID, uid)
    }
}

/// Compares objects of two archives by their contents, regardless of their numbers.
private struct EntryComparison: ~Copyable {
    private let written: ArchiveIndex
    private let stored: ArchiveIndex
    private var partners: [EntryUID: EntryUID] = [:]
    private var pending: [(written: EntryUID, stored: EntryUID)] = []

    init(_ written: ArchiveIndex, _ stored: ArchiveIndex) {
        self.written = written
        self.stored = stored
    }

    /// Whether two objects, and all that they refer to, are the same.
    ///
    /// - Complexity: O(*n*) in the size of the archive that was written.
    mutating func areEqual(_ uid: EntryUID, _ storedUID: EntryUID) -> Bool {
        guard match(uid, storedUID) else { return false }
        while let (uid, storedUID) = pending.popLast() {
            guard compare(written[uid], stored[storedUID]) else { return false }
        }
        return true
    }

    private mutating func match(_ uid: EntryUID, _ storedUID: EntryUID) -> Bool {
        if let known = partners[uid] { return known == storedUID }
        partners[uid] = storedUID
        pending.append((uid, storedUID))
        return true
    }

    private mutating func compare(_ index: ObjectIndex, _ storedIndex: ObjectIndex) -> Bool {
        if let uid = written.entryUID(at: index) {
            return stored.entryUID(at: storedIndex).map { match(uid, $0) } ?? false
        }
        if let fields = written.fields(at: index) {
            guard let storedFields = stored.fields(at: storedIndex), fields.count == storedFields.count else {
                return false
            }
            for pair in written.pairs(of: fields) {
                // The fields of a value that a type writes are few, and have short keys.
                guard let key = written.text(at: pair.key), let value = stored.value(of: key, in: storedFields),
                    compare(pair.value, value)
                else { return false }
            }
            return true
        }
        if let elements = written.elements(at: index) {
            guard let storedElements = stored.elements(at: storedIndex), elements.count == storedElements.count else {
                return false
            }
            return zip(written.members(of: elements), stored.members(of: storedElements)).allSatisfy {
                compare($0, $1)
            }
        }
        // Reals are equal by their bits.
        guard let value = try? written.reader.scalar(at: index) else { return false }
        return (try? stored.reader.scalar(at: storedIndex)) == value
    }
}
