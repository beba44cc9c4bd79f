internal import PropertyLists

extension KeyedArchiver {
    /// Encodes the fields of the top level, as ``KeyedUnarchiver/decodeTopLevelFields()`` returns them.
    ///
    /// ```swift
    /// try archiver.encodeTopLevelFields(unarchiver.decodeTopLevelFields())
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` does for each field.
    public func encodeTopLevelFields(_ fields: [ArchivedObject.Field]) throws {
        try checkNotFinished()
        for field in fields {
            if let identities = field.identities { state.encodedIdentities.add(identities) }
            try encode(field)
        }
    }

    /// Encodes a field under its key, as it is stored.
    func encode(_ field: ArchivedObject.Field) throws {
        let entry = try entry(of: field)
        state.put(entry, forStoredKey: field.key)
    }

    private func entry(of field: ArchivedObject.Field) throws -> ArchiverState.Entry {
        switch field.value {
        case .object(let object):
            do {
                let uid = try object?._encodeReference(with: self) ?? .null
                return state.table.uid(uid)
            } catch {
                throw located(error, forKey: field.key)
            }
        case .objects(let objects):
            let start = try beginElements()
            do {
                for object in objects { appendElement(try object?._encodeReference(with: self) ?? .null) }
            } catch {
                let error = located(error, inElementsFrom: start, forKey: field.key)
                rollBackElements(from: start)
                throw error
            }
            return state.takeElements(from: start)
        case .inline(let value):
            guard !value.holdsReferences else { throw misplacedReferences(field.key) }
            return state.inlineEntry(value)
        }
    }
}

extension KeyedArchiver {
    private func misplacedReferences(_ key: String) -> ArchiveError {
        ArchiveError(
            .unrepresentable,
            "an inline value holds UIDs, which are those of another archive",
            key: key,
            remedy: "use `.object` or `.objects` for references; a `KeyedArchive` writes any value back as it was"
        )
    }
}

extension PropertyList {
    /// Whether there is a UID anywhere in the value.
    fileprivate var holdsReferences: Bool {
        var rest = [self]
        while let value = rest.popLast() {
            switch value {
            case .uid: return true
            case .array(let elements), .set(let elements), .orderedSet(let elements): rest += elements
            case .dictionary(let dictionary): rest += dictionary.values
            default: break
            }
        }
        return false
    }
}

extension ArchiverState {
    /// The entry of an inline value, shared as scalars are.
    fileprivate mutating func inlineEntry(_ value: PropertyList) -> Entry {
        switch value {
        case .integer(let value): integerEntry(value, .int64)
        case .double(let value): doubleEntry(value)
        case .float(let value): floatEntry(value)
        case .data(let bytes): dataEntry(bytes[...])
        case .string(let value): value.string.map { stringEntry($0) } ?? table.add(.string(value))
        default: table.add(value)
        }
    }
}

extension KeyedUnarchiver {
    /// Decodes everything at the top level, in the order in which it was encoded as far as the archive tells.
    ///
    /// Together with ``keepsUnknownClasses`` this takes any archive apart; ``KeyedArchiver/encodeTopLevelFields(_:)``
    /// puts it together again.
    ///
    /// ```swift
    /// for field in try unarchiver.decodeTopLevelFields() { print(field.key) }
    /// ```
    ///
    /// - Throws: As ``decodeObject(forKey:)`` does for each field.
    public func decodeTopLevelFields() throws -> [ArchivedObject.Field] {
        let fields: [ArchivedObject.Field]? = try decodingAtTopLevel(nil) {
            try decoding([]) {
                // Looking for any key starts decoding, and fails once it is finished.
                _ = try state.find("$class")
                return try decodeFields()
            }
        }
        guard var fields else { return [] }
        if let identities = state.identities {
            for position in fields.indices { fields[position].identities = identities }
        }
        return fields
    }

    /// Decodes every field of the current object but its class.
    func decodeFields() throws -> [ArchivedObject.Field] {
        let stored = state.scope.fields
        try state.payForElements(stored.count)
        var fields: [ArchivedObject.Field] = []
        fields.reserveCapacity(stored.count)
        for position in try state.positionsInEncodingOrder() {
            let keyIndex = state.reader.key(position, of: stored)
            // All keys of a hostile object can be one long string.
            try state.payForBuffer(try state.header(at: keyIndex).scalarSize)
            guard let key = try state.reader.archiveString(at: keyIndex)?.string else {
                throw failure(.invalidObject, "a key is not a string", key: nil)
            }
            guard key != "$class" else { continue }
            let index = state.reader.value(position, of: stored)
            fields.append(ArchivedObject.Field(key, try fieldValue(at: index)))
        }
        return fields
    }

    private func fieldValue(at index: ObjectIndex) throws -> ArchivedValue {
        if let uid = try state.uid(at: index) { return .object(try decodeAnyObject(uid: uid, .inherited)) }
        let header = try state.header(at: index)
        guard header.kind == .array else { return .inline(try inlineValue(at: index)) }
        try state.payForElements(header.count)
        let references = BinaryReferences(position: header.payload, count: header.count)
        var objects: [(any Codingable)?] = []
        objects.reserveCapacity(references.count)
        for position in 0..<references.count {
            guard let uid = try state.uid(at: state.reader.unchecked(position, of: references)) else {
                return .inline(try inlineValue(at: index))
            }
            objects.append(try decodeAnyObject(uid: uid, .inherited))
        }
        return .objects(objects)
    }

    private func inlineValue(at index: ObjectIndex) throws(ArchiveError) -> PropertyList {
        let header = try state.header(at: index)
        if !header.kind.isContainer { try state.payForBuffer(header.scalarSize) }
        let reader = state.reader
        var budget = state.budget
        defer { state.budget = budget }
        do {
            if let scalar = try reader.scalar(at: index) { return scalar }
            return try reader.tree(at: index, spending: &budget)
        } catch {
            throw ArchiveError(error)
        }
    }
}

extension UnarchiverState {
    /// The positions of the current object's fields in the order in which they were encoded, as far as UIDs tell.
    ///
    /// Fields that refer to objects numbered after this one change places among themselves so that their UIDs ascend;
    /// all others (scalars, references back) stay where they are.
    mutating func positionsInEncodingOrder() throws(ArchiveError) -> [FieldPosition] {
        var positions = Array(scope.fields.positions)
        var referring: [(position: FieldPosition, firstUID: UID)] = []
        var isAscending = true
        for position in positions {
            guard let uid = try firstLaterUID(at: reader.value(position, of: scope.fields)) else { continue }
            if let last = referring.last, last.firstUID > uid { isAscending = false }
            referring.append((position, uid))
        }
        if isAscending { return positions }
        let places = referring.map(\.position)
        referring.sort { ($0.firstUID, $0.position) < ($1.firstUID, $1.position) }
        for (place, field) in zip(places, referring) { positions[place.rawValue] = field.position }
        return positions
    }

    /// The least UID above that of the current object in a reference or an array of references.
    private mutating func firstLaterUID(at index: ObjectIndex) throws(ArchiveError) -> UID? {
        if let uid = try uid(at: index) { return uid > scope.uid.uid ? uid : nil }
        let header = try header(at: index)
        guard header.kind == .array else { return nil }
        // All fields of a hostile object can be one long array.
        try payForElements(header.count)
        let elements = BinaryReferences(position: header.payload, count: header.count)
        var first: UID?
        for position in 0..<elements.count {
            guard let uid = try uid(at: reader.unchecked(position, of: elements)) else { return nil }
            if uid > scope.uid.uid, first.map({ uid < $0 }) ?? true { first = uid }
        }
        return first
    }
}
