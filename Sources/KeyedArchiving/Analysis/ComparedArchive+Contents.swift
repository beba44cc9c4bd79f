internal import PropertyLists

// What objects hold, in whichever form.

extension ComparedArchive {
    /// What a collection holds.
    struct Collection {
        /// The keys of a dictionary; nil for an array or a set.
        var keys: [ObjectIndex]?
        /// The elements, or the values of a dictionary.
        var values: [ObjectIndex]
        /// Whether each key has a field of its own, such as `NS.key.0`.
        var areKeysNumbered = false
        /// Whether each value has a field of its own, such as `NS.object.0`.
        var areValuesNumbered = false

        /// The fields that it is in.
        var parts: Parts {
            var parts = Parts(names: [ClassFields.instanceClass])
            parts.insert(CollectionFields.elements, isNumbered: areValuesNumbered)
            if keys != nil { parts.insert(CollectionFields.keys, isNumbered: areKeysNumbered) }
            return parts
        }

        func steps(toKey position: Int) -> ArchiveComparer.Steps {
            ArchivePath.steps(toKey: position, isNumbered: areKeysNumbered)
        }
    }

    /// The fields that are compared as something else than fields.
    struct Parts {
        var names: Set<String> = []
        /// What the keys of the numbered fields among them begin with.
        private var prefixes: [String] = []

        init(names: Set<String> = []) {
            self.names = names
        }

        /// Adds a list, which is in one field under a key or, in its place, in numbered fields.
        mutating func insert(_ key: String, isNumbered: Bool) {
            if isNumbered { prefixes.append(CollectionFields.prefix(insteadOf: key)) } else { names.insert(key) }
        }

        func contains(_ name: String) -> Bool {
            names.contains(name) || prefixes.contains { name.utf8.starts(with: $0.utf8) }
        }
    }

    /// The fields of the outer dictionary that archives usually don't have.
    var extraFields: [ArchiveIndex.Field] {
        index.pairs(of: archive.envelope.outer).filter { archive.outerKey(at: $0.key) == nil }
    }

    func fields(_ fields: BinaryFields) -> [ArchiveIndex.Field] { Array(index.pairs(of: fields)) }

    func elements(at list: ObjectIndex) -> [ObjectIndex] { Array(index.members(at: list)) }

    func isScalar(_ value: ObjectIndex) -> Bool {
        switch item(at: value) {
        case .null, .scalar: true
        default: false
        }
    }

    /// The lists of a collection that has all it holds in two fields, or in one; nil for other objects.
    func lists(of fields: BinaryFields) -> (keys: ObjectIndex?, values: ObjectIndex)? {
        guard let list = index.value(of: CollectionFields.elements, in: fields), let values = index.elements(at: list)
        else {
            return nil
        }
        guard let keyList = index.value(of: CollectionFields.keys, in: fields) else {
            return index.position(of: CollectionFields.firstKey, in: fields) == nil ? (nil, list) : nil
        }
        guard let keys = index.elements(at: keyList), keys.count == values.count else { return nil }
        return (keyList, list)
    }

    /// What a collection holds; nil for what isn't stored as one.
    func collection(_ fields: BinaryFields, _ family: FoundationFamily?) -> Collection? {
        if let lists = lists(of: fields) {
            return Collection(
                keys: lists.keys.map { Array(index.members(at: $0)) }, values: Array(index.members(at: lists.values)))
        }
        // Without a list, only those of the old form, and empty ones, are collections: their class says so.
        let isCollection = family == .dictionary || family?.isList == true
        let hasList = [CollectionFields.elements, CollectionFields.keys].contains {
            index.position(of: $0, in: fields) != nil
        }
        guard hasList || isCollection else { return nil }
        if fields.count == 1, isCollection { return Collection(keys: family == .dictionary ? [] : nil, values: []) }
        let slots = archive.sourceFields(fields)
        if let (keys, values) = (try? archive.entries(in: slots)) ?? nil {
            return Collection(
                keys: objects(keys),
                values: objects(values),
                areKeysNumbered: isNumbered(keys),
                areValuesNumbered: isNumbered(values)
            )
        }
        guard family != .dictionary, let elements = (try? archive.elements(in: slots)) ?? nil else { return nil }
        return Collection(values: objects(elements), areValuesNumbered: isNumbered(elements))
    }

    /// Whether a list of the file is made of numbered fields.
    private func isNumbered(_ list: SlotList) -> Bool {
        if case .stored = list { false } else { true }
    }

    /// What a list of the file holds.
    private func objects(_ list: SlotList) -> [ObjectIndex] {
        (0..<list.count).compactMap { position in
            if case .stored(let object) = archive.slot(position, of: list) { object } else { nil }
        }
    }

    /// The names of the fields of an object, of long ones none.
    mutating func shortNames(of fields: BinaryFields) throws(ArchiveError) -> Set<PropertyListString> {
        try step(through: fields.count)
        var names: Set<PropertyListString> = []
        for field in index.pairs(of: fields) {
            if let name = index.shortText(at: field.key) { names.insert(PropertyListString(name)) }
        }
        return names
    }

    /// The steps to an entry of a dictionary: its key if that is a short text and leads there; otherwise its position.
    ///
    /// - Parameter names: The names of the dictionary's fields, which are many if its entries are numbered.
    func steps(
        toEntry position: Int,
        of collection: Collection,
        _ names: Set<PropertyListString>,
        isRepeated: Bool
    ) -> ArchiveComparer.Steps {
        if let key = collection.keys?[position], let uid = index.entryUID(at: key),
            let text = index.shortText(at: index[uid]),
            let step = ArchivePath.step(
                toEntry: text, isField: names.contains(PropertyListString(text)), isRepeated: isRepeated)
        {
            return [step]
        }
        return ArchivePath.steps(toElement: position, isNumbered: collection.areValuesNumbered)
    }
}
