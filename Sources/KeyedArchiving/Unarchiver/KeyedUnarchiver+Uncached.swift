public import PropertyLists

// Values that are decoded again, rather than kept, where they are referred to again.

extension KeyedUnarchiver {
    /// Enters the object at a UID if the type asked for is to be decoded from it without being kept.
    ///
    /// A Swift array has no identity, so it is decoded once without being kept. The second reference to the same object
    /// decodes it again and keeps it: nothing is decoded more than twice, whatever refers to it, except for requests
    /// that want it as different types.
    ///
    /// - Parameter isRepeated: Whether the object was decoded as another type before, and is kept as that.
    /// - Returns: Where to go back to; nil if the object must take the slow path.
    @usableFromInline
    func beginUncached(_ uid: UID, as type: any Codingable.Type, isRepeated: Bool) throws -> DecodingCheckpoint? {
        let entry = try state.entry(uid)
        let before = state.decoded[entry]
        guard isRepeated || before.progress == .unseen,
            let stored = try state.storedObject(at: entry),
            try ObjectIdentifier(resolve(stored.classIndex, request: type, at: entry)) == ObjectIdentifier(type)
        else { return nil }
        let checkpoint = state.checkpoint
        let isShown = state.hasDelegate && !isRepeated
        let paidBefore = isShown ? state.paidSteps : 0
        guard state.hasRoom() else { throw tooDeep(type, at: entry) }
        let outer = try begin(entry, stored, .only(type))
        return DecodingCheckpoint(
            outer: outer, kept: checkpoint, before: isRepeated ? before : nil, isShown: isShown, paidBefore: paidBefore)
    }

    /// Shows the delegate a value that has been entered and decoded, and keeps it.
    ///
    /// - Returns: What took its place; nil if it stays as it is.
    @usableFromInline
    @inline(never)
    func keepShown(_ value: any Codingable, _ uid: UID, _ checkpoint: DecodingCheckpoint) throws -> _Substitute? {
        let entry = try state.entry(uid)
        state.returnScope(to: checkpoint.outer)
        let substitute = try delegateSubstitute(for: value)
        if let substitute {
            _ = try keepFinal(substitute.object, entry, decodedAs: value)
        } else {
            _ = try keepFinal(value, entry)
        }
        state.keepCost(of: entry, since: checkpoint.paidBefore)
        return substitute
    }

    /// The value that is kept for a UID, if it is of a type that has no identity; nil for all else.
    @usableFromInline
    func keptValue(at uid: UID, as type: any Codingable.Type) throws -> (any Codingable)? {
        guard let entry = state.archive.entry(uid), state.decoded[entry].progress == .value,
            let value = state.values[entry], ObjectIdentifier(Swift.type(of: value)) == ObjectIdentifier(type)
        else { return nil }
        try state.payForKeptValue(at: entry)
        return value
    }

    /// Leaves an object that is not kept.
    ///
    /// - Parameter isDone: Whether it was decoded; if not, it counts as not seen.
    @usableFromInline
    func endUncached(_ uid: UID, _ checkpoint: DecodingCheckpoint, isDone: Bool) {
        guard let entry = state.archive.entry(uid) else { return }
        state.returnScope(to: checkpoint.outer)
        if let before = checkpoint.before {
            state.decoded[entry] = before
        } else if isDone {
            if !checkpoint.isShown { state.decoded.setProgress(.seenUncached, of: entry) }
        } else {
            evict(entry, since: checkpoint.kept)
        }
        state.depth &-= 1
        state.releaseEarly(since: checkpoint.kept)
    }
}

/// Where an unarchiver goes back to after an object.
@usableFromInline
struct DecodingCheckpoint {
    let outer: UnarchiverState.Scope
    /// What had been kept.
    let kept: UnarchiverState.Checkpoint
    /// How far the object had come before, if it was decoded as another type.
    let before: DecodedObjects.ObjectState?
    /// Whether a delegate is shown the object, and it is kept.
    @usableFromInline let isShown: Bool
    /// What had been paid, if it is kept.
    let paidBefore: Int
}
