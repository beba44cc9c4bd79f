internal import PropertyLists

/// The keys of all dictionaries of an ``EncodedTree``, each held once.
///
/// Dictionaries of one type have the same keys in the same order. So after key *a* comes probably the key that came
/// after *a* the last time. A right guess costs a comparison of two words, and nothing is hashed.
struct EncodedKeys: ~Copyable {
    typealias ID = UInt32

    /// The start of every dictionary, which isn't a key.
    static let start: ID = 0

    /// A key of up to 11 ASCII characters in two words.
    struct ShortKey: HashTableKeySlot {
        var text = PackedString.none
        var id = EncodedKeys.start

        var isFree: Bool { text.isNone }

        @inline(__always)
        func hash(_ seed: HashSeed) -> UInt32 { seed.hash(text.low, text.high) }

        @inline(__always)
        func isSame(as other: ShortKey) -> Bool { text == other.text }
    }

    /// The keys by number except the start, which has none.
    private var keys: [KeyText] = []
    /// For the start and each key, the key that followed it the last time, or the start.
    private var successors = GrowingTable<ID>()
    /// The numbers of short keys, which most keys are: a new one takes 2,000 instructions less than among strings.
    private var shortKeys = HashTable<ShortKey>()
    /// The numbers of the other keys.
    private var longKeys: [PropertyListString: ID] = [:]

    init() {
        successors.append(Self.start)
    }

    /// The number of keys.
    var count: Int { keys.count }

    /// The text of a key.
    func text(of id: ID) -> String {
        id == Self.start ? "" : keys[Int(id) &- 1].text
    }

    /// The number of a key that follows another, or the start, in a dictionary.
    @inline(__always)
    mutating func id(of text: String, after previous: ID) -> ID {
        let guess = successors[Int(previous)]
        if guess != Self.start, keys[Int(guess) &- 1].isText(text) { return guess }
        return lookUp(text, after: previous)
    }

    @inline(never)
    private mutating func lookUp(_ text: String, after previous: ID) -> ID {
        let id = number(of: text, ifNew: ID(truncatingIfNeeded: keys.count + 1))
        if Int(id) > keys.count {
            keys.append(KeyText(text))
            successors.append(Self.start)
        }
        successors[Int(previous)] = id
        return id
    }

    /// The number of a key; it gets a given one if it has none.
    private mutating func number(of text: String, ifNew new: ID) -> ID {
        guard let packed = PackedString(text) else {
            let key = PropertyListString(text)
            if let known = longKeys[key] { return known }
            longKeys[key] = new
            return new
        }
        let (position, isNew) = shortKeys.place(of: ShortKey(text: packed, id: new))
        return isNew ? new : shortKeys[position].id
    }
}

// MARK: - Order

extension EncodedKeys {
    /// A text with its first 16 bytes as two numbers, which decide nearly always which text comes first.
    private struct Sorted {
        let first: UInt64
        let second: UInt64
        let id: ID

        init(_ text: String, _ id: ID) {
            var words: (UInt64, UInt64) = (0, 0)
            var shift: UInt64 = 128
            for byte in text.utf8 {
                guard shift > 0 else { break }
                shift &-= 8
                let value = UInt64(Self.rank(of: byte))
                if shift >= 64 { words.0 |= value &<< (shift &- 64) } else { words.1 |= value &<< shift }
            }
            (first, second) = words
            self.id = id
        }

        /// The byte that takes a byte's place, so that texts are in the order of their UTF-16.
        ///
        /// There the characters above U+FFFF, whose UTF-8 starts with F0 to F4, come before U+E000 to U+FFFF, which
        /// start with EE and EF.
        private static func rank(of byte: UInt8) -> UInt8 {
            switch byte {
            case 0xF0...: byte - 2
            case 0xEE...: byte + 5
            default: byte
            }
        }
    }

    /// For the start and each key, how many keys come before it in the order of property lists.
    ///
    /// The keys of all dictionaries are sorted once; what is sorted for each dictionary is numbers.
    func ranks() -> FixedTable<ID> {
        var sorted = keys.enumerated().map { Sorted($1.text, ID(truncatingIfNeeded: $0 + 1)) }
        sorted.sort { left, right in
            if left.first != right.first { return left.first < right.first }
            if left.second != right.second { return left.second < right.second }
            return PropertyListString(text(of: left.id)) < PropertyListString(text(of: right.id))
        }
        var ranks = FixedTable<ID>(repeating: 0, count: keys.count + 1)
        for (rank, key) in sorted.enumerated() { ranks[Int(key.id)] = ID(truncatingIfNeeded: rank) }
        return ranks
    }
}
