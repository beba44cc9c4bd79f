internal import PropertyLists

// Where the value under a key is.

extension UnarchiverState {
    /// The object index of the value under a key of the current frame, or nil.
    ///
    /// Of two fields with one key, as no archiver writes them, the first counts. All decoding goes through here, so
    /// this is where it is stopped.
    ///
    /// - Parameter isStored: Whether the key is stored as it is, rather than a user's key.
    @inline(__always)
    mutating func find(_ key: String, isStored: Bool = true) throws(ArchiveError) -> ObjectIndex? {
        if let position = keyShapes.askOrder.position(of: key, frame.askedCount, frame.askOrder),
            case .running = decodingState
        {
            frame.askedCount &+= 1
            return reader.value(position, of: frame.fields)
        }
        return try search(key, isStored)
    }

    /// Looks for a key that objects with these keys weren't asked for at this point.
    @inline(never)
    private mutating func search(_ key: String, _ isStored: Bool) throws(ArchiveError) -> ObjectIndex? {
        guard case .running = decodingState else { return try findNothing() }
        hasStarted = true
        // No user's key is stored with a `$` in front; it has one more then.
        if !isStored, CodingKeyRules.isReserved(key) { return nil }
        let number = frame.askedCount
        frame.askedCount &+= 1
        let shape: Int
        if let known = frame.shape.value {
            shape = known
        } else {
            shape = try keyShapes.addedIndex(of: frame.fields.keys, in: reader)
            frame.shape = OptionalIndex(shape)
        }
        let position = try keyShapes.search(key, in: shape, number, frame.askOrder, reader, &budget)
        return position.map { reader.value($0, of: frame.fields) }
    }

    /// Whether decoding failed and the policy is to return defaults from then on.
    var hasFailed: Bool {
        mutating get { if case .failed = decodingState { true } else { false } }
    }

    private func findNothing() throws(ArchiveError) -> ObjectIndex? {
        if case .failed = decodingState { return nil }
        throw ArchiveError(.finished, "decoding is already finished", remedy: "use a new unarchiver")
    }

    /// The next generated key of the current frame.
    mutating func nextUnkeyedKey() -> String {
        defer { frame.unkeyedCount += 1 }
        return CodingKeyRules.generated(frame.unkeyedCount)
    }

    /// The position of a UID in the tables.
    @inline(__always)
    mutating func entry(_ uid: UID) throws(ArchiveError) -> EntryUID {
        guard let entry = archive.entry(uid) else { throw noSuchObject(uid) }
        return entry
    }

    mutating func noSuchObject(_ uid: UID) -> ArchiveError {
        .noSuchObject(uid, count: archive.entries.count)
    }

    /// The shape of the property-list object at an index.
    @inline(__always)
    mutating func header(at index: ObjectIndex) throws(ArchiveError) -> BinaryObjectHeader {
        return try reader.header(at: index)
    }

    /// The elements of the array at an index; nil if something else is there.
    @inline(__always)
    mutating func array(at index: ObjectIndex) throws(ArchiveError) -> BinaryReferences? {
        if let references = reader.fastArray(at: index) { return references }
        let header = try header(at: index)
        return header.kind == .array ? header.references : nil
    }

    /// The elements of a collection, if they are in one list and there are no keys beside it.
    @inline(__always)
    mutating func listedElements(of stored: StoredObject) throws(ArchiveError) -> BinaryReferences? {
        let shape = keyShapes[stored.shape]
        return shape.hasElementKeys ? nil : try array(at: shape.elementsPosition, of: stored)
    }

    /// The keys and the values of a dictionary, if they are in two lists of one length.
    mutating func listedEntries(of stored: StoredObject) throws(ArchiveError) -> BinaryFields? {
        let shape = keyShapes[stored.shape]
        guard let keys = try array(at: shape.elementKeysPosition, of: stored),
            let values = try array(at: shape.elementsPosition, of: stored), keys.count == values.count
        else { return nil }
        return BinaryFields(keys: keys, values: values)
    }

    /// The elements of the array at a position of an object; nil if something else is there.
    @inline(__always)
    private mutating func array(
        at position: FieldPosition,
        of stored: StoredObject
    ) throws(ArchiveError) -> BinaryReferences? {
        position == .none ? nil : try array(at: reader.value(position, of: stored.fields))
    }

    /// The UID at an index, or nil if something else is there.
    @inline(__always)
    mutating func uid(at index: ObjectIndex) throws(ArchiveError) -> UID? {
        if let uid = reader.fastUID(at: index) { return UID(UInt64(truncatingIfNeeded: uid)) }
        return try reader.reference(at: index)
    }
}
