internal import PropertyLists

extension KeyedUnarchiver {
    /// Keeps which entry of the archive each object was, so that what is decoded can be encoded again as it was.
    ///
    /// Calls that ask for any object then return a ``SharedValue`` for a string, a number, data or another value, so
    /// that two references to one stay two references to one. An archiver that follows the archive's own
    /// ``KeyedArchive/layout`` writes what is as it was under the same number, with its fields in the same order, and
    /// with the same entries: a graph that nobody changed gives the very bytes that it was decoded from. What is new or
    /// changed is written as ever. Without this the same content is written, but values that were shared are written
    /// several times.
    ///
    /// Encode the graph with ``KeyedArchiver/encodeTopLevelFields(_:)``, or any part of it that holds an
    /// ``ArchivedObject`` or a ``SharedValue``. The archive's bytes are kept as long as one of these is.
    ///
    /// Call it right after opening the archive. Use ``KeyedArchive`` to change an archive in place; this is for graphs
    /// that are taken apart and put together.
    ///
    /// - Complexity: O(1); encoding what was decoded takes O(*n*) more time in the size of both archives.
    public func keepOrigins() {
        state.identities = ValueIdentities(IdentifiedArchive(state.reader, state.objects, state.top))
    }

    /// An object as an instance with the identity of its entry, where origins are kept.
    func withIdentity(_ object: (any Codingable)?, at position: Int) -> (any Codingable)? {
        guard let identity = identity(ofObjectAt: position) else { return object }
        if let object, object._object != nil { return object }
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
