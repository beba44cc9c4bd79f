internal import PropertyLists

// What takes the place of a decoded object: its own hook is asked, then the delegate. Hooks run while the object still
// counts as being decoded, in the frame of the object around it.

extension KeyedUnarchiver {
    /// Reports that another object takes the place of the instance that was available early.
    func reportEarlyInstance(replacedWith object: BoxedObject, _ uid: EntryUID) {
        guard state.entries[uid].stage == .early, let early = state.entries.instance(at: uid), early !== object
        else { return }
        heldDelegate?.delegate.unarchiver(self, willReplace: early, with: ValueBox.unboxed(object))
    }

    /// The delegate's replacement for a decoded object; nil if it keeps the object.
    ///
    /// Mostly it keeps the object, and then nothing needs to be copied, recorded or type-checked.
    @inline(never)
    func delegateSubstitute(for object: any Codingable) throws -> BoxedObject? {
        guard let held = heldDelegate, var chosen = try held.unarchiver(self, didDecode: object),
            !Substitution.isIdentical(object, &chosen)
        else { return nil }
        report(object, replacedWith: chosen)
        return ValueBox.boxed(chosen)
    }

    /// Reports a substitution, unless it gave the same object.
    @inline(never)
    func report(_ object: any Codingable, replacedWith substitute: any Codingable) {
        if state.hasDelegate, !Substitution.isSame(object, substitute) {
            heldDelegate?.delegate.unarchiver(self, willReplace: object, with: substitute)
        }
        // It may be a container, whatever the class of the object.
        state.mayHoldContainers = true
    }
}
