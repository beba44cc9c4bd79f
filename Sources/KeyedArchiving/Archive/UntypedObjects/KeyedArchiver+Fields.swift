internal import PropertyLists

// Fields of the top level and of objects of unknown classes, encoded one by one.

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
        // Of fields with one key the first is written; a value that is encoded under it later still takes its place.
        var keys: Set<[UInt8]> = []
        for field in fields where keys.insert(Array(field.key.utf8)).inserted {
            let place = state.frame.place
            defer { state.frame.place = place }
            if let origin = field.origin {
                state.frame.place = StoredPlace(source: state.origins.number(of: origin), uid: .null)
            }
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
                let uid = try reference(to: object, inPlaceOf: field.key, isStored: true)
                return state.table.uid(uid)
            } catch {
                throw located(error, forKey: field.key)
            }
        case .objects(let objects):
            let start = try beginElements()
            do {
                for (object, place) in zip(objects, places(of: objects, forKey: field.key)) {
                    appendElement(try object.map { try reference(to: $0, at: place) } ?? .null)
                }
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
        containsValue { if case .uid = $0 { true } else { false } }
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
