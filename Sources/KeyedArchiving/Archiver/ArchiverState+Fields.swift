internal import PropertyLists

// The fields of the object that is being encoded: its keys and values, and the dictionary that they become.

extension ArchiverState {
    /// Adds a value under a key of the current frame.
    @inline(__always)
    mutating func put(_ entry: Entry, forKey key: String) {
        put(entry, key, isStored: false)
    }

    /// Adds a value under a key that is stored as it is.
    @inline(__always)
    mutating func put(_ entry: Entry, forStoredKey key: String) {
        put(entry, key, isStored: true)
    }

    @inline(__always)
    private mutating func put(_ entry: Entry, _ key: String, isStored: Bool) {
        if frame.next < frame.end, let place = shapes.place(of: key, isStored: isStored, at: frame.next) {
            table.setValue(entry, at: frame.firstPlace &+ place)
            frame.next &+= 1
        } else {
            appendUnshaped(entry, key, isStored: isStored)
        }
    }

    /// Adds a value under the key of a number.
    @inline(__always)
    mutating func put(_ entry: Entry, forKey id: KeyTable.ID) {
        if frame.next < frame.end, case let (expected, place) = shapes.key(at: frame.next), expected == id {
            table.setValue(entry, at: frame.firstPlace &+ place)
            frame.next &+= 1
        } else {
            fallBackToGeneric()
            add(entry, id)
        }
    }

    @inline(never)
    private mutating func appendUnshaped(_ entry: Entry, _ key: String, isStored: Bool) {
        fallBackToGeneric()
        add(entry, shapes.keys.id(of: key, isStored: isStored, after: frame.lastKey))
    }

    /// Adds a value under a key that Apple's class makes at run time, so that it is a new string for each use unless it
    /// is short enough for a tagged pointer.
    mutating func put(_ entry: Entry, forRuntimeKey key: String) {
        guard !sharing.isByValue, sharing.key(of: key) == nil else {
            return put(entry, forStoredKey: key)
        }
        fallBackToGeneric()
        fields.append(Field(key: shapes.keys.addFresh(key), value: entry))
    }

    /// Adds entries for the keys of the current frame that no dictionary had so far.
    @inline(never)
    private mutating func writeKeys() {
        for position in frame.start..<fields.count {
            let key = fields[position].key
            guard shapes.keys[entryOf: key] == nil else { continue }
            shapes.keys[entryOf: key] = stringEntry(shapes.keys.text(of: key))
        }
    }

    /// Adds a value under a key that follows the last one of the frame.
    private mutating func add(_ entry: Entry, _ id: KeyTable.ID) {
        frame.lastKey = id
        fields.append(Field(key: id, value: entry))
    }

    /// Goes on with an object that turns out to have another shape than expected.
    private mutating func fallBackToGeneric() {
        guard let shape = frame.shape, let classIndex = frame.classIndex else { return }
        let start = shapes.shape(shape).start
        for position in start..<frame.next {
            let (id, place) = shapes.key(at: position)
            add(table.value(at: frame.firstPlace + place), id)
        }
        classes[classIndex].repeatsShape = false
        // What was expected of the first instance says nothing about the second.
        if classes[classIndex].uid == nil { classes[classIndex].shapeGuess = nil }
        frame.shape = nil
        frame.end = 0
    }

    /// The next generated key of the current frame: `$0`, `$1`, and so on.
    mutating func nextUnkeyedKey() -> String {
        defer { frame.unkeyedCount += 1 }
        return CodingKeyRules.generated(frame.unkeyedCount)
    }

    /// Starts the frame of an object.
    ///
    /// An object is expected to have the keys that the instance of its class before it had, unless these were others
    /// than those of the instance before that. Then each value goes to its place in the finished dictionary at once,
    /// where it would else be put on a stack with its key, and sorted at the end. With the list of keys that such
    /// objects share, that saves work for every object (row `encode person` of `Instructions.tsv`).
    ///
    /// - Returns: The frame to go back to.
    mutating func beginObject(classIndex: Int) -> Frame {
        let shape = classes[classIndex].repeatsShape ? classes[classIndex].shapeGuess : nil
        return beginFrame(ofClass: classIndex, after: classes[classIndex].firstKey, shape: shape)
    }

