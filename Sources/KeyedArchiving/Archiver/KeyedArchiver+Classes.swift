internal import PropertyLists

// Under which class an object is written.

extension KeyedArchiver {
    /// The class of an object: its own record, or that of its type or of the type that it names.
    ///
    /// - Parameters:
    ///   - type: Its own type, which the caller knows where the object is known to be an instance.
    ///   - place: The entry in whose place it is encoded.
    @inline(__always)
    func classIndex(
        of object: some Codingable,
        _ type: any Codingable.Type,
        at place: StoredPlace = .none
    ) throws -> Int {
        let type = object.typeForKeyedArchiver ?? type
        if let record = object.classRecord, state.classNames[ObjectIdentifier(type)] == nil {
            let place = self.place(of: object, orElse: place)
            return try sharedClassIndex(of: storedRecord(of: type, insteadOf: record, at: place))
        }
        return try classIndex(of: type, at: place)
    }

    /// The class of all that has a record, which is added if it is new.
    @inline(__always)
    func sharedClassIndex(of record: ArchivedClass) throws -> Int {
        if let known = state.sharedClassIndex(of: record) { return known }
        try checkClassCount(adding: 1)
        return state.addClass(record, isShared: true)
    }

    /// The class under which objects of a type are written in the place of an entry.
    @inline(__always)
    func classIndex(of type: any Codingable.Type, at place: StoredPlace) throws -> Int {
        place.isNone ? try classIndex(of: type) : try storedClassIndex(of: type, at: place)
    }

    @inline(never)
    private func storedClassIndex(of type: any Codingable.Type, at place: StoredPlace) throws -> Int {
        // Of values only a changed one keeps the class of its place: an unchanged one is copied, or has that class.
        let keepsClass =
            (place.isOfChangedValue && type is any StoredValue.Type) || type is any StoredContainer.Type
        guard state.classNames[ObjectIdentifier(type)] == nil, keepsClass else { return try classIndex(of: type) }
        return try sharedClassIndex(of: storedRecord(of: type, insteadOf: record(of: type), at: place))
    }

    /// The class under which objects of a type are written.
    func classIndex(of type: any Codingable.Type) throws -> Int {
        let identifier = ObjectIdentifier(type)
        if let known = state.knownClassIndex(of: identifier) { return known }
        let record = try record(of: type)
        // Values of many types are objects of one class: `[Int]` and `[String]` are arrays. Two classes of one name are
        // two classes.
        let index: Int
        if type is AnyClass {
            try checkClassCount(adding: 1)
            index = state.addClass(record, isShared: false)
        } else {
            index = try sharedClassIndex(of: record)
        }
        state.identities.set(UInt32(truncatingIfNeeded: index), for: identifier)
        return index
    }

    /// Checks that there may be so many classes and a number of new ones.
    func checkClassCount(adding newCount: Int = 0) throws(ArchiveError) {
        guard state.classes.count + newCount <= limits.classes else {
            throw .limit("classes", limits.classes)
        }
    }

    private func record(of type: any Codingable.Type) throws -> ArchivedClass {
        try ClassNaming.checkActor(of: type)
        let name = type.codedClassName
        var record: ArchivedClass
        if let given = state.classNames[ObjectIdentifier(type)], !given.isIdentical(to: name) {
            // A replaced name goes without superclasses, as Apple's archiver writes it.
            record = ArchivedClass(name: given)
        } else {
            if state.classNames[ObjectIdentifier(type)] == nil { try ClassNaming.checkOwnName(name, of: type) }
            record = ArchivedClass(
                name: name, hierarchy: type.codedClassHierarchy, fallbacks: type.codedClassFallbacks)
            if usesRuntimeClassNames { record = record.withRuntimeNames(of: type) }
        }
        try ClassNaming.checkNotEmpty(record.name)
        try ClassNaming.checkPermanence(of: record, for: type)
        return record
    }
}

// MARK: - Classes and their records

extension ArchiverState {
    /// The class under which objects of a type are written, if one was seen.
    @inline(__always)
    mutating func knownClassIndex(of type: ObjectIdentifier) -> Int? {
        identities[type].map { Int($0) }
    }

    /// The class with a separate record, for objects that carry one.
    mutating func classIndex(of record: ArchivedClass) -> Int {
        sharedClassIndex(of: record) ?? addClass(record, isShared: true)
    }

    /// The class of all that has a record.
    mutating func sharedClassIndex(of record: ArchivedClass) -> Int? {
        classesByRecord.index(among: classes.count, hash: { Self.hash(record) }) {
            classes[$0].isShared && classes[$0].record == record
        }
    }

    private static func hash(_ record: ArchivedClass) -> UInt32 { UInt32(truncatingIfNeeded: record.hashValue) }

    /// Adds a class.
    ///
    /// - Parameter isShared: Whether all that has this record is of this class.
    mutating func addClass(_ record: __owned ArchivedClass, isShared: Bool) -> Int {
        let index = classes.count
        // Most values that are objects are arrays.
        let expected = isShared ? commonShapes?.list : nil
        let commonRecord = isShared ? commonRecordEntry(of: record) : nil
        classes.append(
            ClassSlot(
                record: record,
                commonRecord: commonRecord,
                isShared: isShared,
                firstKey: shapes.keys.addStart(),
                shapeGuess: expected,
                repeatsShape: expected != nil
            )
        )
        classesByRecord.add(index) { classes[$0].isShared ? Self.hash(classes[$0].record) : nil }
        return index
    }

    /// Adds the class record as an object, after the contents of the first instance.
    ///
    /// - Returns: The UID of the record.
    mutating func addClassRecord(_ classIndex: Int) -> EntryUID {
        let entry = classes[classIndex].commonRecord ?? classRecordEntry(classIndex)
        let uid = addValueObject(entry)
        classes[classIndex].uid = uid
        return uid
    }

    /// The entry of the record of arrays, if the table has it from the start.
    private func commonRecordEntry(of record: ArchivedClass) -> Entry? {
        guard commonShapes != nil, sharing.tagsStrings, record == CommonShapes.shared.arrayClass else { return nil }
        return CommonShapes.shared.arrayRecord
    }

    private mutating func classRecordEntry(_ classIndex: Int) -> Entry {
        let record = classes[classIndex].record
        let outer = beginFrame(ofClass: classIndex, after: KeyTable.start, shape: recordShape)
        put(classNameEntry(record.name), forKey: shapes.classNameKey)
        if !record.hierarchy.isEmpty {
            put(namesEntry(record.hierarchy, isClasses: true), forKey: shapes.hierarchyKey)
        }
        if !record.fallbacks.isEmpty {
            put(namesEntry(record.fallbacks, isClasses: false), forStoredKey: ClassFields.fallbacks)
        }
        let (entry, shape) = addDictionary(shapeGuess: recordShape, isObject: false)
        recordShape = shape
        leaveFrame(outer)
        return entry
    }

    private mutating func namesEntry(_ names: [String], isClasses: Bool) -> Entry {
        let start = elements.count
        for name in names { elements.append(isClasses ? classNameEntry(name) : stringEntry(name)) }
        return takeElements(from: start)
    }
}
