internal import PropertyLists

/// The keys an archiver has met, and the shapes of its objects.
///
/// Objects of one class are nearly always encoded with the same keys in the same order. So the table guesses: after key
/// *a* comes the key that came after *a* the last time, and a class has the shape that it had the last time. A right
/// guess costs one comparison of two strings, which for short strings and for literals is a comparison of two words.
struct KeyTable {
    /// The number of a key, or of a class at whose start a guess begins.
    typealias ID = UInt32

    private struct Key {
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
    }

    /// The keys of an object in the order encoded, and the order in which they are written.
    struct Shape {
        var ids: [ID]
        /// The entries of the keys in written order.
        var keyEntries: [BinaryObjectTable.Entry]
        /// For each written position, the position in the order encoded.
        var order: [Int]
    }

    private var keys: [Key] = []
    private var ids: [PropertyListString: ID] = [:]
    /// For each key the one that followed it the last time.
    private var successors: [ID] = []
    private(set) var shapes: [Shape] = []
    private var shapeNumbers: [[ID]: Int] = [:]

    /// A number from which guesses start, for a class.
    mutating func addStart() -> ID {
        add(Key(text: "", utf8Count: -1, isGuessable: false, entry: .false, hash: 0))
    }

    /// The number of a user's key, given the number of the key (or start) before it.
    @inline(__always)
    mutating func id(of key: String, after previous: ID, _ table: inout BinaryObjectTable) -> ID {
        let guess = Int(successors[Int(previous)])
        if keys[guess].isGuessable, !keys[guess].isReserved, matches(guess, key) { return ID(guess) }
        return lookUp(CodingKeyRules.stored(key), after: previous, &table)
    }

    /// The number of a key that is stored as it is, such as `$class`.
    mutating func id(ofStored key: String, after previous: ID, _ table: inout BinaryObjectTable) -> ID {
        let guess = Int(successors[Int(previous)])
        if keys[guess].isGuessable, matches(guess, key) { return ID(guess) }
        return lookUp(key, after: previous, &table)
    }

    @inline(__always)
    private func matches(_ guess: Int, _ key: String) -> Bool {
        keys[guess].text == key && keys[guess].utf8Count == key.utf8.count
    }

    private mutating func lookUp(_ text: String, after previous: ID, _ table: inout BinaryObjectTable) -> ID {
        let string = PropertyListString(text)
        let id: ID
        if let known = ids[string] {
            id = known
        } else {
            id = add(
                Key(
                    text: text,
                    utf8Count: text.utf8.count,
                    isGuessable: string.isASCII,
                    isReserved: text.utf8.first == UInt8(ascii: "$"),
                    entry: table.addString(text),
                    hash: KeyHash.hash(text)
                )
            )
            ids[string] = id
        }
        successors[Int(previous)] = id
        return id
    }

    private mutating func add(_ key: Key) -> ID {
        let id = ID(truncatingIfNeeded: keys.count)
        keys.append(key)
        // Guess oneself, which never matches a different key.
        successors.append(id)
        return id
    }

    /// The text of a key.
    func text(of id: ID) -> String { keys[Int(id)].text }

    /// The number of the shape with the given keys, all different.
    ///
    /// - Parameter guess: A shape number that is likely, or -1.
    mutating func shape(of ids: ArraySlice<ID>, guess: Int) -> Int {
        if guess >= 0, shapes[guess].ids.elementsEqual(ids) { return guess }
        let ids = Array(ids)
        if let known = shapeNumbers[ids] { return known }
        let order = KeyHash.order(of: ids.map { keys[Int($0)].hash })
        shapes.append(Shape(ids: ids, keyEntries: order.map { keys[Int(ids[$0])].entry }, order: order))
        shapeNumbers[ids] = shapes.count - 1
        return shapes.count - 1
    }

    /// Whether a key occurs twice.
    func hasDuplicates(_ ids: ArraySlice<ID>) -> Bool {
        Set(ids).count < ids.count
    }

    /// Whether a shape is known, which implies that no key occurs twice in it.
    func isKnown(_ ids: ArraySlice<ID>, guess: Int) -> Bool {
        guess >= 0 && shapes[guess].ids.elementsEqual(ids)
    }
}
