internal import PropertyLists

extension KeyedUnarchiver {
    /// Keeps where values come from, so that what is decoded can be encoded again as it was.
    ///
    /// Calls that ask for any object then answer a ``SharedValue`` for a string, a number, data or another value, so
    /// that two references to one stay two references to one. An ``ArchivedObject`` remembers which of its references
    /// were conditional, and which of several equal keys and numbers it holds. Without this the same content is
    /// written, but values that were shared are written several times.
    ///
    /// Call it right after opening the archive. Use ``KeyedArchive`` to change an archive in place; this is for graphs
    /// that are taken apart and put together.
    ///
    /// - Complexity: O(*n*) in the size of the archive.
    public func keepOrigins() {
        state.identities = ValueIdentities(IdentifiedArchive(state.reader, state.objects, state.top))
    }

    /// An object as an instance with the identity of its entry, where origins are kept.
    func withIdentity(_ object: (any Codingable)?, at position: Int) -> (any Codingable)? {
        guard let identity = identity(ofObjectAt: position) else { return object }
        if let object, object._instance != nil { return object }
        if let known = state.shared[position], stands(known, for: object) { return known }
        let instance: any Codingable
        if let object {
            instance = SharedValue(object, identity)
        } else {
            guard position > 0 else { return nil }
            instance = UnwrittenObject(identity)
        }
        state.shared[position] = instance
        return instance
    }

    /// Whether what has the identity of an entry stands for an object: the entry may have been decoded as several types.
    private func stands(_ known: any Codingable, for object: (any Codingable)?) -> Bool {
        guard let object, let known = known as? SharedValue else { return true }
        return ObjectIdentifier(type(of: known.value)) == ObjectIdentifier(type(of: object))
    }
}
