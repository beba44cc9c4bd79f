internal import PropertyLists

/// The keys of an archive or of a tree that is being encoded, each held once and known by a number.
///
/// Objects of one class, and dictionaries of one type, are nearly always encoded with the same keys in the same order.
/// So the table guesses: after key *a* comes the key that came after *a* the last time. A right guess costs one
/// comparison of two strings, which for short strings and for literals is a comparison of two words; nothing is hashed.
struct KeyTable: ~Copyable {
    /// The number of a key, or of a start from which a guess begins.
    typealias ID = UInt32

    /// The start of the top level, and of every dictionary of a tree, which isn't a key.
    static let start: ID = 0

    enum Role {
        /// The key that its text is found as.
        case regular
        /// One of several keys with its text, made for one use.
        case fresh
        /// No key, but where guesses start.
        case start
    }

    private struct Key {
        /// The stored form.
        let text: KeyText
        let role: Role
        /// Whether it starts with `$`, so that a user's key of the same text is another one.
        let isReserved: Bool
    }

    /// The place of a regular key.
    struct Slot: HashTableSlot {
        var textHash: UInt32 = 0
        var id = KeyTable.start

        var isFree: Bool { id == KeyTable.start }

        func hash(_ seed: HashSeed) -> UInt32 { textHash }
    }

    private var keys: [Key] = []
    /// The key that followed each key, or start, the last time; at first itself, which never is the one that follows.
    private var successors = GrowingTable<ID>()
    private var slots = HashTable<Slot>(firstSlotCount: 32)
    private(set) var hasFreshKeys = false

    init() {
        keys.reserveCapacity(32)
        _ = addStart()
    }

    /// The number of keys and starts.
    var count: Int { keys.count }

    /// The text of a key; empty for a start.
    func text(of id: ID) -> String { keys[Int(id)].text.text }

    func role(of id: ID) -> Role { keys[Int(id)].role }

    /// The words of a key, which the table keeps, if every string of these words is the key, user's or stored;
    /// otherwise none.
    func words(of id: ID) -> StringWords {
        let key = keys[Int(id)]
        return key.role == .regular && !key.isReserved ? StringWords(key.text.text) : .none
    }

    /// The number of a key, given the number of the key, or start, before it.
    ///
    /// - Parameter isStored: Whether the key is given as it is stored, such as `$class`, rather than as a user's key.
    @inline(__always)
    mutating func id(of key: String, isStored: Bool, after previous: ID) -> ID {
        let guess = successors[Int(previous)]
        if isKey(guess, key, isStored: isStored) { return guess }
        return lookUp(isStored ? key : CodingKeyRules.stored(key), after: previous)
    }

    /// Whether a key is the given one; a user's key never is one that starts with `$`.
    @inline(__always)
    func isKey(_ id: ID, _ key: String, isStored: Bool) -> Bool {
        let known = Int(id)
        return keys[known].role == .regular && (isStored || !keys[known].isReserved) && keys[known].text.isText(key)
    }

    /// A start from which guesses begin: there is one for each class.
    mutating func addStart() -> ID { add(Key(text: .none, role: .start, isReserved: false)) }

    /// A key made at run time, for one use.
    mutating func addFresh(_ text: String) -> ID {
        hasFreshKeys = true
        return add(Key(text: KeyText(text), role: .fresh, isReserved: false))
    }

    @inline(never)
    private mutating func lookUp(_ text: String, after previous: ID) -> ID {
        let hash = slots.seed.hash(text)
        let found = slots.search(hash) { $0.textHash == hash && keys[Int($0.id)].text.isText(text) }
        let id: ID
        if found.isFree {
            let isReserved = text.utf8.first == UInt8(ascii: "$")
            id = add(Key(text: KeyText(text), role: .regular, isReserved: isReserved))
            slots.insert(Slot(textHash: hash, id: id), at: found)
        } else {
            id = slots[found.position].id
        }
        successors[Int(previous)] = id
        return id
    }

    private mutating func add(_ key: Key) -> ID {
        let id = ID(truncatingIfNeeded: keys.count)
        keys.append(key)
        successors.append(id)
        return id
    }
}

/// The text of a key, with what is needed for comparing it.
struct KeyText {
    let text: String
    /// How many bytes of UTF-8 it has.
    let length: Int
    private let isASCII: Bool

    /// What a start has in place of a text.
    static var none: KeyText { KeyText(text: "", length: 0, isASCII: true) }

    private init(text: String, length: Int, isASCII: Bool) {
        self.text = text
        self.length = length
        self.isASCII = isASCII
    }

    init(_ text: String) {
        self.text = text
        length = text.utf8.count
        // What isn't ASCII takes more bytes than units. Neither count looks at the text of a string that knows.
        isASCII = length == text.utf16.count
    }

    /// Whether the text is the given one, character by character.
    ///
    /// Swift calls canonically equivalent strings equal; for ASCII of the same length that is exact.
    @inline(__always)
    func isText(_ other: String) -> Bool {
        text.isSameMemory(as: other)
            || length == other.utf8.count && text == other && (isASCII || text.utf8.elementsEqual(other.utf8))
    }
}
