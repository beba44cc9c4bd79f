public import PropertyLists

// Generic calls are thin layers over calls that are not generic, and are inlined where they are used: there the type is
// known, so that nothing has to be looked up while the program runs. See `KeyedUnarchiver+EntryPoints.swift`.

extension KeyedArchiver {
    /// Encodes an object under a key.
    ///
    /// ```swift
    /// try archiver.encode(person, forKey: "person")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of objects does.
    @inlinable
    public func encode<Object: Codingable>(_ object: Object, forKey key: String) throws {
        try checkNotFinished()
        do {
            let uid = hasPlace ? try reference(to: object, inPlaceOf: key) : try reference(to: object)
            putReference(uid, forKey: key)
        } catch {
            throw located(error, forKey: key)
        }
    }

    /// Encodes the contents of a collection: an inline array of references (`NS.objects`, `NS.keys`).
    ///
    /// ```swift
    /// try archiver.encodeElements(["Ada", "Charles"], forKey: "names")
    /// ```
    ///
    /// - Throws: As `encode(_:forKey:)` of objects does for each element.
    @inlinable
    public func encodeElements<Elements: Sequence>(
        _ elements: Elements,
        forKey key: String
    ) throws where Elements.Element: Codingable {
        if hasPlace { return try encodeInPlace(elements.map { $0 }, forKey: key) }
        // The type is usually known at compile time, and then so is this result.
        if Elements.Element.self == String.self, let strings = elements as? [String] {
            return try encodeStrings(strings, forKey: key)
        }
        let start = try beginElements()
        do {
            for element in elements {
                appendElement(try orNilElement(reference(to: element), forKey: key))
            }
        } catch {
            let error = located(error, inElementsFrom: start, forKey: key)
            rollBackElements(from: start)
            throw error
        }
        endElements(from: start, forKey: key)
    }

    /// Encodes the contents of a hashed collection in another order than its own.
    @inlinable
    func encodeElements<Element: Codingable>(_ elements: [Element], in order: [Int], forKey key: String) throws {
        if let strings = Substitution.exact(elements, as: [String].self) {
            return try encodeStrings(strings, in: order, forKey: key)
        }
        try encodeElements(order.lazy.map { elements[$0] }, forKey: key)
    }

    /// Encodes a value of a type that has no identity and no hooks, such as a Swift array, as an object.
    @inlinable
    func encodeCollection<Value: Codingable>(_ value: Value) throws -> UID {
        guard let checkpoint = try beginCollection(Value.self) else { return try slowEncodeCollection(value) }
        return try encodeContents(of: value, from: checkpoint)
    }

    /// Encodes the contents of an object that was started, and completes it; after an error it is forgotten.
    @inlinable
    @inline(__always)
    func encodeContents(of value: some Codingable, from checkpoint: EncodingCheckpoint) throws -> UID {
        do {
            try value.encode(with: self)
            if hasPlace { try encodeOtherFields(of: value) }
        } catch {
            rollBackCollection(checkpoint)
            throw error
        }
        return try endCollection(checkpoint)
    }
}

/// The state to which an archiver returns after an object.
@usableFromInline
struct EncodingCheckpoint: BitwiseCopyable {
    let uid: EntryUID
    let outer: ArchiverState.Frame
}

extension KeyedArchiver {
    /// Adds a reference under a user's key.
    @usableFromInline
    func putReference(_ uid: UID, forKey key: String) {
        state.put(uid: uid, forKey: key)
    }

    /// Starts a list of references.
    @usableFromInline
    func beginElements() throws -> Int {
        try checkNotFinished()
        return state.elements.count
    }

    /// Adds a reference to the list.
    @usableFromInline
    func appendElement(_ uid: UID) {
        state.appendElement(uid)
    }

    /// Encodes a list of references to strings.
    ///
    /// Strings are most elements of most lists; without a delegate, all are encoded in one access to the state.
    @usableFromInline
    func encodeStrings(_ strings: [String], forKey key: String) throws {
        try checkNotFinished()
        if hasPlace { return try encodeInPlace(strings, forKey: key) }
        guard !state.hasDelegate else {
            return try encodeReferences(forKey: key) {
                for string in strings { appendElement(try reference(to: string)) }
            }
        }
        state.put(strings: strings, forKey: key)
    }

    /// Encodes a list of references to strings in an order.
    @usableFromInline
    func encodeStrings(_ strings: [String], in order: [Int], forKey key: String) throws {
        try checkNotFinished()
        guard !state.hasDelegate, !hasPlace else { return try encodeStrings(order.map { strings[$0] }, forKey: key) }
        state.put(strings: strings, in: order, forKey: key)
    }

    /// Forgets a list of references.
    @usableFromInline
    func rollBackElements(from start: Int) {
        state.elements.truncate(to: start)
    }

    /// Stores a list of references under a key.
    @usableFromInline
    func endElements(from start: Int, forKey key: String) {
        state.putElements(from: start, forKey: key)
    }

    /// Encodes an object of a type without identity and hooks in the slow path.
    @usableFromInline
    func slowEncodeCollection(_ value: some Codingable) throws -> UID {
        guard let held = heldDelegate else { return try encodeObject(value) }
        return try encodeCollection(value, asking: held)
    }

    /// Starts an object of a type without identity and hooks; nil if it must take the slow path.
    @usableFromInline
    func beginCollection(_ type: any Codingable.Type) throws -> EncodingCheckpoint? {
        try checkNotFinished()
        guard !state.hasDelegate, hasRoomForCollection() else { return nil }
        return try enterCollection(type)
    }

    /// Whether an object may be encoded here whose contents are then encoded without a look at the depth.
    @inline(__always)
    func hasRoomForCollection() -> Bool {
        state.depth < min(limits.depth, contentDepth) && state.hasStack()
    }

    /// Starts an object of a type without identity and hooks, where there is room.
    @inline(__always)
    func enterCollection(_ type: any Codingable.Type) throws -> EncodingCheckpoint {
        try checkObjectCount()
        let place = state.takePlace()
        let classIndex = try classIndex(of: type, at: place)
        state.depth += 1
        let checkpoint = EncodingCheckpoint(
            uid: state.reserveUID(), outer: state.beginObject(classIndex: classIndex))
        if !place.isNone { begin(type, checkpoint.uid, at: place) }
        return checkpoint
    }

    /// Forgets an object whose encoding threw.
    @usableFromInline
    func rollBackCollection(_ checkpoint: EncodingCheckpoint) {
        state.leaveFrame(checkpoint.outer)
        leaveDepth()
    }

    /// Completes an object.
    @usableFromInline
    func endCollection(_ checkpoint: EncodingCheckpoint) throws -> UID {
        state.endObject(uid: checkpoint.uid, outer: checkpoint.outer)
        leaveDepth()
        if state.depth == 0 { try encodeDeferred(below: checkpoint.uid) }
        return checkpoint.uid.uid
    }

    /// Checks that the archive can still be added to.
    @usableFromInline
    func checkNotFinished() throws {
        try state.checkNotFinished()
    }
}
