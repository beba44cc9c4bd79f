public import PropertyLists

// The fast path for references to instances of classes.
//
// An existential of any kind of object is three words and two tables that say how to copy it; handing one from call to
// call, and asking in the end what it holds, slows down graphs of many small references
// (row `decode registered node` of `Instructions.tsv`).
// Here an instance is one pointer from its initializer to the property that it is stored in. Whatever is out of the
// ordinary takes the slow path, through `decodeObject(uid:as:)`.

/// What a call for an instance of a class finds under a key.
@usableFromInline
struct InstanceField {
    /// The reference; null if the key is missing or holds nil.
    @usableFromInline let uid: UID
    /// The instance; nil if the object must be decoded or looked up on the slow path.
    @usableFromInline let instance: AnyObject?
}

extension KeyedUnarchiver {
    /// The instance under a key for a call that asks for its class.
    ///
    /// Most references lead to nil or back to an instance, so finding the key and looking the instance up is one step.
    @usableFromInline
    func instanceField(forKey key: String, as type: any Codingable.Type) throws -> InstanceField {
        guard let uid = try state.reference(forKey: key) else { return InstanceField(uid: .null, instance: nil) }
        guard canReturn(type) else { return InstanceField(uid: uid, instance: nil) }
        if let instance = state.instance(at: uid) { return InstanceField(uid: uid, instance: instance) }
        return InstanceField(uid: uid, instance: try decodeNewInstance(uid, type))
    }

    /// The instance at a UID for a call that asks for its class: the one that was decoded before, or one decoded now.
    @usableFromInline
    func instance(at uid: UID, as type: any Codingable.Type) throws -> InstanceField {
        guard canReturn(type) else { return InstanceField(uid: uid, instance: nil) }
        if let instance = state.instance(at: uid) { return InstanceField(uid: uid, instance: instance) }
        return InstanceField(uid: uid, instance: try decodeNewInstance(uid, type))
    }

    /// Whether a decoded instance can be returned to a call for a class without checking what it holds.
    @inline(__always)
    private func canReturn(_ type: any Codingable.Type) -> Bool {
        !state.allowsExactTypesOnly && !(state.mayHoldContainers && holdsAnyObjects(type))
    }

    /// Decodes an instance with its initializer, or enters an empty one, if that is all that there is to do.
    @inline(never)
    private func decodeNewInstance(_ uid: UID, _ type: any Codingable.Type) throws -> AnyObject? {
        guard state.hasRoom(),
            let (entry, stored) = state.plainStoredObject(at: uid, ObjectIdentifier(type))
        else { return nil }
        let classType: any (Codingable & AnyObject).Type
        switch state.classes[stored.classIndex].strategy {
        case .twoPhase(let type)?: return try allocateInstance(entry, stored, type)
        case .instance(let type)?: classType = type
        default: return nil
        }
        return try attempt(entry, stored, .only(type)) {
            try classType.init(coder: self)
        } finish: { instance, chargedBefore in
            try finish(instance: instance, entry, since: chargedBefore)
        }
    }

    /// Enters an empty instance, which is filled later if the caller is itself being filled.
    @inline(never)
    private func allocateInstance(
        _ entry: EntryUID,
        _ stored: UnarchiverState.StoredObject,
        _ type: any TwoPhaseCodingable.Type
    ) throws -> AnyObject? {
        guard state.frame.isFilling else { return try decodeInTwoPhases(type, entry, stored, .only(type))._object }
        return state.allocate(type, entry, stored, .only(type))
    }

    /// Asks the hooks about an instance that has been decoded, and keeps it.
    ///
    /// - Parameter chargedBefore: What had been charged before it was decoded: what a value in its place costs each time.
    /// - Returns: The instance; a substitute may be a value, which is found on the slow path.
    @inline(__always)
    func finish(
        instance: any Codingable & AnyObject,
        _ entry: EntryUID,
        since chargedBefore: Int
    ) throws -> AnyObject? {
        if state.hasDelegate { return try finishShown(instance, entry, since: chargedBefore) }
        let substitute = try instance._substitute(using: self)
        // The hook may have set a delegate, or asked for this very object once it is available.
        if substitute == nil, !state.hasDelegate, state.waiting.isEmpty {
            state.store(instance: instance, entry, isEarly: false)
            return instance
        }
        let final = try finish(instance, substitute?.object, entry)
        state.keepCost(of: entry, since: chargedBefore)
        return final._object
    }

    /// Asks the hooks about an instance that a delegate is shown, and keeps it.
    @inline(never)
    private func finishShown(
        _ instance: any Codingable & AnyObject,
        _ entry: EntryUID,
        since chargedBefore: Int
    ) throws -> AnyObject? {
        reportEarlyInstance(replacedWith: instance, entry)
        let final = try finish(instance, instance._substitute(using: self)?.object, entry)
        state.keepCost(of: entry, since: chargedBefore)
        return final._object
    }

    /// Completes an instance whose own hook has been asked.
    ///
    /// - Returns: What took the place of the instance may be a value; that is found on the slow path.
    private func finish(
        _ instance: any Codingable & AnyObject,
        _ substitute: (any Codingable)?,
        _ entry: EntryUID
    ) throws -> any Codingable {
        if let substitute { return try finish(instance, replacedWith: substitute, entry) }
        guard state.hasDelegate, let chosen = try delegateSubstitute(for: instance) else {
            return try keepFinal(instance, entry)
        }
        return try keepFinal(chosen.object, entry, decodedAs: instance)
    }
}

extension UnarchiverState {
    /// The fields of an object that was not seen, if it is of a class that stands for the type asked for, and of
    /// which it is known how it is decoded; nil otherwise.
    @inline(__always)
    fileprivate mutating func plainStoredObject(
        at uid: UID,
        _ request: ObjectIdentifier
    ) -> (EntryUID, StoredObject)? {
        guard let entry = archive.entry(uid),
            entries[entry].stage == .unseen, let stored = fastStoredObject(at: entry),
            classes[stored.classIndex].plainRequest == request
        else { return nil }
        return (entry, stored)
    }
}
