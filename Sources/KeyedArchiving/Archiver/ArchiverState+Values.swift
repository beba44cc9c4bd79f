internal import PropertyLists

// What values become: the entries of those that are stored inline, and the UIDs of those that are objects.

// MARK: - Numbers

extension ArchiverState {
    @inline(__always)
    mutating func integerEntry(_ value: Int64, _ type: StorageType) -> Entry {
        guard let key = sharing.key(of: value, type) else { return table.addInteger(value) }
        return valueTable.entry(of: key, objects, &table) { $0.addInteger(value) }
    }

    @inline(__always)
    mutating func doubleEntry(_ value: Double) -> Entry {
        guard let key = sharing.key(of: value) else { return table.addDouble(value) }
        return valueTable.entry(of: key, objects, &table) { $0.addDouble(value) }
    }

    @inline(__always)
    mutating func floatEntry(_ value: Float) -> Entry {
        guard let key = sharing.key(of: value) else { return table.addFloat(value) }
        return valueTable.entry(of: key, objects, &table) { $0.addFloat(value) }
    }

    /// The UID of a boxed integer.
    mutating func integerUID(_ value: Int64, _ type: StorageType) -> EntryUID {
        guard let key = sharing.key(of: value, type) else { return addValueObject(table.addInteger(value)) }
        return valueTable.uid(of: key, &objects, &table) { $0.addInteger(value) }
    }

    /// The UID of a boxed 64-bit real.
    mutating func doubleUID(_ value: Double) -> EntryUID {
        guard let key = sharing.key(of: value) else { return addValueObject(table.addDouble(value)) }
        return valueTable.uid(of: key, &objects, &table) { $0.addDouble(value) }
    }

    /// The UID of a boxed 32-bit real.
    mutating func floatUID(_ value: Float) -> EntryUID {
        guard let key = sharing.key(of: value) else { return addValueObject(table.addFloat(value)) }
        return valueTable.uid(of: key, &objects, &table) { $0.addFloat(value) }
    }

    /// The UID of a boxed boolean: there is one object for true and one for false.
    mutating func booleanUID(_ value: Bool) -> EntryUID {
        valueTable.uid(of: ValueKey(value ? 1 : 0, .boolean), &objects, &table) { _ in value ? .true : .false }
    }
}

// MARK: - Strings

extension ArchiverState {
    /// The UID of a string: that of the same string if Apple's memory would hold one object for both; otherwise a new
    /// one.
    mutating func stringUID(_ string: String) -> EntryUID {
        if let packed = PackedString(string) {
            if packed == .null { return nullStringUID() }
            if let key = sharing.key(of: packed) {
                return valueTable.uid(of: key, &objects, &table) { $0.addString(string) }
            }
        }
        return addValueObject(stringEntry(string))
    }

    /// The UID of a string that is a constant of a program, and so one object.
    mutating func constantStringUID(_ string: String) -> EntryUID {
        if string.isNullText { return nullStringUID() }
        let text = PropertyListString(string)
        if let known = valueTable[constant: text] { return known }
        let uid = addValueObject(stringEntry(string))
        valueTable[constant: text] = uid
        return uid
    }

    /// The UID of the string `$null`, as an object of a string class (see ``NullText``).
    private mutating func nullStringUID() -> EntryUID {
        let uid = reservedSlot.take() ?? reserveUID()
        let outer = beginObject(
            classIndex: classIndex(of: MutableArchivedString.record))
        put(null, forStoredKey: StringFields.string)
        endObject(uid: uid, outer: outer)
        return uid
    }

    /// The entry of a string: a new one, unless equal strings are one entry.
    @inline(__always)
    mutating func stringEntry(_ string: String) -> Entry {
        sharing.isByValue ? valueTable.entry(of: string, for: .any, &table) : table.addString(string)
    }

    /// The entry of a class name.
    ///
    /// Class names are made again for each use, so only common ones share an entry.
    mutating func classNameEntry(_ name: String) -> Entry {
        if let key = sharing.key(of: name) { return valueTable.entry(of: key, objects, &table) { $0.addString(name) } }
        guard layout.commonClassNames.contains(name) else { return stringEntry(name) }
        return valueTable.entry(of: name, for: .className, &table)
    }
}

// MARK: - Data and containers

extension ArchiverState {
    /// The entry of data: a new one, unless equal data are one entry.
    @inline(__always)
    mutating func dataEntry(_ bytes: ArraySlice<UInt8>) -> Entry {
        sharing.isByValue ? valueTable.entry(of: bytes, &table) : table.addData(bytes)
    }

    /// The entry of an array of the references from a position on, which are forgotten: a new one, unless every object
    /// of the file is listed once.
    mutating func takeElements(from start: Int) -> Entry {
        defer { elements.truncate(to: start) }
        return sharing.isByValue && layout.objectOrder == .depthFirst
            ? valueTable.entry(ofArray: elements, from: start, &table)
            : table.addContainer(.array, elements, from: start)
    }
}
