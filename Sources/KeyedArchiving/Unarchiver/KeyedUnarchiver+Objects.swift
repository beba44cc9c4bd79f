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
        let known = state.decoded[entry]
        if !known.isUnkept {
            let object = try decodedForm(known.progress, entry, as: type)
            if state.allowsExactTypesOnly, let object { try checkAgain(object, .only(type), at: entry) }
            if holdsAnyObjects(type) { try checkContents(of: entry, .only(type)) }
            return object
        }
        guard let stored = try state.storedObject(at: entry) else { return try decodeInlineObject(entry, as: type) }
        let resolved = try resolve(stored.classIndex, request: type, at: entry)
        if ObjectIdentifier(resolved) != ObjectIdentifier(type), state.requiresSecureCoding {
            try checkAllowed(resolved, .only(type), at: entry)
        }
        return try instantiate(resolved, entry, stored, .only(type))
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
        let known = state.decoded[entry]
        if !known.isUnkept {
            guard let kept = try decodedObject(known.progress, entry) else { return nil }
            let object = try form(of: kept, at: entry, known.progress, allowed, effective: effective)
            try checkAgain(object, effective, at: entry)
            if holdsAnyObjects(Swift.type(of: object)) { try checkContents(of: entry, effective) }
            return object
        }
        if let string = try state.fastPlainString(at: entry) { return string }
        guard let stored = try state.storedObject(at: entry) else { return try decodeInlineObject(entry) }
        let resolved = try resolve(stored.classIndex, allowed: effective, at: entry)
        try checkAllowed(resolved, effective, at: entry)
        let hadFailed = state.hasFailed
        do {
            return try instantiate(resolved, entry, stored, allowed)
        } catch {
            return try decodeUnknown(
                resolved, at: entry, stored, allowed, effective: effective, hadFailed: hadFailed, after: error)
        }
    }

    /// The object at a position that has been decoded, or is being decoded.
    func decodedObject(_ progress: DecodedObjects.Progress, _ entry: EntryUID) throws -> (any Codingable)? {
        switch progress {
        case .instance, .partial:
            return state.decoded.instance(at: entry)
        case .value:
            try state.payForKeptValue(at: entry)
            return state.values[entry]
        case .null: return nil
        case .decoding: throw cycle(entry)
        default:
            throw state.located(.classRecordAsObject(entry.uid), entry)
        }
    }

    /// The object at a position that has been decoded, as a type if it can be had as that.
    private func decodedForm(
        _ progress: DecodedObjects.Progress,
        _ entry: EntryUID,
        as type: any Codingable.Type
    ) throws -> (any Codingable)? {
        if progress == .decoding,
            let known = try state.form(at: entry, where: { type._cast($0.object) != nil })
        {
            return known
        }
        return try form(of: decodedObject(progress, entry), at: entry, progress, as: type)
    }

    /// Decodes an object with its initializer, or, for a two-phase type, creates and fills it.
    func instantiate(
        _ type: any Codingable.Type,
        _ uid: EntryUID,
        _ stored: UnarchiverState.StoredObject,
        _ allowed: AllowedTypes
    ) throws -> any Codingable {
        let creation = try creation(of: stored.classIndex, type, at: uid)
        guard state.hasRoom() else { throw tooDeep(type, at: uid) }
        if case .twoPhase(let type) = creation { return try decodeInTwoPhases(type, uid, stored, allowed) }
        return try enter(uid, stored, allowed) {
            try type.init(coder: self)
        } finish: { object, paidBefore in
            let final = try finish(object, uid)
            state.keepCost(of: uid, since: paidBefore)
            return final
        }
    }

    /// How objects of a class are made, looked up on its first use.
    @inline(__always)
    private func creation(of classIndex: Int, _ type: any Codingable.Type, at uid: EntryUID) throws -> _CodingKind {
        if let known = state.classes[classIndex].creation { return known }
        if state.requiresSecureCoding, !type.supportsSecureCoding { throw insecure(type, at: uid) }
        let kind = type._kind
        let creation = kind.twoPhaseType.map { .twoPhase($0) } ?? kind
        state.classes[classIndex].creation = creation
        return creation
    }

    /// Leaves an object that could not be decoded.
    private func rollBack(
        _ uid: EntryUID,
        _ outer: UnarchiverState.Scope,
        since checkpoint: UnarchiverState.Checkpoint
    ) {
        // An object cannot enclose itself, so this checks whether the scope is still its own.
        if state.scope.uid == uid { state.returnScope(to: outer) }
        state.depth &-= 1
        evict(uid, since: checkpoint)
        state.releaseEarly(since: checkpoint)
    }

    // MARK: After decoding

    /// Substitution after decoding: the object's own, then the delegate's; then pending `onceAvailable` closures run.
    ///
    /// - Returns: The object to return to the caller.
    func finish(_ object: any Codingable, _ uid: EntryUID) throws -> any Codingable {
        if state.hasDelegate { reportEarlyInstance(replacedWith: object, uid) }
        guard let substitute = try object.awakeAfter(using: self) else {
            guard state.hasDelegate else { return try keepFinal(object, uid) }
            return try keepFinal(try askDelegate(about: object), uid, decodedAs: object)
        }
        return try finish(object, replacedWith: substitute, uid)
    }

    /// Completes an object in whose place its own hook put another.
    func finish(
        _ object: any Codingable,
        replacedWith substitute: any Codingable,
        _ uid: EntryUID
    ) throws -> any Codingable {
        let final = replace(object, substitute)
        return try keepFinal(state.hasDelegate ? try askDelegate(about: final) : final, uid, decodedAs: object)
    }

    /// Keeps the object that replaces a decoded one, and passes it to the closures that wait for it.
    func keepFinal(_ final: any Codingable, _ uid: EntryUID, decodedAs object: any Codingable) throws -> any Codingable
    {
        state.setDecodedType(object, replacedWith: final, at: uid)
        return try keepFinal(final, uid)
    }

    /// Keeps the finished object, and runs the closures that wait for it.
    @inline(__always)
    func keepFinal(_ final: any Codingable, _ uid: EntryUID) throws -> any Codingable {
        state.store(final, uid)
        if !state.waiting.isEmpty { try runWaitingClosures(for: uid, final) }
        return final
    }

    /// Runs the closures that wait for an object.
    ///
    /// If one of them throws, the object is forgotten, and all keep waiting for it to be decoded again.
    private func runWaitingClosures(for uid: EntryUID, _ final: any Codingable) throws {
        for closure in state.closures(waitingFor: uid) { try closure(final) }
        state.waiting[uid] = nil
    }

    /// Reports that another object takes the place of the instance that was available early.
    func reportEarlyInstance(replacedWith object: any Codingable, _ uid: EntryUID) {
        guard state.decoded[uid].progress == .partial,
            let early = state.decoded.instance(at: uid), early !== object._object
        else { return }
        heldDelegate?.delegate.unarchiver(self, willReplace: early, with: object)
    }

    /// The delegate's replacement for a decoded object.
    func askDelegate(about object: any Codingable) throws -> any Codingable {
        try delegateSubstitute(for: object)?.object ?? object
    }

    /// What the delegate puts in the place of a decoded object; nil if it leaves the object as it is.
    ///
    /// Mostly it does, and then nothing needs to be copied, kept or asked for what it is.
    @inline(never)
    func delegateSubstitute(for object: any Codingable) throws -> _Substitute? {
        guard let held = heldDelegate, var chosen = try held.unarchiver(self, didDecode: object),
            !Substitution.isIdentical(object, &chosen)
        else { return nil }
        return _Substitute(replace(object, chosen))
    }

    /// Reports a substitution, unless it gave the same object.
    private func replace(_ object: any Codingable, _ substitute: any Codingable) -> any Codingable {
        if state.hasDelegate, !Substitution.isSame(object, substitute) {
            heldDelegate?.delegate.unarchiver(self, willReplace: object, with: substitute)
        }
        // It may be a container, whatever the class of the object.
        state.mayHoldContainers = true
        return substitute
    }

    /// Forgets an object that failed, and those that were kept since it became available.
    func evict(_ uid: EntryUID, since checkpoint: UnarchiverState.Checkpoint) {
        var discarded = state.evict(uid, since: checkpoint)
        ObjectGraph.takeApart(&discarded)
    }

    // MARK: Scopes

    /// Enters an object, for which there must be room, decodes it with its initializer, and leaves it.
    ///
    /// After an error it is as if the object hadn't been entered.
    ///
    /// - Parameters:
    ///   - make: Makes the object while its fields are asked for.
    ///   - finish: Asks the hooks about it and keeps it; it gets what had been paid before the object.
    @inline(__always)
    func enter<Object, Final>(
        _ uid: EntryUID,
        _ stored: UnarchiverState.StoredObject,
        _ allowed: AllowedTypes,
        make: () throws -> Object,
        finish: (Object, Int) throws -> Final
    ) throws -> Final {
        let checkpoint = state.checkpoint
        let paidBefore = state.paidSteps
        let outer = try begin(uid, stored, allowed)
        do {
            let object = try make()
            try throwIfFailed()
            state.returnScope(to: outer)
            let final = try finish(object, paidBefore)
            state.depth &-= 1
            state.releaseEarly(since: checkpoint)
            return final
        } catch {
            rollBack(uid, outer, since: checkpoint)
            throw error
        }
    }

    /// Enters an object, for which there must be room.
    ///
    /// - Returns: The scope to return to.
    @inline(__always)
    func begin(
        _ uid: EntryUID,
        _ stored: UnarchiverState.StoredObject,
        _ allowed: AllowedTypes
    ) throws -> UnarchiverState.Scope {
        try state.pay(for: stored)
        state.decoded.setProgress(.decoding, of: uid)
        return state.begin(uid, stored, allowed)
    }
}
