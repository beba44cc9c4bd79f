internal import PropertyLists

// What entries are made of: objects of the file, or what was put in their place.

extension KeyedArchive {
    /// A value: an object of the file, by index, or one that was put in its place, or a list that is being changed.
    enum Slot: Sendable {
        case stored(ObjectIndex)
        case new(PropertyList)
        indirect case list(ChangedList)
    }

    /// The content of an entry of `$objects`.
    enum Content {
        case scalar(Slot)
        case dictionary([(key: Slot, value: Slot)])
        case other(ObjectKind)
    }

    /// The object index of an entry that is in the file.
    func sourceIndex(of uid: UID) -> ObjectIndex? {
        index[uid]
    }

    func content(at uid: UID) throws(ArchiveError) -> Content {
        if let edited = edits.content(at: uid, sourceCount: index.entries.count) { return edited }
        guard let index = sourceIndex(of: uid) else { throw noSuchEntry(uid) }
        switch try reader.object(at: index) {
        case .dictionary(let keys, let values):
            return .dictionary(sourceFields(BinaryFields(keys: keys, values: values)))
        case .array: return .other(.array)
        case .set, .orderedSet: return .other(.set)
        default: return .scalar(.stored(index))
        }
    }

    func noSuchEntry(_ uid: UID) -> ArchiveError {
        .noSuchObject(uid, count: objectCount)
    }

    func sourceFields(_ fields: BinaryFields) -> [(key: Slot, value: Slot)] {
        fields.positions.map { (.stored(reader.key($0, of: fields)), .stored(reader.value($0, of: fields))) }
    }

    func fields(
        _ slots: [(key: Slot, value: Slot)],
        charging budget: inout Budget
    ) throws(ArchiveError) -> [ArchivedRecord.Field] {
        var stored = FieldReader(reader, chargedTo: budget)
        defer { budget = stored.budget }
        // Many entries of a hostile file can be one object with many short fields.
        try stored.chargeFields(slots.count)
        var fields: [ArchivedRecord.Field] = []
        fields.reserveCapacity(slots.count)
        for slot in slots {
            guard case .string(let key) = try value(slot.key, &stored) else { throw notAString(slot.key) }
            fields.append(ArchivedRecord.Field(key, try value(slot.value, &stored)))
        }
        return fields
    }

    func key(_ slot: Slot) throws(ArchiveError) -> PropertyListString {
        var budget = budget
        return try key(slot, charging: &budget)
    }

    func key(_ slot: Slot, charging budget: inout Budget) throws(ArchiveError) -> PropertyListString {
        var stored = FieldReader(reader, chargedTo: budget)
        defer { budget = stored.budget }
        guard case .string(let string) = try value(slot, &stored) else { throw notAString(slot) }
        return string
    }

    /// Whether a key is the given text; a key of the file is compared where it lies.
    func isKey(_ slot: Slot, _ text: String) throws(ArchiveError) -> Bool {
        switch slot {
        case .stored(let index): try reader.isString(at: index, text)
        case .new(.string(let key)): key.isIdentical(to: text)
        case .new, .list: throw notAString(slot)
        }
    }

    func value(_ slot: Slot) throws(ArchiveError) -> PropertyList {
        try checkContent(of: slot)
        var stored = FieldReader(reader, chargedTo: budget)
        return try value(slot, &stored)
    }

    func value(_ slot: Slot, _ stored: inout FieldReader) throws(ArchiveError) -> PropertyList {
        switch slot {
        case .stored(let index): return try stored.value(at: index)
        case .new(let value): return value
        case .list(let list):
            var elements: [PropertyList] = []
            elements.reserveCapacity(list.count)
            for element in list.elements { elements.append(try value(element, &stored)) }
            return .array(PropertyListArray(elements))
        }
    }

    private func notAString(_ slot: Slot) -> ArchiveError {
        switch slot {
        case .stored(let index): notAString(index)
        case .new(let value): Self.notAString(value.kind.withArticle)
        case .list: Self.notAString("an array")
        }
    }

    private static func notAString(_ kind: String) -> ArchiveError {
        ArchiveError(.invalidObject, "a key is \(kind), not a string", remedy: "use a string as the key")
    }

    func notAString(_ index: ObjectIndex) -> ArchiveError {
        .damaged(
            .invalidObject,
            "a key is not a string",
            at: reader.place(of: index)
        )
    }
}

// MARK: - Objects and class records

extension KeyedArchive {
    /// Whether an entry is a class record; false if it can't be read.
    func isClassRecord(at uid: UID) -> Bool {
        guard let content = edits.content(at: uid, sourceCount: index.entries.count) else {
            return index[uid].flatMap { index.classRecord(at: $0) } != nil
        }
        return isClassRecord(content)
    }

    /// Whether something that was put into the archive is a class record.
    func isClassRecord(_ content: Content) -> Bool {
        guard case .dictionary(let slots) = content else { return false }
        return ArchivedClass.isRecord { key in slots.contains { (try? isKey($0.key, key)) == true } }
    }

    /// The UID under the first `$class`, or nil if there is none.
    func classUID(of slots: [(key: Slot, value: Slot)]) throws(ArchiveError) -> UID? {
        guard let value = try slot(ClassFields.instanceClass, in: slots) else { return nil }
        return try reference(value)
    }

    func entry(
        of slots: [(key: Slot, value: Slot)],
        at uid: UID,
        charging budget: inout Budget
    ) throws(ArchiveError) -> ArchiveEntry {
        var fields = try fields(slots, charging: &budget)
        if let position = fields.firstIndex(where: { $0.key.isIdentical(to: ClassFields.instanceClass) }) {
            guard case .uid(let classUID) = fields[position].value else {
                var error = ArchiveError.noClassReference(fields[position].value.kind.withArticle)
                (error.uid, error.byteOffset) = (uid, byteOffset(of: uid))
                throw error
            }
            fields.remove(at: position)
            return .object(ArchivedRecord(classUID: classUID, fields: fields))
        }
        if ArchivedClass.isRecord({ key in fields.contains { $0.key.isIdentical(to: key) } }) {
            return .classRecord(try classRecord(of: fields, at: uid))
        }
        var error = ArchiveError.noClass
        (error.uid, error.byteOffset) = (uid, byteOffset(of: uid))
        throw error
    }

    private func classRecord(of fields: [ArchivedRecord.Field], at uid: UID) throws(ArchiveError) -> ArchivedClass {
        func field(_ key: String) -> ArchivedClass.Field {
            ArchivedClass.Field(fields.first { $0.key.isIdentical(to: key) }?.value)
        }
        do {
            return try ArchivedClass(
                name: field(ClassFields.name), hierarchy: field(ClassFields.hierarchy),
                fallbacks: field(ClassFields.fallbacks))
        } catch {
            var error = error
            error.uid = uid
            error.byteOffset = byteOffset(of: uid)
            throw error
        }
    }
}

/// Several values in order: a run of the file, or the list that replaced it.
enum SlotList: Sendable {
    case stored(BinaryReferences)
    case new([KeyedArchive.Slot])
    case values(PropertyListArray)
    case edited(ChangedList)

    var count: Int {
        switch self {
        case .stored(let run): run.count
        case .new(let slots): slots.count
        case .values(let values): values.count
        case .edited(let list): list.count
        }
    }
}
