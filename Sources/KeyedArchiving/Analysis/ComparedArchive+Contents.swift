internal import PropertyLists

// What objects hold, in whichever form.

extension ComparedArchive {
    /// What a collection holds.
    struct Collection {
        /// The keys of a dictionary; nil for an array or a set.
        var keys: [ObjectIndex]?
        /// The elements, or the values of a dictionary.
        var values: [ObjectIndex]
        /// Whether each has a field of its own: `NS.object.0`, `NS.key.0`.
        var isNumbered = false

        func steps(toKey position: Int) -> ArchiveComparer.Steps {
            ArchivePath.steps(toKey: position, isNumbered: isNumbered)
        }
    }

    /// The fields that are compared as something else than fields.
    struct Parts {
        var names: Set<String> = []
        /// Whether numbered fields are among them.
        var hasNumbers = false

        func contains(_ name: String) -> Bool {
            if names.contains(name) { return true }
            return hasNumbers
                && (name.hasPrefix(CollectionFields.elementPrefix) || name.hasPrefix(CollectionFields.keyPrefix))
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

    /// The lists of a collection that has them in two fields, or in one; nil for other objects.
    func lists(of fields: BinaryFields) -> (keys: ObjectIndex?, values: ObjectIndex)? {
        guard let list = index.value(of: CollectionFields.elements, in: fields), let values = index.elements(at: list)
        else {
            return nil
        }
        guard let keyList = index.value(of: CollectionFields.keys, in: fields) else { return (nil, list) }
        guard let keys = index.elements(at: keyList), keys.count == values.count else { return nil }
        return (keyList, list)
    }

    /// What a collection holds; nil for what isn't stored as one.
    func collection(_ fields: BinaryFields, _ family: FoundationFamily?) -> Collection? {
        if let lists = lists(of: fields) {
            return Collection(
                keys: lists.keys.map { Array(index.members(at: $0)) }, values: Array(index.members(at: lists.values)))
        }
        if index.value(of: CollectionFields.elements, in: fields).flatMap({ index.elements(at: $0) }) != nil {
            return nil
        }
        // Only collections of the old form, and empty ones, are without that field.
        guard let family, family == .dictionary || family.isList else { return nil }
        let slots = archive.sourceFields(fields)
        if family.isList {
            if fields.count == 1 { return Collection(values: []) }
            return objects(CollectionFields.elementPrefix, slots).map { Collection(values: $0, isNumbered: true) }
        }
        if fields.count == 1 { return Collection(keys: [], values: []) }
        guard let keys = objects(CollectionFields.keyPrefix, slots),
            let values = objects(CollectionFields.elementPrefix, slots),
            keys.count == values.count
        else { return nil }
        return Collection(keys: keys, values: values, isNumbered: true)
    }

    /// What is in numbered fields; nil if there are none, or a number is missing.
    private func objects(_ prefix: String, _ slots: [(key: KeyedArchive.Slot, value: KeyedArchive.Slot)])
        -> [ObjectIndex]?
    {
        guard let list = try? archive.numbered(prefix, in: slots) else { return nil }
        let objects = (0..<list.count).compactMap { position -> ObjectIndex? in
            guard case .stored(let object) = archive.slot(position, of: list) else { return nil }
            return object
        }
        return objects.count == list.count ? objects : nil
    }

    /// The steps to an entry of a dictionary: its key if that is a short text and leads there; otherwise its position.
    func steps(
        toEntry position: Int,
        of collection: Collection,
        in fields: BinaryFields,
        isRepeated: Bool
    ) -> ArchiveComparer.Steps {
        if let key = collection.keys?[position], let uid = index.entryUID(at: key),
            let text = index.shortText(at: index[uid]),
            let step = ArchivePath.step(
                toEntry: text, isField: index.position(of: text, in: fields) != nil, isRepeated: isRepeated)
        {
            return [step]
        }
        return ArchivePath.steps(toElement: position, isNumbered: collection.isNumbered)
    }
}
