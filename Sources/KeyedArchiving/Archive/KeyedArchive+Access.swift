internal import PropertyLists

// One value of an archive, without reading its neighbors.

extension KeyedArchive {
    /// The value of a top-level key; of two with one text, the first.
    ///
    /// - Complexity: O(1), after one look at all top-level keys if there are many.
    func topLevelSlot(_ key: String) throws(ArchiveError) -> Slot? {
        if let top = edits.top { return top.value(forKey: key) }
        let run = ArchiveFacts.Run(references: index.top.keys, isOfUIDs: false)
        let position = try position(of: key, in: run) { reader.unchecked($0, of: index.top.keys) }
        return position.map { .stored(reader.unchecked($0, of: index.top.values)) }
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

    /// The elements of an array, a set or an ordered set; nil for other objects.
    func elements(in slots: [(key: Slot, value: Slot)]) throws(ArchiveError) -> SlotList? {
        let hasKeys = try CollectionFields.hasKeys { key throws(ArchiveError) in try slot(key, in: slots) != nil }
        return hasKeys ? nil : try list(CollectionFields.elements, in: slots)
    }

    /// The elements of a list under a key or, in its place, in numbered fields; nil if neither is one.
    private func list(_ key: String, in slots: [(key: Slot, value: Slot)]) throws(ArchiveError) -> SlotList? {
        if let list = try slot(key, in: slots) { return try elements(at: list) }
        return try numbered(CollectionFields.prefix(insteadOf: key), in: slots)
    }

    /// The elements of an array that is at a place; nil if something else is.
    func elements(at place: Slot) throws(ArchiveError) -> SlotList? {
        switch place {
        case .stored(let index): try array(at: index).map { .stored($0) }
        case .new(.array(let elements)): .values(elements)
        case .new: nil
        case .list(let list): .edited(list)
        }
    }

    /// The keys and the values of a dictionary, as many of each; nil for other objects.
    func entries(in slots: [(key: Slot, value: Slot)]) throws(ArchiveError) -> (keys: SlotList, values: SlotList)? {
        guard let keys = try list(CollectionFields.keys, in: slots),
            let values = try list(CollectionFields.elements, in: slots), keys.count == values.count
        else { return nil }
        return (keys, values)
    }

    /// The values of numbered fields; nil if they aren't a list.
    func numbered(_ prefix: String, in slots: [(key: Slot, value: Slot)]) throws(ArchiveError) -> SlotList? {
        var fields = NumberedFields<Slot>(prefix)
        for slot in slots where hasPrefix(slot.key, prefix) {
            switch slot.key {
            case .stored(let index): fields.add(self.index.shortText(at: index), slot.value)
            case .new(let name): fields.add(name.stringValue, slot.value)
            case .list: break
            }
        }
        return fields.elements.map { .new($0) }
    }

    /// Whether a key is that of a numbered field.
    func hasPrefix(_ key: Slot, _ prefix: String) -> Bool {
        switch key {
        case .stored(let index): self.index.hasPrefix(index, prefix)
        case .new(let name): name.stringValue?.utf8.starts(with: prefix.utf8) == true
        case .list: false
        }
    }

    /// The first position of a text among the keys of a dictionary; nil if there is no such key.
    ///
    /// - Complexity: O(1), after one look at all keys if there are many; O(*n*) if plain values were changed.
    func position(of key: String, among keys: SlotList) throws(ArchiveError) -> Int? {
        if case .edited(let list) = keys, let known = list.position(ofKey: key, edits.valueChanges) { return known }
        if case .stored(let run) = keys, edits.valueChanges == 0 {
            return try position(of: key, in: ArchiveFacts.Run(references: run, isOfUIDs: true)) { position in
                index.uid(at: reader.unchecked(position, of: run)).flatMap { index[$0] }
            }
        }
        for position in 0..<keys.count {
            guard let uid = try reference(slot(position, of: keys)), case .scalar(let slot) = try content(at: uid)
            else { continue }
            switch slot {
            case .stored(let index) where self.index.kind(of: index) != .string: continue
            case .new(let value) where value.stringValue == nil: continue
            default: if try isKey(slot, key) { return position }
            }
        }
        return nil
    }

    /// One of several values.
    ///
    /// - Parameter position: From 0, and below their number.
    func slot(_ position: Int, of list: SlotList) -> Slot {
        switch list {
        case .stored(let run): .stored(reader.unchecked(position, of: run))
        case .new(let slots): slots[position]
        case .values(let values): .new(values[position])
        case .edited(let list): list[position]
        }
    }

    /// Whether an entry is the string `$null`; the fields of an object, which many may share, aren't looked at.
    func isNull(at uid: UID) -> Bool {
        switch edits.content(at: uid, sourceCount: index.entries.count) {
        case .scalar(.new(let value)): value.stringValue?.isNullText == true
        case .scalar(.stored(let object)): index.isNullText(object)
        case .scalar(.list), .dictionary, .other: false
        case nil: index[uid].map { index.isNullText($0) } ?? false
        }
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

    /// The references of an array of the file; nil if something else is there.
    private func array(at index: ObjectIndex) throws(ArchiveError) -> BinaryReferences? {
        let header = try reader.header(at: index)
        return header.kind == .array ? header.references : nil
    }

    /// The first position of a text in a run of strings.
    ///
    /// - Parameter string: The object index of the string at a position; nil if there is none.
    private func position(
        of text: String,
        in run: ArchiveFacts.Run,
        _ string: (Int) -> ObjectIndex?
    ) throws(ArchiveError) -> Int? {
        func isAt(_ position: Int) throws(ArchiveError) -> Bool {
            guard let index = string(position) else { return false }
            return try reader.isString(at: index, text)
        }
        let count = run.references.count
        if count >= TextPositions.minimumCount {
            let texts = facts.positions(in: run) {
                var budget = budget
                return TextPositions(count: count, in: reader, paidFrom: &budget, string)
            }
            if let known = try texts.find(text, isAt: isAt) { return known }
        }
        for position in 0..<count where try isAt(position) { return position }
        return nil
    }
}
