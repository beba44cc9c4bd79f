public import PropertyLists

extension KeyedArchive {
    /// The top-level keys and their values, in file order (`$top`).
    ///
    /// A value is a UID, or inline: a boolean, an integer, a real.
    ///
    /// ```swift
    /// for field in try archive.topLevel() { print(field.key) }
    /// ```
    ///
    /// - Throws: ``ArchiveError`` if a key or a value cannot be read.
    public func topLevel() throws(ArchiveError) -> [ArchivedField] {
        var budget = budget
        return try topLevel(charging: &budget)
    }

    /// The top-level keys and their values, paid from a budget that other calls are paid from, too.
    ///
    /// - Throws: As ``topLevel()`` does.
    public func topLevel(charging budget: inout Budget) throws(ArchiveError) -> [ArchivedField] {
        try fields(edits.top?.fields ?? sourceFields(index.top), charging: &budget)
    }

    /// The value of a top-level key, or nil if there is none or it cannot be read.
    ///
    /// - Complexity: O(1), after one look at all top-level keys if there are many.
    public subscript(topLevelKey: String) -> PropertyList? {
        guard let slot = try? topLevelSlot(topLevelKey) else { return nil }
        return try? value(slot)
    }

    /// The keys of the outer dictionary besides the four that every archive has, with their values.
    ///
    /// - Throws: ``ArchiveError`` if one cannot be read.
    public func extraTopLevelValues() throws(ArchiveError) -> [ArchivedField] {
        var budget = budget
        return try extraTopLevelValues(charging: &budget)
    }

    /// The keys of the outer dictionary besides the four that every archive has, with their values, paid from a budget
    /// that other calls are paid from, too.
    ///
    /// - Throws: As ``extraTopLevelValues()`` does.
    public func extraTopLevelValues(charging budget: inout Budget) throws(ArchiveError) -> [ArchivedField] {
        let extra = envelope.outer.lazy.filter { outerKey(at: $0.key) == nil }
        return try fields(extra.map { (.stored($0.key), .stored($0.value)) }, charging: &budget)
    }

    /// Which of the four keys that every archive has stands at an object index; nil if none.
    func outerKey(at index: ObjectIndex) -> String? {
        Self.outerKeys.first { (try? reader.isString(at: index, $0)) == true }
    }

    private static let outerKeys = ["$archiver", "$version", "$top", "$objects"]

    /// A budget for a call of its own.
    ///
    /// A walk over many entries shares one between its calls, so that what all of them refer to is paid for each time.
    public var budget: Budget { Budget(of: reader) }

    /// One entry of `$objects`.
    ///
    /// ```swift
    /// switch try archive.entry(at: uid) {
    /// case .object(let record): print(record.fields.count)
    /// case .value(let value): print(value)
    /// case .classRecord(let archivedClass): print(archivedClass.name)
    /// case .null: print("nil")
    /// }
    /// ```
    ///
    /// - Throws: ``ArchiveError/Code/invalidUID`` if there is no such entry, ``ArchiveError/Code/invalidObject`` if it
    ///   is neither a value, an object nor a class record, ``ArchiveError/Code/invalidClassRecord`` if it is a
    ///   malformed class record, ``ArchiveError/Code/limitExceeded``.
    /// - Complexity: O(*n*) in the size of the entry.
    public func entry(at uid: UID) throws(ArchiveError) -> ArchiveEntry {
        var budget = budget
        return try entry(at: uid, charging: &budget)
    }

    /// One entry of `$objects`, paid from a budget that other calls are paid from, too.
    ///
    /// ```swift
    /// var budget = archive.budget
    /// for number in 0..<archive.objectCount {
    ///     print(try archive.entry(at: UID(UInt64(number)), charging: &budget))
    /// }
    /// ```
    ///
    /// Entries of a hostile file can share one long text or one long list. Reading all of them with one budget takes
    /// no more, together, than ``/PropertyLists/Limits`` allow for the file.
    ///
    /// - Throws: As ``entry(at:)`` does.
    /// - Complexity: O(*n*) in the size of the entry.
    public func entry(at uid: UID, charging budget: inout Budget) throws(ArchiveError) -> ArchiveEntry {
        switch try content(at: uid) {
        case .scalar(let slot):
            var stored = FieldReader(reader, paidFrom: budget)
            defer { budget = stored.budget }
            let value = try value(slot, &stored)
            guard case .string(let string) = value, string.isIdentical(to: "$null") else { return .value(value) }
            return .null
        case .dictionary(let slots):
            return try entry(of: slots, at: uid, charging: &budget)
        case .other(let kind):
            throw ArchiveError(
                .invalidObject,
                "an entry of $objects is an \(kind), not a value, an object or a class record",
                uid: uid,
                byteOffset: byteOffset(of: uid)
            )
        }
    }