    /// Starts a frame.
    ///
    /// - Parameters:
    ///   - start: The key from which the first key is guessed.
    ///   - number: The number of the shape expected, if one is.
    /// - Returns: The frame to go back to.
    @inline(__always)
    mutating func beginFrame(ofClass classIndex: Int, after start: KeyTable.ID, shape number: Int?) -> Frame {
        let outer = frame
        frame = Frame(start: fields.count, lastKey: start, classIndex: classIndex)
        guard let number else { return outer }
        let shape = shapes.shape(number)
        frame.shape = number
        frame.firstPlace = table.leaveValues(of: shape.keyList)
        frame.next = shape.start
        frame.end = shape.end
        return outer
    }

    /// Ends the frame of an object: adds its class record if it is the first of its class, and stores the object.
    mutating func endObject(uid: EntryUID, outer: Frame) {
        guard let classIndex = frame.classIndex else { return leaveFrame(outer) }
        let classEntry = uidEntry(classes[classIndex].uid ?? addClassRecord(classIndex))
        if let number = frame.shape, frame.next &+ 1 == frame.end {
            let shape = shapes.shape(number)
            if shape.endsWithClass {
                table.setValue(classEntry, at: frame.firstPlace &+ shapes.key(at: frame.next).place)
                objects[uid.number] = table.addDictionary(keyList: shape.keyList, valuesFrom: frame.firstPlace)
                frame = outer
                return
            }
        }
        put(classEntry, forKey: shapes.classKey)
        let known = classes[classIndex].shapeGuess
        let (entry, shape) = addDictionary(shapeGuess: known, isObject: true)
        objects[uid.number] = entry
        classes[classIndex].repeatsShape = shape != nil && (known == nil || shape == known)
        classes[classIndex].shapeGuess = shape
        leaveFrame(outer)
    }

    /// Drops the values of the current frame, and returns to the one around it.
    mutating func leaveFrame(_ outer: Frame) {
        fields.truncate(to: frame.start)
        frame = outer
    }

    /// Adds a dictionary of the values of the current frame.
    ///
    /// - Parameters:
    ///   - shapeGuess: The number of the shape that it probably has, if one is known.
    ///   - isObject: Whether it is an object, not a class or the top level.
    /// - Returns: The dictionary, and the shape to guess the next time.
    mutating func addDictionary(shapeGuess: Int?, isObject: Bool) -> (entry: Entry, shape: Int?) {
        if let shape = frame.shape, frame.next == frame.end {
            let keyList = shapes.shape(shape).keyList
            return (table.addDictionary(keyList: keyList, valuesFrom: frame.firstPlace), shape)
        }
        fallBackToGeneric()
        let start = frame.start
        if shapes.keys.hasFreshKeys {
            if shapes.hasDuplicates(fields, from: start) { removeDuplicates() }
            writeKeys()
            if let entry = shapes.addFreshDictionary(fields, from: start, to: &table) { return (entry, shapeGuess) }
        }
        if let shapeGuess, shapes.isShape(shapeGuess, fields, from: start) {
            return (shapes.addDictionary(shapeGuess, fields, from: start, to: &table), shapeGuess)
        }
        if shapes.hasDuplicates(fields, from: start) { removeDuplicates() }
        writeKeys()
        let shape = shapes.number(of: fields, from: start, isObject: isObject, &table)
        return (shapes.addDictionary(shape, fields, from: start, to: &table), shape)
    }

