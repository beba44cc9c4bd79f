public import PropertyLists

// How one reference is resolved, step by step in Apple's order. An object is one pointer from its initializer to the
// property that it is stored in; values are in a box on the way.

extension KeyedUnarchiver {
    /// The object at an entry: the one that it was decoded as, or one made now; nil if it stands for nil.
    ///
    /// Code of users runs when the type is chosen (``resolve(_:_:at:)``), in initializers, and in the hooks that
    /// ``finish(_:_:since:)`` calls.
    ///
    /// - Parameter request: The type that a call names, or the types that it allows where it takes any object.
    func object(at entry: EntryUID, as request: AllowedTypes) throws -> BoxedObject? {
        // Seen before? All references lead to one object, and each call is checked for itself.
        let stage = state.entries[entry].stage
        guard stage.isUnkept else { return try keptObject(at: entry, stage, as: request) }
        // A plain value has no class, and nothing to enter.
        guard let stored = try state.storedObject(at: entry) else {
            return try plainObject(entry, as: request).map { ValueBox.boxed($0) }
        }
        // Which type reads the class, and may this call have it?
        let allowed = effective(request)
        let type = try resolve(stored.classIndex, allowed, at: entry)
        try checkAllowed(type, allowed, at: entry)
        let hadFailed = state.hasFailed
        do {
            return try make(type, entry, stored, request)
        } catch {
            // One odd object must not cost the whole graph.
            guard request.named == nil else { throw error }
            return try keepUnknown(type, at: entry, stored, request, hadFailed: hadFailed, after: error)
        }
    }

    /// Makes the object of an entry as a type: with its initializer, or, for a two-phase type, created and filled.
    func make(
        _ type: any Codingable.Type,
        _ entry: EntryUID,
        _ stored: UnarchiverState.StoredObject,
        _ request: AllowedTypes
    ) throws -> BoxedObject {
        let strategy = try strategy(of: stored.classIndex, type, at: entry)
        guard state.hasRoom() else { throw tooDeep(type, at: entry) }
        switch strategy {
        case .twoPhase(let type): return try decodeInTwoPhases(type, entry, stored, request)
        case .instance(let type): return try attempt(entry, stored, request) { try type.init(coder: self) }
        case .value:
            return try attempt(entry, stored, request) { ValueBox.boxed(try type.init(coder: self)) }
        }
    }

    /// Begins to decode an object, for which there must be room, makes it, asks the hooks about it, and keeps it.
    ///
    /// After an error it is as if nothing had begun.
    @inline(__always)
    private func attempt(
        _ entry: EntryUID,
        _ stored: UnarchiverState.StoredObject,
        _ request: AllowedTypes,
        make: () throws -> BoxedObject
    ) throws -> BoxedObject {
        let attempt = try begin(entry, stored, request)
        do {
            let made = try make()
            try throwIfFailed()
            // Hooks read the fields of the object around.
            state.leaveFrame(to: attempt.outer)
            let final = try finish(made, attempt.entry, since: attempt.chargedBefore)
            state.end(attempt)
            return final
        } catch {
            undo(attempt)
            throw error
        }
    }

    /// Calls the hooks of an object that was made, and keeps the result.
    ///
    /// - Parameter chargedBefore: The budget charged before it was made, in steps, from which the cost of a value
    ///   follows.
    /// - Returns: The object to return to the caller.
    @inline(__always)
    func finish(_ made: BoxedObject, _ entry: EntryUID, since chargedBefore: Int) throws -> BoxedObject {
        if state.hasDelegate { reportEarlyInstance(replacedWith: made, entry) }
        var final = made
        // `awakeAfter` comes first; it may set a delegate, or ask for this very object once it is available.
        if let substitute = try awakened(made) {
            report(ValueBox.unboxed(made), replacedWith: ValueBox.unboxed(substitute))
            final = substitute
        }
        if state.hasDelegate, let chosen = try delegateSubstitute(for: ValueBox.unboxed(final)) { final = chosen }
        if final !== made { state.setDecodedType(made, replacedWith: final, at: entry) }
        state.store(final, entry)
        if !state.waiting.isEmpty { try runWaitingClosures(for: entry, ValueBox.unboxed(final)) }
        if ValueBox.isBox(final) { state.keepCost(of: entry, since: chargedBefore) }
        return final
    }

    /// How objects of a class are made, looked up on its first use.
    @inline(__always)
    private func strategy(
        of classIndex: Int,
        _ type: any Codingable.Type,
        at uid: EntryUID
    ) throws -> MakingStrategy {
        if let known = state.classes[classIndex].strategy { return known }
        if state.requiresSecureCoding, !type.supportsSecureCoding { throw insecure(type, at: uid) }
        let strategy = MakingStrategy(of: type)
        state.classes[classIndex].strategy = strategy
        return strategy
    }

    /// The object to return in place of one that was made, after its `awakeAfter(using:)`; nil for the object itself.
    @inline(__always)
    private func awakened(_ made: BoxedObject) throws -> BoxedObject? {
        if let value = ValueBox.value(in: made) { return try value.awakeAfter(using: self).map { ValueBox.boxed($0) } }
        guard let object = try ported(made) ?? made.awakeAfter(using: self) else { return nil }
        let boxed = ValueBox.boxed(object)
        return boxed === made ? nil : boxed
    }

