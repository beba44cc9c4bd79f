internal import PropertyLists

// Objects that are available before they are complete, because their initializer says so.

extension KeyedUnarchiver {
    /// Makes an object that is being decoded available to references back to it, from inside its initializer.
    ///
    /// Call it once all stored properties are set, before decoding objects that may refer back:
    ///
    /// ```swift
    /// required init(coder unarchiver: KeyedUnarchiver) throws {
    ///     name = try unarchiver.decode(String.self, forKey: "name")
    ///     children = []
    ///     try unarchiver.register(self)
    ///     children = try unarchiver.decode([Node].self, forKey: "children")
    /// }
    /// ```
    ///
    /// After this call, others may see the object before it is complete: they may keep a reference to it, but should
    /// not look into it yet. Registering at the top level does nothing.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidUnarchiveOperation`` if another instance was registered for
    ///   the same object.
    @inlinable
    public func register(_ object: some Codingable & AnyObject) throws {
        try register(instance: object)
    }

    @usableFromInline
    func register(instance object: any Codingable & AnyObject) throws {
        let uid = state.frame.uid
        guard uid != .null, !state.frame.isFilling else { return }
        switch state.entries[uid].stage {
        case .open:
            // The type that the class was resolved to has been looked at.
            if !state.isResolved(to: type(of: object)), holdsAnyObjects(type(of: object)) {
                state.mayHoldContainers = true
            }
            state.store(object, uid, isEarly: true)
        case .early where state.entries.instance(at: uid) !== object:
            throw state.located(
                ArchiveError(
                    .invalidUnarchiveOperation,
                    "another instance is registered for the object",
                    remedy: "register the instance that the initializer makes, and no other"
                ),
                uid
            )
        default: break
        }
    }
}
