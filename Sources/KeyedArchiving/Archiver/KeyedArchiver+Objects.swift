public import PropertyLists

// How one reference is encoded, step by step in Apple's order.

extension KeyedArchiver {
    /// The record of a known object: its UID, and whether it has been encoded or only referred to conditionally.
    struct Known {
        var rawValue: UInt32

        init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        init(uid: EntryUID, isEncoded: Bool) {
            rawValue = UInt32(truncatingIfNeeded: uid.number) &<< 1 | (isEncoded ? 1 : 0)
        }

        var uid: EntryUID { EntryUID(Int(rawValue &>> 1)) }
        var isEncoded: Bool { rawValue & 1 == 1 }
    }

    /// From this depth on the contents of two-phase objects wait until the stack is shallow again.
    var deferringDepth: Int { max(1, min(128, limits.depth)) }

    func known(_ instance: AnyObject) -> Known? {
        state.identities[instance].map { Known(rawValue: $0) }
    }

    func remember(_ instance: AnyObject, _ uid: EntryUID, isEncoded: Bool) {
        if state.identities[instance] == nil { state.retained.append(instance) }
        state.identities.set(Known(uid: uid, isEncoded: isEncoded).rawValue, for: instance)
    }

    /// The UID of an instance that has been encoded or is being encoded; otherwise nil.
    func encodedUID(of object: some Codingable) -> EntryUID? {
        guard let instance = object.instance, let known = known(instance), known.isEncoded else { return nil }
        return known.uid
    }

    /// Remembers an instance that has been encoded.
    func setEncoded(_ instance: AnyObject, uid: EntryUID) {
        remember(instance, uid, isEncoded: true)
    }

    /// Encodes a reference to an object.
    @usableFromInline
    func encodeObject(_ object: any Codingable) throws -> UID {
        if let instance = object.instance {
            return try encodeInstance(instance) { try isReplaced(instance, by: &$0) }
        }
        return try encodeFirst(object, isConditional: false).uid
    }

    /// Encodes an object that this archiver has not seen: substitution, then identity, then contents.
    func encodeFirst(_ object: any Codingable, isConditional: Bool) throws -> EntryUID {
        let objectCount = state.objects.count
        let final = try substitute(for: object)
        return try encode(final, for: object, isConditional, objectCount: objectCount)
    }

    /// Encodes the result of the hooks of an object that this archiver had not seen.
    ///
    /// - Parameter objectCount: How many objects there were before the hooks ran.
    func encode(
        _ final: (any Codingable)?,
        for object: any Codingable,
        _ isConditional: Bool,
        objectCount: Int
    ) throws -> EntryUID {
        let instance = object.instance
        if state.objects.count != objectCount, let instance, let known = known(instance) {
            // A hook encoded the object by itself.
            if !isConditional, !known.isEncoded { try encodeForwardReferenced(object, instance, uid: known.uid) }
            return known.uid
        }
        guard let final else {
            if let instance { remember(instance, .null, isEncoded: true) }
            return .null
        }
        return try encodeFinal(final, final.instance, original: instance, isConditional)
    }

    /// The object to encode in place of an object, or nil: its own replacement, then the delegate's.
    func substitute(for object: some Codingable) throws -> (any Codingable)? {
        try callingHooks(of: object) {
            let final = try object.replacementObject(for: self)
            guard let held = heldDelegate else { return final }
            guard let final else {
                held.delegate.archiver(self, willReplace: object, with: nil)
                return nil
            }
            return try ask(held, about: object, replacedBy: final)
        }
    }

    /// Calls hooks of an object, or the delegate about it.
    ///
    /// Hooks count as nesting, so that endless recursion through a hook exceeds the depth limit.
    @inline(__always)
    func callingHooks<Result>(of object: some Codingable, _ body: () throws -> Result) throws -> Result {
        guard state.depth <= limits.depth, state.hasStack() else { throw tooDeep(object) }
        state.depth += 1
        defer { leaveDepth() }
        return try body()
    }

    /// Leaves an object, or the hooks of one.
    @inline(__always)
    func leaveDepth() {
        state.depth -= 1
        if state.depth == 0 { state.heldDelegate = nil }
    }

    /// Returns the delegate's replacement for an object, which may be the object itself.
    ///
    /// An optional object is five words that are copied from call to call, so there is one only where the delegate
    /// makes it (row `encode person with a delegate` of `Instructions.tsv`).
    ///
    /// - Parameter candidate: The replacement that the object's hook returned.
    @inline(never)
    func ask(
        _ held: HeldDelegate,
        about object: any Codingable,
        replacedBy candidate: any Codingable
    ) throws -> (any Codingable)? {
        guard let final = try held.delegate.archiver(self, willEncode: candidate) else {
            held.delegate.archiver(self, willReplace: object, with: nil)
            return nil
        }
        if !Substitution.isSame(object, final) { held.delegate.archiver(self, willReplace: object, with: final) }
        return final
    }

