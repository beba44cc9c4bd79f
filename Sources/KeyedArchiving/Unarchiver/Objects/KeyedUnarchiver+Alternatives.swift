internal import PropertyLists

// Objects that are asked for as several types.
//
// Several types may read one class: an `NSArray` is an `[Int]` to one call and an `ArchivedArray` to another. What a
// call gets depends on what it asks for, and never on what was asked for before. An object is kept once for each type
// that it was decoded as: in the usual place as the last one, and elsewhere as the others.

extension UnarchiverState {
    /// An object as one of the types that it was decoded as.
    struct Alternative {
        let type: ObjectIdentifier
        let object: any Codingable
        /// What decoding it took, in steps, if it is a value and it was much.
        let cost: Int?
        /// The number of the attempt that made it.
        let attempt: Int
    }

    /// What is known of a decoded object besides the object that is kept in the usual place.
    struct EntryFacts {
        /// What decoding it took, in steps, if it is a value and it was much.
        var cost: Int?
        /// The type that it was decoded as, if a hook put an object of another in its place.
        var type: ObjectIdentifier?
        /// The object as the other types that it was decoded as.
        private(set) var alternatives: [Alternative] = []
        /// The types that what it holds was last checked against, if it is a container of any objects.
        var checkedTypes: [ObjectIdentifier]?
        /// The number of the attempt to decode it that is under way or came last, if it wasn't put back.
        private(set) var attempt = 0
        /// The highest number that an attempt got.
        private var lastAttempt = 0

        /// Begins with another attempt to decode the object, all that is known of the last one forgotten.
        mutating func beginAttempt() {
            cost = nil
            type = nil
            lastAttempt += 1
            attempt = lastAttempt
        }

        /// Whether what an attempt made is kept, or may be.
        func isKept(_ attempt: Int) -> Bool {
            attempt == self.attempt || alternatives.contains { $0.attempt == attempt }
        }

        /// Keeps an object as another type than the one that it is decoded as next.
        mutating func keepAlternative(_ object: any Codingable, _ type: ObjectIdentifier) {
            alternatives.append(Alternative(type: type, object: object, cost: cost, attempt: attempt))
            beginAttempt()
        }

        /// Goes back to the alternative that was kept last.
        ///
        /// - Returns: The object; nil if there is none.
        mutating func restoreAlternative() -> (any Codingable)? {
            guard let alternative = alternatives.popLast() else { return nil }
            cost = alternative.cost
            type = alternative.type == ObjectIdentifier(Swift.type(of: alternative.object)) ? nil : alternative.type
            attempt = alternative.attempt
            return alternative.object
        }
    }

    /// The type that the object kept in the usual place was decoded as; a hook may have put another in its place.
    func decodedType(of object: any Codingable, at uid: EntryUID) -> ObjectIdentifier {
        facts[uid]?.type ?? ObjectIdentifier(type(of: object))
    }

    /// Whether a class stands for other types than the one that an object is kept as, as far as that was noted.
    fileprivate func hasCompetingType(_ object: any Codingable, at uid: EntryUID) -> Bool {
        !competingTypes.isEmpty && competingTypes[decodedType(of: object, at: uid)] != nil
    }

    /// Remembers what an object was decoded as, if a hook put one of another type in its place.
    mutating func setDecodedType(_ object: any Codingable, replacedWith final: any Codingable, at uid: EntryUID) {
        let type = ObjectIdentifier(type(of: object))
        if type != ObjectIdentifier(Swift.type(of: final)) { facts[uid, default: EntryFacts()].type = type }
    }

    /// An object as the first of the types that it is kept as elsewhere that a caller wants; it is charged as a value
    /// in the usual place is.
    mutating func alternative(at uid: EntryUID, where isWanted: (Alternative) -> Bool) throws(ArchiveError) -> (
        any Codingable
    )? {
        guard !facts.isEmpty, let alternative = facts[uid]?.alternatives.first(where: isWanted) else { return nil }
        guard depth > 0, let cost = alternative.cost else { return alternative.object }
        do {
            try budget.step(cost)
        } catch {
            throw located(error, uid)
        }
        return alternative.object
    }

