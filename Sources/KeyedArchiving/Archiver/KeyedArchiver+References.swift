public import PropertyLists

// References that take a separate path: to instances of classes, conditional ones, and to plain values.

// MARK: - Any object

extension KeyedArchiver {
    /// Writes an object in the way of its type, or finds it, and returns its UID.
    @inlinable
    package func reference<Object: Codingable>(to object: Object) throws -> UID {
        switch Object._kind.content {
        case .value: try encodeObject(object)
        case .instance(let type):
            // Safe: the kind says that it is a class.
            try encodeInstance(unsafe Substitution.reinterpreted(object, as: AnyObject.self), of: type) {
                try isReplaced(object, by: &$0)
            }
        case .special(let coding): try coding.reference(toObject: object, with: self)
        }
    }

    /// False if ``Codingable/replacementObject(for:)`` returns this instance; otherwise `other` becomes its result.
    ///
    /// It is specialized in the class's module: for a class without a hook the compiler removes the call.
    @inlinable
    func isReplaced<Object: Codingable>(_ object: Object, by other: inout (any Codingable)?) throws -> Bool {
        guard let replacement = try object.replacementObject(for: self) else {
            other = nil
            return true
        }
        // Safe: this is asked about instances.
        if Substitution.isInstance(replacement, unsafe Substitution.reinterpreted(object, as: AnyObject.self)) {
            return false
        }
        other = replacement
        return true
    }
}

// MARK: - Instances

// An instance takes the steps of every object: it may be known, hooks may replace it, then it is entered and its
// contents are encoded. This is the fast path because the object is one pointer from the first step to the last, where
// an existential is five words that are copied, and retained, for each step, and because the search for the instance
// among those that are known finds where to enter it as well.

extension KeyedArchiver {
    /// Encodes a reference to an instance.
    ///
    /// - Parameters:
    ///   - type: Its class, or a superclass of it.
    ///   - isReplaced: Asks the instance's hook for a replacement, and returns whether that is another object.
    @usableFromInline
    func encodeInstance(
        _ object: AnyObject,
        of type: any (Codingable & AnyObject).Type,
        isReplaced: (inout (any Codingable)?) throws -> Bool
    ) throws -> UID {
        // Safe: the type is the kind of the instance.
        func encode<Object: Codingable & AnyObject>(_ type: Object.Type) throws -> UID {
            try encodeInstance(unsafe unsafeDowncast(object, to: type), isReplaced: isReplaced)
        }
        return try encode(type)
    }

    /// Encodes a reference to an instance whose type is known.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    func encodeInstance<Object: Codingable & AnyObject>(
        _ object: Object,
        isReplaced: (inout (any Codingable)?) throws -> Bool
    ) throws -> UID {
        let found = state.identities.search(object)
        guard let value = found.value else { return try encodeFirst(object, found, isReplaced).uid }
        let known = Known(rawValue: value)
        if !known.isEncoded { try encodeForwardReferenced(object, object, uid: known.uid) }
        return known.uid.uid
    }

    /// Encodes an instance that this archiver has not seen.
    ///
    /// - Parameter found: The result of the search for it.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    private func encodeFirst<Object: Codingable & AnyObject>(
        _ object: Object,
        _ found: IdentityTable.SearchResult,
        _ isReplacedByItself: (inout (any Codingable)?) throws -> Bool
    ) throws -> EntryUID {
        let objectCount = state.objects.count
        var other: (any Codingable)?
        let isReplaced = try isReplaced(object, by: &other, isReplacedByItself)
        // Hooks may also have encoded the object by themselves.
        guard !isReplaced, state.objects.count == objectCount || known(object) == nil else {
            return try encode(isReplaced ? other : object, for: object, false, objectCount: objectCount)
        }
        if !state.origins.isEmpty, let written = try takeWritten(object) { return written }
        try checkSecure(object)
        let uid = state.enter(object, at: found)
        try encodeNowOrLater(object, type(of: object), original: nil, uid: uid)
        return uid
    }

    /// Whether hooks put another object in the place of an instance: its own, then the delegate's.
    @inline(__always)
    private func isReplaced<Object: Codingable & AnyObject>(
        _ object: Object,
        by other: inout (any Codingable)?,
        _ isReplacedByItself: (inout (any Codingable)?) throws -> Bool
    ) throws -> Bool {
        try callingHooks(of: object) {
            let isReplaced = try isReplacedByItself(&other)
            guard let held = heldDelegate else { return isReplaced }
            guard isReplaced else { return try self.isReplaced(object, by: &other, asking: held) }
            if let candidate = other {
                other = try ask(held, about: object, replacedBy: candidate)
            } else {
                held.delegate.archiver(self, willReplace: object, with: nil)
            }
            return other?.instance !== object
        }
    }

    /// Whether the delegate puts another object in the place of an instance that its own hook has kept.
    ///
    /// The object becomes one of any type only once, and what the delegate returned is released where it is the same
    /// (row `encode person with a delegate` of `Instructions.tsv`).
    @inline(never)
    private func isReplaced(
        _ object: any Codingable & AnyObject,
        by other: inout (any Codingable)?,
        asking held: HeldDelegate
    ) throws -> Bool {
        let final = try held.delegate.archiver(self, willEncode: object)
        if let final, final.instance === object { return false }
        held.delegate.archiver(self, willReplace: object, with: final)
        other = final
        return true
    }
}

// MARK: - Conditional references

// Objects that are referred to conditionally: a reference takes effect only if the object is encoded unconditionally
// somewhere in the archive, before or after. Until then only its slot is reserved.

