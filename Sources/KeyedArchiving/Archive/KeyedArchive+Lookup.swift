public import PropertyLists

extension KeyedArchive {
    /// The top-level keys and their values, in file order (`$top`).
    ///
    /// A value is a UID, or inline: a boolean, a number, data, text, or a list of UIDs.
    ///
    /// ```swift
    /// for field in try archive.topLevel() { print(field.key) }
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if a key or a value cannot be read.
    public func topLevel() throws(ArchiveError) -> [ArchivedField] {
        var budget = budget
        return try topLevel(charging: &budget)
    }

    /// The top-level keys and their values, paid from a budget that other calls are paid from, too.
    ///
    /// ```swift
    /// var budget = archive.budget
    /// for field in try archive.topLevel(charging: &budget) { print(field.key) }
    /// ```
    ///
    /// - Throws: As ``topLevel()`` does.
    public func topLevel(charging budget: inout Budget) throws(ArchiveError) -> [ArchivedField] {
        try fields(edits.top?.fields ?? sourceFields(index.top), charging: &budget)
    }

    /// The value of a top-level key, or nil if there is none or it cannot be read.
    ///
    /// ```swift
    /// if case .uid(let root)? = archive.topLevelValue(forKey: "root") { print(root) }
    /// ```
    ///
    /// - Complexity: O(1), after one look at all top-level keys if there are many.
    public func topLevelValue(forKey key: String) -> PropertyList? {
        guard let slot = try? topLevelSlot(key) else { return nil }
        return try? value(slot)
    }

    /// The keys of the outer dictionary other than the four that every archive has, with their values.
    ///
    /// ```swift
    /// for field in try archive.extraTopLevelValues() { print(field.key, field.value) }
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if one cannot be read.
    public func extraTopLevelValues() throws(ArchiveError) -> [ArchivedField] {
        var budget = budget
        return try extraTopLevelValues(charging: &budget)
    }

    /// The keys of the outer dictionary other than the four that every archive has, with their values, paid from a
    /// budget that other calls are paid from, too.
    ///
    /// ```swift
    /// var budget = archive.budget
    /// for field in try archive.extraTopLevelValues(charging: &budget) { print(field.key, field.value) }
    /// ```
    ///
    /// - Throws: As ``extraTopLevelValues()`` does.
    public func extraTopLevelValues(charging budget: inout Budget) throws(ArchiveError) -> [ArchivedField] {
        let extra = index.pairs(of: envelope.outer).filter { outerKey(at: $0.key) == nil }
        return try fields(extra.map { (.stored($0.key), .stored($0.value)) }, charging: &budget)
    }

    /// Which of the four keys that every archive has is at an object index; nil if none.
    func outerKey(at index: ObjectIndex) -> OuterKey? {
        OuterKey.allCases.first { (try? reader.isString(at: index, $0.rawValue)) == true }
    }

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
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidReference`` if there is no such entry,
    ///   ``/PropertyLists/ArchiveError/Code/invalidObject`` if it is neither a value, an object nor a class record,
    ///   ``/PropertyLists/ArchiveError/Code/invalidClassRecord`` if it is a malformed class record,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded``.
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
            guard case .string(let string) = value, string.isNullText else { return .value(value) }
            return .null
        case .dictionary(let slots):
            return try entry(of: slots, at: uid, charging: &budget)
        case .other(let kind):
            throw ArchiveError.oddEntry(kind, uid: uid, at: byteOffset(of: uid))
        }
    }

    /// The object at a UID, or nil if the entry is not an object.
    ///
    /// ```swift
    /// if let record = try archive.record(at: uid) { print(record["name"] ?? "unnamed") }
    /// ```
    ///
    /// - Throws: As ``entry(at:)`` does.
    public func record(at uid: UID) throws(ArchiveError) -> ArchivedRecord? {
        guard case .object(let record) = try entry(at: uid) else { return nil }
        return record
    }

    /// The class record at a UID.
    ///
    /// ```swift
    /// if let record = try archive.record(at: uid) { print(try archive.archivedClass(at: record.classUID).name) }
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidClassRecord`` if the entry is not one, and otherwise as
    ///   ``entry(at:)`` does.
    public func archivedClass(at uid: UID) throws(ArchiveError) -> ArchivedClass {
        var budget = budget
        return try archivedClass(at: uid, charging: &budget)
    }

    /// The class record at a UID, paid from a budget that other calls are paid from, too.
    ///
    /// ```swift
    /// var budget = archive.budget
    /// for uid in classUIDs { print(try archive.archivedClass(at: uid, charging: &budget).name) }
    /// ```
    ///
    /// - Throws: As ``archivedClass(at:)`` does.
    public func archivedClass(at uid: UID, charging budget: inout Budget) throws(ArchiveError) -> ArchivedClass {
        guard case .classRecord(let archivedClass) = try entry(at: uid, charging: &budget) else {
            var error = ArchiveError.notAClassRecord(uid)
            error.byteOffset = byteOffset(of: uid)
            throw error
        }
        return archivedClass
    }

    /// The UIDs of all objects of a class, by its coded name.
    ///
    /// ```swift
    /// for uid in try archive.uids(ofClass: "Person") { print(uid) }
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if an entry cannot be read,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded`` for the limit of steps.
    /// - Complexity: O(*n*) in the size of the archive.
    public func uids(ofClass name: String) throws(ArchiveError) -> [UID] {
        var isMatch: [UID: Bool] = [:]
        var uids: [UID] = []
        var budget = budget
        // Many entries of a hostile file can be one object with many fields.
        var classUIDs: [ObjectIndex: UID?] = [:]
        for number in 0..<objectCount {
            let uid = UID(UInt64(number))
            let index = edits.changed[uid] == nil ? sourceIndex(of: uid) : nil
            let classUID: UID?
            if let index, let known = classUIDs[index] {
                classUID = known
            } else {
                if let index { try budget.step(through: self.index.count(of: index)) }
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
    ///
    /// ```swift
    /// if let offset = archive.byteOffset(of: uid) { print("object \(uid) starts at byte \(offset)") }
    /// ```
    public func byteOffset(of uid: UID) -> Int? {
        guard format == .binary, let index = sourceIndex(of: uid) else { return nil }
        return try? reader.offset(of: index)
    }
}
