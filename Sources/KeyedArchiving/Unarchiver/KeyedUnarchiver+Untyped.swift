internal import PropertyLists

// Values whose types aren't known: `Any`, `[String: Any]`.

extension KeyedUnarchiver {
    /// Decodes a value under a key as Swift values, as ``KeyedArchiver/encodeAny(_:forKey:)`` writes them; nil if the
    /// key is missing or holds nil.
    ///
    /// ```swift
    /// let info = try unarchiver.decodeAny(of: [Person.self], forKey: "info") as? [String: Any]
    /// ```
    ///
    /// Strings are `String`, integers `Int`, or `UInt64` if they are larger, other numbers `Double`, `Float` or `Bool`;
    /// arrays are `[Any]`, dictionaries `[String: Any]`, or `[AnyHashable: Any]` if not all keys are strings, sets
    /// `Set<AnyHashable>`, and `NSNull` is ``ArchivedNull``. Dates and data are decoded as the types named for them, such
    /// as `Date` and `Data`, or else as those that ``registry`` has. A dictionary or a set whose keys aren't hashable is
    /// an ``ArchivedDictionary`` or an ``ArchivedSet``.
    ///
    /// Where secure coding is required, the library's types for content are allowed, the types named, and those that
    /// the enclosing call allows.
    ///
    /// - Throws: As ``decodeObject(of:forKey:)-(Object.Type,_)`` does, ``/PropertyLists/ArchiveError/Code/cycle`` if a
    ///   collection holds itself, or holds the object that is being decoded and is itself being decoded,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded`` if collections nest deeper than the stack or
    ///   ``/PropertyLists/Limits/depth`` allows.
    public func decodeAny(of types: [any Codingable.Type] = [], forKey key: String) throws -> Any? {
        try decoding(nil) {
            switch try field(forKey: key) {
            case .missing: return nil
            case .inline(let index): return try inlineAny(at: index, forKey: key, types)
            case .reference(let uid): return try decodeAnyValue(uid, types)
            }
        }
    }

    private func decodeAnyValue(_ uid: UID, _ types: [any Codingable.Type]) throws -> Any? {
        let entry = try state.entry(uid)
        if state.entries[entry].stage == .early { throw cycle(entry) }
        let chargedBefore = chargedSteps
        let decoded = try withContents { try anyObject(at: uid, .list(allowedAmongContent(types))) }
        guard let object = decoded else { return nil }
        var values = UntypedValues(self, types, since: chargedBefore)
        return try values.value(of: object)
    }

    /// Decodes collections that are needed with their contents, also inside an object that is itself being filled.
    func withContents<Result>(_ body: () throws -> Result) rethrows -> Result {
        let wasFilling = state.frame.isFilling
        state.frame.isFilling = false
        defer { state.frame.isFilling = wasFilling }
        return try body()
    }

    /// The types that may be among values of the library's own types: those named, and those that are allowed here.
    ///
    /// None is in the list twice: inside such values the list would otherwise grow with each level.
    private func allowedAmongContent(_ types: [any Codingable.Type]) -> [any Codingable.Type] {
        let outer = state.allowed.types.filter { type in
            !registry.isLibraryType(type) && !types.contains { ObjectIdentifier($0) == ObjectIdentifier(type) }
        }
        return types + outer + state.contentTypes()
    }

    /// A value that is inline.
    private func inlineAny(
        at index: ObjectIndex, forKey key: String, _ types: [any Codingable.Type]
    ) throws -> Any? {
        switch try state.header(at: index).kind {
        case .asciiString, .utf16String: return try decodeInlineString(forKey: key)
        case .data:
            return try decodeBytes(forKey: key).map { UntypedValues(self, types, since: chargedSteps).data(Array($0)) }
        default: break
        }
        switch try state.reader.object(at: index) {
        case .boolean(let value): return value
        case .integer(let value): return Int(exactly: value) ?? value
        // Numbers of 16 bytes that a smaller type holds stay what they are.
        case .integer128(let value): return UInt64(beyondSigned: value) ?? value
        case .float(let value): return value
        case .double(let value): return value
        default: throw state.wrongKind(at: index, expected: "an object, a number, text or data", key)
        }
    }
}