    /// The object at a UID, or nil if the entry is not an object.
    ///
    /// - Throws: As ``entry(at:)`` does.
    public func record(at uid: UID) throws(ArchiveError) -> ArchivedRecord? {
        guard case .object(let record) = try entry(at: uid) else { return nil }
        return record
    }

    /// The class record at a UID.
    ///
    /// - Throws: ``ArchiveError/Code/invalidClassRecord`` if the entry is not one.
    public func archivedClass(at uid: UID) throws(ArchiveError) -> ArchivedClass {
        var budget = budget
        return try archivedClass(at: uid, charging: &budget)
    }

    /// The class record at a UID, paid from a budget that other calls are paid from, too.
    ///
    /// - Throws: As ``archivedClass(at:)`` does.
    public func archivedClass(at uid: UID, charging budget: inout Budget) throws(ArchiveError) -> ArchivedClass {
        guard case .classRecord(let archivedClass) = try entry(at: uid, charging: &budget) else {
            throw ArchiveError(
                .invalidClassRecord,
                "the class of an object is not a class record",
                uid: uid,
                byteOffset: byteOffset(of: uid),
                remedy: "the file was damaged or made by a faulty writer"
            )
        }
        return archivedClass
    }

    /// The UIDs of all objects of a class, by its coded name.
    ///
    /// ```swift
    /// for uid in try archive.uids(ofClass: "Person") { print(uid) }
    /// ```
    ///
    /// - Throws: ``ArchiveError`` if an entry cannot be read.
    /// - Complexity: O(*n*) in the size of the archive.
    public func uids(ofClass name: String) throws(ArchiveError) -> [UID] {
        var isMatch: [UID: Bool] = [:]
        var uids: [UID] = []
        // Many entries of a hostile file can be one object with many fields.
        var classUIDs: [ObjectIndex: UID?] = [:]
        for number in 0..<objectCount {
            let uid = UID(UInt64(number))
            let index = edits.changed[uid] == nil ? sourceIndex(of: uid) : nil
            let classUID: UID?
            if let index, let known = classUIDs[index] {
                classUID = known
            } else {
                guard case .dictionary(let slots) = try content(at: uid) else { continue }
                classUID = try self.classUID(of: slots)
                if let index { classUIDs[index] = .some(classUID) }
            }
            guard let classUID else { continue }
            if isMatch[classUID] == nil { isMatch[classUID] = try isClass(at: classUID, named: name) }
            if isMatch[classUID] == true { uids.append(uid) }
        }
        return uids
    }

    /// The position of an entry in the file, in bytes; nil for an entry that was added, or if the archive is XML.
    public func byteOffset(of uid: UID) -> Int? {
        guard format == .binary, let index = sourceIndex(of: uid) else { return nil }
        return try? reader.offset(of: index)
    }
}

// MARK: - Stored and edited slots

extension KeyedArchive {
    /// A value: an object of the file, by index, or one that was put in its place.
    enum Slot: Sendable {
        case stored(ObjectIndex)
        case new(PropertyList)
    }

    /// What an entry of `$objects` is made of.
    enum Content {
        case scalar(Slot)
        case dictionary([(key: Slot, value: Slot)])
        case other(String)
    }

    /// The object index of an entry that is in the file.
    func sourceIndex(of uid: UID) -> ObjectIndex? {
        index[uid]
    }

    func content(at uid: UID) throws(ArchiveError) -> Content {
        if let edited = edits.content(at: uid, sourceCount: index.entries.count) { return edited }
        guard let index = sourceIndex(of: uid) else { throw noSuchEntry(uid) }
        switch try reader.archiveObject(at: index) {
        case .dictionary(let keys, let values):
            return .dictionary(sourceFields(BinaryFields(keys: keys, values: values)))
        case .array: return .other("array")
        case .set, .orderedSet: return .other("set")
        default: return .scalar(.stored(index))
        }
    }

    func noSuchEntry(_ uid: UID) -> ArchiveError {
        ArchiveError(
            .invalidUID,
            "there is no object \(uid); the archive has \(objectCount)",
            uid: uid,
            remedy: "the file was damaged or made by a faulty writer"
        )
    }

    func sourceFields(_ fields: BinaryFields) -> [(key: Slot, value: Slot)] {
        fields.positions.map { (.stored(reader.key($0, of: fields)), .stored(reader.value($0, of: fields))) }
    }

    func fields(
        _ slots: [(key: Slot, value: Slot)],
        charging budget: inout Budget
    ) throws(ArchiveError) -> [ArchivedField] {
        var stored = FieldReader(reader, paidFrom: budget)
        defer { budget = stored.budget }
        // Many entries of a hostile file can be one object with many short fields.
        try stored.payForFields(slots.count)
        var fields: [ArchivedField] = []
        fields.reserveCapacity(slots.count)
        for slot in slots {
            guard case .string(let key) = try value(slot.key, &stored) else { throw notAString(slot.key) }
            fields.append(ArchivedField(key, try value(slot.value, &stored)))
        }
        return fields
    }

