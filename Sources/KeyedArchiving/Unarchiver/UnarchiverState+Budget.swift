public import PropertyLists

// What decoding may make of an archive, as a multiple of its size.

extension UnarchiverState {
    /// Charges decoding the fields of an object: many entries of a hostile table can be one dictionary with many
    /// fields.
    @inline(__always)
    mutating func charge(for stored: StoredObject) throws(ArchiveError) {
        try budget.spend(stored.fields.count, at: nil)
    }

    /// Charges decoding the elements of a collection: many objects of a hostile archive can share one long array.
    ///
    /// - Parameter size: The memory of each, in bytes; it counts at least as much as a value.
    mutating func chargeElements(_ count: Int, of size: Int = Budget.valueSize) throws(ArchiveError) {
        try budget.chargeElements(count, of: size)
    }

    /// Refunds the charges of an abandoned attempt, unless some of its objects were kept.
    ///
    /// Kept objects are found without being charged again.
    ///
    /// - Parameters:
    ///   - budgetBefore: The budget when it began.
    ///   - keptCount: How many values were kept then.
    mutating func refund(to budgetBefore: Budget, _ keptCount: Int) {
        if entries.valueCount == keptCount { budget = budgetBefore }
    }

    /// Charges text or data that is made or returned.
    @inline(__always)
    mutating func chargeBuffer(_ size: Int) throws(ArchiveError) {
        try budget.allocateBuffer(of: size, at: nil)
    }

    /// The budget charged so far, in steps from an arbitrary origin.
    var chargedSteps: Int {
        mutating get { budget.chargedSteps }
    }

    /// Keeps the cost of decoding the value at a UID, to be charged each time the value is returned again.
    ///
    /// Values of small cost are left out: their places in the archive make up for them.
    mutating func keepCost(of uid: EntryUID, since chargedBefore: Int) {
        let cost = chargedSteps &- chargedBefore
        if cost > Self.smallCost { facts[uid, default: EntryFacts()].cost = cost }
    }

    /// Up to how many steps a kept value is returned for free.
    private static let smallCost = 16

    /// Charges a kept value that is returned again.
    ///
    /// The value is held once, but the code that gets it may go through all of it: text and data cost their length, a
    /// collection costs as much as decoding it. At the top level it is the caller who asks again, not the archive.
    mutating func chargeKeptValue(at uid: EntryUID) throws(ArchiveError) {
        guard depth > 0 else { return }
        do {
            if let cost = facts[uid]?.cost { return try budget.step(cost) }
            let header = try reader.header(at: archive[uid])
            if header.kind.isString || header.kind == .data { try budget.allocateBuffer(of: header.scalarSize) }
        } catch {
            throw located(error, uid)
        }
    }
}

extension KeyedUnarchiver {
    /// Charges memory that a type is about to take for values made from the archive.
    ///
    /// Values that calls of the unarchiver return are charged already, each time. A type that makes more of it, such as
    /// an array of eight-byte numbers from packed data, charges it first:
    ///
    /// ```swift
    /// let packed = try unarchiver.decodeBytes(forKey: "samples") ?? []
    /// try unarchiver.charge(8 * packed.count)
    /// samples = packed.map { Double($0) / 255 }
    /// ```
    ///
    /// Many objects of a hostile archive can share one long value, and without this each of them would expand it again.
    ///
    /// - Parameter byteCount: How many bytes; nothing is counted for 0 or less.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if all such memory together would be more than
    ///   ``/PropertyLists/Limits/expansion`` times the archive.
    /// - Complexity: O(1).
    public func charge(_ byteCount: Int) throws(ArchiveError) {
        guard byteCount > 0 else { return }
        do {
            try state.budget.allocate(byteCount)
        } catch {
            throw failure(error)
        }
    }

    /// Charges work that is not in proportion to the returned values, such as comparing each member with all others.
    ///
    /// ```swift
    /// try unarchiver.charge(steps: members.count * members.count)
    /// ```
    ///
    /// - Parameter count: How many steps; nothing is counted for 0 or less.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if all steps together would be more than
    ///   ``/PropertyLists/Limits/expansion`` times the archive.
    /// - Complexity: O(1).
    public func charge(steps count: Int) throws(ArchiveError) {
        guard count > 0 else { return }
        do {
            try state.budget.step(count)
        } catch {
            throw failure(error)
        }
    }

    /// The budget used so far, for measurements: values, bytes of memory and content, steps.
    package var used: (values: Int, bytes: Int, steps: Int) {
        let used = state.budget.used
        return (used.values, used.bytes, used.steps)
    }

    /// An error of the object that is being decoded.
    private func failure(_ error: ArchiveError) -> ArchiveError {
        state.frame.uid == .null ? error : state.located(error, state.frame.uid)
    }
}
