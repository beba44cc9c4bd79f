internal import PropertyLists

// What decoding may make of an archive, as a multiple of its size.

extension UnarchiverState {
    /// Pays for decoding the fields of an object: many entries of a hostile table can be one dictionary with many
    /// fields.
    @inline(__always)
    mutating func pay(for record: Record) throws(ArchiveError) {
        do {
            try budget.spend(record.keys.count, at: nil)
        } catch {
            throw ArchiveError(error)
        }
    }

    /// Pays for decoding the elements of a collection: many objects of a hostile archive can share one long array.
    mutating func payForElements(_ count: Int) throws(ArchiveError) {
        do {
            try budget.spend(count, at: nil)
            try budget.allocateContainer(of: count, at: nil)
        } catch {
            throw ArchiveError(error)
        }
    }

    /// Takes back what was paid for something that was given up, unless some of it was kept.
    ///
    /// What was kept is found without being paid for again.
    ///
    /// - Parameters:
    ///   - budgetBefore: The budget when it began.
    ///   - keptCount: How many values were kept then.
    mutating func refund(to budgetBefore: ExpansionBudget, _ keptCount: Int) {
        if values.count == keptCount { budget = budgetBefore }
    }

    /// Pays for a copy of text or data.
    @inline(__always)
    mutating func payForBuffer(_ size: Int) throws(ArchiveError) {
        do {
            try budget.allocateBuffer(of: size, at: nil)
        } catch {
            throw ArchiveError(error)
        }
    }
}
