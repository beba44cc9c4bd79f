internal import PropertyLists

// The form in which values are in archives: text, dates, data and containers as objects, numbers and booleans inline.
//
// Apple's unarchiver refuses an inline value where it expects an object. Text is inline only where a string object
// keeps its characters, and in class records; data where a class reads bytes, which only the existing field shows.

extension KeyedArchive {
    /// The form in which a value is stored in a field; a value that must be an object is added as one.
    ///
    /// - Parameters:
    ///   - value: Any value.
    ///   - key: The stored key.
    ///   - classUID: The class of the object with the field; nil at the top level.
    ///   - old: The present value of the field.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidReference`` for a reference that leads nowhere,
    ///   ``/PropertyLists/ArchiveError/Code/unrepresentable`` for a value that has no object.
    mutating func storedForm(
        of value: PropertyList,
        forKey key: String,
        ofClass classUID: UID?,
        replacing old: Slot?
    ) throws(ArchiveError) -> PropertyList {
        switch value {
        case .uid(let uid):
            try checkObject(at: uid, isClass: key == ClassFields.instanceClass)
            return value
        case _ where key == ClassFields.instanceClass:
            throw ArchiveError(
                .invalidObject,
                "the class of an object is a reference to a class record, not \(value.kind.withArticle)",
                remedy: "add the class with `uid(of:)`, and use that UID")
        case .null: return .uid(.null)
        case .boolean, .integer, .unsignedInteger, .integer128, .float, .double, .string, .data:
            return try isInline(value, forKey: key, ofClass: classUID, replacing: old) ? value : .uid(addObject(value))
        case .date, .dictionary, .set, .orderedSet: return .uid(try addObject(value))
        case .array(let elements):
            // Before others are added, which would be where a reference led to nothing.
            for case .uid(let uid) in elements { try checkObject(at: uid, isClass: false) }
            var references: [PropertyList] = []
            for element in elements {
                if case .uid = element {
                    references.append(element)
                } else {
                    references.append(.uid(try addElement(element)))
                }
            }
            return .array(PropertyListArray(references))
        }
    }

    /// Stores an entry in the place of one that is there.
    ///
    /// References may lead to entries that are added later; a value that no archive can hold becomes nil.
    mutating func store(_ entry: ArchiveEntry, at uid: UID) throws(ArchiveError) {
        switch entry {
        case .null, .classRecord: try store(Content(entry), at: uid)
        case .object(var record):
            let old = fieldsOfSameClass(as: record, at: uid)
            for position in record.fields.indices {
                let field = record.fields[position]
                record.fields[position].value = storedForm(
                    of: field, ofClass: record.classUID, replacing: old?.value(forKey: field.key.repaired))
            }
            try store(Content(.object(record)), at: uid)
        case .value(let value):
            switch value {
            case .boolean, .integer, .unsignedInteger, .integer128, .float, .double, .string, .data:
                try storePlain(value, at: uid)
            case .null, .uid: try store(Content(.null), at: uid)
            case .date, .array, .dictionary, .set, .orderedSet:
                if let source = try? SourceObject(propertyList: value),
                    (try? copyObject(from: source.archive, at: source.root, replacing: uid)) != nil
                {
                    return
                }
                try store(Content(.null), at: uid)
            }
        }
    }

    /// The fields of the object at a place if it has the class of another, as a model of whether a field is a
    /// reference.
    private func fieldsOfSameClass(as record: ArchivedRecord, at uid: UID) -> FieldTable? {
        guard case .dictionary(let slots)? = try? content(at: uid), (try? classUID(of: slots)) == record.classUID else {
            return nil
        }
        return try? FieldTable(slots, of: self)
    }

    private mutating func storedForm(
        of field: ArchivedRecord.Field,
        ofClass classUID: UID,
        replacing old: Slot?
    ) -> PropertyList {
        switch field.value {
        case .uid: return field.value
        case .array(let elements):
            let references = elements.map { element -> PropertyList in
                if case .uid = element { return element }
                return .uid((try? addElement(element)) ?? .null)
            }
            return .array(PropertyListArray(references))
        default:
            // Data stays as it is given.
            let old: Slot? = field.value.dataValue == nil ? old : .new(field.value)
            let stored = try? storedForm(
                of: field.value, forKey: field.key.repaired, ofClass: classUID, replacing: old)
            return stored ?? .uid(.null)
        }
    }

