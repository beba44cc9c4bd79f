public import PropertyLists

extension KeyedArchive {
    /// Sets a field of an object, or adds it after the others.
    ///
    /// ```swift
    /// try archive.setValue("Ada", forKey: "name", ofObjectAt: uid)
    /// let changed = try archive.bytes()
    /// ```
    ///
    /// An edit by UID or of a top-level value drops no object: an object that becomes unreachable can still be put
    /// elsewhere by its UID. ``dropOrphans()`` drops unreachable objects.
    ///
    /// - Parameters:
    ///   - value: A reference (``/PropertyLists/PropertyList/uid(_:)``), an array of references, a number or a boolean.
    ///     A value that Apple's unarchiver expects as an object becomes one: text, dates, containers, data unless data
    ///     was inline in the field, and a number or a boolean if the field refers to an object.
    ///   - key: The stored key.
    ///   - uid: The object.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidReference`` if there is no such entry or the value refers to
    ///   none, ``/PropertyLists/ArchiveError/Code/invalidObject`` if it is not an object or a class record, or the
    ///   value refers to a class record, ``/PropertyLists/ArchiveError/Code/unrepresentable`` for a value that has no
    ///   object, and for the text of an attributed string that its runs don't cover.
    /// - Complexity: O(*n*) in the number of the object's fields, and in the size of the value.
    public mutating func setValue(
        _ value: PropertyList,
        forKey key: String,
        ofObjectAt uid: UID
    ) throws(ArchiveError) {
        var slots = try slots(ofObjectAt: uid)
        // What a class record holds are names.
        let classUID = try classUID(of: slots)
        if classUID != nil, key == AttributedStringFields.string {
            try checkRuns(settingTextTo: value, ofObjectAt: uid)
        }
        var stored = value
        if classUID != nil || key == ClassFields.instanceClass {
            let old = try slot(key, in: slots)
            stored = try undoing { archive throws(ArchiveError) in
                try archive.storedForm(of: value, forKey: key, ofClass: classUID, replacing: old)
            }
        }
        try set(.new(stored), forKey: key, in: &slots)
        try store(.dictionary(slots), at: uid)
    }

    /// Removes a field of an object.
    ///
    /// ```swift
    /// try archive.removeValue(forKey: "draft", ofObjectAt: uid)
    /// ```
    ///
    /// - Returns: Whether there was such a field.
    /// - Throws: As ``setValue(_:forKey:ofObjectAt:)`` does.
    /// - Complexity: O(*n*) in the number of the object's fields.
    @discardableResult
    public mutating func removeValue(forKey key: String, ofObjectAt uid: UID) throws(ArchiveError) -> Bool {
        var slots = try slots(ofObjectAt: uid)
        guard let position = try position(of: key, in: slots) else { return false }
        slots.remove(at: position)
        try store(.dictionary(slots), at: uid)
        return true
    }

    /// Sets a top-level value, or adds it after the others.
    ///
    /// ```swift
    /// try archive.setTopLevelValue(.integer(2), forKey: "version")
    /// ```
    ///
    /// The value is stored as ``setValue(_:forKey:ofObjectAt:)`` stores it.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if a key of the archive's `$top` cannot be read, and otherwise as
    ///   ``setValue(_:forKey:ofObjectAt:)`` does.
    /// - Complexity: O(*n*) in the number of top-level values for the first change of one, which copies them; for the
    ///   others O(1) on average.
    public mutating func setTopLevelValue(_ value: PropertyList, forKey key: String) throws(ArchiveError) {
        let old = try topLevelSlot(key)
        let stored = try undoing { archive throws(ArchiveError) in
            let stored = try archive.storedForm(of: value, forKey: key, ofClass: nil, replacing: old)
            try archive.beginEditingTop()
            return stored
        }
        edits.top?.set(.new(stored), forKey: key)
    }

    /// Removes a top-level value.
    ///
    /// ```swift
    /// try archive.removeTopLevelValue(forKey: "version")
    /// ```
    ///
    /// - Returns: Whether there was such a key.
    /// - Throws: ``/PropertyLists/ArchiveError`` if a key of the archive's `$top` cannot be read.
    /// - Complexity: As that of ``setTopLevelValue(_:forKey:)``.
    @discardableResult
    public mutating func removeTopLevelValue(forKey key: String) throws(ArchiveError) -> Bool {
        if edits.top == nil, try topLevelSlot(key) == nil { return false }
        try beginEditingTop()
        // Taken out while it changes, so that it isn't copied.
        guard var top = edits.top.take() else { return false }
        defer { edits.top = top }
        return try top.remove(key, of: self)
    }

