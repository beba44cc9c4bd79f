internal import PropertyLists

// Objects that are entered empty and filled later, so that cycles resolve and depth costs no stack.

extension KeyedUnarchiver {
    /// Enters an empty instance and fills it: now if the caller is a one-phase type or the top level, later if the
    /// caller is itself being filled.
    func decodeInTwoPhases(
        _ type: any TwoPhaseCodingable.Type,
        _ uid: EntryUID,
        _ stored: UnarchiverState.StoredObject,
        _ allowed: AllowedTypes
    ) throws -> any Codingable {
        let checkpoint = state.checkpoint
        let instance = state.enterEmpty(type, uid, stored, allowed)
        if state.scope.isFilling { return instance }
        defer { state.releaseEarly(since: checkpoint) }
        do {
            while state.unfilled.count > checkpoint.unfilledCount { try fillLast() }
        } catch {
            evict(uid, since: checkpoint)
            throw error
        }
        // Filling may have ended in a substitution.
        return try decodedObject(state.decoded[uid].progress, uid) ?? instance
    }

    /// Fills the instance that was entered last.
    ///
    /// Of those that it enters itself the first is filled next: archives hold objects in this order, so that memory is
    /// gone through from front to back, where the other way around each is looked for behind all those before it.
    private func fillLast() throws {
        guard let unfilled = state.unfilled.popLast(), let instance = state.emptyInstance(at: unfilled.uid),
            let stored = try state.storedObject(of: unfilled)
        else { return }
        let waitingCount = state.unfilled.count
        let filling = state.fillings[unfilled.filling]
        try state.pay(for: stored)
        let outer = state.beginFilling(unfilled.uid, filling, stored)
        defer { state.depth &-= 1 }
        do {
            try fill(instance, filling.type)
            try throwIfFailed()
        } catch {
            state.returnScope(to: outer)
            throw error
        }
        state.returnScope(to: outer)
        if state.unfilled.count > waitingCount + 1 { state.unfilled.reverse(from: waitingCount) }
        _ = try finish(instance: instance, unfilled.uid)
    }
}

extension KeyedUnarchiver {
    /// Fills an instance as the type that made it.
    @inline(__always)
    private func fill<Instance: TwoPhaseCodingable>(_ instance: AnyObject, _ type: Instance.Type) throws {
        // Unknown classes come by the thousands, and what is called here is known for them. Safe: the types are compared.
        if Swift.type(of: instance) == ArchivedObject.self {
            return try unsafe unsafeDowncast(instance, to: ArchivedObject.self).decode(with: self)
        }
        // Fast path without a cast: the type is the one that made it (row `decode two-phase node` of
        // `Instructions.tsv`). Safe: the types are compared.
        if Swift.type(of: instance) == type {
            return try unsafe unsafeDowncast(instance, to: Instance.self).decode(with: self)
        }
        try (instance as? Instance)?.decode(with: self)
    }
}

extension UnarchiverState {
    /// Makes an empty instance available, and notes that it must be filled.
    @inline(__always)
    mutating func enterEmpty(
        _ type: any TwoPhaseCodingable.Type,
        _ uid: EntryUID,
        _ stored: StoredObject,
        _ allowed: AllowedTypes
    ) -> any Codingable & AnyObject {
        let (allowedType, allowedList) = inScope(allowed)
        let filling = Filling(type: type, allowedType: allowedType, allowedList: allowedList)
        return enterEmpty(type.init(), uid, stored, filling)
    }

    /// The fields and the class of an object that was entered empty.
    ///
    /// Its fields are a few bytes of the archive; its class and shape need not be looked for again.
    @inline(__always)
    fileprivate mutating func storedObject(of unfilled: Unfilled) throws(ArchiveError) -> StoredObject? {
        guard let fields = reader.fastDictionary(at: archive[unfilled.uid]) else {
            return try storedObject(at: unfilled.uid)
        }
        return StoredObject(fields: fields, classIndex: unfilled.classIndex, shape: unfilled.shape)
    }

    /// Makes an empty instance available, and notes that it must be filled.
    ///
    /// - Returns: The instance, which is passed on rather than retained once more.
    @inline(__always)
    mutating func enterEmpty(
        _ instance: consuming any Codingable & AnyObject,
        _ uid: EntryUID,
        _ stored: StoredObject,
        _ filling: Filling
    ) -> any Codingable & AnyObject {
        store(instance: instance, uid, isEarly: true)
        unfilled.append(
            Unfilled(
                uid: uid, classIndex: stored.classIndex, shape: stored.shape, filling: index(of: filling)))
        return instance
    }

    /// The index of a way to fill objects: there are few, and usually it is one of the last three, as many as there are
    /// containers of the library's own.
    @inline(__always)
    private mutating func index(of filling: Filling) -> Int {
        let count = fillings.count
        if count > 0, fillings[count &- 1].isSame(as: filling) { return count &- 1 }
        if count > 1, fillings[count &- 2].isSame(as: filling) { return count &- 2 }
        if count > 2, fillings[count &- 3].isSame(as: filling) { return count &- 3 }
        return addIndex(of: filling)
    }

    @inline(never)
    private mutating func addIndex(of filling: Filling) -> Int {
        if let known = (0..<fillings.count).suffix(16).last(where: { fillings[$0].isSame(as: filling) }) {
            return known
        }
        fillings.append(filling)
        return fillings.count - 1
    }

    /// The instance at a UID that was entered empty; nil if it was filled, or forgotten with an object whose hook asked
    /// for it and failed.
    @inline(__always)
    fileprivate mutating func emptyInstance(at uid: EntryUID) -> (any Codingable & AnyObject)? {
        switch decoded[uid].progress {
        case .partial: decoded.instance(at: uid)
        case .value: values[uid]?._object
        default: nil
        }
    }
}
