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
    ) throws -> BoxedObject {
        let checkpoint = state.checkpoint
        let instance = state.allocate(type, uid, stored, allowed)
        // Within an object that is being filled the instance waits in the work list: depth costs no stack.
        if state.frame.isFilling { return instance }
        defer { state.closeUndoLog(since: checkpoint) }
        // Otherwise it is filled now, and so is all that this adds to the list.
        do {
            while state.workList.count > checkpoint.workListCount { try fillNext() }
        } catch {
            evict(uid, since: checkpoint)
            throw error
        }
        // Filling may have ended in a substitution.
        return try decodedObject(at: uid, state.entries[uid].stage) ?? instance
    }

    /// Fills the instance that was entered last.
    ///
    /// Of those that it enters itself the first is filled next: archives hold objects in this order, so that memory is
    /// gone through from front to back, where the other way around each is looked for behind all those before it.
    private func fillNext() throws {
        guard let empty = state.workList.popLast(), let instance = state.emptyInstance(at: empty.uid),
            let stored = try state.storedObject(of: empty)
        else { return }
        // Its fields are asked for in a separate frame, under the types that the call allowed that referred to it.
        let waitingCount = state.workList.count
        let plan = state.fillPlans[empty.plan]
        let chargedBefore = state.chargedSteps
        try state.charge(for: stored)
        let outer = state.beginFilling(empty.uid, plan, stored)
        defer { state.depth &-= 1 }
        do {
            try fill(instance, plan.type)
            try throwIfFailed()
        } catch {
            state.leaveFrame(to: outer)
            throw error
        }
        // Hooks read the fields of the object around. Siblings are filled first to last.
        state.leaveFrame(to: outer)
        if state.workList.count > waitingCount + 1 { state.workList.reverse(from: waitingCount) }
        _ = try finish(instance, empty.uid, since: chargedBefore)
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
    mutating func allocate(
        _ type: any TwoPhaseCodingable.Type,
        _ uid: EntryUID,
        _ stored: StoredObject,
        _ allowed: AllowedTypes
    ) -> BoxedObject {
        let (allowedType, allowedList) = inFrame(allowed)
        let plan = FillPlan(type: type, allowedType: allowedType, allowedList: allowedList)
        return allocate(type.init(), uid, stored, plan)
    }

    /// The fields and the class of an object that was entered empty.
    ///
    /// Its fields are a few bytes of the archive; its class and shape need not be looked for again.
    @inline(__always)
    fileprivate mutating func storedObject(of empty: EmptyInstance) throws(ArchiveError) -> StoredObject? {
        guard let fields = reader.fastDictionary(at: archive[empty.uid]) else {
            return try storedObject(at: empty.uid)
        }
        return StoredObject(fields: fields, classIndex: empty.classIndex, shape: empty.shape)
    }

    /// Makes an empty instance available, and notes that it must be filled.
    ///
    /// - Returns: The instance, which is passed on rather than retained once more.
    @inline(__always)
    mutating func allocate(
        _ instance: consuming BoxedObject,
        _ uid: EntryUID,
        _ stored: StoredObject,
        _ plan: FillPlan
    ) -> BoxedObject {
        store(instance, uid, isEarly: true)
        workList.append(
            EmptyInstance(
                uid: uid, classIndex: stored.classIndex, shape: stored.shape, plan: index(of: plan)))
        return instance
    }

    /// The index of a way to fill objects: there are few, and usually it is one of the last three, as many as there are
    /// containers of the library's own.
    @inline(__always)
    private mutating func index(of plan: FillPlan) -> Int {
        let count = fillPlans.count
        if count > 0, fillPlans[count &- 1].isSame(as: plan) { return count &- 1 }
        if count > 1, fillPlans[count &- 2].isSame(as: plan) { return count &- 2 }
        if count > 2, fillPlans[count &- 3].isSame(as: plan) { return count &- 3 }
        return addIndex(of: plan)
    }

    @inline(never)
    private mutating func addIndex(of plan: FillPlan) -> Int {
        if let known = (0..<fillPlans.count).suffix(16).last(where: { fillPlans[$0].isSame(as: plan) }) {
            return known
        }
        fillPlans.append(plan)
        return fillPlans.count - 1
    }

    /// The instance at a UID that was entered empty; nil if it was filled, or forgotten with an object whose hook asked
    /// for it and failed.
    @inline(__always)
    fileprivate mutating func emptyInstance(at uid: EntryUID) -> BoxedObject? {
        entries[uid].stage == .early ? entries.instance(at: uid) : nil
    }
}
