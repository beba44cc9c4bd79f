internal import PropertyLists

// Entering and leaving objects, and keeping those that were decoded.

extension UnarchiverState {
    /// Keeps a decoded object for further references.
    ///
    /// - Parameter isEarly: Whether it is available before it is complete.
    @inline(__always)
    mutating func store(_ object: any Codingable, _ uid: EntryUID, isEarly: Bool = false) {
        if let instance = object._object { return store(instance: instance, uid, isEarly: isEarly) }
        let isPartial = decoded[uid].progress == .partial
        if isEarly || !keptEarly.isEmpty && !isPartial { keptEarly.append(uid) }
        values.keep(object, at: uid)
        // A value may take the place of an instance that had registered itself.
        if isPartial { decoded.evict(uid) }
        decoded.setProgress(.value, of: uid)
    }

    /// Keeps a decoded instance for further references.
    @inline(__always)
    mutating func store(instance: any Codingable & AnyObject, _ uid: EntryUID, isEarly: Bool) {
        // One that was available early is among them.
        if isEarly || !keptEarly.isEmpty && decoded[uid].progress != .partial { keptEarly.append(uid) }
        if !decoded.keep(instance, at: uid, isEarly: isEarly) { keepElsewhere(instance, uid) }
    }

    /// Keeps an instance for which its table has no room left.
    @inline(never)
    private mutating func keepElsewhere(_ instance: any Codingable & AnyObject, _ uid: EntryUID) {
        values.keep(instance, at: uid)
        decoded.setProgress(.value, of: uid)
    }

    /// Notes that a delegate was shown a plain value, which isn't kept.
    mutating func setShown(_ uid: EntryUID) {
        if !keptEarly.isEmpty { keptEarly.append(uid) }
        decoded.setShown(uid)
    }

    /// The instance at a UID that has been decoded, or is available early; nil if there is none.
    @inline(__always)
    mutating func instance(at uid: UID) -> AnyObject? {
        archive.entry(uid).flatMap { decoded.instance(at: $0) }
    }

    /// Enters an object.
    ///
    /// - Returns: The scope to go back to.
    @inline(__always)
    mutating func begin(_ uid: EntryUID, _ stored: StoredObject, _ allowed: AllowedTypes) -> Scope {
        let (type, list) = inScope(allowed)
        return begin(uid, stored, allowedType: type, allowedList: list)
    }

    @inline(__always)
    private mutating func begin(
        _ uid: EntryUID,
        _ stored: StoredObject,
        allowedType: (any Codingable.Type)?,
        allowedList: OptionalIndex
    ) -> Scope {
        let outer = scope
        scope = Scope(uid: uid, classIndex: OptionalIndex(stored.classIndex), fields: stored.fields)
        scope.shape = OptionalIndex(stored.shape)
        scope.lookUps = keyShapes.lookUps(for: stored.shape)
        scope.allowedType = allowedType
        scope.allowedList = allowedList
        depth &+= 1
        return outer
    }

    /// Enters a two-phase object that will be filled.
    @inline(__always)
    mutating func beginFilling(_ uid: EntryUID, _ filling: Filling, _ stored: StoredObject) -> Scope {
        let outer = begin(uid, stored, allowedType: filling.allowedType, allowedList: filling.allowedList)
        scope.isFilling = true
        return outer
    }

    /// What a call allows, in the form in which a scope has it.
    @inline(__always)
    mutating func inScope(_ allowed: AllowedTypes) -> (type: (any Codingable.Type)?, list: OptionalIndex) {
        switch allowed {
        case .inherited: (scope.allowedType, scope.allowedList)
        case .only(let type): (type, .none)
        case .list(let types): (nil, indexOfAllowedList(types))
        }
    }

    /// Goes back to the scope around an object, whether it was decoded or not.
    @inline(__always)
    mutating func returnScope(to outer: Scope) {
        scope = outer
    }

    /// What the innermost call that names types allows.
    var allowed: AllowedTypes {
        mutating get {
            if let type = scope.allowedType { return .only(type) }
            return scope.allowedList.value.map { .list(allowedLists[$0]) } ?? .inherited
        }
    }

    /// Lists come from decoding calls, so there are few, and none is kept twice: the last ones are compared, which is
    /// quick, and the others are found by what they name.
    mutating func indexOfAllowedList(_ types: [any Codingable.Type]) -> OptionalIndex {
        let known = allowedLists.indices.suffix(16).last {
            allowedLists[$0].elementsEqual(types) { ObjectIdentifier($0) == ObjectIdentifier($1) }
        }
        if let known { return OptionalIndex(known) }
        let names = types.map { ObjectIdentifier($0) }
        if let known = allowedListsByTypes[names] { return OptionalIndex(known) }
        allowedListsByTypes[names] = allowedLists.count
        allowedLists.append(types)
        return OptionalIndex(allowedLists.count - 1)
    }

    /// Empties the list of what was kept early, if it was empty when an object was entered that is left now; the
    /// delegate is let go with the outermost.
    @inline(__always)
    mutating func releaseEarly(since checkpoint: Checkpoint) {
        if checkpoint.keptEarlyCount == 0 { keptEarly.truncate(to: 0) }
        if depth == 0, hasDelegate { heldDelegate = nil }
    }

    /// Forgets an object that failed, and those that were kept since it became available, also those that wait to be
    /// filled: a hook of the object may have asked for them.
    ///
    /// What had been decoded as another type before is kept as that: a caller has it. What waits for the object keeps
    /// waiting: it may be decoded again, and who waits may have been kept.
    ///
    /// - Returns: The instances among them.
    mutating func evict(_ uid: EntryUID, since checkpoint: Checkpoint) -> [AnyObject] {
        unfilled.truncate(to: checkpoint.unfilledCount)
        let kept = keptEarly.elements(min(checkpoint.keptEarlyCount, keptEarly.count)..<keptEarly.count)
        var discarded: [AnyObject] = []
        // The last one first: one that was decoded as several types is among them once for each.
        for other in kept.reversed() where other != uid {
            discard(other, &discarded)
            putBack(at: other)
        }
        discard(uid, &discarded)
        keptEarly.truncate(to: checkpoint.keptEarlyCount)
        // Those that a delegate was shown are among the forgotten.
        if hasDelegate { recentStrings = RecentStrings() }
        return discarded
    }

    /// Forgets what an object was decoded as last.
    private mutating func discard(_ uid: EntryUID, _ discarded: inout [AnyObject]) {
        if let instance = decoded.instance(at: uid) { discarded.append(instance) }
        decoded.evict(uid)
        values.remove(uid)
        decodedFacts[uid, default: DecodedFacts()].beginAttempt()
    }

    // MARK: Waiting

    /// Lets a closure of the object that is being decoded wait for another.
    mutating func wait(for uid: EntryUID, _ closure: @escaping (any Codingable) throws -> Void) {
        let waiter = scope.uid
        let attempt = decodedFacts[waiter]?.attempt ?? 0
        waiting[uid, default: []].append(Waiting(closure: closure, uid: waiter, attempt: attempt))
    }

    /// The closures that wait for an object, except those of objects that were evicted since.
    func closures(waitingFor uid: EntryUID) -> [(any Codingable) throws -> Void] {
        guard let waiting = waiting[uid] else { return [] }
        return waiting.compactMap { (decodedFacts[$0.uid] ?? DecodedFacts()).isKept($0.attempt) ? $0.closure : nil }
    }
}
