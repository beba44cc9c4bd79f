public import PropertyLists

extension KeyedArchive {
    /// The UIDs of entries that more than one reference leads to, from the top level and from fields.
    ///
    /// A reference that several objects share with the container around it counts for each of them. Class references
    /// and references to nil do not count, nor do those that lead nowhere.
    ///
    /// ```swift
    /// for uid in archive.sharedUIDs().sorted() { print(uid) }
    /// ```
    ///
    /// - Complexity: O(*n*) in the size of the archive; no recursion.
    public func sharedUIDs() -> Set<UID> {
        var counter = ReferenceCounter(archive: self)
        counter.count()
        return counter.shared
    }
}

/// Counts the references to each entry, up to 2.
private struct ReferenceCounter {
    let archive: KeyedArchive
    private var table: ObjectTable
    /// How many references lead to each entry.
    private var counts: [UInt8]
    /// How often each container of the file was gone through; what is in it cannot be more shared than after two times.
    private var visits: [UInt8]
    private(set) var shared: Set<UID> = []

    init(archive: KeyedArchive) {
        self.archive = archive
        table = ObjectTable(archive.reader)
        counts = Array(repeating: 0, count: archive.objectCount)
        visits = Array(repeating: 0, count: archive.reader.objectCount)
    }

    mutating func count() {
        if let top = archive.edits.top {
            for field in top.fields { count(field.value) }
        } else {
            count(table.fields(archive.envelope.top.keys, archive.envelope.top.values))
        }
        for position in 0..<archive.objectCount {
            let uid = UID(UInt64(position))
            if case .dictionary(let slots)? = archive.edits.content(
                at: uid, sourceCount: archive.envelope.objects.count)
            {
                for slot in slots where (try? archive.key(slot.key).isIdentical(to: "$class")) != true {
                    count(slot.value)
                }
            } else if let index = archive.sourceIndex(of: uid), table.kind(of: index) == .dictionary, visit(index) {
                count(table.fields(of: index))
            }
        }
    }

    private mutating func count(_ fields: [(key: Int, value: Int)]) {
        for field in fields where table.wellKnownKey(at: field.key) != .archivedClass {
            count(.stored(field.value))
        }
    }

    private mutating func count(_ slot: KeyedArchive.Slot) {
        switch slot {
        case .stored(let index):
            var pending = [index]
            while let index = pending.popLast() {
                if let uid = table.reference(at: index) {
                    count(uid)
                } else if [.array, .set, .dictionary].contains(table.kind(of: index)), visit(index) {
                    pending += table.members(of: index)
                }
            }
        case .new(let value):
            var pending = [value]
            while let value = pending.popLast() {
                switch value {
                case .uid(let uid): count(uid)
                case .array(let elements), .set(let elements), .orderedSet(let elements): pending += elements
                case .dictionary(let dictionary): pending += dictionary.values
                default: break
                }
            }
        }
    }

    private mutating func count(_ uid: UID) {
        guard uid != .null, uid.rawValue < UInt64(counts.count) else { return }
        let index = Int(uid.rawValue)
        if counts[index] == 1 { shared.insert(uid) }
        if counts[index] < 2 { counts[index] += 1 }
    }

    private mutating func visit(_ index: Int) -> Bool {
        guard visits[index] < 2 else { return false }
        visits[index] += 1
        return true
    }
}
