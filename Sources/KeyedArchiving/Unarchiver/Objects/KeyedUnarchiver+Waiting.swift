internal import PropertyLists

// Closures that wait for an object that is being decoded.

extension KeyedUnarchiver {
    /// Decodes an object and hands it to a closure: now, or, if the object is itself being decoded, as soon as it is
    /// ready.
    ///
    /// This is the way for a type that takes part in a cycle and cannot be seen half built. The closure is not called
    /// if the key is missing or holds nil. If the object cannot be decoded, the closure waits until it is decoded
    /// again, unless the object that asked is given up with it.
    ///
    /// ```swift
    /// try unarchiver.decodeObject(of: Person.self, forKey: "owner", onceAvailable: { self.owner = $0 })
    /// ```
    ///
    /// - Throws: As ``decodeObject(of:forKey:)-(Object.Type,_)`` does, and the errors of the closure if it runs now.
    ///   An error that the closure throws later comes out of the call that decodes the object.
    public func decodeObject<Object: Codingable>(
        of type: Object.Type,
        forKey key: String,
        onceAvailable closure: @escaping (Object) throws -> Void
    ) throws {
        try decoding(()) {
            guard let uid = try state.reference(forKey: key) else { return }
            let entry = try state.entry(uid)
            if state.entries[entry].stage == .open {
                state.wait(for: entry) { [weak self] object in
                    if let object = object as? Object { return try closure(object) }
                    if let self { throw self.unexpectedClass(Swift.type(of: object), .only(type), at: entry) }
                }
                return
            }
            if let object = try decode(type, from: .reference(uid)) { try closure(object) }
        }
    }

    /// Runs the closures that wait for an object.
    ///
    /// If one of them throws, the object is forgotten, and all keep waiting for it to be decoded again.
    func runWaitingClosures(for uid: EntryUID, _ final: any Codingable) throws {
        for closure in state.closures(waitingFor: uid) { try closure(final) }
        state.waiting[uid] = nil
    }
}

extension UnarchiverState {
    /// Lets a closure of the object that is being decoded wait for another.
    mutating func wait(for uid: EntryUID, _ closure: @escaping (any Codingable) throws -> Void) {
        let waiter = frame.uid
        let generation = facts[waiter]?.generation ?? 0
        waiting[uid, default: []].append(Waiting(closure: closure, uid: waiter, generation: generation))
    }

    /// The closures that wait for an object, except those of objects that were evicted since.
    func closures(waitingFor uid: EntryUID) -> [(any Codingable) throws -> Void] {
        guard let waiting = waiting[uid] else { return [] }
        return waiting.compactMap { (facts[$0.uid] ?? EntryFacts()).isKept($0.generation) ? $0.closure : nil }
    }
}
