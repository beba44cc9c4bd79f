internal import PropertyLists

extension KeyedUnarchiver {
    /// Makes an object that is being decoded available to references back to it, from inside its initializer.
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
        let uid = state.scope.uid
        guard uid != .null, !state.scope.isFilling else { return }
        switch state.decoded[uid].progress {
        case .decoding:
            // The type that the class was resolved to has been looked at.
            if !state.isResolved(to: type(of: object)), holdsAnyObjects(type(of: object)) {
                state.mayHoldContainers = true
            }
            state.store(instance: object, uid, isEarly: true)
        case .partial where state.decoded.instance(at: uid) !== object:
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

    /// Checks that the elements of a collection are complete, so that they can be hashed and compared.
    ///
    /// An object that registered itself is visible before it is complete; a set that it were put in by its hash would
    /// not find it again.
    ///
    /// - Parameter key: The key of the collection's references, or of one reference.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/cycle``.
    public func _checkCompleteness(forKey key: String) throws {
        guard !state.keptEarly.isEmpty, case .running = state.decodingState else { return }
        if let index = try state.value(forKey: key), let uid = try state.uid(at: index) {
            return try checkCompleteness(of: uid)
        }
        let list = try elementList(forKey: key, elementSize: 0)
        for position in 0..<list.count { try checkCompleteness(of: reference(at: position, of: list, key)) }
    }

    private func checkCompleteness(of uid: UID) throws {
        let entry = try state.entry(uid)
        guard state.decoded[entry].progress == .partial else { return }
        throw state.located(
            ArchiveError(
                .cycle,
                "object \(uid) is to be a member of a set or a key of a dictionary while it is still being decoded",
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
                "object \(uid.uid) is needed while it is still being decoded\(cycle)",
                className: state.className(at: uid),
                remedy: "call `register(self)` in its initializer, use `decodeObject(of:forKey:onceAvailable:)`, "
                    + "or make its class a TwoPhaseCodingable"
            ),
            uid
        )
    }
}
