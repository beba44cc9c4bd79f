internal import PropertyLists

extension KeyedUnarchiver {
    /// Makes an object that is being decoded available to references back to it, from inside its initialiser.
    ///
    /// Call it once all stored properties are set, before decoding whatever may refer back:
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
    /// By calling it the type consents to being seen half built: who gets such a reference may keep it, but should not
    /// look into it yet. Registering at the top level does nothing.
    ///
    /// - Throws: ``ArchiveError/Code/invalidUnarchiveOperation`` if another instance was registered for the same object.
    public func register(_ object: some Codingable & AnyObject) throws {
        let uid = state.scope.uid
        guard uid != 0, !state.scope.isFilling else { return }
        switch state.progress[uid] {
        case UnarchiverState.Progress.decoding:
            state.store(object, uid, isEarly: true)
        case UnarchiverState.Progress.instance where state.instances[uid]?._instance !== object:
            throw state.located(
                ArchiveError(.invalidUnarchiveOperation, "another instance is registered for the object"),
                uid
            )
        default: break
        }
    }

    /// The error for an object that is needed while it is being decoded and was not registered.
    func cycle(_ uid: Int) -> ArchiveError {
        let circle = state.circle(through: uid).map { "; \($0) leads from it back to it" } ?? ""
        return state.located(
            ArchiveError(
                .cycle,
                "object #\(uid) is needed while it is still being decoded\(circle)",
                className: state.className(at: uid),
                remedy: "call `register(self)` in its initialiser, use `decodeObject(of:forKey:onceAvailable:)`, "
                    + "or make its class a TwoPhaseCodingable"
            ),
            uid
        )
    }
}
