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
    public func topLevel() throws(ArchiveError) -> [ArchivedRecord.Field] {
        var budget = budget
        return try fields(edits.top?.fields ?? sourceFields(index.top), charging: &budget)
    }

    /// The value of a top-level key, or nil if there is none or it cannot be read.
    ///
    /// ```swift
    /// if case .uid(let root)? = archive.topLevelValue(forKey: "root") { print(root) }
    /// ```
    ///
    /// - Complexity: O(1), after one look at all top-level keys if there are many.
    package func topLevelValue(forKey key: String) -> PropertyList? {
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
    package func extraTopLevelValues() throws(ArchiveError) -> [ArchivedRecord.Field] {
        let extra = index.pairs(of: envelope.outer).filter { index.outerKey(at: $0.key) == nil }
        var budget = budget
        return try fields(extra.map { (.stored($0.key), .stored($0.value)) }, charging: &budget)
    }

    /// A budget for the values that one call returns.
    package var budget: Budget { Budget(of: reader) }

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
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded``, also for a large entry of an archive that holds more than
    ///   ``/PropertyLists/Limits/expansion`` allows.
    /// - Complexity: O(*n*) in the size of the entry, and for the first large one in the size of the archive. So reading
    ///   all entries takes time and memory in proportion to the archive, also where many of them share one long text.
    public func entry(at uid: UID) throws(ArchiveError) -> ArchiveEntry {
        if edits.changed[uid] == nil, let object = sourceIndex(of: uid) { try checkContent(of: .stored(object)) }
        var budget = budget
        return try entry(at: uid, charging: &budget)
    }

    /// One entry, whose content is charged.
    func entry(at uid: UID, charging budget: inout Budget) throws(ArchiveError) -> ArchiveEntry {
        switch try content(at: uid) {
        case .scalar(let slot):
            var stored = FieldReader(reader, chargedTo: budget)
            defer { budget = stored.budget }
            switch try value(slot, &stored) {
            case .string(let string) where string.isNullText: return .null
            case .uid: throw ArchiveError.oddEntry(.reference, uid: uid, at: byteOffset(of: uid))
            case let value: return .value(value)
            }
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
    package func record(at uid: UID) throws(ArchiveError) -> ArchivedRecord? {
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
    /// - Complexity: As of ``entry(at:)``, and O(1) for a record that was read before.
    public func archivedClass(at uid: UID) throws(ArchiveError) -> ArchivedClass {
        // Of a record of the file: many objects have one class, and its chain of names may be long.
        let record = edits.changed[uid] == nil ? sourceIndex(of: uid) : nil
        if let record, let known = facts.archivedClass(ofRecord: record) { return known }
        guard case .classRecord(let archivedClass) = try entry(at: uid) else {
            var error = ArchiveError.notAClassRecord(uid)
            error.byteOffset = byteOffset(of: uid)
            throw error
        }
        if let record { facts.keep(archivedClass, ofRecord: record, in: index) }
        return archivedClass
    }

    /// The UIDs of all objects of a class, by its coded name.
    ///
    /// ```swift
    /// for uid in try archive.uids(ofClass: "Person") { print(uid) }
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if an entry cannot be read,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded`` if the archive holds more than
    ///   ``/PropertyLists/Limits/expansion`` allows.
    /// - Complexity: O(*n*) in the size of the archive for the first call, then in the number of entries.
    package func uids(ofClass name: String) throws(ArchiveError) -> [UID] {
        let graph = try graph
        var isMatch: [UID: Bool] = [:]
        var uids: [UID] = []
        for number in 0..<graph.count {
            try Cancellation.check(atStep: number)
            let uid = EntryUID(number).uid
            var record = graph.classRecord(of: EntryUID(number))?.uid
            if record == nil, case .dictionary(let slots) = try content(at: uid) { record = try classUID(of: slots) }
            guard let record, record != .null else { continue }
            if isMatch[record] == nil { isMatch[record] = try isClass(at: record, named: name) }
            if isMatch[record] == true { uids.append(uid) }
        }
        return uids
    }

    /// The position of an entry in the file, in bytes; nil for an entry that was added, or if the archive is XML.
    ///
    /// ```swift
    /// if let offset = archive.byteOffset(of: uid) { print("object \(uid) starts at byte \(offset)") }
    /// ```
    public func byteOffset(of uid: UID) -> Int? {
        sourceIndex(of: uid).flatMap { reader.place(of: $0) }
    }
}
