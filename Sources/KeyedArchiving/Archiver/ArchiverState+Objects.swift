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
    /// - Parameter found: What the search for it came to.
    @inline(__always)
    mutating func enter(_ instance: AnyObject, at found: IdentityTable.SearchResult) -> UInt32 {
        let uid = reserveUID()
        retained.append(instance)
        identities.set(KeyedArchiver.Known(uid: uid, isEncoded: true).rawValue, for: instance, at: found)
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
        recurringStrings.uid(of: string) ?? searchedStringUID(string)
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
            recurringStrings.set(known, of: string)
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
                of: ArchivedClass(
                    name: MutableArchivedString.codedClassName, hierarchy: MutableArchivedString.codedClassHierarchy)
            )
        )
        put(null, forStoredKey: "NS.string")
        endObject(uid: uid, outer: outer)
        return uid
    }

    /// The entry of a class name.
    ///
    /// Class names are made again for each use, so only common ones share an entry.
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
