internal import PropertyLists

// The form in which values are in archives: text, dates, data and containers as objects, numbers and booleans inline.
//
// Apple's unarchiver refuses an inline value where it expects an object. Text is inline only where a string object
// keeps its characters, and in class records; data where a class reads bytes, which only the existing field shows.

extension KeyedArchive {
    /// The form in which a value is stored in a field; what must be an object is added as one.
    ///
    /// - Parameters:
    ///   - value: Any value.
    ///   - key: The stored key.
    ///   - classUID: The class of the object with the field; nil at the top level.
    ///   - old: What is in the field now.
    /// - Throws: ``ArchiveError/Code/invalidUID`` for a reference that leads nowhere,
    ///   ``ArchiveError/Code/unrepresentable`` for a value that has no object.
    mutating func storedForm(
        of value: PropertyList,
        forKey key: String,
        ofClass classUID: UID?,
        replacing old: Slot?
    ) throws(ArchiveError) -> PropertyList {
        switch value {
        case .boolean, .integer, .unsignedInteger, .integer128, .float, .double: return value
        case .uid(let uid):
            try checkObject(at: uid, isClass: key == "$class")
            return value
        case .null: return .uid(.null)
        case .data where try isInlineData(key, classUID, old): return value
        case .string where try isInlineText(key, classUID): return value
        case .string, .data, .date, .dictionary, .set, .orderedSet: return .uid(try addObject(value))
        case .array(let elements):
            var references: [PropertyList] = []
            for element in elements {
                if case .uid(let uid) = element {
                    try checkObject(at: uid, isClass: false)
                    references.append(element)
                } else {
                    references.append(.uid(try addObject(element)))
                }
            }
            return .array(PropertyListArray(references))
        }
    }

    /// The form in which an entry is stored.
    ///
    /// References may lead to entries that are added later; a value that no archive can hold becomes nil.
    mutating func storedForm(of entry: ArchiveEntry) -> ArchiveEntry {
        switch entry {
        case .null, .classRecord: return entry
        case .object(var record):
            for position in record.fields.indices {
                let field = record.fields[position]
                record.fields[position].value = storedForm(of: field, ofClass: record.classUID)
            }
            return .object(record)
        case .value(let value):
            switch value {
            case .boolean, .integer, .unsignedInteger, .integer128, .float, .double, .string, .data: return entry
            case .null, .uid: return .null
            case .date, .array, .dictionary, .set, .orderedSet:
                // The object is copied out of the place that it is added at.
                guard let uid = try? addObject(value), let entry = try? self.entry(at: uid) else { return .null }
                return entry
            }
        }
    }

    private mutating func storedForm(of field: ArchivedField, ofClass classUID: UID) -> PropertyList {
        switch field.value {
        case .uid: return field.value
        case .array(let elements):
            let references = elements.map { element -> PropertyList in
                if case .uid = element { return element }
                return .uid((try? addObject(element)) ?? .null)
            }
            return .array(PropertyListArray(references))
        default:
            let old: Slot? = field.value.dataValue == nil ? nil : .new(field.value)
            let stored = try? storedForm(
                of: field.value, forKey: field.key.repaired, ofClass: classUID, replacing: old)
            return stored ?? .uid(.null)
        }
    }

    /// Whether text is inline in a field: only where a string object keeps its characters.
    func isInlineText(_ key: String, _ classUID: UID?) throws(ArchiveError) -> Bool {
        guard key == StringFields.string else { return false }
        return try family(ofClassAt: classUID) == .string
    }

    /// Whether data is inline in a field: where it was before, and where Foundation's classes keep bytes.
    func isInlineData(_ key: String, _ classUID: UID?, _ old: Slot?) throws(ArchiveError) -> Bool {
        switch old {
        case .stored(let index): if self.index.kind(of: index) == .data { return true }
        case .new(.data): return true
        default: break
        }
        guard let family = try family(ofClassAt: classUID) else { return false }
        return family.rules { _ in nil }.contains { $0.key == key && $0.value.inline.contains(.data) }
    }

    /// Adds a value as an object, or as a plain entry if it is a string, a number, a boolean or data.
    mutating func addObject(_ value: PropertyList) throws(ArchiveError) -> UID {
        switch value {
        case .null: return .null
        case .boolean, .integer, .unsignedInteger, .integer128, .float, .double, .string, .data:
            return append(Content(.value(value)))
        case .uid(let uid):
            try checkObject(at: uid, isClass: false)
            return uid
        case .date, .array, .dictionary, .set, .orderedSet:
            let donor = try Donor(propertyList: value)
            return try graft(donor.archive, donor.root)
        }
    }

    /// Refuses a reference that no unarchiver could follow.
    func checkObject(at uid: UID, isClass: Bool) throws(ArchiveError) {
        guard uid != .null || isClass else { return }
        guard uid.rawValue < UInt64(objectCount) else { throw noSuchEntry(uid) }
        guard case .dictionary(let slots) = try content(at: uid), try classUID(of: slots) == nil,
            try isClassRecord(slots)
        else {
            guard isClass else { return }
            throw ArchiveError(.invalidClassRecord, "the class of an object is not a class record", uid: uid)
        }
        guard !isClass else { return }
        throw ArchiveError(.invalidObject, "object \(uid) is a class record, which only $class refers to", uid: uid)
    }

    /// How objects of a class lay out their fields; nil if that isn't known.
    func family(ofClassAt uid: UID?) throws(ArchiveError) -> FoundationFamily? {
        guard let uid, let archivedClass = try? archivedClass(at: uid) else { return nil }
        return FoundationFamily(of: archivedClass)
    }
}

extension FoundationFamily {
    /// The family of a class, by its name or by the first of its superclasses that has one.
    init?(of archivedClass: ArchivedClass) {
        let names = CollectionOfOne(archivedClass.name) + archivedClass.hierarchy
        guard let family = names.lazy.compactMap({ Self.byClassName[$0] }).first else { return nil }
        self = family
    }
}
