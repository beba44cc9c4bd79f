internal import PropertyLists

// The order of the keys of a tree's dictionaries.

extension KeyTable {
    /// A text with its first 16 bytes as two numbers, which decide nearly always which text comes first.
    private struct Sorted {
        let first: UInt64
        let second: UInt64
        let id: Int

        init(_ text: String, _ id: Int) {
            var text = text
            (first, second) = text.withUTF8 { text in
                var words: (UInt64, UInt64) = (0, 0)
                var shift: UInt64 = 128
                for position in 0..<min(16, text.count) {
                    shift &-= 8
                    let value = unsafe UInt64(Self.rank(of: text[position]))
                    if shift >= 64 { words.0 |= value &<< (shift &- 64) } else { words.1 |= value &<< shift }
                }
                return words
            }
            self.id = id
        }

        /// The byte that takes a byte's place, so that texts are in the order of their UTF-16.
        ///
        /// There the characters above U+FFFF, whose UTF-8 starts with F0 to F4, come before U+E000 to U+FFFF, which
        /// start with EE and EF.
        @inline(__always)
        private static func rank(of byte: UInt8) -> UInt8 {
            switch byte {
            case 0xF0...: byte - 2
            case 0xEE...: byte + 5
            default: byte
            }
        }
    }

    /// Numbers in the order of property lists of the texts that they stand for.
    private static func sorted(_ numbers: Range<Int>, _ text: (Int) -> String) -> [Sorted] {
        var sorted: [Sorted] = []
        sorted.reserveCapacity(numbers.count)
        for number in numbers { sorted.append(Sorted(text(number), number)) }
        sorted.sort { left, right in
            if left.first != right.first { return left.first < right.first }
            if left.second != right.second { return left.second < right.second }
            return PropertyListString(text(left.id)) < PropertyListString(text(right.id))
        }
        return sorted
    }

    /// For the start and each key, how many keys come before it in the order of property lists.
    ///
    /// The table must have no other start. The keys of all dictionaries are sorted once; what is sorted for each
    /// dictionary is numbers.
    func ranks() -> FixedTable<ID> {
        var ranks = FixedTable<ID>(repeating: 0, count: count)
        for (rank, key) in Self.sorted(1..<count, { text(of: ID(truncatingIfNeeded: $0)) }).enumerated() {
            ranks[key.id] = ID(truncatingIfNeeded: rank)
        }
        return ranks
    }

    /// The entries of a dictionary in the order of property lists of their keys.
    static func sorted(_ texts: [String: String]) -> [(key: String, value: String)] {
        let entries = texts.map { (key: $0.key, value: $0.value) }
        return sorted(0..<entries.count) { entries[$0].key }.map { entries[$0.id] }
    }
}
