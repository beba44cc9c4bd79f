internal import PropertyLists

// Cycles that can't be resolved.

extension KeyedUnarchiver {
    /// Checks that the elements of a collection are complete, so that they can be hashed and compared.
    ///
    /// An object that registered itself is visible before it is complete. A set that already holds it would not find it
    /// again, once its hash has changed.
    ///
    /// - Parameter key: The key of the collection's references, or of one reference.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/cycle``.
    public func _checkCompleteness(forKey key: String) throws {
        guard !state.undoLog.isEmpty, case .running = state.decodingState else { return }
        if let index = try state.value(forKey: key), let uid = try state.uid(at: index) {
            return try checkCompleteness(of: uid)
        }
        let list = try elementList(forKey: key, elementSize: 0)
        for position in 0..<list.count { try checkCompleteness(of: reference(at: position, of: list, key)) }
    }

    private func checkCompleteness(of uid: UID) throws {
        let entry = try state.entry(uid)
        guard state.entries[entry].stage == .early else { return }
        throw state.located(
            ArchiveError(
                .cycle,
                "the object\(ofClass(at: entry)) is to be a member of a set or a key of a dictionary while it is still "
                    + "being decoded",
                className: state.className(at: entry),
                remedy: "decode the collection as an ArchivedSet or ArchivedDictionary, which does not compare"
            ),
            entry
        )
    }

    /// The error for an object that is needed while it is being decoded and was not registered.
    func cycle(_ uid: EntryUID) -> ArchiveError {
        let cycle = state.cycle(through: uid).map { "; \($0) leads from it back to it" } ?? ""
        return state.located(
            ArchiveError(
                .cycle,
                "the object\(ofClass(at: uid)) is needed while it is still being decoded\(cycle)",
                className: state.className(at: uid),
                remedy: remedy(forCycleThrough: uid)
            ),
            uid
        )
    }

    /// The class of an object, as an error names it beside the number that its place has.
    private func ofClass(at uid: EntryUID) -> String {
        state.className(at: uid).map { " of class \($0.quotedForDisplay)" } ?? ""
    }

    /// A remedy for a cycle; in a hierarchy of classes the topmost class registers, since all properties are set there.
    private func remedy(forCycleThrough uid: EntryUID) -> String {
        guard let stored = try? state.storedObject(at: uid), let type = state.classes[stored.classIndex].type,
            let top = ClassNaming.topmostSuperclass(of: type)
        else {
            return "call `register(self)` in its initializer, use `decodeObject(of:forKey:onceAvailable:)`, "
                + "or make its class a TwoPhaseCodingable"
        }
        return "call `register(self)` in the initializer of its topmost class, \(top), and decode what leads back "
            + "after `super.init(coder:)`; or use `decodeObject(of:forKey:onceAvailable:)`, or make the class a "
            + "TwoPhaseCodingable"
    }
}