extension KeyedArchiver {
    /// Encodes a conditional reference.
    func encodeConditionally(_ object: any Codingable) throws -> UID {
        // Values have no identity that could be encoded elsewhere; they are simply encoded.
        guard let instance = object.instance else { return try reference(to: object) }
        return try encodeConditionally(instance: instance)
    }

    /// Encodes a conditional reference to an instance.
    func encodeConditionally(instance: any Codingable & AnyObject) throws -> UID {
        if let known = known(instance) { return known.uid.uid }
        return try encodeFirst(instance, isConditional: true).uid
    }

    /// Encodes an object that was only referred to conditionally before, into the slot that was reserved for it.
    func encodeForwardReferenced(_ object: any Codingable, _ instance: AnyObject, uid: EntryUID) throws {
        let final = state.replacements.removeValue(forKey: ObjectIdentifier(instance)) ?? object
        if let standIn = final.instance, standIn !== instance, known(standIn)?.isEncoded == true {
            remember(instance, uid, isEncoded: true)
        } else if type(of: final)._kind.isInline {
            let objectCount = state.objects.count
            state.reservedSlot = uid
            defer { state.reservedSlot = nil }
            let value = try encodeWithoutDelegate(final)
            let constant = (final as? ConstantString)?.string
            state.place(value, at: uid, isNew: value.number >= objectCount, constant: constant)
            remember(instance, uid, isEncoded: true)
        } else {
            try encodeContents(final, original: instance, uid: uid)
        }
    }

    /// Lets an object that could not be encoded count like one that was only referred to conditionally.
    ///
    /// Existing references to it keep its slot: it stands for nil, until the object is encoded after all.
    func keepConditional(_ object: any Codingable, _ original: AnyObject?, _ uid: EntryUID) {
        let instance = object.instance
        if let instance { remember(instance, uid, isEncoded: false) }
        guard let original, original !== instance else { return }
        remember(original, uid, isEncoded: false)
        state.replacements[ObjectIdentifier(original)] = object
    }
}

// MARK: - Plain values

// Objects that are stored as plain values. Without a delegate they skip every step but finding a slot.

extension KeyedArchiver {
    /// Encodes a value-like object: asks the delegate if there is one, then stores it.
    @inline(__always)
    func encodeInline<Value: Codingable>(
        _ value: Value,
        _ store: (inout ArchiverState, Value) -> EntryUID
    ) throws -> UID {
        if state.hasDelegate {
            if !skipsDelegate, let held = heldDelegate { return try encodeInline(value, asking: held, store) }
            skipsDelegate = false
        }
        return store(&state, value).uid
    }

    /// Encodes data of any type as a plain value.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/finished`` after finishing, and the errors of the delegate.
    package func encodeData<Value: Codingable>(_ data: Value, bytes: (Value) -> [UInt8]) throws -> UID {
        try checkNotFinished()
        // The delegate may have put other data in their place.
        return try encodeInline(data) { state, data in state.addValueObject(state.dataEntry(bytes(data)[...])) }
    }

    @inline(never)
    private func encodeInline<Value: Codingable>(
        _ value: Value,
        asking held: HeldDelegate,
        _ store: (inout ArchiverState, Value) -> EntryUID
    ) throws -> UID {
        var object: any Codingable = value
        switch try ask(held, about: value, object) {
        case .isKept:
            let uid = store(&state, value)
            held.archiver(self, didEncode: &object)
            return uid.uid
        case .isNil: return .null
        case .isReplaced(let substitute):
            var other = ValueBox.unboxed(substitute)
            guard let value = other as? Value else {
                return try encodeFinal(other, other.instance, original: nil, false).uid
            }
            let uid = store(&state, value)
            held.archiver(self, didEncode: &other)
            return uid.uid
        }
    }

    /// Encodes a value of a type that has no identity and no hooks, such as a Swift array, which the delegate is shown.
    func encodeCollection<Value: Codingable>(_ value: Value, asking held: HeldDelegate) throws -> UID {
        guard hasRoomForCollection() else { return try encodeObject(value) }
        let objectCount = state.objects.count
        var object: any Codingable = value
        switch try ask(held, about: value, object) {
        case .isKept:
            let uid = try encodeContents(of: value, from: enterCollection(Value.self))
            held.archiver(self, didEncode: &object)
            return uid
        case .isNil: return try encode(nil, for: object, false, objectCount: objectCount).uid
        case .isReplaced(let other):
            return try encode(ValueBox.unboxed(other), for: object, false, objectCount: objectCount).uid
        }
    }

    /// A delegate's decision about a value whose type has no replacement hook.
    ///
    /// Mostly nothing, and then there is no optional object to copy and release (row `encode person with a delegate` of
    /// `Instructions.tsv`).
    private enum Answer {
        /// The value itself is encoded.
        case isKept
        /// Nil is encoded.
        case isNil
        /// Something else is encoded.
        case isReplaced(BoxedObject)
    }

    /// Asks the delegate about a value whose type has no replacement hook.
    ///
    /// - Parameter object: The value as one of any type.
    @inline(__always)
    private func ask<Value: Codingable>(
        _ held: HeldDelegate,
        about value: Value,
        _ object: any Codingable
    ) throws -> Answer {
        try callingHooks(of: value) {
            guard var final = try held.delegate.archiver(self, willEncode: object) else {
                held.delegate.archiver(self, willReplace: object, with: nil)
                return .isNil
            }
            if Substitution.hasBytes(&final, of: value) { return .isKept }
            if !Substitution.isSame(object, final) { held.delegate.archiver(self, willReplace: object, with: final) }
            return .isReplaced(ValueBox.boxed(final))
        }
    }
}
