internal import PropertyLists

extension KeyedUnarchiver {
    /// Whether decoded values remember their entries of the archive, so that they can be encoded as the same entries
    /// again.
    ///
    /// Calls that ask for any object then return an ``IdentifiedValue`` for a string, a number, data or another value,
    /// so that two references to one object stay two references to one object. An archiver that follows the archive's
    /// ``KeyedArchive/layout`` writes unchanged objects under the same numbers, with their fields in the same order and
    /// with the same entries: an unchanged graph is written as the bytes that it was decoded from. New and changed
    /// objects are written as without this property. Where it is false, the same content is written (see
    /// <doc:WritingBack>), but plain values that were shared are written several times.
    ///
    /// ```swift
    /// let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
    /// unarchiver.keepsUnknownClasses = true
    /// unarchiver.preservesValueIdentity = true
    /// ```
    ///
    /// Encode the graph with ``KeyedArchiver/encodeTopLevelFields(_:)``, or any part of it that holds an
    /// ``ArchivedObject`` or an ``IdentifiedValue``. The archive's bytes are kept as long as one of these is.
    ///
    /// Set it right after opening the archive. Use ``KeyedArchive`` to change an archive in place; this is for graphs
    /// that are taken apart and put together. False by default.
    ///
    /// - Complexity: O(1); encoding the decoded graph takes O(*n*) more time in the size of both archives.
    public var preservesValueIdentity: Bool {
        get { state.preservesIdentity }
        set {
            guard newValue != preservesValueIdentity else { return }
            state.preservesIdentity = newValue
            state.origin = nil
        }
    }

    /// The archive, for objects that carry their entries.
    var origin: Origin {
        if let known = state.origin { return known }
        let origin = Origin(state.archive, registry, preservesIdentity: state.preservesIdentity)
        state.origin = origin
        return origin
    }

    /// The entry of the object that is being decoded.
    package var currentEntry: StoredEntry { StoredEntry(origin: origin, uid: state.frame.uid) }

    /// Lets everything carry its entry, from an archive that is known already.
    func preserve(_ origin: Origin) {
        state.preservesIdentity = true
        state.origin = origin
    }

    /// An object as an instance with the identity of its entry, where identities are preserved.
    func withIdentity(_ object: (any Codingable)?, at entry: EntryUID) -> (any Codingable)? {
        if let object, object.instance != nil { return object }
        if let known = state.pinnedValues[entry], stands(known, for: object) { return known }
        let instance: any Codingable
        if let object {
            instance = IdentifiedValue(object, StoredEntry(origin: origin, uid: entry))
        } else {
            guard entry != .null else { return nil }
            instance = OmittedObject(StoredEntry(origin: origin, uid: entry))
        }
        state.pinnedValues[entry] = instance
        return instance
    }

    /// Whether the object that keeps the identity of an entry has the type of a decoded object: the entry may have been
    /// decoded as several types.
    private func stands(_ known: any Codingable, for object: (any Codingable)?) -> Bool {
        guard let object, let known = known as? IdentifiedValue else { return true }
        return ObjectIdentifier(type(of: known.value)) == ObjectIdentifier(type(of: object))
    }
}