    /// The result of a `CodedObject`'s hook with Apple's result type.
    ///
    /// It is asked here: if the other method of that class asked it, a subclass that calls `super` would never end.
    @inline(__always)
    private func ported(_ made: BoxedObject) throws -> (any Codingable)? {
        guard made is CodedObject, let result: Any = try made.awakeAfter(using: self) else { return nil }
        return try awakened(result, of: type(of: made))
    }

    /// The result of a hook with Apple's result type, as the object that it must be.
    @usableFromInline
    @inline(never)
    func awakened(_ result: Any, of type: any Codingable.Type) throws -> any Codingable {
        if let object = result as? any Codingable { return object }
        throw ArchiveError(
            .invalidUnarchiveOperation,
            "awakeAfter(using:) of \(type) returned a \(Swift.type(of: result)), which isn't Codingable",
            remedy: "return an object of a type that conforms to Codingable")
    }

    // MARK: Attempts

    /// Begins to decode an object, for which there must be room: its fields are charged, further references find it
    /// open, and its fields are those that are asked for.
    @inline(__always)
    func begin(
        _ uid: EntryUID,
        _ stored: UnarchiverState.StoredObject,
        _ allowed: AllowedTypes
    ) throws -> UnarchiverState.Attempt {
        let (kept, chargedBefore) = (state.checkpoint, state.chargedSteps)
        try state.charge(for: stored)
        state.entries.setStage(.open, of: uid)
        let outer = state.begin(uid, stored, allowed)
        return UnarchiverState.Attempt(entry: uid, outer: outer, kept: kept, chargedBefore: chargedBefore)
    }

    /// Undoes an attempt that failed, and all that was kept since its object became available.
    func undo(_ attempt: UnarchiverState.Attempt) {
        // A hook may have failed, after the frame was left. An object cannot enclose itself, so this checks whether the
        // frame is still its own.
        if state.frame.uid == attempt.entry { state.leaveFrame(to: attempt.outer) }
        evict(attempt.entry, since: attempt.kept)
        state.end(attempt)
    }

    /// Forgets an object that failed, and those that were kept since it became available.
    func evict(_ uid: EntryUID, since checkpoint: UnarchiverState.Checkpoint) {
        var discarded = state.evict(uid, since: checkpoint)
        ObjectGraph.takeApart(&discarded)
    }
}

// MARK: - Calls

extension KeyedUnarchiver {
    /// The object under a key for a call that names a class; nil if the key is missing or holds nil.
    @usableFromInline
    func object(forKey key: String, as type: any (Codingable & AnyObject).Type) throws -> BoxedObject? {
        guard let uid = try state.reference(forKey: key) else { return nil }
        return try object(at: uid, as: type)
    }

    /// The object at a UID for a call that names a class; nil if the reference stands for nil.
    ///
    /// - Returns: The object, of the class asked for or a subclass unless substituted.
    @usableFromInline
    func object(at uid: UID, as type: any (Codingable & AnyObject).Type) throws -> BoxedObject? {
        let entry = try state.entry(uid)
        // Most references lead back to an instance, and there is nothing to check.
        if let known = state.entries.instance(at: entry), isOf(type, known), !mayHoldAnyObjects(type) { return known }
        return try object(at: entry, as: .only(type))
    }

    /// The object at a UID for a call that names a type, out of its box; nil if the reference stands for nil.
    ///
    /// - Returns: The object, of the type asked for or a subclass unless substituted.
    @usableFromInline
    func unboxedObject(at uid: UID, as type: any Codingable.Type) throws -> (any Codingable)? {
        try object(at: state.entry(uid), as: .only(type)).map { ValueBox.unboxed($0) }
    }

    /// The object at a UID as the type that is registered for its class; nil if the reference represents nil.
    ///
    /// - Parameter allowed: The types that the call allows.
    func anyObject(at uid: UID, _ allowed: AllowedTypes) throws -> (any Codingable)? {
        if uid == .null { return nil }
        let entry = try state.entry(uid)
        let object = try anyObject(at: entry, allowed)
        return state.preservesIdentity ? withIdentity(object, at: entry) : object
    }

    @inline(__always)
    private func anyObject(at entry: EntryUID, _ allowed: AllowedTypes) throws -> (any Codingable)? {
        if let number = state.plainNumber(at: entry) { return number }
        // A plain value isn't put into a box only to be taken out of it.
        if state.entries[entry].stage.isUnkept {
            if let string = try state.fastPlainString(at: entry) { return string }
            if try state.header(at: state.archive[entry]).kind != .dictionary {
                return try plainObject(entry, as: allowed)
            }
        }
        return try object(at: entry, as: allowed).map { ValueBox.unboxed($0) }
    }

    /// The types that a call allows: those that it names, or those of the call around it.
    @inline(__always)
    func effective(_ request: AllowedTypes) -> AllowedTypes {
        if case .inherited = request { state.allowed } else { request }
    }

    /// Whether an instance is of a class or, where these count, of a subclass.
    @inline(__always)
    private func isOf(_ type: any (Codingable & AnyObject).Type, _ instance: BoxedObject) -> Bool {
        let found = Swift.type(of: instance)
        return found == type || !state.allowsExactTypesOnly && AllowedTypes.isClass(found, below: type)
    }

    /// Whether the contents of an object of a type must be checked for each call.
    @inline(__always)
    private func mayHoldAnyObjects(_ type: any Codingable.Type) -> Bool {
        state.mayHoldContainers && holdsAnyObjects(type)
    }
}
