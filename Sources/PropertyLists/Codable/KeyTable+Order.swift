#if !hasFeature(Embedded)

// The order of the keys of a tree's dictionaries.

extension KeyTable {
    /// Numbers in the order of property lists of the texts that they stand for.
    @inline(__always)
    private static func sorted(_ numbers: Range<Int>, _ text: (Int) -> String) -> [TextOrder.Item] {
        TextOrder.sorted(numbers, text: text) { String.rank(of: $0) }
    }

    /// For the start and each key, how many keys come before it in the order of property lists.
    ///
    /// The table must have no other start. The keys of all dictionaries are sorted once; for each dictionary only
    /// numbers are sorted.
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