    /// Encodes the result of substitution, and records it for the original object.
    func encodeFinal(
        _ final: any Codingable,
        _ finalInstance: AnyObject?,
        original: AnyObject?,
        _ isConditional: Bool
    ) throws -> EntryUID {
        if let finalInstance, finalInstance !== original, let known = known(finalInstance) {
            if !known.isEncoded, !isConditional {
                try encodeContents(final, original: original, uid: known.uid)
            } else if let original {
                remember(original, known.uid, isEncoded: known.isEncoded)
                if !known.isEncoded { state.replacements[ObjectIdentifier(original)] = final }
            }
            return known.uid
        }
        if isConditional, original != nil || finalInstance != nil {
            let uid = state.reserveUID()
            if let finalInstance { remember(finalInstance, uid, isEncoded: false) }
            if let original, original !== finalInstance {
                remember(original, uid, isEncoded: false)
                state.replacements[ObjectIdentifier(original)] = final
            }
            return uid
        }
        if type(of: final)._kind.isInline {
            let uid = try encodeWithoutDelegate(final)
            if let original { remember(original, uid, isEncoded: true) }
            return uid
        }
        let uid = state.reserveUID()
        try encodeContents(final, original: original, uid: uid)
        return uid
    }

    /// Encodes a plain value that the delegate has been asked about already.
    func encodeWithoutDelegate(_ value: any Codingable) throws -> EntryUID {
        skipsDelegate = state.hasDelegate
        let uid = EntryUID(try reference(to: value))
        if let held = heldDelegate { held.archiver(self, didEncode: value) }
        return uid
    }

    /// Encodes the contents of an object into its slot.
    func encodeContents(_ object: any Codingable, original: AnyObject?, uid: EntryUID) throws {
        try checkSecure(object)
        let instance = object.instance
        if let instance { remember(instance, uid, isEncoded: true) }
        if let original, original !== instance { remember(original, uid, isEncoded: true) }
        try encodeNowOrLater(object, type(of: object), original: original, uid: uid)
    }

    /// Encodes the contents of an object that has been entered, now or, if it lies deep, later.
    @inline(__always)
    func encodeNowOrLater(
        _ object: some Codingable,
        _ type: any Codingable.Type,
        original: AnyObject?,
        uid: EntryUID
    ) throws {
        if state.depth >= deferringDepth, type._kind.twoPhaseType != nil {
            state.deferred.append((object, original, uid, state.takePlace()))
            return
        }
        try encodeNow(object, type, original, uid, at: state.takePlace())
        if state.depth == 0 { try encodeDeferred(below: uid) }
    }

    /// Checks that there is room for one more object, and now and then that the task wasn't cancelled.
    func checkObjectCount() throws {
        if state.objects.count >= state.nextCheck { try checkObjects() }
    }

    @inline(never)
    private func checkObjects() throws {
        guard state.objects.count <= limits.objects else { throw ArchiveError.limit("objects", limits.objects) }
        try Cancellation.check()
        state.nextCheck = min(state.objects.count + 4096, limits.objects.addingOrMaximum(1))
    }

    // One body for all types of objects: what differs is one call of their own.
    @inline(never)
    @_semantics("optimize.sil.specialize.generic.never")
    private func encodeNow(
        _ object: some Codingable,
        _ type: any Codingable.Type,
        _ original: AnyObject?,
        _ uid: EntryUID,
        at place: StoredPlace
    ) throws {
        do {
            guard state.depth < limits.depth, state.hasStack() else { throw tooDeep(object) }
            try checkObjectCount()
            let classIndex = try classIndex(of: object, type, at: place)
            let outer = state.beginObject(classIndex: classIndex)
            if !place.isNone { begin(type, uid, at: place) }
            state.depth += 1
            defer { leaveDepth() }
            do {
                if state.depth <= contentDepth {
                    try object.encode(with: self)
                    if hasPlace { try encodeOtherFields(of: object) }
                }
            } catch {
                state.leaveFrame(outer)
                throw error
            }
            state.endObject(uid: uid, outer: outer)
            if let held = heldDelegate { held.archiver(self, didEncode: object) }
        } catch {
            keepConditional(object, original, uid)
            throw error
        }
    }

    /// Encodes the contents of the objects that were deferred because they were too deeply nested.
    ///
    /// - Parameter root: The UID of the outermost object, if the call for it continues.
    func encodeDeferred(below root: EntryUID? = nil) throws {
        let isOutermost = !state.isWithinDeferred
        if isOutermost { state.stack.begin() }
        state.isWithinDeferred = true
        defer { if isOutermost { state.isWithinDeferred = false } }
        while let (object, original, uid, place) = state.deferred.popLast() {
            do {
                try encodeNow(object, type(of: object), original, uid, at: place)
            } catch {
                extendTrail(of: error, from: root, to: uid)
                throw error
            }
        }
    }

    func tooDeep(_ object: any Codingable) -> ArchiveError {
        ArchiveError(
            .limitExceeded,
            StackLimit.reason("objects", depth: state.depth, limit: limits.depth),
            className: type(of: object).codedClassName,
            remedy: StackLimit.remedy(
                .encode, depth: state.depth, limit: limits.depth, insteadBy: "TwoPhaseCodingable")
        )
    }

    /// Checks that an object may be encoded where secure coding is required.
    @inline(__always)
    func checkSecure(_ object: some Codingable) throws {
        if state.requiresSecureCoding { try checkSupportsSecureCoding(object) }
    }

    @inline(never)
    private func checkSupportsSecureCoding(_ object: any Codingable) throws {
        guard !type(of: object).supportsSecureCoding else { return }
        throw ArchiveError.insecure(type(of: object), .invalidArchiveOperation)
    }
}
