internal import PropertyLists

// The lists of a collection, which change where they are.

extension KeyedArchive {
    /// Changes the elements of a collection, or the values of a dictionary.
    mutating func changeValues(of uid: UID, _ change: (inout ChangedList) -> Void) throws(ArchiveError) {
        try changeList(.values, of: uid) { _, list in change(&list) }
    }

    /// Changes the keys of a dictionary, which have an index if they are many.
    mutating func changeKeys(of uid: UID, _ change: (inout ChangedList) -> Void) throws(ArchiveError) {
        var added: [Slot] = []
        try changeList(.keys, of: uid) { archive, list in
            var budget = archive.budget
            let isIndexed = list.indexKeys(archive.edits.keyChanges) { key throws(ArchiveError) in
                try archive.name(ofKey: key, charging: &budget)
            }
            let count = list.count
            change(&list)
            // What was indexed just now has to be noticed when it changes, and so has what is appended.
            added = Array(list.elements.dropFirst(isIndexed ? 0 : count))
        }
        for slot in added {
            guard let key = index.reference(slot) else { continue }
            edits.addedKeys.insert(key)
            guard case .dictionary(let fields)? = try? content(at: key) else { continue }
            for field in EntryName.fields {
                guard let part = (try? self.slot(field, in: fields)) ?? nil, let uid = index.reference(part) else {
                    continue
                }
                edits.addedKeys.insert(uid)
            }
        }
    }

    /// The name of the key of an entry of a dictionary; nil if it has none.
    func nameOfKey(at position: Int, of uid: UID) throws(ArchiveError) -> EntryName? {
        guard let keys = try layout(ofObjectAt: uid)?.keys, position < keys.count else { return nil }
        var budget = budget
        return try name(ofKey: index.slot(position, of: keys.slots), charging: &budget)
    }

    /// The layout of an entry that is a collection; nil for other entries and for damaged collections.
    func layout(ofObjectAt uid: UID) throws(ArchiveError) -> CollectionLayout? {
        guard case .dictionary(let fields) = try content(at: uid) else { return nil }
        return soundLayout(of: fields, try classUID(of: fields))
    }

    /// Changes a list that an object holds, in one field or in numbered ones; an object without one gets it.
    private mutating func changeList(
        _ part: CollectionPart,
        of uid: UID,
        _ change: (KeyedArchive, inout ChangedList) -> Void
    ) throws(ArchiveError) {
        try checkReplaceable(uid)
        var fields = try slots(ofObjectAt: uid)
        guard let position = try position(of: part.key, in: fields) else {
            let numbered = try? NumberedFields(part.prefix, in: .slots(fields), index).elements()
            var list = ChangedList(numbered ?? [])
            change(self, &list)
            if numbered?.isEmpty != false {
                fields.append((.new(.string(PropertyListString(part.key))), .list(list)))
            } else {
                setNumbered(list, part.prefix, in: &fields)
            }
            return try store(.dictionary(fields), at: uid)
        }
        var list: ChangedList
        switch fields[position].value {
        case .list(let known): list = known
        case let value:
            guard let elements = index.elements(of: value) else {
                throw CollectionDamage.notAList(part.key, kind: index.kind(of: value)).error
            }
            try checkContent(ofCount: elements.count)
            list = ChangedList(slots(of: elements))
        }
        // From here on no one else holds the list, which would be copied otherwise.
        fields[position].value = .new(.null)
        edits.releaseContent(at: uid, sourceCount: index.entries.count)
        change(self, &list)
        fields[position].value = .list(list)
        try store(.dictionary(fields), at: uid)
    }

    /// Puts elements into numbered fields: those that are there stay where they are, and others follow them.
    private func setNumbered(
        _ list: ChangedList,
        _ prefix: String,
        in fields: inout [(key: Slot, value: Slot)]
    ) {
        var isThere = Array(repeating: false, count: list.count)
        fields = fields.compactMap { field in
            guard index.hasPrefix(field.key, prefix) else { return field }
            guard let number = index.number(of: field.key, prefix), number < list.count, !isThere[number] else {
                return nil
            }
            isThere[number] = true
            return (field.key, list[number])
        }
        let added = (0..<list.count).filter { !isThere[$0] }.map { number in
            (key: Slot.new(.string(PropertyListString("\(prefix)\(number)"))), value: list[number])
        }
        let last = fields.lastIndex { index.hasPrefix($0.key, prefix) }
        fields.insert(contentsOf: added, at: last.map { $0 + 1 } ?? fields.count)
    }

    private func slots(of list: SlotList) -> [Slot] {
        (0..<list.count).map { index.slot($0, of: list) }
    }
}
