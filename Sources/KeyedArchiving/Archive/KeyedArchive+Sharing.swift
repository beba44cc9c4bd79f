public import PropertyLists

extension KeyedArchive {
    /// The UIDs of entries that more than one reference leads to, from the top level and from fields.
    ///
    /// A reference that several objects share with the container around it counts for each of them. Class references
    /// and references to nil do not count, nor do those that lead nowhere.
    ///
    /// ```swift
    /// for uid in try archive.sharedUIDs().sorted() { print(uid) }
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if the file holds more than
    ///   ``/PropertyLists/Limits/expansion`` allows.
    /// - Complexity: O(*n*) in the size of the archive; no recursion.
    public func sharedUIDs() throws(ArchiveError) -> Set<UID> {
        try checkContent()
        var counter = ReferenceCounter(archive: self)
        counter.count()
        return counter.shared
    }
}

/// Counts the references to each entry, up to 2.
private struct ReferenceCounter {
    private let archive: KeyedArchive
    private let index: ArchiveIndex
    /// How many references lead to each entry.
    private var counts: [UInt8]
    private(set) var shared: Set<UID> = []

    init(archive: KeyedArchive) {
        self.archive = archive
        index = archive.index
        counts = Array(repeating: 0, count: archive.objectCount)
    }

    mutating func count() {
        if let top = archive.edits.top {
            for field in top.fields { count(field.value) }
        } else {
            count(index.top)
        }
        for position in 0..<archive.objectCount {
            let uid = UID(UInt64(position))
            if case .dictionary(let slots)? = archive.edits.content(at: uid, sourceCount: index.entries.count) {
                for slot in slots where (try? archive.isKey(slot.key, ClassFields.instanceClass)) != true {
                    count(slot.value)
                }
            } else if let entry = index[uid], let fields = index.fields(at: entry) {
                count(fields)
            }
        }
    }

    private mutating func count(_ fields: BinaryFields) {
        for position in fields.positions
        where !index.isText(index.reader.key(position, of: fields), ClassFields.instanceClass) {
            count(.stored(index.reader.value(position, of: fields)))
        }
    }

    private mutating func count(_ slot: KeyedArchive.Slot) {
        archive.forEachReference(in: slot) { count($0) }
    }

    private mutating func count(_ uid: UID) {
        guard uid != .null, uid.rawValue < UInt64(counts.count) else { return }
        let index = Int(uid.rawValue)
        if counts[index] == 1 { shared.insert(uid) }
        if counts[index] < 2 { counts[index] += 1 }
    }
}
