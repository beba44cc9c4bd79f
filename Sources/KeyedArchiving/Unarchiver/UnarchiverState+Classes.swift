internal import PropertyLists

extension UnarchiverState {
    /// The object at a UID as its fields and the index of its class.
    struct Record {
        var keys: BinaryReferences
        var values: BinaryReferences
        var classIndex: Int
    }

    /// The fields and the class of the object at a position, or nil if it is a plain value.
    @inline(__always)
    mutating func record(at uid: Int) throws(ArchiveError) -> Record? {
        if let record = commonRecord(at: uid) { return record }
        return try unusualRecord(at: uid)
    }

    /// The fields and the class of an object of few fields whose class was met before; nil for all else.
    @inline(__always)
    mutating func commonRecord(at uid: Int) -> Record? {
        guard let (keys, values) = reader.commonDictionary(at: reader.unchecked(uid, of: objects)),
            let classIndex = knownClassIndex(keys, values)
        else { return nil }
        return Record(keys: keys, values: values, classIndex: classIndex)
    }

    /// The index of the class of an object that has `$class` where an object before it had it, counted from the end, if
    /// the class was met before.
    @inline(__always)
    private mutating func knownClassIndex(_ keys: BinaryReferences, _ values: BinaryReferences) -> Int? {
        let place = keys.count &- classKeyDistance
        guard place >= 0, place < keys.count, reader.unchecked(place, of: keys) == classKey,
            let index = knownClassIndex(at: reader.unchecked(place, of: values))
        else { return nil }
        return place &+ 1 == keys.count || isOnlyClassKey(keys, of: classes[index].layout) ? index : nil
    }

    /// The index of the class whose UID is at an object index, if it was met before.
    @inline(__always)
    private mutating func knownClassIndex(at reference: Int) -> Int? {
        if let known = recentClasses[reference] { return known }
        guard let classUID = reader.commonUID(at: reference), classUID < decoded.count,
            let index = decoded.classIndex(at: classUID)
        else { return nil }
        recentClasses[reference] = index
        return index
    }

    /// Whether `$class` is among some keys once only.
    ///
    /// An object has one class however often it is looked at: of two fields `$class`, as only a damaged or hostile file
    /// has them, the last counts. Mostly the keys are those that objects of the class had before, which have been
    /// looked at.
    @inline(__always)
    private mutating func isOnlyClassKey(_ keys: BinaryReferences, of layout: KeyLayouts.Layout) -> Bool {
        layout.hasOneClassKey && reader.areSame(layout.keys, keys) || classKeyCount(in: keys) == 1
    }

    /// How often `$class` is among some keys; more than once too if a key cannot be read.
    @inline(never)
    mutating func classKeyCount(in keys: BinaryReferences) -> Int {
        var count = 0
        for position in 0..<keys.count {
            let key = reader.unchecked(position, of: keys)
            do {
                if try keyCache.matches(key, "$class", isStored: true, in: reader) { count += 1 }
            } catch {
                count += 2
            }
        }
        return count
    }

    @inline(never)
    private mutating func unusualRecord(at uid: Int) throws(ArchiveError) -> Record? {
        let header = try header(at: reader.unchecked(uid, of: objects))
        guard header.kind == .dictionary else { return nil }
        let keys = BinaryReferences(position: header.payload, count: header.count)
        let values = reader.values(of: header)
        let classUID = try classUID(keys, values, at: uid)
        return Record(keys: keys, values: values, classIndex: try classIndex(classUID, of: uid))
    }

    /// The class name of the object at a position, for an error text; nil if it is no object.
    mutating func className(at uid: Int) -> String? {
        guard let record = try? record(at: uid) else { return nil }
        return classes[record.classIndex].record.name
    }

    /// The UID under `$class`.
    ///
    /// Current archives have it last, so the search runs backwards.
    private mutating func classUID(
        _ keys: BinaryReferences,
        _ values: BinaryReferences,
        at uid: Int
    ) throws(ArchiveError) -> UID {
        do {
            for position in (0..<keys.count).reversed() {
                let reference = reader.unchecked(position, of: keys)
                guard try keyCache.matches(reference, "$class", isStored: true, in: reader) else { continue }
                classKey = reference
                classKeyDistance = keys.count - position
                guard let classUID = try self.uid(at: reader.unchecked(position, of: values)) else {
                    throw ArchiveError(.invalidClassRecord, "the $class of an object is not a UID")
                }
                return classUID
            }
        } catch let error as PropertyListError {
            throw located(ArchiveError(error), uid)
        } catch let error as ArchiveError {
            throw located(error, uid)
        } catch {
            throw located(ArchiveError(.invalidObject, "the object cannot be read"), uid)
        }
        throw located(
            ArchiveError(
                .invalidObject,
                "an object has no class information: there is no $class",
                remedy: "the file was damaged or made by a faulty writer"
            ),
            uid
        )
    }

