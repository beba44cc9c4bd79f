internal import PropertyLists

// Objects that are entered empty and filled later, so that circles resolve and depth costs no stack.

extension KeyedUnarchiver {
    /// Enters an empty instance and fills it: now if the caller is a one-phase type or the top level, later if the
    /// caller is itself being filled.
    func instantiateEmpty(
        _ object: any Codingable,
        _ uid: Int,
        _ allowed: AllowedTypes
    ) throws -> any Codingable {
        let mark = state.keptEarly.count
        state.store(object, uid, isEarly: true)
        let unfilledCount = state.unfilled.count
        let allowed = if case .inherited = allowed { state.allowed } else { allowed }
        state.unfilled.append(UnarchiverState.Unfilled(object: object, uid: uid, allowed: allowed))
        if state.scope.isFilling { return object }
        defer { state.settle(since: mark) }
        do {
            while state.unfilled.count > unfilledCount, let next = state.unfilled.popLast() { try fill(next) }
        } catch {
            state.unfilled.removeLast(max(0, state.unfilled.count - unfilledCount))
            forget(uid, since: mark)
            throw error
        }
        // Filling may have ended in a substitution.
        return try decodedObject(state.decoded[uid].progress, uid) ?? object
    }

    private func fill(_ unfilled: UnarchiverState.Unfilled) throws {
        guard let record = try state.record(at: unfilled.uid) else { return }
        try state.pay(for: record)
        let outer = state.begin(unfilled.uid, record, unfilled.allowed)
        state.scope.isFilling = true
        defer { state.depth &-= 1 }
        do {
            try unfilled.object._fill(from: self)
            if state.hasFailed, let error { throw error }
        } catch {
            state.returnScope(to: outer)
            throw error
        }
        state.returnScope(to: outer)
        _ = try finish(unfilled.object, unfilled.uid)
    }
}
