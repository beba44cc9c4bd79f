internal import PropertyLists

// One value of an archive, without reading what is beside it.

extension KeyedArchive {
    /// The value of a top-level key; of two with one text, the first.
    ///
    /// - Complexity: O(1), after one look at all top-level keys if there are many.
    func topLevelSlot(_ key: String) throws(ArchiveError) -> Slot? {
        if let top = edits.top { return top.value(forKey: key) }
        let run = TextIndex.Run(references: index.top.keys, isOfUIDs: false)
        let position = try position(of: key, in: run) { reader.unchecked($0, of: index.top.keys) }
        return position.map { .stored(reader.unchecked($0, of: index.top.values)) }
    }

    /// The value of a field; of two with one key, the first.
    func slot(_ key: String, in slots: [(key: Slot, value: Slot)]) throws(ArchiveError) -> Slot? {
        for slot in slots where try isKey(slot.key, key) { return slot.value }
        return nil
    }

    /// The element at a position of an array, a set or an ordered set, if its elements stand in one array.
    ///
    /// - Returns: The element, or how many there are if the position isn't one of theirs; nil if they don't stand in one
    ///   array.
    func element(_ position: Int, in slots: [(key: Slot, value: Slot)]) throws(ArchiveError) -> Element? {
        guard try slot("NS.keys", in: slots) == nil, let list = try slot("NS.objects", in: slots) else { return nil }
        return try element(position, of: list)
    }

    /// What stands at a position.
    enum Element {
        case slot(Slot)
        /// There is no such position; there are so many.
        case missing(count: Int)
    }

    /// The element at a position of an array; nil if it isn't an array.
    func element(_ position: Int, of list: Slot) throws(ArchiveError) -> Element? {
        switch list {
        case .stored(let index):
            guard let run = try array(at: index) else { return nil }
            guard position >= 0, position < run.count else { return .missing(count: run.count) }
            return .slot(.stored(reader.unchecked(position, of: run)))
        case .new(.array(let elements)):
            guard elements.elements.indices.contains(position) else { return .missing(count: elements.count) }
            return .slot(.new(elements.elements[position]))
        case .new: return nil
        }
    }

    /// The value for a key of a dictionary whose keys and values stand in two arrays; of two with one text, the first.
    ///
    /// - Returns: The value; nil if there is no such key. The outer nil says that the object isn't such a dictionary, or
    ///   that it or plain values were changed.
    /// - Complexity: O(1), after one look at all keys if there are many.
    func dictionarySlot(
        _ key: String,
        in slots: [(key: Slot, value: Slot)]
    ) throws(ArchiveError) -> Slot?? {
        guard case .stored(let keyList)? = try slot("NS.keys", in: slots),
            case .stored(let valueList)? = try slot("NS.objects", in: slots),
            let keys = try array(at: keyList), let values = try array(at: valueList), keys.count == values.count,
            !edits.changesValues
        else { return nil }
        let found = try position(of: key, in: TextIndex.Run(references: keys, isOfUIDs: true)) { position in
            index.uid(at: reader.unchecked(position, of: keys)).flatMap { index[$0] }
        }
        return .some(found.map { .stored(reader.unchecked($0, of: values)) })
    }

    /// The UID that stands at a place; nil if something else does.
    func reference(_ slot: Slot) throws(ArchiveError) -> UID? {
        switch slot {
        case .stored(let index):
            do {
                return try reader.reference(at: index)
            } catch {
                throw ArchiveError(error)
            }
        case .new(.uid(let uid)): return uid
        case .new: return nil
        }
    }

    /// The references of an array of the file; nil if something else is there.
    private func array(at index: ObjectIndex) throws(ArchiveError) -> BinaryReferences? {
        let header = try reader.archiveHeader(at: index)
        return header.kind == .array ? header.references : nil
    }

    /// The first position of a text in a run of strings.
    ///
    /// - Parameter string: The object index of the string at a position; nil if there is none.
    private func position(
        of text: String,
        in run: TextIndex.Run,
        _ string: (Int) -> ObjectIndex?
    ) throws(ArchiveError) -> Int? {
        let count = run.references.count
        if count >= TextIndex.minimumCount {
            let texts = textIndex.positions(in: run) {
                var budget = budget
                return TextPositions(count: count, in: reader, paidFrom: &budget, string)
            }
            if let position = texts.position(of: text) {
                if let index = string(position), try reader.isArchiveString(at: index, text) { return position }
            } else if texts.isComplete {
                return nil
            }
        }
        for position in 0..<count {
            if let index = string(position), try reader.isArchiveString(at: index, text) { return position }
        }
        return nil
    }
}

extension BinaryPropertyListReader {
    /// The UID at an object index; nil if something else is there.
    func reference(at index: ObjectIndex) throws(PropertyListError) -> UID? {
        let header = try header(at: index)
        return header.kind == .uid ? UID(try uid(of: header)) : nil
    }
}
