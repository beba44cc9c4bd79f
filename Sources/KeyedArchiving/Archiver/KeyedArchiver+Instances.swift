public import PropertyLists

// How a reference to an instance of a class is encoded.
//
// An instance takes the steps of every object: it may be known, hooks may replace it, then it is entered and its
// contents are encoded. What makes this way shorter is that the object is one pointer from the first step to the last,
// where an existential is five words that are copied, and retained, for each step; and that the search for the instance
// among those that are known finds where to enter it as well.

extension KeyedArchiver {
    /// Encodes a reference to an instance.
    ///
    /// - Parameter isReplaced: Asks the instance's own hook for what is to be written in its place, and returns whether
    ///   that is another object.
    @usableFromInline
    func encodeInstance<Object: Codingable & AnyObject>(
        _ object: Object,
        isReplaced: (inout (any Codingable)?) throws -> Bool
    ) throws -> UID {
        let found = state.identities.search(object)
        guard let value = found.value else { return UID(UInt64(try encodeFirst(object, found, isReplaced))) }
        let known = Known(rawValue: value)
        if !known.isEncoded { try encodeMentioned(object, object, uid: known.uid) }
        return UID(UInt64(known.uid))
    }

    /// Encodes an instance that this archiver has not met.
    ///
    /// - Parameter found: What the search for it came to.
    private func encodeFirst<Object: Codingable & AnyObject>(
        _ object: Object,
        _ found: IdentityTable.SearchResult,
        _ isReplacedByItself: (inout (any Codingable)?) throws -> Bool
    ) throws -> UInt32 {
        let objectCount = state.objects.count
        var other: (any Codingable)?
        let isReplaced = try isReplaced(object, by: &other, isReplacedByItself)
        // Hooks may also have encoded the object by themselves.
        guard !isReplaced, state.objects.count == objectCount || known(object) == nil else {
            return try encode(isReplaced ? other : object, for: object, false, objectCount: objectCount)
        }
        try checkSecure(object)
        let uid = state.enter(object, at: found)
        try encodeNowOrLater(object, type(of: object), original: nil, uid: uid)
        return uid
    }

    /// Whether hooks put another object in the place of an instance: its own, then the delegate's.
    @inline(__always)
    private func isReplaced<Object: Codingable & AnyObject>(
        _ object: Object,
        by other: inout (any Codingable)?,
        _ isReplacedByItself: (inout (any Codingable)?) throws -> Bool
    ) throws -> Bool {
        guard state.depth <= limits.depth, state.hasStack() else { throw tooDeep(object) }
        state.depth += 1
        defer { state.depth -= 1 }
        let isReplaced = try isReplacedByItself(&other)
        guard state.hasDelegate else { return isReplaced }
        other = try askDelegate(about: object, replacedBy: isReplaced ? other : object)
        return other?._object !== object
    }
}
