internal import PropertyLists

/// The keys an archiver has met, and the shapes of its objects.
///
/// Objects of one class are nearly always encoded with the same keys in the same order. So the table guesses: after key
/// *a* comes the key that came after *a* the last time, and a class has the shape that it had the last time. A right
/// guess costs one comparison of two strings, which for short strings and for literals is a comparison of two words.
struct KeyTable: ~Copyable {
    /// The number of a key, or of a class at whose start a guess begins.
    typealias ID = UInt32

    struct Key {
        /// The stored form.
        var text: String
        var utf8Count: Int
        /// Guessing compares with `==`, which is exact only where one side is ASCII and both have as many bytes: Swift
        /// calls strings equal that are canonically equivalent.
        var isGuessable: Bool
        /// Whether it starts with `$`, so that a user's key of the same text is another one.
        var isReserved = false
        var entry: BinaryObjectTable.Entry
        var hash: UInt64
        var role: Role
    }

    enum Role {
        /// The key that its text is found as.
        case regular
        /// One of several entries with its text, made for one use.
        case fresh
        /// No key, but the start of a class.
        case start
    }

    /// The keys of an object as they are written.
    struct Shape {
        /// The entries of the keys in written order.
        var keyEntries: [BinaryObjectTable.Entry]
        /// For each written position, the position in the order encoded.
        var order: [Int]
    }

    let keyOrder: KeyOrder
    /// Where equal strings are one entry whatever they are, those met so far.
    private var valueStrings: [PropertyListString: BinaryObjectTable.Entry]?
    var keys: [Key] = []
    /// The numbers of the regular keys by their text, once there are many keys.
    private var ids: [PropertyListString: ID] = [:]
    /// Among so few keys or shapes, comparing one after the other costs less than hashing.
    static let fewCount = 16
    /// For each key the one that followed it the last time.
    private var successors = GrowingTable<ID>()
    /// The shapes, and where each lies in the table after.
    var shapes = GrowingTable<ShapeRun>()
    /// The keys of the shapes, in the order encoded.
    var shapeKeys = GrowingTable<ShapeKey>()
    /// The numbers of the shapes by their keys, once there are many shapes.
    var shapeNumbers: [[ID]: Int] = [:]
    private(set) var hasFreshKeys = false

    struct ShapeRun: BitwiseCopyable {
        var start: Int
        var count: Int
        /// The keys in the order written, in the table of objects.
        var keyList: Int
        /// Whether all of its keys can be guessed.
        var isGuessable: Bool
        /// Whether the last key, in the order encoded, is `$class`.
        var endsWithClass: Bool

        /// The position after its last key.
        var end: Int { start &+ count }
    }

    /// A key of a shape.
    struct ShapeKey: BitwiseCopyable {
        /// The words of its text, which the table keeps, if a user's key of these words is this key; else none.
        var words: StringWords
        var id: ID
        /// Its place in the order written.
        var place: UInt32
    }

    init(_ layout: ArchiveLayout) {
        keyOrder = layout.keyOrder
        valueStrings = layout.sharing.isByValue ? [:] : nil
        keys.reserveCapacity(Self.fewCount)
    }

    /// A number from which guesses start, for a class.
    mutating func addStart() -> ID {
        add(Key(text: "", utf8Count: -1, isGuessable: false, entry: .false, hash: 0, role: .start))
    }

    /// The number of a key, given the number of the key (or start) before it.
    ///
    /// - Parameter isStored: Whether the key is given as it is stored, such as `$class`, rather than as a user's key.
    mutating func id(
        of key: String,
        isStored: Bool,
        after previous: ID,
        _ table: inout BinaryObjectTable
    ) -> ID {
        let guess = Int(successors[Int(previous)])
        if isKey(guess, key, isStored: isStored) { return ID(guess) }
        return lookUp(isStored ? key : CodingKeyRules.stored(key), after: previous, &table)
    }

    /// Whether a key that can be guessed is the given one; a user's key never is one that starts with `$`.
    @inline(__always)
    func isKey(_ id: Int, _ key: String, isStored: Bool) -> Bool {
        keys[id].isGuessable && (isStored || !keys[id].isReserved)
            && (keys[id].text.isSameMemory(as: key)
                || keys[id].text == key && keys[id].utf8Count == key.utf8.count)
    }

    private mutating func lookUp(_ text: String, after previous: ID, _ table: inout BinaryObjectTable) -> ID {
        let id = regularID(of: text) ?? addRegular(text, &table)
        successors[Int(previous)] = id
        return id
    }

    /// The number of the regular key with a text.
    private mutating func regularID(of text: String) -> ID? {
        guard keys.count <= Self.fewCount else { return ids[PropertyListString(text)] }
        let utf8Count = text.utf8.count
        return keys.firstIndex {
            $0.utf8Count == utf8Count && $0.role == .regular
                && ($0.isGuessable ? $0.text == text : $0.text.utf8.elementsEqual(text.utf8))
        }.map { ID(truncatingIfNeeded: $0) }
    }

    /// Adds a key with a text that no key has so far.
    private mutating func addRegular(_ text: String, _ table: inout BinaryObjectTable) -> ID {
        let hashOfASCII = KeyHash.hashOfASCII(text)
        let id = add(
            Key(
                text: text,
                utf8Count: text.utf8.count,
                isGuessable: hashOfASCII != nil,
                isReserved: text.utf8.first == UInt8(ascii: "$"),
                entry: stringEntry(text, &table),
                hash: hashOfASCII ?? KeyHash.hash(text),
                role: .regular
            )
        )
        if !ids.isEmpty { ids[PropertyListString(text)] = id }
        return id
    }

    /// A number for a key made at run time, for one use.
    mutating func freshID(of text: String, _ table: inout BinaryObjectTable) -> ID {
        hasFreshKeys = true
        return add(
            Key(
                text: text,
                utf8Count: text.utf8.count,
                isGuessable: false,
                entry: stringEntry(text, &table),
                hash: KeyHash.hash(text),
                role: .fresh
            )
        )
    }

    /// The entry of a string: a new one, unless equal strings are one entry.
    @inline(__always)
    mutating func stringEntry(_ text: String, _ table: inout BinaryObjectTable) -> BinaryObjectTable.Entry {
        valueStrings == nil ? table.addString(text) : sharedStringEntry(text, &table)
    }

    @inline(never)
    private mutating func sharedStringEntry(
        _ text: String,
        _ table: inout BinaryObjectTable
    ) -> BinaryObjectTable.Entry {
        let string = PropertyListString(text)
        if let known = valueStrings?[string] { return known }
        let entry = table.addString(text)
        valueStrings?[string] = entry
        return entry
    }

    private mutating func add(_ key: Key) -> ID {
        let id = ID(truncatingIfNeeded: keys.count)
        keys.append(key)
        if keys.count == Self.fewCount + 1 { indexKeys() }
        // Guess oneself, which never matches a different key.
        successors.append(id)
        return id
    }

    private mutating func indexKeys() {
        ids.reserveCapacity(4 * keys.count)
        for (id, key) in keys.enumerated() where key.role == .regular {
            ids[PropertyListString(key.text)] = ID(truncatingIfNeeded: id)
        }
    }

    /// The text of a key.
    func text(of id: ID) -> String { keys[Int(id)].text }
}
