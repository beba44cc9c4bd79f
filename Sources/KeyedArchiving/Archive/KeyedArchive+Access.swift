internal import PropertyLists

// One value of an archive, without reading its neighbors.

extension KeyedArchive {
    /// The value of a top-level key; of two with one text, the first.
    ///
    /// - Complexity: O(1), after one look at all top-level keys if there are many.
    func topLevelSlot(_ key: String) throws(ArchiveError) -> Slot? {
        if let top = edits.top { return top.value(forKey: key) }
        let keys = index.top.keys
        func value(at position: Int?) -> Slot? {
            position.map { .stored(reader.unchecked($0, of: index.top.values)) }
        }
        func isAt(_ position: Int) throws(ArchiveError) -> Bool {
            try reader.isString(at: reader.unchecked(position, of: keys), key)
        }
        if KeyPositions.areWorthwhile(forKeys: keys.count) {
            let texts = facts.positions(in: ArchiveFacts.Run(references: keys, isOfUIDs: false)) {
                var budget = budget
                return KeyPositions(count: keys.count, .first, in: reader, chargedTo: &budget) {
                    .object(reader.unchecked($0, of: keys))
                }
            }
            if let known = try texts.find(key, isAt: isAt) { return value(at: known) }
        }
        for position in 0..<keys.count where try isAt(position) { return value(at: position) }
        return nil
    }

    /// The position of a field; of two with one key, that of the first.
    func position(of key: String, in slots: [(key: Slot, value: Slot)]) throws(ArchiveError) -> Int? {
        for (position, slot) in slots.enumerated() where try isKey(slot.key, key) { return position }
        return nil
    }

    /// The value of a field; of two with one key, the first.
    func slot(_ key: String, in slots: [(key: Slot, value: Slot)]) throws(ArchiveError) -> Slot? {
        try position(of: key, in: slots).map { slots[$0].value }
    }

    /// The UID that is at a place; nil if something else is.
    func reference(_ slot: Slot) throws(ArchiveError) -> UID? {
        switch slot {
        case .stored(let index):
            try reader.reference(at: index)
        case .new(.uid(let uid)): uid
        case .new, .list: nil
        }
    }
}