    /// Adds an entry at the end of `$objects`.
    ///
    /// Fields of an object are stored as ``setValue(_:forKey:ofObjectAt:)`` stores them, but data as given; values that
    /// it refuses become nil, except references to entries that are added later.
    ///
    /// ```swift
    /// let uid = archive.add(.value("Grace"))
    /// ```
    ///
    /// - Returns: The UID of the new entry.
    /// - Complexity: amortized O(1), and O(*n*) in the size of the entry.
    public mutating func add(_ entry: ArchiveEntry) -> UID {
        // The place of an object comes before those of what its fields need.
        let position = edits.added.count
        let uid = append(Content(.null))
        if case .classRecord(let archivedClass) = entry {
            edits.added[position] = Content(entry)
            if edits.classUIDs?[archivedClass] == nil { edits.classUIDs?[archivedClass] = uid }
        } else {
            // Its place was just made.
            try? store(entry, at: uid)
        }
        return uid
    }

    /// Adds content as it is.
    mutating func append(_ content: Content) -> UID {
        edits.added.append(content)
        return UID(UInt64(objectCount - 1))
    }

    /// The UID of a class record equal to the given one; adds it if there is none.
    ///
    /// ```swift
    /// let point = try archive.uid(of: ArchivedClass(name: "Point", hierarchy: ["Point", "NSObject"]))
    /// let x = ArchivedRecord.Field("x", .integer(0))
    /// let origin = archive.add(.object(ArchivedRecord(classUID: point, fields: [x])))
    /// ```
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if a class record cannot be read,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded`` if the archive holds more than
    ///   ``/PropertyLists/Limits/expansion`` allows.
    /// - Complexity: O(*n*) in the size of the archive for the first call, then O(1) until a class record is replaced.
    public mutating func uid(of archivedClass: ArchivedClass) throws(ArchiveError) -> UID {
        if edits.classUIDs == nil { edits.classUIDs = try findClassRecords() }
        return edits.classUIDs?[archivedClass] ?? add(.classRecord(archivedClass))
    }

    /// The class records of the archive; of equal ones, the first.
    private func findClassRecords() throws(ArchiveError) -> [ArchivedClass: UID] {
        let graph = try graph
        var uids: [ArchivedClass: UID] = [:]
        for number in 0..<graph.count where graph.classRecord(of: EntryUID(number)) == .null {
            let uid = EntryUID(number).uid
            guard isClassRecord(at: uid), case .classRecord(let archivedClass) = try entry(at: uid),
                uids[archivedClass] == nil
            else { continue }
            uids[archivedClass] = uid
        }
        return uids
    }

    /// Replaces an entry.
    ///
    /// ```swift
    /// try archive.replaceEntry(at: uid, with: .value("Grace"))
    /// ```
    ///
    /// Fields of an object are stored as ``add(_:)`` stores them, but numbers and booleans as objects where the entry
    /// has the same class already and its field refers to an object.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidReference`` if there is no such entry, and for entry 0,
    ///   which stays `$null`.
    /// - Complexity: O(*n*) in the sizes of the entry and of the one before.
    public mutating func replaceEntry(at uid: UID, with entry: ArchiveEntry) throws(ArchiveError) {
        try checkReplaceable(uid)
        try undoing { archive throws(ArchiveError) in try archive.store(entry, at: uid) }
    }

    /// Removes an object: its entry becomes `$null`, so that references to it mean nil and other UIDs stay valid.
    ///
    /// ```swift
    /// try archive.removeObject(at: uid)
    /// ```
    ///
    /// - Throws: As ``replaceEntry(at:with:)`` does.
    /// - Complexity: As that of ``replaceEntry(at:with:)``.
    public mutating func removeObject(at uid: UID) throws(ArchiveError) {
        try store(Content(.null), at: uid)
    }

