internal import PropertyLists

// Which stored entry something that was written is.

extension IdentityWriter {
    /// The target of a reference.
    ///
    /// - Parameter stored: The index of the object stored in its place.
    mutating func target(of uid: EntryUID, _ stored: ObjectIndex?) -> Target {
        let storedUID = stored.flatMap { matching.stored.entryUID(at: $0) } ?? .null
        if uid == .null { return storedUID != .null && isUnwritten(storedUID) ? .stored(storedUID) : .null }
        if matching.identities[uid] != .null { return .stored(matching.identities[uid]) }
        if matching.isInstance[uid] { return .new(uid) }
        if storedUID != .null, isSame(uid, storedUID) { return .stored(storedUID) }
        return defaults[uid] != .null ? .stored(defaults[uid]) : .new(uid)
    }

    /// Whether a stored object was only referred to conditionally, and never written.
    private func isUnwritten(_ storedUID: EntryUID) -> Bool {
        matching.stored.isNullText(matching.stored[storedUID])
    }

    /// Whether a plain value or a class is the same as a stored one.
    private mutating func isSame(_ uid: EntryUID, _ storedUID: EntryUID) -> Bool {
        let pair = SIMD2(Int32(truncatingIfNeeded: uid.number), Int32(truncatingIfNeeded: storedUID.number))
        if let known = sameness[pair] { return known }
        let index = matching.written[uid]
        let storedIndex = matching.stored[storedUID]
        var isSame = false
        if let record = matching.writtenDictionary(uid) {
            if let storedRecord = matching.storedDictionary(storedUID), matching.owners[storedUID] == .null {
                isSame = matching.written.isClassRecord(record) && isSameRecord(record, storedRecord)
            }
        } else if matching.contents.areEqual(index, stored: storedIndex) {
            let owner = matching.owners[storedUID]
            isSame = owner == .null || matching.contents.areEqual(index, matching.written[owner])
        }
        sameness[pair] = isSame
        return isSame
    }

    /// Whether the fields of a class are the same: names and lists of names.
    private mutating func isSameRecord(
        _ record: BinaryFields,
        _ storedRecord: BinaryFields
    ) -> Bool {
        guard record.keys.count == storedRecord.keys.count else { return false }
        for (position, place) in zip(record.positions, matching.positions(of: record, in: storedRecord)) {
            guard let place else { return false }
            let value = matching.written.reader.value(position, of: record)
            let storedValue = matching.stored.reader.value(place, of: storedRecord)
            if matching.contents.areEqual(value, stored: storedValue) { continue }
            guard let names = matching.written.elements(at: value),
                let storedNames = matching.stored.elements(at: storedValue), names.count == storedNames.count
            else { return false }
            for position in 0..<names.count {
                let name = matching.written.reader.unchecked(position, of: names)
                guard
                    matching.contents.areEqual(
                        name, stored: matching.stored.reader.unchecked(position, of: storedNames))
                else {
                    return false
                }
            }
        }
        return true
    }
}
