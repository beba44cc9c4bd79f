internal import PropertyLists

extension UnarchiverState {
    /// The object at a UID as its fields and the index of its class.
    struct Record {
        var keys: BinaryReferences
        var values: BinaryReferences
        var classIndex: Int
        /// The index of the shape in `keyShapes`.
        var shape: Int
    }

    /// The fields and the class of the object at a position, or nil if it is a plain value.
    @inline(__always)
    mutating func record(at uid: Int) throws(ArchiveError) -> Record? {
        if let record = fastRecord(at: uid) { return record }
        return try slowRecord(at: uid)
    }

    /// The fields and the class of an object of few fields whose keys and class were met before; nil for all else.
    @inline(__always)
    mutating func fastRecord(at uid: Int) -> Record? {
        guard let (keys, values) = reader.fastDictionary(at: reader.unchecked(uid, of: objects)),
            let shape = keyShapes.index(of: keys, in: reader), let classIndex = knownClassIndex(shape, values)
        else { return nil }
        return Record(keys: keys, values: values, classIndex: classIndex, shape: shape)
    }

    /// The index of the class of an object, if it was met before.
    @inline(__always)
    private mutating func knownClassIndex(_ shape: Int, _ values: BinaryReferences) -> Int? {
        let place = keyShapes[shape].classPosition
        guard place >= 0 else { return nil }
        let reference = reader.unchecked(place, of: values)
        if let known = keyShapes.classIndex(shape, at: reference) { return known }
        guard let classUID = reader.fastUID(at: reference), classUID < decoded.count,
            let index = decoded.classIndex(at: classUID)
        else { return nil }
        // What the reference stands for never changes: a class record keeps its index.
        keyShapes.setClassIndex(index, shape, at: reference)
        return index
    }

    @inline(never)
    private mutating func slowRecord(at uid: Int) throws(ArchiveError) -> Record? {
        let header = try header(at: reader.unchecked(uid, of: objects))
        guard header.kind == .dictionary else { return nil }
        let keys = BinaryReferences(position: header.payload, count: header.count)
        let values = reader.values(of: header)
        do {
            let shape = try withPropertyList { () throws(PropertyListError) in
                try keyShapes.addedIndex(of: keys, in: reader)
            }
            if let known = knownClassIndex(shape, values) {
                return Record(keys: keys, values: values, classIndex: known, shape: shape)
            }
            let classUID = try classUID(keyShapes[shape], values)
            return Record(keys: keys, values: values, classIndex: try classIndex(classUID, of: uid), shape: shape)
        } catch {
            throw error.uid == nil ? located(error, uid) : error
        }
    }

    /// The class name of the object at a position, for an error text; nil if it isn't an object.
    mutating func className(at uid: Int) -> String? {
        guard let record = try? record(at: uid) else { return nil }
        return classes[record.classIndex].record.name
    }

    /// The UID under `$class`; of two, the first counts.
    private mutating func classUID(_ shape: KeyShape, _ values: BinaryReferences) throws(ArchiveError) -> UID {
        guard shape.classPosition >= 0 else {
            throw ArchiveError(
                .invalidObject,
                "an object has no class information: there is no $class",
                remedy: "the file was damaged or made by a faulty writer"
            )
        }
        guard let classUID = try uid(at: reader.unchecked(shape.classPosition, of: values)) else {
            throw ArchiveError(.invalidClassRecord, "the $class of an object is not a UID")
        }
        return classUID
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
        decoded.setClassIndex(classes.count - 1, at: position)
        return classes.count - 1
    }

    private mutating func classRecord(at index: Int, of uid: Int) throws(ArchiveError) -> ArchivedClass {
        do throws(ArchiveError) {
            guard case .dictionary(let keys, let values) = try reader.archiveObject(at: index) else {
                throw ArchiveError(.invalidClassRecord, "the class of object #\(uid) is not a class record")
            }
            try payForElements(keys.count)
            guard try position(of: "$class", in: keys) == nil else {
                throw ArchiveError(
                    .invalidClassRecord, "the class of object #\(uid) is an object, not a class record")
            }
            return try ArchivedClass(
                name: field("$classname", keys, values),
                hierarchy: field("$classes", keys, values),
                fallbacks: field("$classhints", keys, values)
            )
        } catch {
            var error = error
            if error.byteOffset == nil { error.byteOffset = try? reader.offset(of: index) }
            if error.remedy == nil { error.remedy = "the file was damaged or made by a faulty writer" }
            throw error
        }
    }

    private func position(of key: String, in keys: BinaryReferences) throws(ArchiveError) -> Int? {
        try withPropertyList { () throws(PropertyListError) in try reader.firstPosition(of: key, in: keys) }
    }

    /// What stands under a key of a class record.
    private mutating func field(
        _ key: String,
        _ keys: BinaryReferences,
        _ values: BinaryReferences
    ) throws(ArchiveError) -> ArchivedClass.Field {
        guard let position = try position(of: key, in: keys) else { return .missing }
        let index = reader.unchecked(position, of: values)
        let header = try header(at: index)
        guard header.kind == .array else { return try storedText(at: index, header).map { .text($0) } ?? .other }
        try payForElements(header.count)
        var names: [String] = []
        names.reserveCapacity(header.count)
        for position in 0..<header.count {
            let index = reader.unchecked(position, of: header.references)
            if let range = reader.fastASCIIString(at: index), range.count <= shortStringLimit,
                let name = reader.wellFormedASCII(in: range)
            {
                try payForBuffer(range.count)
                names.append(name)
            } else if let name = try storedText(at: index, try self.header(at: index))?.string {
                names.append(name)
            }
        }
        return .names(names)
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
