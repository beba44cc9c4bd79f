internal import PropertyLists

// Containers whose values are references under `NS.objects`, and whose keys, if they have any, are plain strings.

extension GraphToTree {
    /// Enters a container and reads its references and its keys.
    ///
    /// - Returns: False if it is not of the usual shape and must be decoded as an object.
    mutating func open(_ uid: EntryUID, _ stored: UnarchiverState.StoredObject, isDictionary: Bool) throws -> Bool {
        guard unarchiver.state.depth < limits.depth else {
            throw unarchiver.tooDeep(isDictionary ? ArchivedDictionary.self : ArchivedArray.self, at: uid)
        }
        let shape = unarchiver.state.keyShapes[stored.shape]
        let values = try unarchiver.state.array(at: shape.elementsPosition, of: stored)
        let keys = isDictionary ? try unarchiver.state.array(at: shape.elementKeysPosition, of: stored) : values
        guard let values, let keys, keys.count == values.count else { return false }
        // What another call walked before was paid for. Inside an object that does not count: many objects could walk
        // the same list.
        if unarchiver.state.depth > 0 || place(of: uid) == nil {
            try unarchiver.state.pay(for: stored)
            try unarchiver.state.payForElements(
                isDictionary ? 2 * values.count : values.count, of: TreeTable.nodeCost)
        }
        let start = table.nodes.count
        table.nodes.reserve(isDictionary ? 2 * values.count : values.count)
        guard try (!isDictionary || appendKeys(keys)) && appendValues(values) else {
            table.nodes.truncate(to: start)
            keyCost = 0
            return false
        }
        setPlace(stack.count, of: uid)
        try push(Frame(uid: uid, isDictionary: isDictionary, start: start, count: values.count))
        return true
    }

    private mutating func appendValues(_ references: BinaryReferences) throws -> Bool {
        for position in 0..<references.count {
            guard let uid = try uid(at: position, of: references) else { return false }
            table.nodes.append(.pending(uid))
        }
        return true
    }

    private mutating func appendKeys(_ references: BinaryReferences) throws -> Bool {
        dictionaryCount += 1
        for position in 0..<references.count {
            guard let uid = try uid(at: position, of: references), let key = try keyIndex(at: uid) else { return false }
            appendKey(key)
        }
        return true
    }

    /// Adds the node of a key to the dictionary that was entered last.
    mutating func appendKey(_ key: Int) {
        table.nodes.append(keyUses[key] == dictionaryCount ? .duplicateKey(key) : .key(key))
        keyCost &+= table.keys[key].utf8.count / Budget.valueSize
        keyUses[key] = dictionaryCount
    }

    /// The object that a reference of a run leads to; nil if it isn't a reference.
    @inline(__always)
    private func uid(at position: Int, of references: BinaryReferences) throws -> EntryUID? {
        let index = archive.reader.unchecked(position, of: references)
        if let uid = archive.fastEntry(at: index) { return uid }
        guard let uid = try unarchiver.state.uid(at: index) else { return nil }
        return try unarchiver.state.entry(uid)
    }

    // MARK: Keys

    /// The index of the key at a UID; nil if that isn't a plain string.
    @inline(__always)
    private mutating func keyIndex(at uid: EntryUID) throws -> Int? {
        if let place = place(of: uid), place < keyEntries.count, keyEntries[place].uid == uid {
            return keyEntries[place].key
        }
        return try newKeyIndex(at: uid)
    }

    @inline(never)
    private mutating func newKeyIndex(at uid: EntryUID) throws -> Int? {
        guard let text = try unarchiver.state.string(at: uid) else { return nil }
        let key = keyIndex(of: text)
        setPlace(keyEntries.count, of: uid)
        keyEntries.append((uid, key))
        return key
    }

    /// The index of a key with a text; equal texts are one key, by whatever objects they are stored.
    mutating func keyIndex(of text: String) -> Int {
        if let known = keyIndexes[PropertyListString(text)] { return known }
        keyIndexes[PropertyListString(text)] = table.keys.count
        table.keys.append(text)
        keyUses.append(0)
        return table.keys.count - 1
    }
}