    /// Whether a plain value is inline in a field.
    func isInline(
        _ value: PropertyList,
        forKey key: String,
        ofClass classUID: UID?,
        replacing old: Slot?
    ) throws(ArchiveError) -> Bool {
        switch value {
        case .string: return try isInlineText(key, classUID)
        case .data: return try isInlineData(key, classUID, old)
        default:
            // A field that refers to an object is read as one.
            guard let old else { return true }
            return try reference(old) == nil
        }
    }

    /// Whether text is inline in a field: only where a string object keeps its characters.
    private func isInlineText(_ key: String, _ classUID: UID?) throws(ArchiveError) -> Bool {
        guard key == StringFields.string else { return false }
        return family(ofClassAt: classUID) == .string
    }

    /// Whether data is inline in a field: where it was before, and where Foundation's classes keep bytes.
    private func isInlineData(_ key: String, _ classUID: UID?, _ old: Slot?) throws(ArchiveError) -> Bool {
        switch old {
        case .stored(let index): if self.index.kind(of: index) == .data { return true }
        case .new(.data): return true
        default: break
        }
        guard let family = family(ofClassAt: classUID) else { return false }
        return family.rules { _ in nil }.contains { $0.key == key && $0.value.inline.contains(.data) }
    }

    /// Adds an entry for a plain value.
    mutating func appendPlain(_ value: PropertyList) throws(ArchiveError) -> UID {
        guard value.isNullText else { return append(Content(.value(value))) }
        let uid = append(Content(.null))
        try storePlain(value, at: uid)
        return uid
    }

    /// Stores a plain value as an entry.
    ///
    /// The text `$null` becomes an object of a string class, as archivers store it: as an entry it would stand for nil.
    mutating func storePlain(_ value: PropertyList, at uid: UID) throws(ArchiveError) {
        guard case .string(let text) = value, text.isNullText else { return try store(Content(.value(value)), at: uid) }
        let string = MutableArchivedString.record
        try store(Content(.object(textObject(text, ofClass: self.uid(of: string)))), at: uid)
    }

    /// An object of a string class.
    func textObject(_ text: PropertyListString, ofClass classUID: UID) -> ArchivedRecord {
        var field = ArchivedRecord.Field(PropertyListString(StringFields.string), .string(text))
        // Text with unpaired surrogates can't be written as UTF-8.
        if StringFields.key(writtenBy: archiver) == StringFields.utf8, let string = text.string {
            field = ArchivedRecord.Field(PropertyListString(StringFields.utf8), .data(Array(string.utf8)))
        }
        return ArchivedRecord(classUID: classUID, fields: [field])
    }

    /// Adds a value as an object, or as a plain entry if it is a string, a number, a boolean or data.
    mutating func addObject(_ value: PropertyList) throws(ArchiveError) -> UID {
        switch value {
        case .null: return .null
        case .boolean, .integer, .unsignedInteger, .integer128, .float, .double, .string, .data:
            return try appendPlain(value)
        case .uid(let uid):
            try checkObject(at: uid, isClass: false)
            return uid
        case .date, .array, .dictionary, .set, .orderedSet:
            let source = try SourceObject(propertyList: value)
            return try copyObject(from: source.archive, at: source.root)
        }
    }

    /// Adds an element of a list: nil is a null object, as in collections.
    private mutating func addElement(_ value: PropertyList) throws(ArchiveError) -> UID {
        guard case .null = value else { return try addObject(value) }
        let source = try SourceObject.nullObject()
        return try copyObject(from: source.archive, at: source.root)
    }

    /// Refuses a reference that no unarchiver could follow.
    func checkObject(at uid: UID, isClass: Bool) throws(ArchiveError) {
        guard uid != .null || isClass else { return }
        guard uid.rawValue < UInt64(objectCount) else { throw noSuchUID(uid) }
        guard isClassRecord(at: uid) else {
            guard isClass else { return }
            throw Self.mistake(.notAClassRecord(uid), remedy: "add the class with `uid(of:)`, and use that UID")
        }
        guard !isClass else { return }
        throw Self.mistake(.classRecordAsObject(uid), remedy: "use the UID of an object")
    }

    /// The error for a UID of the caller's to which there is no entry.
    func noSuchUID(_ uid: UID) -> ArchiveError { Self.mistake(noSuchEntry(uid), remedy: "use the UID of an object") }

    /// An error with another remedy, because the edit is wrong, not the file.
    private static func mistake(_ error: ArchiveError, remedy: String) -> ArchiveError {
        var error = error
        error.remedy = remedy
        return error
    }
}
