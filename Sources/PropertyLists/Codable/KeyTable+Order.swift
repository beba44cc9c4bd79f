#if !hasFeature(Embedded)

// The order of the keys of a tree's dictionaries.

extension KeyTable {
    /// Numbers in the order of property lists of the texts that they stand for.
    @inline(__always)
    private static func sorted(_ numbers: Range<Int>, _ text: (Int) -> String) -> [TextOrder.Item] {
        TextOrder.sorted(numbers, text: text) { rank(of: $0) }
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

    /// For the start and each key, how many keys come before it in the order of property lists.
    ///
    /// The table must have no other start. The keys of all dictionaries are sorted once; what is sorted for each
    /// dictionary is numbers.
    package func ranks() -> FixedTable<ID> {
        var ranks = FixedTable<ID>(repeating: 0, count: count)
        for (rank, key) in Self.sorted(1..<count, { text(of: ID(truncatingIfNeeded: $0)) }).enumerated() {
            ranks[key.number] = ID(truncatingIfNeeded: rank)
        }
        return ranks
    }

    /// For each of some keys, which may be there several times, its rank among them in the order of property lists.
    func ranks(of keys: [ID]) -> [ID] {
        var ranks = [ID](repeating: 0, count: keys.count)
        var (rank, last): (ID, ID?) = (0, nil)
        for item in Self.sorted(keys.indices, { text(of: keys[$0]) }) {
            if let last, last != keys[item.number] { rank += 1 }
            last = keys[item.number]
            ranks[item.number] = rank
        }
        return ranks
    }
}

#endif
