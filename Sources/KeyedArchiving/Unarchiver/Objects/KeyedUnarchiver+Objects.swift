public import PropertyLists

// How one reference is resolved, step by step in Apple's order.
//
// The work is done on existentials: a metatype and a witness table are passed around, and a decoded instance is one
// pointer. Generic code that is not specialized would look up type metadata for every optional and every closure it
// makes (row `decode registered node` of `Instructions.tsv`).

extension KeyedUnarchiver {
    /// Decodes the object at a UID for a call that asks for one type.
    ///
    /// - Returns: The object, of the type asked for or a subclass unless substituted; nil if the reference stands for
    ///   nil.
    @usableFromInline
    func decodeObject(uid: UID, as type: any Codingable.Type) throws -> (any Codingable)? {
        let entry = try state.entry(uid)
        // Seen before? All references lead to one object, and each call is checked for itself.
        let known = state.entries[entry]
        if !known.isUnkept {
            let object = try knownObject(known.stage, entry, as: type)
            if state.allowsExactTypesOnly, let object { try checkAgain(object, .only(type), at: entry) }
            if holdsAnyObjects(type) { try checkContents(of: entry, .only(type)) }
            return object
        }
        // A plain value has no class.
        guard let stored = try state.storedObject(at: entry) else { return try plainObject(entry, as: type) }
        // Which type reads the class, and may this call have it?
        let resolved = try resolve(stored.classIndex, request: type, at: entry)
        if ObjectIdentifier(resolved) != ObjectIdentifier(type), state.requiresSecureCoding {
            try checkAllowed(resolved, .only(type), at: entry)
        }
        return try make(resolved, entry, stored, .only(type))
    }

    /// Decodes the object at a UID as whatever its class stands for.
    ///
    /// - Parameter allowed: The types that the call allows.
    /// - Returns: The object; nil if the reference stands for nil.
    func decodeAnyObject(uid: UID, _ allowed: AllowedTypes) throws -> (any Codingable)? {
        if uid == .null { return nil }
        let entry = try state.entry(uid)
        guard state.preservesIdentity else { return try decodeAnyObject(at: entry, allowed) }
        return withIdentity(try decodeAnyObject(at: entry, allowed), at: entry)
    }

    @inline(__always)
    private func decodeAnyObject(at entry: EntryUID, _ allowed: AllowedTypes) throws -> (any Codingable)? {
        if let number = state.plainNumber(at: entry) { return number }
        let effective = if case .inherited = allowed { state.allowed } else { allowed }
        // Seen before? All references lead to one object, and each call is checked for itself.
        let known = state.entries[entry]
        if !known.isUnkept {
            guard let kept = try openObject(known.stage, entry, effective) ?? decodedObject(known.stage, entry)
            else { return nil }
            let object = try alternative(of: kept, at: entry, known.stage, allowed, effective: effective)
            try checkAgain(object, effective, at: entry)
            if holdsAnyObjects(Swift.type(of: object)) { try checkContents(of: entry, effective) }
            return object
        }
        // A plain value has no class.
        if let string = try state.fastPlainString(at: entry) { return string }
        guard let stored = try state.storedObject(at: entry) else { return try plainObject(entry) }
        // Which type reads the class, and may this call have it?
        let resolved = try resolve(stored.classIndex, allowed: effective, at: entry)
        try checkAllowed(resolved, effective, at: entry)
        let hadFailed = state.hasFailed
        do {
            return try make(resolved, entry, stored, allowed)
        } catch {
            return try decodeUnknown(
                resolved, at: entry, stored, allowed, effective: effective, hadFailed: hadFailed, after: error)
        }
    }

    /// The object at a position that has been decoded, or is being decoded.
    func decodedObject(_ stage: EntryTable.Stage, _ entry: EntryUID) throws -> (any Codingable)? {
        switch stage {
        case .instance, .early:
            return state.entries.instance(at: entry)
        case .value:
            try state.chargeKeptValue(at: entry)
            return state.values[entry]
        case .absent: return nil
        case .open: throw cycle(entry)
        default:
            throw state.located(.classRecordAsObject(entry.uid), entry)
        }
    }

    /// An object that is being decoded, as the type that a call for any object gets, if it has been decoded as that.
    private func openObject(
        _ stage: EntryTable.Stage,
        _ entry: EntryUID,
        _ allowed: AllowedTypes
    ) throws -> (any Codingable)? {
        guard stage == .open, state.facts[entry] != nil, let stored = try state.storedObject(at: entry),
            let type = try? resolve(stored.classIndex, allowed: allowed, at: entry)
        else { return nil }
        return try state.alternative(at: entry, where: { $0.type == ObjectIdentifier(type) })
    }

    /// The object at a position that has been decoded, as a type if it can be had as that.
    private func knownObject(
        _ stage: EntryTable.Stage,
        _ entry: EntryUID,
        as type: any Codingable.Type
    ) throws -> (any Codingable)? {
        if stage == .open,
            let known = try state.alternative(at: entry, where: { type._cast($0.object) != nil })
        {
            return known
        }
        return try alternative(of: decodedObject(stage, entry), at: entry, stage, as: type)
    }

    /// Decodes an object with its initializer, or, for a two-phase type, creates and fills it.
    func make(
        _ type: any Codingable.Type,
        _ uid: EntryUID,
        _ stored: UnarchiverState.StoredObject,
        _ allowed: AllowedTypes
    ) throws -> any Codingable {
        let strategy = try strategy(of: stored.classIndex, type, at: uid)
        guard state.hasRoom() else { throw tooDeep(type, at: uid) }
        if case .twoPhase(let type) = strategy { return try decodeInTwoPhases(type, uid, stored, allowed) }
        return try attempt(uid, stored, allowed) {
            try type.init(coder: self)
        } finish: { object, chargedBefore in
            let final = try finish(object, uid)
            state.keepCost(of: uid, since: chargedBefore)
            return final
        }
    }

    /// How objects of a class are made, looked up on its first use.
    @inline(__always)
    private func strategy(of classIndex: Int, _ type: any Codingable.Type, at uid: EntryUID) throws -> _CodingKind {
        if let known = state.classes[classIndex].strategy { return known }
        if state.requiresSecureCoding, !type.supportsSecureCoding { throw insecure(type, at: uid) }
        let kind = type._kind
        let strategy = kind.twoPhaseType.map { .twoPhase($0) } ?? kind
        state.classes[classIndex].strategy = strategy
        return strategy
    }

    // MARK: Attempts

    /// Begins to decode an object, for which there must be room, decodes it with its initializer, and leaves it.
    ///
    /// After an error it is as if nothing had begun.
    ///
    /// - Parameters:
    ///   - make: Makes the object while its fields are asked for.
    ///   - finish: Asks the hooks about it and keeps it; it gets what had been charged before the object.
    @inline(__always)
    func attempt<Object, Final>(
        _ uid: EntryUID,
        _ stored: UnarchiverState.StoredObject,
        _ allowed: AllowedTypes,
        make: () throws -> Object,
        finish: (Object, Int) throws -> Final
    ) throws -> Final {
        let attempt = try begin(uid, stored, allowed)
        do {
            let object = try make()
            try throwIfFailed()
            // Hooks read the fields of the object around.
            state.leaveFrame(to: attempt.outer)
            let final = try finish(object, attempt.chargedBefore)
            state.end(attempt)
            return final
        } catch {
            undo(attempt)
            throw error
        }
    }

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
