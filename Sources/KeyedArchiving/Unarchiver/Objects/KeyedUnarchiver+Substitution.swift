internal import PropertyLists

// What takes the place of a decoded object: its own hook is asked, then the delegate. Hooks run while the object still
// counts as being decoded, in the frame of the object around it.

extension KeyedUnarchiver {
    /// Substitution after decoding: the object's own, then the delegate's; then pending `onceAvailable` closures run.
    ///
    /// - Returns: The object to return to the caller.
    func finish(_ object: any Codingable, _ uid: EntryUID) throws -> any Codingable {
        if state.hasDelegate { reportEarlyInstance(replacedWith: object, uid) }
        guard let substitute = try object.awakeAfter(using: self) else {
            guard state.hasDelegate else { return try keepFinal(object, uid) }
            return try keepFinal(try askDelegate(about: object), uid, decodedAs: object)
        }
        return try finish(object, replacedWith: substitute, uid)
    }

    /// Completes an object in whose place its own hook put another.
    func finish(
        _ object: any Codingable,
        replacedWith substitute: any Codingable,
        _ uid: EntryUID
    ) throws -> any Codingable {
        let final = replace(object, substitute)
        return try keepFinal(state.hasDelegate ? try askDelegate(about: final) : final, uid, decodedAs: object)
    }

    /// Keeps the object that replaces a decoded one, and passes it to the closures that wait for it.
    func keepFinal(_ final: any Codingable, _ uid: EntryUID, decodedAs object: any Codingable) throws -> any Codingable
    {
        state.setDecodedType(object, replacedWith: final, at: uid)
        return try keepFinal(final, uid)
    }

    /// Keeps the finished object, and runs the closures that wait for it.
    @inline(__always)
    func keepFinal(_ final: any Codingable, _ uid: EntryUID) throws -> any Codingable {
        state.store(final, uid)
        if !state.waiting.isEmpty { try runWaitingClosures(for: uid, final) }
        return final
    }

    /// Reports that another object takes the place of the instance that was available early.
    func reportEarlyInstance(replacedWith object: any Codingable, _ uid: EntryUID) {
        guard state.entries[uid].stage == .early,
            let early = state.entries.instance(at: uid), early !== object._object
        else { return }
        heldDelegate?.delegate.unarchiver(self, willReplace: early, with: object)
    }

    /// The delegate's replacement for a decoded object.
    func askDelegate(about object: any Codingable) throws -> any Codingable {
        try delegateSubstitute(for: object)?.object ?? object
    }

    /// What the delegate puts in the place of a decoded object; nil if it leaves the object as it is.
    ///
    /// Mostly it does, and then nothing needs to be copied, kept or asked for what it is.
    @inline(never)
    func delegateSubstitute(for object: any Codingable) throws -> _Substitute? {
        guard let held = heldDelegate, var chosen = try held.unarchiver(self, didDecode: object),
            !Substitution.isIdentical(object, &chosen)
        else { return nil }
        return _Substitute(replace(object, chosen))
    }

    /// Reports a substitution, unless it gave the same object.
    private func replace(_ object: any Codingable, _ substitute: any Codingable) -> any Codingable {
        if state.hasDelegate, !Substitution.isSame(object, substitute) {
            heldDelegate?.delegate.unarchiver(self, willReplace: object, with: substitute)
        }
        // It may be a container, whatever the class of the object.
        state.mayHoldContainers = true
        return substitute
    }
}
