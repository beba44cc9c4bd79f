public import PropertyLists

// Swift's arrays, dictionaries and sets have no identity: they are decoded again, rather than kept, where they are
// referred to again.

extension KeyedUnarchiver {
    /// Decodes a value of a type that has no identity, such as a Swift array.
    @inlinable
    func decodeCollection<Value: Codingable>(_ type: Value.Type, _ source: CodingSource) throws -> Value? {
        let uid: UID
        switch source {
        case .reference(.null): return nil
        case .reference(let reference): uid = reference
        case .key(let key, let allowsInline):
            return try decodeField(type, forKey: key, allowsInline: allowsInline)
        case .inline(let index): throw mismatch(inline: index, expected: type.codedClassName)
        }
        if let kept = try keptValue(at: uid, as: type), let value = Substitution.exact(kept, as: type) { return value }
        if let attempt = try beginCollection(uid, as: type, isRepeated: false),
            let value: Value = try decodeOpenCollection(attempt)
        {
            return value
        }
        guard let object = try unboxedObject(at: uid, as: type) else { return nil }
        if let cast = type.cast(object) { return cast }
        if let attempt = try beginCollection(uid, as: type, isRepeated: true) {
            return try decodeOpenCollection(attempt)
        }
        throw try wrongType(of: object, type, uid)
    }

    /// Decodes the value that has been entered; nil if a delegate put something of another type in its place.
    @inlinable
    func decodeOpenCollection<Value: Codingable>(_ attempt: CollectionAttempt) throws -> Value? {
        var isDone = false
        defer { endCollection(attempt, isDone: isDone) }
        let value = try Value(coder: self)
        try throwIfFailed()
        let substitute = attempt.isShown ? try keepShown(value, attempt) : nil
        if !attempt.isShown { try hand(value, toThoseWaitingAt: attempt) }
        isDone = true
        guard let substitute else { return value }
        return Value.cast(ValueBox.unboxed(substitute))
    }

    /// Hands a value that isn't kept to the closures that wait for it.
    @usableFromInline
    func hand<Value: Codingable>(_ value: Value, toThoseWaitingAt attempt: CollectionAttempt) throws {
        if !state.waiting.isEmpty { try runWaitingClosures(for: attempt.attempt.entry, value) }
    }

    /// Enters the object at a UID if the type asked for is to be decoded from it without being kept.
    ///
    /// A Swift array has no identity, so it is decoded once without being kept. The second reference to the same object
    /// decodes it again and keeps it: nothing is decoded more than twice, regardless of the references to it, except
    /// for requests for different types.
    ///
    /// - Parameter isRepeated: Whether the object was decoded as another type before, and is kept as that.
    /// - Returns: The state to return to; nil if the object must take the slow path.
    @usableFromInline
    func beginCollection(_ uid: UID, as type: any Codingable.Type, isRepeated: Bool) throws -> CollectionAttempt? {
        let entry = try state.entry(uid)
        let before = state.entries[entry]
        guard isRepeated || before.stage == .unseen,
            let stored = try state.storedObject(at: entry),
            try ObjectIdentifier(resolve(stored.classIndex, request: type, at: entry)) == ObjectIdentifier(type)
        else { return nil }
        guard state.hasRoom() else { throw tooDeep(type, at: entry) }
        let isShown = state.hasDelegate && !isRepeated
        return CollectionAttempt(
            attempt: try begin(entry, stored, .only(type)), before: isRepeated ? before : nil, isShown: isShown)
    }

    /// Shows the delegate a value that was decoded, and keeps it.
    ///
    /// - Returns: The replacement; nil if the collection stays as it is.
    @usableFromInline
    @inline(never)
    func keepShown(_ value: any Codingable, _ collection: CollectionAttempt) throws -> BoxedObject? {
        let attempt = collection.attempt
        state.leaveFrame(to: attempt.outer)
        let made = ValueBox(value)
        let final = try finish(made, attempt.entry, since: attempt.chargedBefore)
        return final === made ? nil : final
    }

    /// The value that is kept for a UID, if it is of a type that has no identity; nil for all else.
    @usableFromInline
    func keptValue(at uid: UID, as type: any Codingable.Type) throws -> (any Codingable)? {
        guard let entry = state.archive.entry(uid), state.entries[entry].stage == .value,
            let value = state.entries.value(at: entry),
            ObjectIdentifier(Swift.type(of: value)) == ObjectIdentifier(type)
        else { return nil }
        try state.chargeKeptValue(at: entry)
        return value
    }

    /// Leaves an object that is not kept.
    ///
    /// - Parameter isDone: Whether it was decoded; if not, it counts as not seen.
    @usableFromInline
    func endCollection(_ collection: CollectionAttempt, isDone: Bool) {
        let attempt = collection.attempt
        guard isDone || collection.before != nil else { return undo(attempt) }
        // A delegate that was shown the value was asked in the frame around it, and may have read values there.
        if state.frame.uid == attempt.entry { state.leaveFrame(to: attempt.outer) }
        if let before = collection.before {
            state.entries[attempt.entry] = before
        } else if !collection.isShown {
            state.entries.setStage(.readOnce, of: attempt.entry)
        }
        state.end(attempt)
    }
}

/// An attempt to decode a value that has no identity.
@usableFromInline
struct CollectionAttempt {
    let attempt: UnarchiverState.Attempt
    /// How far the object had come before, if it was decoded as another type.
    let before: EntryTable.EntryState?
    /// Whether a delegate is shown the object, and it is kept.
    @usableFromInline let isShown: Bool
}
