package import PropertyLists

extension KeyedArchive {
    /// The elements of an array, a set or an ordered set, in stored order; nil for other records.
    ///
    /// Reads both ways in which archives hold them: one array under `NS.objects`, or numbered keys `NS.object.0`,
    /// `NS.object.1` and so on.
    ///
    /// ```swift
    /// if case .object(let list) = try archive.entry(at: uid), let elements = archive.elements(of: list) {
    ///     print(elements.count)
    /// }
    /// ```
    ///
    /// - Returns: References, one for each element.
    /// - Complexity: O(*n*) in the number of fields, and of elements.
    package func elements(of record: ArchivedRecord) -> [PropertyList]? {
        guard let layout = (try? layout(of: record, family(ofClassAt: record.classUID))) ?? nil, layout.keys == nil
        else { return nil }
        var budget = budget
        return try? values(of: layout.values.slots, charging: &budget)
    }

    /// The keys and values of a dictionary, in stored order; nil for other records.
    ///
    /// Reads both ways in which archives hold them: arrays under `NS.keys` and `NS.objects`, or numbered keys
    /// `NS.key.0` and `NS.object.0` and so on. A record whose two lists differ in length isn't a dictionary.
    ///
    /// ```swift
    /// for (key, value) in archive.pairs(of: record) ?? [] { print(key, value) }
    /// ```
    ///
    /// - Returns: References, a pair for each entry.
    /// - Complexity: O(*n*) in the number of fields, and of entries.
    package func pairs(of record: ArchivedRecord) -> [(key: PropertyList, value: PropertyList)]? {
        guard let layout = (try? layout(of: record, family(ofClassAt: record.classUID))) ?? nil, let keys = layout.keys
        else { return nil }
        var budget = budget
        guard let keys = try? values(of: keys.slots, charging: &budget),
            let values = try? values(of: layout.values.slots, charging: &budget)
        else { return nil }
        return Array(zip(keys, values).map { (key: $0, value: $1) })
    }
}

extension KeyedArchive {
    /// The layout of an object that is a collection; nil for other objects.
    ///
    /// - Throws: The damage of a collection's fields.
    func layout(of fields: ObjectFields, _ family: FoundationFamily?) throws(CollectionDamage) -> CollectionLayout? {
        try CollectionLayout(of: fields, family, in: index, edits)
    }

    /// The layout of an object that is a collection; nil for other objects, and for damaged ones, which only have
    /// fields.
    func soundLayout(of fields: PathPlace.Fields, _ classUID: UID?) -> CollectionLayout? {
        (try? layout(of: .slots(fields), family(ofClassAt: classUID))) ?? nil
    }

    /// The layout of a record that is a collection; nil for other records.
    func layout(of record: ArchivedRecord, _ family: FoundationFamily?) throws(CollectionDamage) -> CollectionLayout? {
        var slots: [(key: Slot, value: Slot)] = record.fields.map { (.new(.string($0.key)), .new($0.value)) }
        slots.append((.new(.string(PropertyListString(ClassFields.instanceClass))), .new(.uid(record.classUID))))
        return try layout(of: .slots(slots), family)
    }

    /// The values at several places.
    func values(of list: SlotList, charging budget: inout Budget) throws(ArchiveError) -> [PropertyList] {
        if case .values(let values) = list { return values.elements }
        var stored = FieldReader(reader, chargedTo: budget)
        defer { budget = stored.budget }
        var values: [PropertyList] = []
        values.reserveCapacity(list.count)
        for position in 0..<list.count { values.append(try value(index.slot(position, of: list), &stored)) }
        return values
    }
}

extension ArchiveIndex {
    /// The characters of the string object that is an entry; the entry itself if it is something else.
    func characters(ofStringAt entry: ObjectIndex) -> ObjectIndex {
        guard let fields = fields(at: entry), let text = value(of: StringFields.string, in: fields) else {
            return entry
        }
        return uid(at: text).flatMap { self[$0] } ?? text
    }

    /// The layout of an object of the file that is a collection; nil for other objects.
    ///
    /// - Throws: The damage of a collection's fields.
    func layout(of fields: BinaryFields, _ family: FoundationFamily?) throws(CollectionDamage) -> CollectionLayout? {
        try CollectionLayout(of: .stored(fields), family, in: self, nil)
    }

    /// The value that an entry is; nil for an object.
    func scalar(at uid: UID, _ edits: ArchiveEdits?) -> KeyedArchive.Slot? {
        if let edited = edits?.content(at: uid, sourceCount: entries.count) {
            if case .scalar(let value) = edited { return value }
            return nil
        }
        return self[uid].flatMap { fields(at: $0) == nil ? .stored($0) : nil }
    }

    /// The fields of an object that is an entry; nil for other entries.
    func objectFields(at uid: UID, _ edits: ArchiveEdits?) -> ObjectFields? {
        if let edited = edits?.content(at: uid, sourceCount: entries.count) {
            if case .dictionary(let fields) = edited { return .slots(fields) }
            return nil
        }
        return self[uid].flatMap { fields(at: $0) }.map { .stored($0) }
    }
}
