internal import PropertyLists

// The steps in the archive that lead to what decoders decode, for errors.
//
// Each mistake that a type makes and forgives has its path told, so that nothing here takes time in proportion to a
// dictionary more than once. What is in no place of the archive, as a byte of data or a number of a rectangle, has the
// path of the value that it is part of.

extension GraphSource {
    /// The steps to an element of a value.
    func steps(toElement position: Int, of value: GraphValue) -> [ArchivePath.Step] {
        switch value {
        case .entry:
            guard let stored = (try? storedObject(of: value)) ?? nil else { return [] }
            switch family(ofClass: stored.classIndex) {
            case .array, .set, .orderedSet, .hashTable: return [.index(position)]
            case .countedSet: return [.key(CountedSetFields.object(position))]
            case .dictionary:
                // Its keys and values, in turn.
                let part = position.isMultiple(of: 2) ? CollectionPart.keys : .values
                return place(of: part, in: stored).steps(to: position / 2)
            default: return []
            }
        case .inline(let index): return self.index.kind(of: index) == .array ? [.index(position)] : []
        case .integer, .made: return []
        }
    }

    /// The steps to the value of a key of a container.
    ///
    /// - Parameter keys: The keys of the container.
    func steps(to key: any CodingKey, in value: GraphValue, _ keys: GraphKeys) -> [ArchivePath.Step] {
        if case .made = value { return [] }
        let name = key.stringValue
        switch keys.entries {
        case .none: break
        case .listed(let entries):
            // Looking through few keys isn't charged elsewhere.
            try? unarchiver.state.budget.step(Self.stepsOfEntry)
            let found = (try? entryPosition(name, nil, in: entries, .max)) ?? nil
            var position = found
            if let known = (key as? EntryKey)?.position {
                position = known
            } else if found == nil {
                position = (try? entryPosition(name, key.intValue, in: entries, .max)) ?? nil
            }
            guard let position else { break }
            return steps(toEntry: name, at: position.rawValue, of: value, isFound: found == position)
        case .made(let index):
            guard let entry = madeEntries[index].entry(name, key.intValue) else { break }
            return steps(toEntry: name, at: entry.position, of: value, isFound: entry.hasPlainKey)
        }
        // Both are made of the class record.
        if name == ClassFields.instanceClass || name == ClassFields.hierarchy, keys.classIndex.value != nil {
            return [.key(ClassFields.instanceClass)]
        }
        if usesStoredKeys, !CodingKeyRules.isReserved(name) { return [.key(name)] }
        guard let object = keys.object, let position = (try? fieldPosition(name, in: object, .max)) ?? nil else {
            return [.key(name)]
        }
        return [.key(index.text(at: reader.key(position, of: object.fields)) ?? name)]
    }

    /// How many keys are gone through for an entry at most, if that isn't charged.
    private static let stepsOfEntry = 32

    /// The steps to an entry of a dictionary that is an object.
    ///
    /// - Parameter isFound: Whether it is the entry that a path with this text leads to.
    private func steps(
        toEntry name: String,
        at position: Int,
        of value: GraphValue,
        isFound: Bool
    ) -> [ArchivePath.Step] {
        guard let stored = (try? storedObject(of: value)) ?? nil else { return [.key(name)] }
        // A longer key says less than the position.
        if isFound, name.utf16.count <= ArchiveIndex.shortTextLength,
            let isField = try? isField(name, of: stored),
            let step = ArchivePath.step(toEntry: name, isField: isField, isRepeated: false)
        {
            return [step]
        }
        return place(of: .values, in: stored).steps(to: position)
    }

    /// The place of the keys or the values of a dictionary.
    private func place(of part: CollectionPart, in stored: UnarchiverState.StoredObject) -> CollectionLayout.Place {
        // Known keys are in few fields; many aren't gone through for one path.
        if stored.fields.count < Self.stepsOfEntry,
            let layout = (try? index.layout(of: stored.fields, .dictionary)) ?? nil, !layout.isResizable
        {
            return layout.part(part)?.place ?? .nowhere
        }
        let shape = unarchiver.state.keyShapes[stored.shape]
        let list = part == .keys ? shape.elementKeysPosition : shape.elementsPosition
        return CollectionLayout.Place(part, isNumbered: list == .none)
    }

    private func isField(_ key: String, of stored: UnarchiverState.StoredObject) throws(ArchiveError) -> Bool {
        try unarchiver.state.keyShapes.search(
            key, in: stored.shape, .max, .none, reader, &unarchiver.state.budget) != nil
    }
}
