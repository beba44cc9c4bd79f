internal import PropertyLists

// Objects in fields of their own, which are numbered from 0 on: the members of ordered sets, and the contents of all
// collections in layouts that number them.

extension KeyedArchiver {
    /// Whether each object in a collection has a field.
    @usableFromInline
    var numbersElements: Bool { state.layout.numbersElements }

    /// Encodes a member of a collection under `NS.object.` and its position.
    ///
    /// - Throws: As `encode(_:forKey:)` does.
    package func encode(_ member: (any Codingable)?, forNumberedKey position: Int) throws {
        try checkNotFinished()
        try encode(member, .values, position)
    }

    /// Encodes an entry of a dictionary under `NS.key.` and `NS.object.` with its position, the key first.
    @usableFromInline
    func encodeEntry(_ key: any Codingable, _ value: any Codingable, at position: Int) throws {
        try checkNotFinished()
        try encode(key, .keys, position)
        try encode(value, .values, position)
    }

    private func encode(_ object: (any Codingable)?, _ part: CollectionPart, _ position: Int) throws {
        do {
            let reference = try reference(to: object, inPlaceOf: "\(part.prefix)\(position)", isStored: true)
            state.put(state.table.uid(try orNilElement(reference, forKey: part.key)), part.prefix, position)
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

    /// Stores the references from a position on in fields of their own, and forgets them.
    @inline(never)
    mutating func putNumbered(from start: Int, insteadOf key: String) {
        let prefix = CollectionPart.prefix(insteadOf: key)
        for position in start..<elements.count { put(elements[position], prefix, position - start) }
        elements.truncate(to: start)
    }
}
