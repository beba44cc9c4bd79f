internal import PropertyLists

// Entering and leaving objects, and keeping those that were decoded.

extension UnarchiverState {
    /// An attempt to decode an object, with the state before it, for leaving the object or undoing the attempt.
    struct Attempt: BitwiseCopyable {
        let entry: EntryUID
        /// The frame around the object.
        let outer: Frame
        /// The lengths of the undo log and the work list before the attempt.
        let kept: Checkpoint
        /// The budget charged before the attempt, in steps.
        let chargedBefore: Int
    }

    /// Ends an attempt, whether the object was decoded or not; its frame has been left.
    @inline(__always)
    mutating func end(_ attempt: Attempt) {
        depth &-= 1
        closeUndoLog(since: attempt.kept)
    }

    /// Keeps a decoded object for further references.
    ///
    /// - Parameter isEarly: Whether it is available before it is complete.
    @inline(__always)
    mutating func store(_ object: BoxedObject, _ uid: EntryUID, isEarly: Bool = false) {
        // One that was available early is in the log.
        if isEarly || !undoLog.isEmpty && entries[uid].stage != .early { undoLog.append(uid) }
        entries.keep(object, at: uid, isEarly: isEarly)
    }

    /// Notes that a delegate was shown a plain value, which isn't kept.
    mutating func setShown(_ uid: EntryUID) {
        if !undoLog.isEmpty { undoLog.append(uid) }
        entries.setShown(uid)
    }

    /// Enters an object.
    ///
    /// - Returns: The frame to go back to.
    @inline(__always)
    mutating func begin(_ uid: EntryUID, _ stored: StoredObject, _ allowed: AllowedTypes) -> Frame {
        let (type, list) = inFrame(allowed)
        return begin(uid, stored, allowedType: type, allowedList: list)
    }

    @inline(__always)
    private mutating func begin(
        _ uid: EntryUID,
        _ stored: StoredObject,
        allowedType: (any Codingable.Type)?,
        allowedList: OptionalIndex
    ) -> Frame {
        let outer = frame
        frame = Frame(uid: uid, classIndex: OptionalIndex(stored.classIndex), fields: stored.fields)
        frame.shape = OptionalIndex(stored.shape)
        frame.askOrder = keyShapes.askOrder(for: stored.shape)
        frame.allowedType = allowedType
        frame.allowedList = allowedList
        depth &+= 1
        return outer
    }

    /// Enters a two-phase object that will be filled.
    @inline(__always)
    mutating func beginFilling(_ uid: EntryUID, _ plan: FillPlan, _ stored: StoredObject) -> Frame {
        let outer = begin(uid, stored, allowedType: plan.allowedType, allowedList: plan.allowedList)
        frame.isFilling = true
        return outer
    }

    /// The types that a call allows, in the form in which a frame stores them.
    @inline(__always)
    mutating func inFrame(_ allowed: AllowedTypes) -> (type: (any Codingable.Type)?, list: OptionalIndex) {
        switch allowed {
        case .inherited: (frame.allowedType, frame.allowedList)
        case .only(let type): (type, .none)
        case .list(let types): (nil, indexOfAllowedList(types))
        }
    }

    /// Goes back to the frame around an object, whether it was decoded or not.
    @inline(__always)
    mutating func leaveFrame(to outer: Frame) {
        frame = outer
    }

    /// The types that the innermost call with named types allows.
    var allowed: AllowedTypes {
        mutating get {
            if let type = frame.allowedType { return .only(type) }
            return frame.allowedList.value.map { .list(allowedLists[$0]) } ?? .inherited
        }
    }

    /// Lists come from decoding calls, so there are few, and none is kept twice: the last ones are compared, which is
    /// quick, and the others are found by their types.
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

    /// Empties the undo log, if it was empty when the object that is left now was entered; the delegate is released
    /// with the outermost object.
    @inline(__always)
    mutating func closeUndoLog(since checkpoint: Checkpoint) {
        if checkpoint.undoLogCount == 0 { undoLog.truncate(to: 0) }
        if depth == 0, hasDelegate { heldDelegate = nil }
    }

    /// Forgets an object that failed, and those that were kept since it became available, also those that wait to be
    /// filled: a hook of the object may have asked for them.
    ///
    /// Objects that were decoded as another type before are kept as that: a caller has them. Closures that wait for the
    /// object keep waiting: it may be decoded again, and the waiting objects may have been kept.
    ///
    /// - Returns: The instances among them.
    mutating func evict(_ uid: EntryUID, since checkpoint: Checkpoint) -> [AnyObject] {
        // What waits to be filled stays empty.
        workList.truncate(to: checkpoint.workListCount)
        let kept = undoLog.elements(min(checkpoint.undoLogCount, undoLog.count)..<undoLog.count)
        var discarded: [AnyObject] = []
        // The last one first: one that was decoded as several types is among them once for each.
        for other in kept.reversed() where other != uid {
            discard(other, &discarded)
            restoreAlternative(at: other)
        }
        discard(uid, &discarded)
        undoLog.truncate(to: checkpoint.undoLogCount)
        // Those that a delegate was shown are among the forgotten.
        if hasDelegate { recentStrings = RecentStrings() }
        return discarded
    }

    /// Discards the last decoded form of an object.
    private mutating func discard(_ uid: EntryUID, _ discarded: inout [AnyObject]) {
        if let instance = entries.instance(at: uid) { discarded.append(instance) }
        entries.evict(uid)
        facts[uid, default: EntryFacts()].beginAttempt()
    }
}
