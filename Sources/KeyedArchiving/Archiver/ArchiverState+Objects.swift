internal import PropertyLists

// Slots of `$objects`, and the values that share them.

extension ArchiverState {
    /// The reference to an object.
    @inline(__always)
    mutating func uidEntry(_ uid: UInt32) -> Entry {
        table.uid(UID(UInt64(uid)))
    }

    /// Takes the next UID.
    ///
    /// Until its object is complete the slot holds `$null`.
    @inline(__always)
    mutating func reserveUID() -> UInt32 {
        let uid = UInt32(truncatingIfNeeded: objects.count)
        objects.append(null)
        return uid
    }

    /// Takes the next UID for an instance that is about to be encoded.
    ///
    /// - Parameter place: Where it belongs among the identities.
    @inline(__always)
    mutating func enter(_ instance: AnyObject, at place: IdentityTable.Place) -> UInt32 {
        let uid = reserveUID()
        retained.append(instance)
        identities.set(KeyedArchiver.Known(uid: uid, isEncoded: true).rawValue, for: instance, at: place)
        return uid
    }

    /// Adds an object that is stored as a plain value.
    @inline(__always)
    mutating func addValueObject(_ entry: Entry) -> UInt32 {
        let uid = UInt32(truncatingIfNeeded: objects.count)
        objects.append(entry)
        return uid
    }

    /// The UID of a string: that of the same string if Apple's memory would hold one object for both, else a new one.
    @inline(__always)
    mutating func stringUID(_ string: String) -> UInt32 {
        recentStrings.uid(of: string) ?? searchedStringUID(string)
    }

    private mutating func searchedStringUID(_ string: String) -> UInt32 {
        if let packed = PackedString(string) {
            if packed == .null { return nullStringUID() }
            if sharing.tagsStrings, CommonStrings.isTagged(packed) { return taggedStringUID(string, packed) }
        }
        return addValueObject(keyTable.stringEntry(string, &table))
    }

    @inline(__always)
    private mutating func taggedStringUID(_ string: String, _ packed: PackedString) -> UInt32 {
        let position = placeOfTagged(string, packed)
        let known = taggedStrings[position].uid
        if known != 0 {
            recentStrings.set(known, of: string)
            return known
        }
        let uid = addValueObject(taggedStrings[position].entry)
        taggedStrings[position].uid = uid
        return uid
    }

    @inline(__always)
    private mutating func placeOfTagged(_ string: String, _ packed: PackedString) -> Int {
        let (position, isNew) = taggedStrings.place(of: packed)
        if isNew { taggedStrings[position].entry = table.addString(string) }
        return position
    }

    /// The UID of a string that is a constant of a program, and so one object.
    mutating func constantStringUID(_ string: String) -> UInt32 {
        if string == "$null" { return nullStringUID() }
        let key = PropertyListString(string)
        if let known = constantStrings[key] { return known }
        let uid = addValueObject(keyTable.stringEntry(string, &table))
        constantStrings[key] = uid
        return uid
    }

    /// The UID of the string `$null`, as an object of a string class: the plain value would stand for nil.
    private mutating func nullStringUID() -> UInt32 {
        let uid = reserveUID()
        let outer = beginObject(
            classIndex: classIndex(
                of: ArchivedClass(name: ObjectString.codedClassName, hierarchy: ObjectString.codedClassHierarchy)
            )
        )
        put(null, forStoredKey: "NS.string")
        endObject(uid: uid, outer: outer)
        return uid
    }

    /// The entry of a class name.
    ///
    /// Class names are made anew for each use, so only common ones share an entry.
    mutating func classNameEntry(_ name: String) -> Entry {
        if sharing.tagsStrings, let packed = PackedString(name), CommonStrings.isTagged(packed) {
            return taggedStrings[placeOfTagged(name, packed)].entry
        }
        return commonClassNames.contains(name) ? commonEntry(name) : keyTable.stringEntry(name, &table)
    }

    /// The entry of a string that is one object however often it is made.
    mutating func commonEntry(_ name: String) -> Entry {
        if let packed = PackedString(name), CommonStrings.isTagged(packed) {
            return taggedStrings[placeOfTagged(name, packed)].entry
        }
        if let known = commonNames[name] { return known }
        let entry = table.addString(name)
        commonNames[name] = entry
        return entry
    }
}

// MARK: - Data and containers

extension ArchiverState {
    /// The entry of data: a new one, unless equal data are one entry.
    @inline(__always)
    mutating func dataEntry(_ bytes: ArraySlice<UInt8>) -> Entry {
        sharing.isByValue ? sharedDataEntry(bytes) : table.addData(bytes)
    }

    private mutating func sharedDataEntry(_ bytes: ArraySlice<UInt8>) -> Entry {
        if let known = sharedData[bytes] { return known }
        let entry = table.addData(bytes)
        sharedData[bytes] = entry
        return entry
    }

    /// The entry of an array of the references from a position on, which are forgotten: a new one, unless every object
    /// of the file is listed once.
    mutating func takeElements(from start: Int) -> Entry {
        defer { elements.truncate(to: start) }
        guard uniqueArrays != nil else { return table.addContainer(.array, elements, from: start) }
        let list = elements.elements(start..<elements.count)
        if let known = uniqueArrays?[list] { return known }
        let entry = table.addContainer(.array, elements, from: start)
        uniqueArrays?[list] = entry
        return entry
    }
}

// MARK: - Numbers

extension ArchiverState {
    @inline(__always)
    mutating func integerEntry(_ value: Int64, _ type: NumberTable.StorageType) -> Entry {
        guard sharing.integers.contains(value) else { return table.addInteger(value) }
        let type = sharing.distinguishesIntegerTypes ? type : .int64
        let (position, isNew) = numbers.place(of: UInt64(bitPattern: value), type)
        if isNew { numbers[position].entry = table.addInteger(value) }
        return numbers[position].entry
    }