    /// The index of the class at a UID, read on its first use.
    private mutating func classIndex(_ classUID: UID, of uid: Int) throws(ArchiveError) -> Int {
        guard classUID.rawValue < UInt64(decoded.count) else { throw located(noSuchObject(classUID), uid) }
        let position = Int(truncatingIfNeeded: classUID.rawValue)
        if let known = decoded.classIndex(at: position) { return known }
        guard decoded[position].progress == Progress.unseen else {
            throw located(ArchiveError(.invalidClassRecord, "the class of an object is itself an object"), uid)
        }
        guard classes.count < reader.limits.classes else {
            throw located(ArchiveError(.limit("classes", reader.limits.classes)), uid)
        }
        let record: ArchivedClass
        do {
            record = try classRecord(at: reader.unchecked(position, of: objects), of: uid)
        } catch {
            // The object is what a path leads to; the position is that of what is wrong.
            throw located(error, uid)
        }
        classes.append(ResolvedClass(record: record))
        keyGuesses.addClass()
        decoded.setClassIndex(classes.count - 1, at: position)
        return classes.count - 1
    }

    private mutating func classRecord(at index: Int, of uid: Int) throws(ArchiveError) -> ArchivedClass {
        func malformed(_ reason: String) -> ArchiveError {
            ArchiveError(
                .invalidClassRecord,
                reason,
                byteOffset: try? reader.offset(of: index),
                remedy: "the file was damaged or made by a faulty writer"
            )
        }
        guard case .dictionary(let keys, let values) = try reader.archiveObject(at: index) else {
            throw malformed("the class of object #\(uid) is not a class record")
        }
        try payForElements(keys.count)
        var record = ArchivedClass(name: "")
        var hasName = false
        for position in 0..<keys.count {
            let value = reader.unchecked(position, of: values)
            // Keys that are longer than any of interest are not read: hostile records can share a very long one.
            guard try header(at: reader.unchecked(position, of: keys)).count <= 16 else { continue }
            switch try reader.archiveString(at: reader.unchecked(position, of: keys))?.string {
            case "$classname":
                guard let name = try reader.archiveString(at: value)?.string else {
                    throw malformed("$classname is not a string")
                }
                record.name = name
                hasName = true
            case "$classes": record.hierarchy = try names(at: value) ?? []
            case "$classhints": record.fallbacks = try names(at: value) ?? []
            case "$class": throw malformed("the class of object #\(uid) is an object, not a class record")
            default: break
            }
        }
        guard hasName else { throw malformed("a class record has no $classname") }
        return record
    }

    /// The strings of an array, or nil if it is something else.
    ///
    /// A chain is information, never a ground for trust.
    private mutating func names(at index: Int) throws(ArchiveError) -> [String]? {
        guard case .array(let references) = try reader.archiveObject(at: index) else { return nil }
        try payForElements(references.count)
        var names: [String] = []
        names.reserveCapacity(references.count)
        for position in 0..<references.count {
            try payForBuffer(try header(at: reader.unchecked(position, of: references)).scalarSize)
            if let name = try reader.archiveString(at: reader.unchecked(position, of: references))?.string {
                names.append(name)
            }
        }
        return names
    }

    /// An error with the place of an object.
    func located(_ error: ArchiveError, _ uid: Int) -> ArchiveError {
        var error = error
        error.uid = UID(UInt64(uid))
        if error.byteOffset == nil {
            error.byteOffset = try? reader.offset(of: reader.unchecked(uid, of: objects))
        }
        return error
    }
}

extension BinaryPropertyListReader {
    /// The values of a dictionary.
    func values(of header: BinaryObjectHeader) -> BinaryReferences {
        BinaryReferences(position: header.payload + header.count * referenceSize, count: header.count)
    }
}