    /// Names another class as the writer of the archive.
    ///
    /// ```swift
    /// archive.setArchiver("XYZArchiver")
    /// ```
    public mutating func setArchiver(_ name: String) {
        edits.archiver = name
    }

    /// Whether anything was changed since the archive was opened.
    package var isChanged: Bool { !edits.isEmpty }
}

extension KeyedArchive {
    /// Replaces an entry by one that is stored as it is: fields aren't made objects.
    ///
    /// - Throws: As ``replaceEntry(at:with:)`` does.
    package mutating func replaceEntry(at uid: UID, withStored entry: PropertyList) throws(ArchiveError) {
        guard case .dictionary(let fields) = entry else { return try store(.scalar(.new(entry)), at: uid) }
        try store(.dictionary(fields.map { (.new($0.key), .new($0.value)) }), at: uid)
    }

    /// Replaces all top-level values by some that are stored as they are.
    package mutating func replaceTopLevel(withStored fields: PropertyListDictionary) throws(ArchiveError) {
        edits.top = try FieldTable(fields.map { (.new($0.key), .new($0.value)) }, of: self)
    }

    func slots(ofObjectAt uid: UID) throws(ArchiveError) -> [(key: Slot, value: Slot)] {
        guard case .dictionary(let slots) = try content(at: uid) else {
            throw ArchiveError(
                .invalidObject,
                "the entry is not an object and has no fields",
                uid: uid,
                remedy: "replace the entry as a whole"
            )
        }
        return slots
    }

    /// Begins to change `$top`: its fields are copied from the file.
    mutating func beginEditingTop() throws(ArchiveError) {
        if edits.top == nil { edits.top = try FieldTable(sourceFields(index.top), of: self) }
    }

    func set(_ value: Slot, forKey key: String, in slots: inout [(key: Slot, value: Slot)]) throws(ArchiveError) {
        if let position = try position(of: key, in: slots) {
            slots[position].value = value
        } else {
            slots.append((.new(.string(PropertyListString(key))), value))
        }
    }

    func checkReplaceable(_ uid: UID) throws(ArchiveError) {
        guard uid.rawValue < UInt64(objectCount) else { throw noSuchUID(uid) }
        guard uid != .null else {
            throw ArchiveError(
                .invalidReference,
                "entry 0 is always $null and cannot be replaced",
                uid: uid,
                remedy: "change the fields that refer to it"
            )
        }
    }

    mutating func store(_ content: Content, at uid: UID) throws(ArchiveError) {
        try checkReplaceable(uid)
        if edits.classUIDs != nil, isClassRecord(content) || isClassRecord(at: uid) {
            edits.classUIDs = nil
        }
        let sourceCount = UInt64(index.entries.count)
        if edits.addedKeys.contains(uid) || facts.isKey(uid, in: index) { edits.keyChanges += 1 }
        if uid.rawValue < sourceCount {
            edits.changed[uid] = content
        } else {
            edits.added[Int(uid.rawValue - sourceCount)] = content
        }
    }
}

extension KeyedArchive.Content {
    /// The content that stores an entry.
    init(_ entry: ArchiveEntry) {
        switch entry {
        case .null: self = .scalar(.new(.nilText))
        case .value(let value): self = .scalar(.new(value))
        case .object(let record):
            let fields =
                record.fields + [
                    ArchivedRecord.Field(PropertyListString(ClassFields.instanceClass), .uid(record.classUID))
                ]
            self = .dictionary(fields.map { (.new(.string($0.key)), .new($0.value)) })
        case .classRecord(let archivedClass):
            func text(_ text: String) -> PropertyList { .string(PropertyListString(text)) }
            func names(_ names: [String]) -> PropertyList { .array(PropertyListArray(names.map(text))) }
            var slots: [(key: KeyedArchive.Slot, value: KeyedArchive.Slot)] = [
                (.new(text(ClassFields.name)), .new(text(archivedClass.name)))
            ]
            if !archivedClass.hierarchy.isEmpty {
                slots.append((.new(text(ClassFields.hierarchy)), .new(names(archivedClass.hierarchy))))
            }
            if !archivedClass.fallbacks.isEmpty {
                slots.append((.new(text(ClassFields.fallbacks)), .new(names(archivedClass.fallbacks))))
            }
            self = .dictionary(slots)
        }
    }
}