    @inline(__always)
    mutating func doubleEntry(_ value: Double) -> Entry {
        guard isShared(value) else { return table.addDouble(value) }
        let (position, isNew) = numbers.place(of: value.bitPattern, .double)
        if isNew { numbers[position].entry = table.addDouble(value) }
        return numbers[position].entry
    }

    @inline(__always)
    mutating func floatEntry(_ value: Float) -> Entry {
        guard isShared(Double(value)) else { return table.addFloat(value) }
        let (position, isNew) = numbers.place(of: UInt64(value.bitPattern), .float)
        if isNew { numbers[position].entry = table.addFloat(value) }
        return numbers[position].entry
    }

    /// Whether equal reals of a value are one object: whole ones that fit a tagged pointer.
    private func isShared(_ value: Double) -> Bool {
        if sharing.isByValue { return true }
        // `rounded(.towardZero)` would need the C mathematics library.
        return sharing.sharesWholeReals && abs(value) < 0x1p55 && Double(Int64(value)) == value
            && !(value == 0 && value.sign == .minus)
    }

    /// The UID of a boxed integer.
    mutating func integerUID(_ value: Int64, _ type: NumberTable.StorageType) -> UInt32 {
        guard sharing.integers.contains(value) else { return addValueObject(table.addInteger(value)) }
        let type = sharing.distinguishesIntegerTypes ? type : .int64
        let (position, isNew) = numbers.place(of: UInt64(bitPattern: value), type)
        if isNew { numbers[position].entry = table.addInteger(value) }
        return numberUID(at: position)
    }

    /// The UID of a boxed 64-bit real.
    mutating func doubleUID(_ value: Double) -> UInt32 {
        guard isShared(value) else { return addValueObject(table.addDouble(value)) }
        let (position, isNew) = numbers.place(of: value.bitPattern, .double)
        if isNew { numbers[position].entry = table.addDouble(value) }
        return numberUID(at: position)
    }

    /// The UID of a boxed 32-bit real.
    mutating func floatUID(_ value: Float) -> UInt32 {
        guard isShared(Double(value)) else { return addValueObject(table.addFloat(value)) }
        let (position, isNew) = numbers.place(of: UInt64(value.bitPattern), .float)
        if isNew { numbers[position].entry = table.addFloat(value) }
        return numberUID(at: position)
    }

    /// The UID of a boxed boolean: there is one object for true and one for false.
    mutating func booleanUID(_ value: Bool) -> UInt32 {
        let position = value ? 1 : 0
        if booleanUIDs[position] == 0 { booleanUIDs[position] = addValueObject(value ? .true : .false) }
        return booleanUIDs[position]
    }

    private mutating func numberUID(at position: Int) -> UInt32 {
        let known = numbers[position].uid
        if known != 0 { return known }
        let uid = addValueObject(numbers[position].entry)
        numbers[position].uid = uid
        return uid
    }
}

// MARK: - Classes

extension ArchiverState {
    /// Adds the class of a type.
    ///
    /// - Parameter isShared: Whether a class with the same record, if there is one, is this class too.
    mutating func addClass(_ record: ArchivedClass, for type: ObjectIdentifier, isShared: Bool) -> Int {
        let index = isShared ? classIndex(of: record) : addClass(record, isShared: false)
        setClassIndex(index, of: type)
        return index
    }

    /// Whether a class with a record of its own was met.
    func knows(_ record: ArchivedClass) -> Bool { sharedClassIndex(of: record) != nil }

    /// The class with a record of its own, for objects that carry one.
    mutating func classIndex(of record: ArchivedClass) -> Int {
        sharedClassIndex(of: record) ?? addClass(record, isShared: true)
    }

    /// The class of all that has a record; among few, comparing costs less than hashing.
    private func sharedClassIndex(of record: ArchivedClass) -> Int? {
        guard classes.count <= Self.fewClasses else { return classByRecord[record] }
        return classes.firstIndex { $0.isShared && $0.record == record }
    }

    private mutating func addClass(_ record: ArchivedClass, isShared: Bool) -> Int {
        let index = classes.count
        classes.append(ClassSlot(record: record, isShared: isShared, firstKey: keyTable.addStart()))
        if index == Self.fewClasses {
            for (index, slot) in classes.enumerated() where slot.isShared { classByRecord[slot.record] = index }
        } else if index > Self.fewClasses, isShared {
            classByRecord[record] = index
        }
        return index
    }

    /// Adds the class record as an object, after the contents of the first instance.
    mutating func addClassRecord(_ classIndex: Int) {
        let record = classes[classIndex].record
        let outer = scope
        scope = Scope(start: values.count, lastKey: scope.lastKey, classIndex: classIndex)
        put(classNameEntry(record.name), forStoredKey: "$classname")
        if !record.hierarchy.isEmpty { put(namesEntry(record.hierarchy, isClasses: true), forStoredKey: "$classes") }
        if !record.fallbacks.isEmpty {
            put(namesEntry(record.fallbacks, isClasses: false), forStoredKey: "$classhints")
        }
        // The places are those of the instance that is about to end, not of its class.
        let placesOfInstance = places
        places = []
        let entry = addDictionary(shapeGuess: -1, isObject: false).entry
        abandonScope(outer)
        places = placesOfInstance
        classes[classIndex].uid = addValueObject(entry)
    }

    private mutating func namesEntry(_ names: [String], isClasses: Bool) -> Entry {
        let start = elements.count
        for name in names { elements.append(isClasses ? classNameEntry(name) : keyTable.stringEntry(name, &table)) }
        return takeElements(from: start)
    }
}
