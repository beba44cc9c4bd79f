internal import PropertyLists

// The order of the keys of a tree's dictionaries.

extension KeyTable {
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
    /// The table must have no other start. The keys of all dictionaries are sorted once; what is sorted for each
    /// dictionary is numbers.
    func ranks() -> FixedTable<ID> {
        var sorted = (1..<count).map { Sorted(text(of: ID(truncatingIfNeeded: $0)), ID(truncatingIfNeeded: $0)) }
        sorted.sort { left, right in
            if left.first != right.first { return left.first < right.first }
            if left.second != right.second { return left.second < right.second }
            return PropertyListString(text(of: left.id)) < PropertyListString(text(of: right.id))
        }
        var ranks = FixedTable<ID>(repeating: 0, count: count)
        for (rank, key) in sorted.enumerated() { ranks[Int(key.id)] = ID(truncatingIfNeeded: rank) }
        return ranks
    }
}
