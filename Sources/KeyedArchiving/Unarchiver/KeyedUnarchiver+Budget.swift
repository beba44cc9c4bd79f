internal import PropertyLists

extension KeyedUnarchiver {
    /// Counts memory that a type is about to take for what it makes of the archive.
    ///
    /// What the calls of the unarchiver hand out is counted already, each time. A type that makes more of it, such as an
    /// array of numbers of eight bytes out of packed data, says so before it does:
    ///
    /// ```swift
    /// let packed = try unarchiver.decodeBytes(forKey: "samples") ?? []
    /// try unarchiver.charge(8 * packed.count)
    /// samples = packed.map { Double($0) / 255 }
    /// ```
    ///
    /// Many objects of a hostile archive can share one long value, and without this each of them would expand it again.
    ///
    /// The first 256 KiB are free, however small the archive is: a set of all but a few characters takes 136 KiB, and a
    /// hundred bytes describe it.
    ///
    /// - Parameter byteCount: How many bytes; nothing is counted for 0 or less.
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if all such memory together would be more than
    ///   ``/PropertyLists/Limits/allocation`` times the archive.
    /// - Complexity: O(1).
    public func charge(_ byteCount: Int) throws(ArchiveError) {
        guard byteCount > 0 else { return }
        guard byteCount > state.freeBytes else { return state.freeBytes &-= byteCount }
        do {
            try state.budget.allocate(byteCount)
        } catch {
            throw failure(ArchiveError(error))
        }
    }

    /// Counts work that is not in proportion to what was handed out, such as comparing each member with all others.
    ///
    /// - Parameter count: How many steps; nothing is counted for 0 or less.
    /// - Throws: ``ArchiveError/Code/limitExceeded`` if all steps together would be more than
    ///   ``/PropertyLists/Limits/steps`` times the archive.
    /// - Complexity: O(1).
    public func charge(steps count: Int) throws(ArchiveError) {
        guard count > 0 else { return }
        do {
            try state.budget.step(count)
        } catch {
            throw failure(ArchiveError(error))
        }
    }

    /// An error of the object that is being decoded.
    private func failure(_ error: ArchiveError) -> ArchiveError {
        state.scope.uid == .null ? error : state.located(error, state.scope.uid)
    }
}