    /// Makes room in the usual place, so that the object can be decoded as another type.
    fileprivate mutating func keepAlternative(_ object: any Codingable, at uid: EntryUID) {
        let type = decodedType(of: object, at: uid)
        facts[uid, default: EntryFacts()].keepAlternative(object, type)
        entries.evict(uid)
        values.remove(uid)
    }

    /// Puts the object back that was set aside last, if one was.
    ///
    /// It was kept before, so it isn't among those that were kept since an object became available early.
    mutating func restoreAlternative(at uid: EntryUID) {
        guard let object = facts[uid]?.restoreAlternative() else { return }
        if let instance = object._object, entries.keep(instance, at: uid, isEarly: false) { return }
        values.keep(object, at: uid)
        entries.setStage(.value, of: uid)
    }
}

extension KeyedUnarchiver {
    /// What a call for one type gets for an object that has been decoded.
    ///
    /// - Returns: The object as that type; otherwise as what it is kept as, which is then an error for the caller.
    func alternative(
        of object: (any Codingable)?,
        at entry: EntryUID,
        _ stage: EntryTable.Stage,
        as type: any Codingable.Type
    ) throws -> (any Codingable)? {
        guard let object, ObjectIdentifier(Swift.type(of: object)) != ObjectIdentifier(type),
            object is any CopiedContent || type._cast(object) == nil,
            let stored = try state.storedObject(at: entry),
            let resolved = try? resolve(stored.classIndex, request: type, at: entry),
            AllowedTypes.only(type).contains(resolved, isExact: state.allowsExactTypesOnly)
        else { return object }
        return try alternative(of: object, at: entry, stored, stage, as: resolved, .only(type)) ?? object
    }

    /// What a call for any object gets for one that has been decoded.
    ///
    /// Where it is kept as a type that is the only one for its class, nothing else is looked at.
    func alternative(
        of object: any Codingable,
        at entry: EntryUID,
        _ stage: EntryTable.Stage,
        _ allowed: AllowedTypes,
        effective: AllowedTypes
    ) throws -> any Codingable {
        noteTypes()
        if !state.hasCompetingType(object, at: entry) { guard case .list = allowed else { return object } }
        guard let stored = try state.storedObject(at: entry),
            let resolved = try? resolve(stored.classIndex, allowed: effective, at: entry)
        else { return object }
        return try alternative(of: object, at: entry, stored, stage, as: resolved, allowed, effective) ?? object
    }

    /// An object as another type than the one that it is kept as.
    ///
    /// - Returns: Nil if that is the type that it is kept as, or if it is not complete yet.
    private func alternative(
        of object: any Codingable,
        at entry: EntryUID,
        _ stored: UnarchiverState.StoredObject,
        _ stage: EntryTable.Stage,
        as type: any Codingable.Type,
        _ allowed: AllowedTypes,
        _ effective: AllowedTypes? = nil
    ) throws -> (any Codingable)? {
        let identifier = ObjectIdentifier(type)
        guard identifier != state.decodedType(of: object, at: entry) else { return nil }
        try checkAllowed(type, effective ?? allowed, at: entry)
        if let known = try state.alternative(at: entry, where: { $0.type == identifier }) { return known }
        // An instance that isn't complete stays what it is.
        guard stage != .early else { return nil }
        // Decoded anew; the form that a caller has comes back if that fails.
        state.keepAlternative(object, at: entry)
        do {
            return try make(type, entry, stored, allowed)
        } catch {
            state.restoreAlternative(at: entry)
            throw error
        }
    }

    /// Takes note of the types that classes stand for where a call for any object would get another.
    ///
    /// Most archives are decoded by calls that name types, and the list isn't asked for.
    func noteTypes() {
        while let (classIndex, type) = state.typesToCompare.popLast() {
            let name = state.classes[classIndex].record.name
            guard let usual = (types[name] ?? registry.type(forClassName: name))?.typeForKeyedUnarchiver(),
                ObjectIdentifier(usual) != ObjectIdentifier(type)
            else { continue }
            state.competingTypes.set(1, for: ObjectIdentifier(usual))
            state.competingTypes.set(1, for: ObjectIdentifier(type))
        }
    }
}
