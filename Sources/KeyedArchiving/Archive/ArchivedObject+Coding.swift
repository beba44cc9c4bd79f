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
    /// Decodes everything at the top level, in the order in which it was encoded, as far as the archive shows it.
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
        let positions: [FieldPosition]
        do {
            positions = try state.archive.positionsInEncodingOrder(
                of: stored, ofObjectAt: state.scope.uid.uid, charging: &state.budget)
        } catch {
            throw ArchiveError(error)
        }
        let keys = try state.knownFieldKeys()
        for position in positions {
            let key = if let keys { keys[position.rawValue] } else { try fieldKey(at: position, of: stored) }
            guard key != "$class" else { continue }
            let index = state.reader.value(position, of: stored)
            fields.append(ArchivedObject.Field(key, try fieldValue(at: index)))
        }
        return fields
    }

    private func fieldKey(at position: FieldPosition, of stored: BinaryFields) throws -> String {
        let index = state.reader.key(position, of: stored)
        // All keys of a hostile object can be one long string.
        try state.payForBuffer(try state.header(at: index).scalarSize)
        guard let key = try state.reader.archiveString(at: index)?.string else {
            throw failure(.invalidObject, "a key is not a string", key: nil)
        }
        return key
    }

    private func fieldValue(at index: ObjectIndex) throws -> ArchivedValue {
        if let uid = try state.uid(at: index) { return .object(try decodeAnyObject(uid: uid, .inherited)) }
        // Numbers cost nothing.
        if let number = state.reader.fastInteger(at: index) { return .inline(.integer(number)) }
        if let number = state.reader.fastDouble(at: index) { return .inline(.double(number)) }
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
    /// The keys of the current object in the order of the file, paid for as texts that are returned; nil if objects
    /// with these keys are not known to be many, or if a key can't be read.
    ///
    /// Objects of a class have the same keys. From the third on they are taken from here.
    fileprivate mutating func knownFieldKeys() throws(ArchiveError) -> [String]? {
        guard scope.shape >= 0, scope.answers.count > 0 else { return nil }
        while fieldKeys.count <= scope.shape { fieldKeys.append(FieldKeys()) }
        if fieldKeys[scope.shape].texts.count < scope.fields.count {
            guard let keys = storedKeys() else { return nil }
            fieldKeys[scope.shape] = keys
        }
        try payForMemory(fieldKeys[scope.shape].cost)
        return fieldKeys[scope.shape].texts
    }

    private func storedKeys() -> FieldKeys? {
        var keys = FieldKeys()
        for position in scope.fields.positions {
            let index = reader.key(position, of: scope.fields)
            guard let range = reader.fastASCIIString(at: index), range.count <= shortStringLimit,
                let text = reader.wellFormedASCII(in: range)
            else { return nil }
            keys.texts.append(text)
            keys.cost += Budget.bufferCost(of: range.count)
        }
        return keys
    }
}

/// The keys of objects of one shape, as texts.
struct FieldKeys {
    var texts: [String] = []
    /// What handing them out costs, in bytes.
    var cost = 0
}