    /// Keeps the first place and the last value of each key, as putting them into one dictionary does, or the first
    /// value where the frame says so.
    private mutating func removeDuplicates() {
        var positions: [KeyTable.ID: Int] = [:]
        var kept: [Field] = []
        for place in frame.start..<fields.count {
            let field = fields[place]
            if let position = positions[field.key] {
                if frame.keepsFirstValues {
                    warn("two values in one object; the first counts, as in the archive", field.key)
                } else {
                    kept[position].value = field.value
                    warn(
                        "encoded twice in one object, perhaps by a class and its superclass; the last value counts",
                        field.key
                    )
                }
            } else {
                positions[field.key] = kept.count
                kept.append(field)
            }
        }
        fields.truncate(to: frame.start)
        fields.append(contentsOf: kept)
    }

    private mutating func warn(_ reason: String, _ id: KeyTable.ID) {
        warnings.append(
            CodingWarning(
                reason: reason,
                key: shapes.keys.text(of: id),
                className: frame.classIndex.map { classes[$0].record.name }
            )
        )
    }
}

// MARK: - Values of each type

// Each method does all its work in one access to the state.

extension ArchiverState {
    /// The error for adding to an archive that is finished.
    static var alreadyFinished: ArchiveError {
        ArchiveError(
            .finished,
            "the archive is already finished; nothing more can be encoded",
            remedy: "use a new archiver"
        )
    }

    @inline(__always)
    func checkNotFinished() throws(ArchiveError) {
        if isFinished { throw Self.alreadyFinished }
    }

    mutating func put(boolean value: Bool, forKey key: String) throws(ArchiveError) {
        try checkNotFinished()
        put(value ? .true : .false, forKey: key)
    }

    mutating func put(
        integer value: Int64,
        _ type: StorageType,
        forKey key: String
    ) throws(ArchiveError) {
        try checkNotFinished()
        put(integerEntry(value, type), forKey: key)
    }

    mutating func put(double value: Double, forKey key: String) throws(ArchiveError) {
        try checkNotFinished()
        put(doubleEntry(value), forKey: key)
    }

    mutating func put(float value: Float, forKey key: String) throws(ArchiveError) {
        try checkNotFinished()
        put(floatEntry(value), forKey: key)
    }

    mutating func put(data value: ArraySlice<UInt8>, forKey key: String) throws(ArchiveError) {
        try checkNotFinished()
        put(dataEntry(value), forKey: key)
    }

    mutating func put(inlineString value: String, forKey key: String) throws(ArchiveError) {
        try checkNotFinished()
        put(table.addString(value), forKey: key)
    }

    mutating func put(uid: UID, forKey key: String) {
        put(table.uid(uid), forKey: key)
    }

    mutating func put(unkeyedReference uid: UID) {
        put(table.uid(uid), forStoredKey: nextUnkeyedKey())
    }

    mutating func appendElement(_ uid: UID) {
        elements.append(table.uid(uid))
    }

    /// Stores references to strings.
    mutating func put(strings: [String], forKey key: String) {
        let start = elements.count
        elements.reserve(strings.count)
        for string in strings { elements.append(uidEntry(stringUID(string))) }
        putElements(from: start, forKey: key)
    }

    /// Stores references to strings in an order.
    ///
    /// In a large array a cache miss for each string takes longer than encoding it (`KeyedArchivingBenchmarks
    /// --workloads W3`). The misses of strings that are read one right after the other overlap, so the bytes of a group
    /// of strings are added up before these are encoded, to make room for them.
    mutating func put(strings: [String], in order: [Int], forKey key: String) {
        let start = elements.count
        elements.reserve(order.count)
        for first in stride(from: 0, to: order.count, by: 64) {
            let group = order[first..<min(order.count, first + 64)]
            var size = 0
            for position in group { size &+= strings[position].utf8.count }
            // Equal strings may be stored once, so that they need less.
            table.reserveScalars(min(size, 4096))
            for position in group { elements.append(uidEntry(stringUID(strings[position]))) }
        }
        putElements(from: start, forKey: key)
    }

    /// Stores the references from a position on, and forgets them.
    mutating func putElements(from start: Int, forKey key: String) {
        if layout.numbersElements, CollectionPart(key: key) != nil {
            return putNumbered(from: start, insteadOf: key)
        }
        put(takeElements(from: start), forKey: key)
    }
}
