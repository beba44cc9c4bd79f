#if !hasFeature(Embedded)

/// The keys of an archive or of a tree that is being encoded, each held once and known by a number.
///
/// Objects of one class, and dictionaries of one type, are nearly always encoded with the same keys in the same order.
/// So the table predicts: after key *a* comes the key that came after *a* the last time. A right prediction costs one
/// comparison of two strings, which for short strings and for the same literal is quick; nothing is hashed.
@usableFromInline package struct KeyTable: ~Copyable, Sendable {
    /// The number of a key, or of a place where predictions start.
    @usableFromInline package typealias ID = UInt32

    /// The start of the top level, and of every dictionary of a tree, which isn't a key.
    @inlinable package static var start: ID { 0 }

    @usableFromInline package enum Role: BitwiseCopyable, Sendable {
        /// The key that its text is found as.
        case regular
        /// One of several keys with its text, made for one use.
        case fresh
        /// No key, but where predictions start.
        case start
    }

    @usableFromInline struct Key: BitwiseCopyable, Sendable {
        @usableFromInline let role: Role
        /// Whether its text is ASCII.
        @usableFromInline let isASCII: Bool
        /// Whether it starts with `$`, so that a user's key of the same text is another one.
        @usableFromInline let isReserved: Bool
        /// The key that followed last time; initially the key itself, which means none.
        @usableFromInline var successor: ID
        /// Orders keys in an archived dictionary; 0 for where predictions start.
        @usableFromInline var hash: UInt64 = 0
        /// The entry written for it; nil until a dictionary has it.
        @usableFromInline var entry: BinaryObjectTable.Entry?
    }

    /// The stored forms; empty for where predictions start.
    @usableFromInline var texts: [String] = []
    @usableFromInline var keys = GrowingTable<Key>()
    /// The regular keys by their texts.
    private var slots = SmallTable()
    package private(set) var hasFreshKeys = false

    package init() {
        texts.reserveCapacity(SmallTable.fewCount)
        _ = addStart()
    }

    /// Creates a table of the keys of another.
    package init(copying other: borrowing KeyTable) {
        texts.reserveCapacity(SmallTable.fewCount)
        texts += other.texts
        keys = GrowingTable(copying: other.keys)
        slots = SmallTable(copying: other.slots)
        hasFreshKeys = other.hasFreshKeys
    }

    /// The number of keys and starts.
    @inlinable package var count: Int { keys.count }

    /// The text of a key; empty for where predictions start.
    @inlinable
    package func text(of id: ID) -> String { texts[Int(id)] }

    @inlinable
    package func role(of id: ID) -> Role { keys[Int(id)].role }

    /// The hash that the place of a key in a dictionary of an archive follows from.
    @inlinable
    package func hash(of id: ID) -> UInt64 { keys[Int(id)].hash }

    /// The entry written for a key; nil until it is set.
    @inlinable package subscript(entryOf id: ID) -> BinaryObjectTable.Entry? {
        @inline(__always) get { keys[Int(id)].entry }
        @inline(__always) set { keys[Int(id)].entry = newValue }
    }

    /// The number of a key, given the number of the key, or start, before it.
    ///
    /// - Parameter isStored: Whether the key is given as it is stored, such as `$class`, rather than as a user's key.
    @inlinable
    @inline(__always)
    package mutating func id(of key: String, isStored: Bool, after previous: ID) -> ID {
        let predicted = keys[Int(previous)].successor
        if isKey(predicted, key, isStored: isStored) { return predicted }
        return lookUp(key, isStored: isStored, after: previous)
    }

    /// The number of a user's key.
    package mutating func id(of key: String) -> ID { lookUp(key, isStored: false) }

    /// Whether a key is the given one; a user's key never is one that starts with `$`.
    @inlinable
    @inline(__always)
    package func isKey(_ id: ID, _ key: String, isStored: Bool) -> Bool {
        let known = keys[Int(id)]
        guard known.role == .regular, isStored || !known.isReserved else { return false }
        return texts[Int(id)].isIdentical(to: key, isASCII: known.isASCII)
    }

    /// Where predictions start: there is one for each class.
    package mutating func addStart() -> ID { add("", .start, isReserved: false) }

    /// A key made at run time, for one use.
    package mutating func addFresh(_ text: String) -> ID {
        hasFreshKeys = true
        return add(text, .fresh, isReserved: false, hash: KeyHash.hash(text))
    }

    @usableFromInline
    @inline(never)
    mutating func lookUp(_ key: String, isStored: Bool, after previous: ID) -> ID {
        let id = lookUp(key, isStored: isStored)
        keys[Int(previous)].successor = id
        return id
    }

    @inline(__always)
    private mutating func lookUp(_ key: String, isStored: Bool) -> ID {
        let isReserved = CodingKeyRules.isReserved(key)
        if isReserved, !isStored { return lookUp(CodingKeyRules.stored(key), isReserved) }
        return lookUp(key, isReserved)
    }

    @inline(never)
    private mutating func lookUp(_ text: String, _ isReserved: Bool) -> ID {
        let keyHash = KeyHash.hash(text)
        let known = slots.index(among: keys.count, hash: { slots.seed.hash(text) }) { position in
            keys[position].hash == keyHash && keys[position].role == .regular && texts[position].isIdentical(to: text)
        }
        if let known { return ID(truncatingIfNeeded: known) }
        return add(text, .regular, isReserved: isReserved, hash: keyHash)
    }

    private mutating func add(_ text: String, _ role: Role, isReserved: Bool, hash: UInt64 = 0) -> ID {
        let id = ID(truncatingIfNeeded: keys.count)
        keys.append(Key(role: role, isASCII: text.isASCII, isReserved: isReserved, successor: id, hash: hash))
        texts.append(text)
        let seed = slots.seed
        slots.add(Int(id)) { keys[$0].role == .regular ? seed.hash(texts[$0]) : nil }
        return id
    }
}

#endif
