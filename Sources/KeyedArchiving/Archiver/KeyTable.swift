internal import PropertyLists

/// The keys of an archive or of a tree that is being encoded, each held once and known by a number.
///
/// Objects of one class, and dictionaries of one type, are nearly always encoded with the same keys in the same order.
/// So the table guesses: after key *a* comes the key that came after *a* the last time. A right guess costs one
/// comparison of two strings, which for short strings and for literals is a comparison of two words; nothing is hashed.
struct KeyTable: ~Copyable, Sendable {
    /// The number of a key, or of a start from which a guess begins.
    typealias ID = UInt32

    /// The start of the top level, and of every dictionary of a tree, which isn't a key.
    static let start: ID = 0

    enum Role: BitwiseCopyable {
        /// The key that its text is found as.
        case regular
        /// One of several keys with its text, made for one use.
        case fresh
        /// No key, but where guesses start.
        case start
    }

    private struct Key: BitwiseCopyable {
        /// The words of the text of a regular key, which the table keeps.
        var words = StringWords.none
        let role: Role
        /// Whether it starts with `$`, so that a user's key of the same text is another one.
        let isReserved: Bool
        /// The key that followed it the last time; at first itself, which never is the one that follows.
        var successor: ID
        /// The hash that its place in a dictionary of an archive follows from; 0 for a start.
        var hash: UInt64 = 0
        /// What is written for it, once a dictionary has it.
        var entry: BinaryObjectTable.Entry?
    }

    /// The place of a regular key.
    struct Slot: HashTableSlot {
        var textHash: UInt32 = 0
        var id = KeyTable.start

        var isFree: Bool { id == KeyTable.start }

        func hash(_ seed: HashSeed) -> UInt32 { textHash }
    }

    /// The stored forms; empty for a start.
    private var texts: [String] = []
    private var keys = GrowingTable<Key>()
    /// The regular keys by their texts, once there are many.
    private var slots = HashTable<Slot>(firstSlotCount: 64)
    /// Of so few keys and starts, each key is compared with a text by the hash that places it in a dictionary.
    private static let fewKeys = 24
    private(set) var hasFreshKeys = false

    init() {
        texts.reserveCapacity(Self.fewKeys)
        _ = addStart()
    }

    /// Starts anew, in the memory that the table has, with the keys of another that has few.
    ///
    /// Those that it has are the first of the other's, or the other's are the first of those.
    mutating func restart(with other: borrowing KeyTable) {
        if texts.count < other.texts.count {
            texts = other.texts
            texts.reserveCapacity(Self.fewKeys)
        }
        while texts.count > other.texts.count { texts.removeLast() }
        keys.replace(with: other.keys)
        slots.removeAll()
        hasFreshKeys = false
    }

    /// The number of keys and starts.
    var count: Int { keys.count }

    /// The text of a key; empty for a start.
    func text(of id: ID) -> String { texts[Int(id)] }

    func role(of id: ID) -> Role { keys[Int(id)].role }

    /// The words of a key, which the table keeps, if every string of these words is the key, user's or stored;
    /// otherwise none.
    func words(of id: ID) -> StringWords {
        let key = keys[Int(id)]
        return key.isReserved ? .none : key.words
    }

    /// The hash that the place of a key in a dictionary of an archive follows from.
    func hash(of id: ID) -> UInt64 { keys[Int(id)].hash }

    /// What is written for a key; nil as long as that wasn't set.
    subscript(entryOf id: ID) -> BinaryObjectTable.Entry? {
        @inline(__always) get { keys[Int(id)].entry }
        @inline(__always) set { keys[Int(id)].entry = newValue }
    }

    /// The number of a key, given the number of the key, or start, before it.
    ///
    /// - Parameter isStored: Whether the key is given as it is stored, such as `$class`, rather than as a user's key.
    @inline(__always)
    mutating func id(of key: String, isStored: Bool, after previous: ID) -> ID {
        let guess = keys[Int(previous)].successor
        if isKey(guess, key, isStored: isStored) { return guess }
        return lookUp(key, isStored: isStored, after: previous)
    }

    /// The number of a user's key.
    mutating func id(of key: String) -> ID { lookUp(key, isStored: false) }

    /// Whether a key is the given one; a user's key never is one that starts with `$`.
    @inline(__always)
    func isKey(_ id: ID, _ key: String, isStored: Bool) -> Bool {
        let known = keys[Int(id)]
        guard known.role == .regular, isStored || !known.isReserved else { return false }
        return known.words.areWords(of: key) || texts[Int(id)].isIdentical(to: key)
    }

    /// A start from which guesses begin: there is one for each class.
    mutating func addStart() -> ID { add("", .start, isReserved: false) }

    /// A key made at run time, for one use.
    mutating func addFresh(_ text: String) -> ID {
        hasFreshKeys = true
        return add(text, .fresh, isReserved: false, hash: KeyHash.hash(text))
    }

    @inline(never)
    private mutating func lookUp(_ key: String, isStored: Bool, after previous: ID) -> ID {
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
        guard keys.count <= Self.fewKeys else { return searchMany(for: text, isReserved) }
        let hash = KeyHash.hash(text)
        for position in 0..<keys.count where keys[position].hash == hash && keys[position].role == .regular {
            if texts[position].isIdentical(to: text) { return ID(truncatingIfNeeded: position) }
        }
        return add(text, .regular, isReserved: isReserved, hash: hash)
    }

    @inline(never)
    private mutating func searchMany(for text: String, _ isReserved: Bool) -> ID {
        if slots.isEmpty {
            for position in 0..<keys.count where keys[position].role == .regular {
                let slot = Slot(textHash: slots.seed.hash(texts[position]), id: ID(truncatingIfNeeded: position))
                slots.insert(slot, at: slots.search(slot.textHash) { _ in false })
            }
        }
        let hash = slots.seed.hash(text)
        let found = slots.search(hash) { $0.textHash == hash && texts[Int($0.id)].isIdentical(to: text) }
        guard found.isFree else { return slots[found.position].id }
        let id = add(text, .regular, isReserved: isReserved, hash: KeyHash.hash(text))
        slots.insert(Slot(textHash: hash, id: id), at: found)
        return id
    }

    @inline(__always)
    private mutating func add(_ text: String, _ role: Role, isReserved: Bool, hash: UInt64 = 0) -> ID {
        let id = ID(truncatingIfNeeded: keys.count)
        var key = Key(role: role, isReserved: isReserved, successor: id, hash: hash)
        if role == .regular { key.words = StringWords(text) }
        keys.append(key)
        texts.append(text)
        return id
    }
}
