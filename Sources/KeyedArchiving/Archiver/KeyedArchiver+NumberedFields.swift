internal import PropertyLists

// Objects in separate fields, which are numbered from 0 on: the members of ordered sets, and the contents of all
// collections in layouts that number them.

extension KeyedArchiver {
    /// Whether each object in a collection has a field.
    @usableFromInline
    var numbersElements: Bool { state.layout.numbersElements }

    /// Encodes the members of a collection under `NS.object.` and their positions.
    ///
    /// - Throws: As `encode(_:forKey:)` does.
    package func encodeNumbered(_ members: [any Codingable]) throws {
        try checkNotFinished()
        let places = places(of: members, forKey: CollectionPart.values.key)
        for (position, member) in members.enumerated() { try encode(member, .values, position, at: places[position]) }
    }

    /// Encodes the members of a collection under separate keys, each followed by its associated fields.
    ///
    /// - Parameters:
    ///   - key: The key of the member at a position.
    ///   - encodeOther: Encodes the associated fields of the member at a position.
    /// - Throws: As `encode(_:forKey:)` does, and the errors of the closure.
    package func encode(
        _ members: [any Codingable],
        forKeys key: (Int) -> String,
        then encodeOther: (Int) throws -> Void
    ) throws {
        try checkNotFinished()
        let places = places(of: members, forKeys: key)
        for (position, member) in members.enumerated() {
            let key = key(position)
            do {
                putReference(try reference(to: member, at: places[position]), forKey: key)
            } catch {
                throw located(error, forKey: key)
            }
            try encodeOther(position)
        }
    }

    /// Encodes an entry of a dictionary under `NS.key.` and `NS.object.` with its position, the key first.
    @usableFromInline
    func encodeEntry(_ key: any Codingable, _ value: any Codingable, at position: Int) throws {
        try encodeEntry((key, .none), (value, .none), at: position)
    }

    /// Encodes an entry of a dictionary in numbered fields, its key and its value in the places of entries.
    func encodeEntry(
        _ key: (object: any Codingable, place: StoredPlace),
        _ value: (object: any Codingable, place: StoredPlace),
        at position: Int
    ) throws {
        try checkNotFinished()
        try encode(key.object, .keys, position, at: key.place)
        try encode(value.object, .values, position, at: value.place)
    }

    private func encode(_ object: any Codingable, _ part: CollectionPart, _ position: Int, at place: StoredPlace) throws
    {
        do {
            let reference = try reference(toElement: object, at: place, forKey: part.key)
            state.put(state.table.uid(reference), part.prefix, position)
        } catch {
            throw located(error, forKey: "\(part.prefix)\(position)")
        }
    }
}

extension ArchiverState {
    /// How many numbered keys are constants of Foundation; it makes all others at run time.
    private static let constantCount = 3

    /// Adds a value under a numbered key.
    fileprivate mutating func put(_ entry: Entry, _ prefix: String, _ position: Int) {
        let key = "\(prefix)\(position)"
        if position < Self.constantCount {
            put(entry, forKey: key)
        } else {
            put(entry, forRuntimeKey: key)
        }
    }

    /// Stores the references from a position on in separate fields, and forgets them.
    @inline(never)
    mutating func putNumbered(from start: Int, insteadOf key: String) {
        let prefix = CollectionPart.prefix(insteadOf: key)
        for position in start..<elements.count { put(elements[position], prefix, position - start) }
        elements.truncate(to: start)
    }
}
