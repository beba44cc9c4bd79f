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
        let object: BoxedObject
        /// The decoding cost in steps, if it was high enough to record.
        let cost: Int?
        /// The number of the attempt to decode the entry that made it, counted from 1.
        let generation: Int
    }

    /// Additional facts about a decoded object, besides the object kept in the usual place.
    struct EntryFacts {
        /// The decoding cost in steps, if it was high enough to record.
        var cost: Int?
        /// The type that it was decoded as, if a hook put an object of another in its place.
        var type: ObjectIdentifier?
        /// The object as the other types that it was decoded as.
        private(set) var alternatives: [Alternative] = []
        /// The types that its contents were last checked against, if it is a container of any objects.
        var checkedTypes: [ObjectIdentifier]?
        /// The attempt to decode it that is under way or came last, if it wasn't put back, counted from 1.
        private(set) var generation = 0
        /// How many attempts there were.
        private var attemptCount = 0

        /// Starts a new decoding attempt and discards the state of the last one.
        mutating func beginAttempt() {
            cost = nil
            type = nil
            attemptCount += 1
            generation = attemptCount
        }

        /// Whether the object that an attempt made is kept, or may be.
        func isKept(_ generation: Int) -> Bool {
            generation == self.generation || alternatives.contains { $0.generation == generation }
        }

        /// Keeps an object as another type than the one that it is decoded as next.
        mutating func keepAlternative(_ object: BoxedObject, _ type: ObjectIdentifier) {
            alternatives.append(Alternative(type: type, object: object, cost: cost, generation: generation))
            beginAttempt()
        }

        /// Goes back to the alternative that was kept last.
        ///
        /// - Returns: The object; nil if there is none.
        mutating func restoreAlternative() -> BoxedObject? {
            guard let alternative = alternatives.popLast() else { return nil }
            cost = alternative.cost
            let stored = ObjectIdentifier(ValueBox.type(of: alternative.object))
            type = alternative.type == stored ? nil : alternative.type
            generation = alternative.generation
            return alternative.object
        }
    }

    /// The type that the object kept in the usual place was decoded as; a hook may have put another in its place.
    func decodedType(of object: BoxedObject, at uid: EntryUID) -> ObjectIdentifier {
        facts[uid]?.type ?? ObjectIdentifier(ValueBox.type(of: object))
    }

    /// Whether a class stands for other types than the one that an object is kept as, as far as that was noted.
    fileprivate func hasCompetingType(_ object: BoxedObject, at uid: EntryUID) -> Bool {
        !competingTypes.isEmpty && competingTypes[decodedType(of: object, at: uid)] != nil
    }

    /// Records the type that an object was decoded as, if a hook replaced it by one of another type.
    mutating func setDecodedType(_ object: BoxedObject, replacedWith final: BoxedObject, at uid: EntryUID) {
        let type = ObjectIdentifier(ValueBox.type(of: object))
        if type != ObjectIdentifier(ValueBox.type(of: final)) { facts[uid, default: EntryFacts()].type = type }
    }

    /// An object as the first of the types that it is kept as elsewhere that a caller wants; it is charged as a value
    /// in the usual place is.
    mutating func alternative(
        at uid: EntryUID,
        where isWanted: (Alternative) -> Bool
    ) throws(ArchiveError) -> BoxedObject? {
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
    fileprivate mutating func keepAlternative(_ object: BoxedObject, at uid: EntryUID) {
        let type = decodedType(of: object, at: uid)
        facts[uid, default: EntryFacts()].keepAlternative(object, type)
        entries.evict(uid)
    }

    /// Restores the last object that was kept as an alternative, if there is one.
    ///
    /// It was kept before, so it isn't among those that were kept since an object became available early.
    mutating func restoreAlternative(at uid: EntryUID) {
        guard let object = facts[uid]?.restoreAlternative() else { return }
        entries.keep(object, at: uid, isEarly: false)
    }
}