    func key(_ slot: Slot) throws(ArchiveError) -> PropertyListString {
        var budget = budget
        return try key(slot, charging: &budget)
    }

    func key(_ slot: Slot, charging budget: inout Budget) throws(ArchiveError) -> PropertyListString {
        var stored = FieldReader(reader, paidFrom: budget)
        defer { budget = stored.budget }
        guard case .string(let string) = try value(slot, &stored) else { throw notAString(slot) }
        return string
    }

    /// Whether a key is the given ASCII text; a key of the file is compared where it lies.
    func isKey(_ slot: Slot, _ text: String) throws(ArchiveError) -> Bool {
        guard case .stored(let index) = slot else { return try key(slot).isIdentical(to: text) }
        return try reader.isArchiveString(at: index, text)
    }

    func value(_ slot: Slot) throws(ArchiveError) -> PropertyList {
        var stored = FieldReader(reader, paidFrom: budget)
        return try value(slot, &stored)
    }

    private func value(_ slot: Slot, _ stored: inout FieldReader) throws(ArchiveError) -> PropertyList {
        switch slot {
        case .stored(let index): try stored.value(at: index)
        case .new(let value): value
        }
    }

    private func notAString(_ slot: Slot) -> ArchiveError {
        switch slot {
        case .stored(let index): notAString(index)
        case .new(let value): ArchiveError(.invalidObject, "a key is a \(value.kind), not a string")
        }
    }

    func notAString(_ index: ObjectIndex) -> ArchiveError {
        ArchiveError(
            .invalidObject,
            "a key is not a string",
            byteOffset: format == .binary ? try? reader.offset(of: index) : nil,
            remedy: "the file was damaged or made by a faulty writer"
        )
    }
}

// MARK: - Objects and class records

extension KeyedArchive {
    /// Whether the fields are those of a class record.
    func isClassRecord(_ slots: [(key: Slot, value: Slot)]) throws(ArchiveError) -> Bool {
        guard slots.count <= 8 else { return false }
        for slot in slots where try isKey(slot.key, "$classname") { return true }
        return false
    }

    /// Whether the class record at a UID has a name; its chain, which records may share, is not read.
    private func isClass(at uid: UID, named name: String) throws(ArchiveError) -> Bool {
        if case .dictionary(let slots) = try content(at: uid), slots.count <= 8 {
            for slot in slots where try isKey(slot.key, "$classname") {
                switch slot.value {
                case .stored(let index) where try reader.archiveHeader(at: index).kind.isString:
                    return try reader.isArchiveString(at: index, name)
                case .new(.string(let text)): return text.isIdentical(to: name)
                default: break
                }
            }
        }
        return try archivedClass(at: uid).name == name
    }

    /// The UID under the first `$class`, or nil if there is none.
    func classUID(of slots: [(key: Slot, value: Slot)]) throws(ArchiveError) -> UID? {
        for slot in slots where try isKey(slot.key, "$class") {
            if case .uid(let uid) = try value(slot.value) { return uid }
            return nil
        }
        return nil
    }

    private func entry(
        of slots: [(key: Slot, value: Slot)],
        at uid: UID,
        charging budget: inout Budget
    ) throws(ArchiveError) -> ArchiveEntry {
        var fields = try fields(slots, charging: &budget)
        if let position = fields.firstIndex(where: { $0.key.isIdentical(to: "$class") }) {
            guard case .uid(let classUID) = fields[position].value else {
                throw ArchiveError(
                    .invalidClassRecord,
                    "the $class of an object is a \(fields[position].value.kind), not a UID",
                    uid: uid,
                    byteOffset: byteOffset(of: uid)
                )
            }
            fields.remove(at: position)
            return .object(ArchivedRecord(classUID: classUID, fields: fields))
        }
        if fields.contains(where: { $0.key.isIdentical(to: "$classname") }) {
            return .classRecord(try classRecord(of: fields, at: uid))
        }
        throw ArchiveError(
            .invalidObject,
            "an object has no class: there is neither $class nor $classname",
            uid: uid,
            byteOffset: byteOffset(of: uid),
            remedy: "the file was damaged or made by a faulty writer"
        )
    }

    private func classRecord(of fields: [ArchivedField], at uid: UID) throws(ArchiveError) -> ArchivedClass {
        func field(_ key: String) -> ArchivedClass.Field {
            ArchivedClass.Field(fields.first { $0.key.isIdentical(to: key) }?.value)
        }
        do {
            return try ArchivedClass(
                name: field("$classname"), hierarchy: field("$classes"), fallbacks: field("$classhints"))
        } catch {
            var error = error
            error.uid = uid
            error.byteOffset = byteOffset(of: uid)
            throw error
        }
    }
}
