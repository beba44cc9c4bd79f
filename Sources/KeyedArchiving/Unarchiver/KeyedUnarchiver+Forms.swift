internal import PropertyLists

// Objects that are asked for in several forms.
//
// Several types may read one class: an `NSArray` is an `[Int]` to one call and an `ArchivedArray` to another. What a
// call gets depends on what it asks for, and never on what was asked for before. An object is kept once for each type
// that it was decoded as: in the usual place as the last one, and elsewhere as the others.

extension UnarchiverState {
    /// An object as one of the types that it was decoded as.
    struct Form {
        let type: ObjectIdentifier
        let object: any Codingable
        /// What decoding it took, in steps, if it is a value and it was much.
        let cost: Int?
        /// The number of the attempt that made it.
        let attempt: Int
    }

    /// What is known of a decoded object besides the object that is kept in the usual place.
    struct DecodedFacts {
        /// What decoding it took, in steps, if it is a value and it was much.
        var cost: Int?
        /// The type that it was decoded as, if a hook put an object of another in its place.
        var type: ObjectIdentifier?
        /// The object as the other types that it was decoded as.
        private(set) var forms: [Form] = []
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
            attempt == self.attempt || forms.contains { $0.attempt == attempt }
        }

        /// Keeps an object as another type than the one that it is decoded as next.
        mutating func setAside(_ object: any Codingable, _ type: ObjectIdentifier) {
            forms.append(Form(type: type, object: object, cost: cost, attempt: attempt))
            beginAttempt()
        }

        /// Goes back to what was set aside last.
        ///
        /// - Returns: The object; nil if there is none.
        mutating func putBack() -> (any Codingable)? {
            guard let form = forms.popLast() else { return nil }
            cost = form.cost
            type = form.type == ObjectIdentifier(Swift.type(of: form.object)) ? nil : form.type
            attempt = form.attempt
            return form.object
        }
    }

    /// The type that the object kept in the usual place was decoded as; a hook may have put another in its place.
    func decodedType(of object: any Codingable, at uid: EntryUID) -> ObjectIdentifier {
        decodedFacts[uid]?.type ?? ObjectIdentifier(type(of: object))
    }

    /// Whether a class stands for other types than the one that an object is kept as, as far as that was noted.
    fileprivate func isOneOfSeveral(_ object: any Codingable, at uid: EntryUID) -> Bool {
        !typesAmongSeveral.isEmpty && typesAmongSeveral[decodedType(of: object, at: uid)] != nil
    }

    /// Remembers what an object was decoded as, if a hook put one of another type in its place.
    mutating func setDecodedType(_ object: any Codingable, replacedWith final: any Codingable, at uid: EntryUID) {
        let type = ObjectIdentifier(type(of: object))
        if type != ObjectIdentifier(Swift.type(of: final)) { decodedFacts[uid, default: DecodedFacts()].type = type }
    }

    /// An object as the first of the types that it is kept as elsewhere that a caller wants; it is paid for as a value
    /// in the usual place is.
    mutating func form(at uid: EntryUID, where isWanted: (Form) -> Bool) throws(ArchiveError) -> (any Codingable)? {
        guard !decodedFacts.isEmpty, let form = decodedFacts[uid]?.forms.first(where: isWanted) else { return nil }
        guard depth > 0, let cost = form.cost else { return form.object }
        do {
            try budget.step(cost)
        } catch {
            throw located(error, uid)
        }
        return form.object
    }

    /// Makes room in the usual place, so that the object can be decoded as another type.
    fileprivate mutating func setAside(_ object: any Codingable, at uid: EntryUID) {
        let type = decodedType(of: object, at: uid)
        decodedFacts[uid, default: DecodedFacts()].setAside(object, type)
        decoded.evict(uid)
        values.remove(uid)
    }

    /// Puts the object back that was set aside last, if one was.
    ///
    /// It was kept before, so it isn't among those that were kept since an object became available early.
    mutating func putBack(at uid: EntryUID) {
        guard let object = decodedFacts[uid]?.putBack() else { return }
        if let instance = object._object, decoded.keep(instance, at: uid, isEarly: false) { return }
        values.keep(object, at: uid)
        decoded.setProgress(.value, of: uid)
    }
}

extension KeyedUnarchiver {
    /// What a call for one type gets for an object that has been decoded.
    ///
    /// - Returns: The object as that type; otherwise as what it is kept as, which is then an error for the caller.
    func form(
        of object: (any Codingable)?,
        at entry: EntryUID,
        _ progress: DecodedObjects.Progress,
        as type: any Codingable.Type
    ) throws -> (any Codingable)? {
        guard let object, ObjectIdentifier(Swift.type(of: object)) != ObjectIdentifier(type), type._cast(object) == nil,
            let stored = try state.storedObject(at: entry),
            let resolved = try? resolve(stored.classIndex, request: type, at: entry),
            AllowedTypes.only(type).contains(resolved, isExact: state.allowsExactTypesOnly)
        else { return object }
        return try form(of: object, at: entry, stored, progress, as: resolved, .only(type)) ?? object
    }

    /// What a call for any object gets for one that has been decoded.
    ///
    /// Where it is kept as a type that is the only one for its class, nothing else is looked at.
    func form(
        of object: any Codingable,
        at entry: EntryUID,
        _ progress: DecodedObjects.Progress,
        _ allowed: AllowedTypes,
        effective: AllowedTypes
    ) throws -> any Codingable {
        noteForms()
        if !state.isOneOfSeveral(object, at: entry) { guard case .list = allowed else { return object } }
        guard let stored = try state.storedObject(at: entry),
            let resolved = try? resolve(stored.classIndex, allowed: effective, at: entry)
        else { return object }
        return try form(of: object, at: entry, stored, progress, as: resolved, allowed, effective) ?? object
    }

    /// An object as another type than the one that it is kept as.
    ///
    /// - Returns: Nil if that is the type that it is kept as, or if it is not complete yet.
    private func form(
        of object: any Codingable,
        at entry: EntryUID,
        _ stored: UnarchiverState.StoredObject,
        _ progress: DecodedObjects.Progress,
        as type: any Codingable.Type,
        _ allowed: AllowedTypes,
        _ effective: AllowedTypes? = nil
    ) throws -> (any Codingable)? {
        let identifier = ObjectIdentifier(type)
        guard identifier != state.decodedType(of: object, at: entry) else { return nil }
        try checkAllowed(type, effective ?? allowed, at: entry)
        if let known = try state.form(at: entry, where: { $0.type == identifier }) { return known }
        guard progress != .partial else { return nil }
        state.setAside(object, at: entry)
        do {
            return try instantiate(type, entry, stored, allowed)
        } catch {
            state.putBack(at: entry)
            throw error
        }
    }

    /// Takes note of the types that classes stand for where a call for any object would get another.
    ///
    /// Most archives are decoded by calls that name types, and the list isn't asked for.
    func noteForms() {
        while let (classIndex, type) = state.newForms.popLast() {
            let name = state.classes[classIndex].record.name
            guard let usual = (types[name] ?? registry.type(forClassName: name))?.typeForKeyedUnarchiver(),
                ObjectIdentifier(usual) != ObjectIdentifier(type)
            else { continue }
            state.typesAmongSeveral.set(1, for: ObjectIdentifier(usual))
            state.typesAmongSeveral.set(1, for: ObjectIdentifier(type))
        }
    }
}