/// Decoded objects as values of Swift.
private struct UntypedValues {
    private let unarchiver: KeyedUnarchiver
    /// The types that the call names.
    private let types: [any Codingable.Type]
    /// The budget charged before they were decoded, in steps.
    private let chargedBefore: Int
    /// The collections that were made, by the instance that was decoded; nil while one is being made.
    private var known: [ObjectIdentifier: Any?] = [:]
    private var stack = StackLimit()
    private var depth = 0

    init(_ unarchiver: KeyedUnarchiver, _ types: [any Codingable.Type], since chargedBefore: Int) {
        self.unarchiver = unarchiver
        self.types = types
        self.chargedBefore = chargedBefore
        stack.begin()
    }

    mutating func value(of object: any Codingable) throws -> Any {
        switch object {
        case let value as IdentifiedValue: return try self.value(of: value.value)
        case let number as Int64: return Int(exactly: number) ?? number
        case let number as Integer128: return UInt64(beyondSigned: number) ?? number
        case let text as MutableArchivedString: return text.text.string ?? text.text
        case let data as MutableArchivedData: return self.data(data.bytes)
        case let array as ArchivedArray:
            return try collection(array, array.elements.count) { values in
                try array.elements.map { try values.value(of: $0) }
            }
        case let dictionary as ArchivedDictionary:
            return try collection(dictionary, 4 * dictionary.entries.count) { try $0.entries(of: dictionary) }
        case let set as ArchivedSet:
            return try collection(set, 4 * set.members.count) { try $0.members(of: set) }
        default: return object
        }
    }

    /// Data as the type that the call names or the registry has for them.
    func data(_ bytes: [UInt8]) -> Any {
        let data = ArchivedData(bytes)
        return unarchiver.contentType(named: ArchivedData.codedClassName, for: .list(types))?.cast(data) ?? data
    }

    /// The Swift collection made from a decoded one, once for each instance.
    ///
    /// - Parameter size: The memory that it takes, as a number of values.
    private mutating func collection(
        _ instance: AnyObject,
        _ size: Int,
        _ make: (inout UntypedValues) throws -> Any
    ) throws -> Any {
        let identifier = ObjectIdentifier(instance)
        switch known[identifier] {
        case .some(.some(let value)): return value
        case .some(.none):
            throw unarchiver.failure(
                .cycle, "a collection holds itself, which a value cannot", key: nil,
                remedy: "decode it as an ArchivedArray, ArchivedDictionary or ArchivedSet, which may hold itself")
        case .none: break
        }
        guard depth < unarchiver.limits.depth, stack.hasRoom() else {
            throw StackLimit.error(.decode, depth: depth, limit: unarchiver.limits.depth)
        }
        // Many objects may share one collection, of which each makes its own.
        try unarchiver.charge(size.multipliedReportingOverflow(by: MemoryLayout<Any>.stride).partialValue)
        try unarchiver.charge(steps: size)
        known[identifier] = .some(.none)
        depth += 1
        defer { depth -= 1 }
        let value = try make(&self)
        known[identifier] = .some(value)
        return value
    }

    private mutating func entries(of dictionary: ArchivedDictionary) throws -> Any {
        var keys: [Any] = []
        var values: [Any] = []
        for (key, object) in dictionary.entries {
            keys.append(try value(of: key))
            values.append(try value(of: object))
        }
        let names = keys.compactMap { $0 as? String }
        if names.count == keys.count { return table(names, values) }
        guard let hashableKeys = try hashable(keys, CollectionPart.keys.key) else { return dictionary }
        return table(hashableKeys, values)
    }

    /// A dictionary, of whose entries with equal keys the last counts.
    private func table<Key: Hashable>(_ keys: [Key], _ values: [Any]) -> [Key: Any] {
        let table = Dictionary(zip(keys, values)) { $1 }
        if table.count < keys.count { unarchiver.warnOfHiddenEntries() }
        return table
    }

    private mutating func members(of set: ArchivedSet) throws -> Any {
        var members: [Any] = []
        for member in set.members { members.append(try value(of: member)) }
        guard let hashableMembers = try hashable(members, CollectionPart.values.key) else { return set }
        return Set(hashableMembers)
    }

    /// Values as members of a hash table; nil if one of them can't be one.
    private func hashable(_ values: [Any], _ key: String) throws -> [AnyHashable]? {
        let elements = values.compactMap { ($0 as? any Hashable).map { AnyHashable($0) } }
        guard elements.count == values.count else { return nil }
        try unarchiver.checkHashing(of: elements, key, since: chargedBefore)
        return elements
    }
}