extension KeyedUnarchiver {
    /// Returns the object of a call for an entry that has been decoded, or is being decoded.
    ///
    /// - Returns: The object as the type that the call wants; if it can't be converted to that, as the type that it is
    ///   kept as, which is an error for a call that names the type. Nil if the entry represents nil.
    func keptObject(at entry: EntryUID, _ stage: EntryTable.Stage, as request: AllowedTypes) throws -> BoxedObject? {
        let allowed = effective(request)
        let object: BoxedObject
        if let known = try openObject(at: entry, stage, request, allowed) {
            object = known
        } else if let kept = try decodedObject(at: entry, stage) {
            object = try alternative(of: kept, at: entry, stage, as: request, allowed)
        } else {
            return nil
        }
        // A call that names a type looks at what it gets itself.
        if request.named == nil || state.allowsExactTypesOnly { try checkAgain(object, allowed, at: entry) }
        if holdsAnyObjects(request.named ?? ValueBox.type(of: object)) { try checkContents(of: entry, allowed) }
        return object
    }

    /// The object at an entry that was seen, as the type that it is kept as; nil if the entry represents nil.
    func decodedObject(at entry: EntryUID, _ stage: EntryTable.Stage) throws -> BoxedObject? {
        switch stage {
        case .absent: return nil
        case .open: throw cycle(entry)
        case .classRecord: throw state.located(.classRecordAsObject(entry.uid), entry)
        default:
            if stage == .value { try state.chargeKeptValue(at: entry) }
            return state.entries.object(at: entry)
        }
    }

    /// An object that is being decoded, as the type that a call wants, if it has been decoded as that.
    private func openObject(
        at entry: EntryUID,
        _ stage: EntryTable.Stage,
        _ request: AllowedTypes,
        _ allowed: AllowedTypes
    ) throws -> BoxedObject? {
        guard stage == .open, state.facts[entry] != nil else { return nil }
        if let type = request.named {
            return try state.alternative(at: entry, where: { type.cast(ValueBox.unboxed($0.object)) != nil })
        }
        guard let stored = try state.storedObject(at: entry),
            let type = try? resolve(stored.classIndex, allowed, at: entry)
        else { return nil }
        return try state.alternative(at: entry, where: { $0.type == ObjectIdentifier(type) })
    }

    /// A decoded object as the type that a call wants; as the type that it is kept as if no other type is registered or
    /// allowed for its class.
    private func alternative(
        of object: BoxedObject,
        at entry: EntryUID,
        _ stage: EntryTable.Stage,
        as request: AllowedTypes,
        _ allowed: AllowedTypes
    ) throws -> BoxedObject {
        guard try wantsAlternative(to: object, at: entry, request), let stored = try state.storedObject(at: entry),
            let type = try? resolve(stored.classIndex, allowed, at: entry),
            request.named == nil || allowed.contains(type, isExact: state.allowsExactTypesOnly)
        else { return object }
        let identifier = ObjectIdentifier(type)
        guard identifier != state.decodedType(of: object, at: entry) else { return object }
        try checkAllowed(type, allowed, at: entry)
        if let known = try state.alternative(at: entry, where: { $0.type == identifier }) { return known }
        // An instance that isn't complete stays what it is.
        guard stage != .early else { return object }
        // Decoded anew; what a caller has comes back if that fails.
        state.keepAlternative(object, at: entry)
        do {
            return try make(type, entry, stored, request)
        } catch {
            state.restoreAlternative(at: entry)
            throw error
        }
    }

    /// Whether a call may want a decoded object as another type.
    ///
    /// An object kept as the only type for its class has no alternative.
    private func wantsAlternative(to object: BoxedObject, at entry: EntryUID, _ request: AllowedTypes) throws -> Bool {
        if let type = request.named {
            let object = ValueBox.unboxed(object)
            return ObjectIdentifier(Swift.type(of: object)) != ObjectIdentifier(type)
                && (object is any CopiedContent || type.cast(object) == nil)
        }
        noteTypes()
        if state.hasCompetingType(object, at: entry) { return true }
        if case .list = request { return true }
        return false
    }

    /// Takes note of the types that classes stand for where a call for any object would get another.
    ///
    /// Most archives are decoded by calls that name types, and the list isn't asked for.
    func noteTypes() {
        while let (classIndex, type) = state.typesToCompare.popLast() {
            let name = state.classes[classIndex].record.name
            guard
                let usual = (self.class(forClassName: name) ?? registry.type(forClassName: name))?
                    .typeForKeyedUnarchiver(),
                ObjectIdentifier(usual) != ObjectIdentifier(type)
            else { continue }
            state.competingTypes.set(1, for: ObjectIdentifier(usual))
            state.competingTypes.set(1, for: ObjectIdentifier(type))
        }
    }
}
