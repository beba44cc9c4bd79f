internal import PropertyLists

// The lists of a collection, which change where they are.

extension KeyedArchive {
    /// Changes the elements of a collection, or the values of a dictionary.
    mutating func changeValues(of uid: UID, _ change: (inout EditedList) -> Void) throws(ArchiveError) {
        try changeList(CollectionFields.elements, of: uid) { _, list in change(&list) }
    }

    /// Changes the keys of a dictionary, which have an index if they are many.
    mutating func changeKeys(of uid: UID, _ change: (inout EditedList) -> Void) throws(ArchiveError) {
        try changeList(CollectionFields.keys, of: uid) { archive, list in
            var budget = archive.budget
            list.indexKeys(archive.edits.valueChanges) { key throws(ArchiveError) in
                try archive.text(ofKey: key, charging: &budget)
            }
            change(&list)
        }
    }

    /// The text of the key of an entry of a dictionary; nil if it isn't text.
    func textOfKey(at position: Int, of uid: UID) throws(ArchiveError) -> PropertyListString? {
        guard case .dictionary(let fields) = try content(at: uid), let (keys, _) = try entries(in: fields),
            position < keys.count
        else { return nil }
        var budget = budget
        return try text(ofKey: slot(position, of: keys), charging: &budget)
    }

    /// The text that a key of a dictionary is; nil if it is something else.
    private func text(
        ofKey key: Slot,
        charging budget: inout Budget
    ) throws(ArchiveError) -> PropertyListString? {
        guard let uid = try reference(key), case .scalar(let slot) = try content(at: uid) else { return nil }
        if case .stored(let index) = slot, self.index.kind(of: index) != .string { return nil }
        var stored = FieldReader(reader, paidFrom: budget)
        defer { budget = stored.budget }
        guard case .string(let text) = try value(slot, &stored) else { return nil }
        return text
    }

    /// Changes a list that an object holds, in one field or in numbered ones; an object without one gets it.
    private mutating func changeList(
        _ key: String,
        of uid: UID,
        _ change: (KeyedArchive, inout EditedList) -> Void
    ) throws(ArchiveError) {
        try checkReplaceable(uid)
        var fields = try slots(ofObjectAt: uid)
        guard let position = try position(of: key, in: fields) else {
            let prefix = CollectionFields.prefix(insteadOf: key)
            let numbered = try numbered(prefix, in: fields)
            var list = EditedList(numbered.map { slots(of: $0) } ?? [])
            change(self, &list)
            if numbered == nil {
                fields.append((.new(.string(PropertyListString(key))), .list(list)))
            } else {
                setNumbered(list, prefix, in: &fields)
            }
            return try store(.dictionary(fields), at: uid)
        }
        var list: EditedList
        switch fields[position].value {
        case .list(let known): list = known
        case let value:
            guard let elements = try elements(at: value) else {
                throw ArchiveError(
                    .invalidValue,
                    "the collection can't be changed: \(key) isn't an array",
                    key: key,
                    uid: uid,
                    remedy: ArchiveError.damageRemedy
                )
            }
            try checkContent(ofCount: elements.count)
            list = EditedList(slots(of: elements))
        }
        // From here on no one else holds the list, which would be copied otherwise.
        fields[position].value = .new(.null)
        edits.releaseContent(at: uid, sourceCount: index.entries.count)
        change(self, &list)
        fields[position].value = .list(list)
        try store(.dictionary(fields), at: uid)
    }

    /// Puts elements into numbered fields, after the other fields.
    private func setNumbered(
        _ list: EditedList,
        _ prefix: String,
        in fields: inout [(key: Slot, value: Slot)]
    ) {
        var others = fields.filter { !hasPrefix($0.key, prefix) }
        for (number, element) in list.elements.enumerated() {
            others.append((.new(.string(PropertyListString("\(prefix)\(number)"))), element))
        }
        fields = others
    }

    private func slots(of list: SlotList) -> [Slot] {
        (0..<list.count).map { slot($0, of: list) }
    }
}
