internal import PropertyLists

extension UnarchiverState {
    /// The object at a UID as its fields and the index of its class.
    struct StoredObject {
        var fields: BinaryFields
        var classIndex: Int
        /// The index of the shape in `keyShapes`.
        var shape: Int
    }

    /// The fields and the class of the object at a position, or nil if it is a plain value.
    @inline(__always)
    mutating func storedObject(at uid: EntryUID) throws(ArchiveError) -> StoredObject? {
        if let stored = fastStoredObject(at: uid) { return stored }
        return try slowStoredObject(at: uid)
    }

    /// The fields and the class of the object at a position whose fields were found.
    @inline(__always)
    mutating func storedObject(at uid: EntryUID, _ fields: BinaryFields) throws(ArchiveError) -> StoredObject? {
        if let stored = fastStoredObject(of: fields) { return stored }
        return try slowStoredObject(at: uid)
    }

    /// The fields and the class of an object of few fields whose keys and class were seen before; nil for anything
    /// else.
    @inline(__always)
    mutating func fastStoredObject(at uid: EntryUID) -> StoredObject? {
        reader.fastDictionary(at: archive[uid]).flatMap { fastStoredObject(of: $0) }
    }

    /// The class of an object, if its keys and its class were seen before.
    @inline(__always)
    mutating func fastStoredObject(of fields: BinaryFields) -> StoredObject? {
        guard let shape = keyShapes.index(of: fields.keys, in: reader),
            let classIndex = knownClassIndex(shape, fields)
        else { return nil }
        return StoredObject(fields: fields, classIndex: classIndex, shape: shape)
    }

    /// The index of the class of an object, if it was seen before.
    @inline(__always)
    private mutating func knownClassIndex(_ shape: Int, _ fields: BinaryFields) -> Int? {
        let position = keyShapes[shape].classPosition
        guard position != .none else { return nil }
        let reference = reader.value(position, of: fields)
        if let known = keyShapes.classIndex(shape, at: reference) { return known }
        guard let classUID = archive.fastEntry(at: reference), let index = entries.classIndex(at: classUID)
        else { return nil }
        // What the reference stands for never changes: a class record keeps its index.
        keyShapes.setClassIndex(index, shape, at: reference)
        return index
    }

    @inline(never)
    private mutating func slowStoredObject(at uid: EntryUID) throws(ArchiveError) -> StoredObject? {
        let header = try header(at: archive[uid])
        guard header.kind == .dictionary else { return nil }
        let fields = reader.fields(of: header)
        do {
            // Many entries can be one object with many fields, and recognizing its keys looks at each of them twice.
            try budget.step(through: fields.count, looks: 2)
            let shape = try keyShapes.addedIndex(of: fields.keys, in: reader)
            if let known = knownClassIndex(shape, fields) {
                return StoredObject(fields: fields, classIndex: known, shape: shape)
            }
            let classUID = try classUID(keyShapes[shape], fields, of: uid)
            return StoredObject(fields: fields, classIndex: try classIndex(classUID, of: uid), shape: shape)
        } catch {
            throw error.uid == nil ? located(error, uid) : error
        }
    }

    /// The class name of the object at a position, for an error text; nil if it isn't an object.
    mutating func className(at uid: EntryUID) -> String? {
        guard let stored = try? storedObject(at: uid) else { return nil }
        return classes[stored.classIndex].record.name
    }

    /// The UID under `$class`; of two, the first counts.
    private mutating func classUID(
        _ shape: KeyShape,
        _ fields: BinaryFields,
        of entry: EntryUID
    ) throws(ArchiveError) -> UID {
        guard shape.classPosition != .none else {
            throw archive.isClassRecord(fields) ? .classRecordAsObject(entry.uid) : .noClass
        }
        let index = reader.value(shape.classPosition, of: fields)
        guard let classUID = try uid(at: index) else { throw .noClassReference(kind(at: index).words) }
        return classUID
    }

    /// The index of the class at a UID, read on its first use.
    private mutating func classIndex(_ classUID: UID, of uid: EntryUID) throws(ArchiveError) -> Int {
        guard let entry = archive.entry(classUID) else { throw located(noSuchObject(classUID), uid) }
        if let known = entries.classIndex(at: entry) { return known }
        guard entries[entry].stage == .unseen else {
            throw located(.notAClassRecord(classUID), uid)
        }
        guard classes.count < reader.limits.classes else {
            throw located(.limit("classes", reader.limits.classes), uid)
        }
        do {
            classes.append(ResolvedClass(record: try classRecord(at: archive[entry], classUID)))
        } catch {
            // The object is what a path leads to; the position is that of what is wrong.
            throw located(error, uid)
        }
        entries.setClassIndex(classes.count - 1, at: entry)
        return classes.count - 1
    }

    private mutating func classRecord(at index: ObjectIndex, _ classUID: UID) throws(ArchiveError) -> ArchivedClass {
        do throws(ArchiveError) {
            let header = try header(at: index)
            guard header.kind == .dictionary else { throw .notAClassRecord(classUID) }
            let fields = reader.fields(of: header)
            try chargeElements(fields.count)
            let positions = try ClassRecordPositions(fields, in: reader)
            guard positions.instanceClass == .none else { throw .notAClassRecord(classUID) }
            return try ArchivedClass(
                name: field(positions.name, fields),
                hierarchy: field(positions.hierarchy, fields),
                fallbacks: field(positions.fallbacks, fields)
            )
        } catch {
            var error = error
            if error.byteOffset == nil { error.byteOffset = reader.place(of: index) }
            throw error
        }
    }

    /// The field at a position of a class record.
    private mutating func field(
        _ position: FieldPosition,
        _ fields: BinaryFields
    ) throws(ArchiveError) -> ArchivedClass.Field {
        if position == .none { return .missing }
        let index = reader.value(position, of: fields)
        if let name = try inlineText(at: index) { return .text(name) }
        guard let references = try array(at: index) else { return .other }
        try chargeElements(references.count)
        var names: [String] = []
        names.reserveCapacity(references.count)
        for position in 0..<references.count {
            let name = try inlineText(at: reader.unchecked(position, of: references))?.string
            if let name { names.append(name) }
        }
        return .names(names)
    }

    /// An error with the place of an object.
    func located(_ error: ArchiveError, _ uid: EntryUID) -> ArchiveError {
        var error = error
        error.uid = uid.uid
        if error.byteOffset == nil {
            error.byteOffset = reader.place(of: archive[uid])
        }
        return error
    }
}

/// The positions of a class record's fields: the first position of each key.
private struct ClassRecordPositions {
    private(set) var name = FieldPosition.none
    private(set) var hierarchy = FieldPosition.none
    private(set) var fallbacks = FieldPosition.none
    /// The position of `$class`, which an object has and a class record doesn't.
    private(set) var instanceClass = FieldPosition.none

    /// Finds the positions, reading each key once.
    ///
    /// - Throws: ``PropertyLists/ArchiveError/Code/invalidKey`` if a key is not a string.
    init(_ fields: BinaryFields, in reader: borrowing BinaryPropertyListReader) throws(ArchiveError) {
        for position in fields.positions {
            let key = try reader.keyHeader(at: reader.key(position, of: fields))
            switch key.count {
            case 6: instanceClass.set(position, of: key, if: ClassFields.instanceClass, in: reader)
            case 8: hierarchy.set(position, of: key, if: ClassFields.hierarchy, in: reader)
            case 10: name.set(position, of: key, if: ClassFields.name, in: reader)
            case 11: fallbacks.set(position, of: key, if: ClassFields.fallbacks, in: reader)
            default: break
            }
        }
    }
}
