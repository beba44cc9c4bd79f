public import PropertyLists

extension KeyedArchive {
    /// Sets a field of an object, or adds it after the others.
    ///
    /// - Parameters:
    ///   - value: A reference (``/PropertyLists/PropertyList/uid(_:)``), an array of references, or an inline value.
    ///   - key: The stored key.
    ///   - uid: The object.
    /// - Throws: ``ArchiveError/Code/invalidUID`` if there is no such entry, ``ArchiveError/Code/invalidObject`` if it
    ///   is not an object or a class record.
    public mutating func setValue(
        _ value: PropertyList,
        forKey key: String,
        ofObjectAt uid: UID
    ) throws(ArchiveError) {
        var slots = try slots(ofObjectAt: uid)
        try set(.new(value), forKey: key, in: &slots)
        try store(.dictionary(slots), at: uid)
    }

    /// Removes a field of an object.
    ///
    /// - Returns: Whether there was such a field.
    /// - Throws: As ``setValue(_:forKey:ofObjectAt:)`` does.
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
    /// - Throws: ``ArchiveError`` if a key of the archive's `$top` cannot be read.
    public mutating func setTopLevelValue(_ value: PropertyList, forKey key: String) throws(ArchiveError) {
        var slots = edits.top ?? sourceFields(envelope.top)
        try set(.new(value), forKey: key, in: &slots)
        edits.top = slots
    }

    /// Removes a top-level value.
    ///
    /// - Returns: Whether there was such a key.
    /// - Throws: ``ArchiveError`` if a key of the archive's `$top` cannot be read.
    @discardableResult
    public mutating func removeTopLevelValue(forKey key: String) throws(ArchiveError) -> Bool {
        var slots = edits.top ?? sourceFields(envelope.top)
        guard let position = try position(of: key, in: slots) else { return false }
        slots.remove(at: position)
        edits.top = slots
        return true
    }

    /// Adds an entry at the end of `$objects`.
    ///
    /// - Returns: The UID of the new entry.
    public mutating func add(_ entry: ArchiveEntry) -> UID {
        edits.added.append(Content(entry))
        return UID(UInt64(objectCount - 1))
    }

    /// The UID of a class record equal to the given one; adds it if there is none.
    ///
    /// - Throws: ``ArchiveError`` if an entry cannot be read.
    /// - Complexity: O(*n*) in the size of the archive.
    public mutating func uid(of archivedClass: ArchivedClass) throws(ArchiveError) -> UID {
        for number in 0..<objectCount {
            let uid = UID(UInt64(number))
            // Other objects may be large, and share what makes them so.
            guard case .dictionary(let slots) = try content(at: uid), try isClassRecord(slots) else { continue }
            if case .classRecord(archivedClass) = try entry(at: uid) { return uid }
        }
        return add(.classRecord(archivedClass))
    }

    /// Replaces an entry.
    ///
    /// - Throws: ``ArchiveError/Code/invalidUID`` if there is no such entry, and for entry 0, which stays `$null`.
    public mutating func replaceEntry(at uid: UID, with entry: ArchiveEntry) throws(ArchiveError) {
        try store(Content(entry), at: uid)
    }

    /// Removes an object: its entry becomes `$null`, so that references to it mean nil and other UIDs stay valid.
    ///
    /// - Throws: As ``replaceEntry(at:with:)`` does.
    public mutating func removeObject(at uid: UID) throws(ArchiveError) {
        try store(Content(.null), at: uid)
    }

    /// Names another class as the writer of the archive.
    public mutating func setArchiver(_ name: String) {
        edits.archiver = name
    }

    /// Whether anything was changed since the archive was opened.
    public var isChanged: Bool { !edits.isEmpty }
}

extension KeyedArchive {
    private func slots(ofObjectAt uid: UID) throws(ArchiveError) -> [(key: Slot, value: Slot)] {
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

    private func position(of key: String, in slots: [(key: Slot, value: Slot)]) throws(ArchiveError) -> Int? {
        for (position, slot) in slots.enumerated() where try self.key(slot.key).isIdentical(to: key) {
            return position
        }
        return nil
    }

    private func set(_ value: Slot, forKey key: String, in slots: inout [(key: Slot, value: Slot)]) throws(ArchiveError)
    {
        if let position = try position(of: key, in: slots) {
            slots[position].value = value
        } else {
            slots.append((.new(.string(PropertyListString(key))), value))
        }
    }

    private mutating func store(_ content: Content, at uid: UID) throws(ArchiveError) {
        _ = try self.content(at: uid)
        guard uid != .null else {
            throw ArchiveError(.invalidUID, "entry 0 is always $null and cannot be replaced", uid: uid)
        }
        let sourceCount = UInt64(envelope.objects.count)
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
        case .null: self = .scalar(.new("$null"))
        case .value(let value): self = .scalar(.new(value))
        case .object(let record):
            let fields = record.fields + [ArchivedField("$class", .uid(record.classUID))]
            self = .dictionary(fields.map { (.new(.string($0.key)), .new($0.value)) })
        case .classRecord(let archivedClass):
            func names(_ names: [String]) -> PropertyList {
                .array(PropertyListArray(names.map { .string(PropertyListString($0)) }))
            }
            var slots: [(key: KeyedArchive.Slot, value: KeyedArchive.Slot)] = [
                (.new("$classname"), .new(.string(PropertyListString(archivedClass.name))))
            ]
            if !archivedClass.hierarchy.isEmpty {
                slots.append((.new("$classes"), .new(names(archivedClass.hierarchy))))
            }
            if !archivedClass.fallbacks.isEmpty {
                slots.append((.new("$classhints"), .new(names(archivedClass.fallbacks))))
            }
            self = .dictionary(slots)
        }
    }
}
