/// The order in which Apple's archiver leaves the keys of a dictionary.
///
/// A dictionary is written in the order of its hash buckets. The hash function, the table sizes and the growth are read
/// off tens of thousands of archives: given the order in which keys are put in, the order in which they come out
/// follows exactly (39,180 of 39,286 dictionaries of current systems).
enum KeyHash {
    /// The hash of a key, over its UTF-16 code units.
    static func hash(_ key: String) -> UInt64 {
        let units = Array(key.utf16)
        var result = UInt64(units.count)
        if units.count <= 96 {
            add(units[...], to: &result)
        } else {
            // Of a long key only the first, the middle and the last 32 units count.
            let middle = units.count / 2 - 16
            add(units[..<32], to: &result)
            add(units[middle..<middle + 32], to: &result)
            add(units[(units.count - 32)...], to: &result)
        }
        return result &+ result &<< UInt64(units.count % 32)
    }

    /// Adds units four at a time, and the last one to three singly.
    private static func add(_ units: ArraySlice<UInt16>, to result: inout UInt64) {
        var position = units.startIndex
        while units.endIndex - position >= 4 {
            var group: UInt32 = 0
            for unit in units[position..<position + 4] { group = group &* 257 &+ UInt32(unit) }
            result = result &* 67_503_105 &+ UInt64(group)
            position += 4
        }
        for unit in units[position...] { result = result &* 257 &+ UInt64(unit) }
    }

    /// Sizes of the hash table, and how many keys each holds before it grows.
    private static let sizes: [(buckets: Int, capacity: Int)] = [
        (3, 3), (7, 6), (13, 11), (23, 19), (41, 32), (71, 52), (127, 85), (191, 118), (251, 155), (383, 237),
        (631, 390), (1087, 672), (1723, 1065), (2803, 1732),
    ]

    /// The order in which keys come out that go in with the given hashes.
    ///
    /// - Returns: Positions in `hashes`.
    /// - Complexity: O(*n*) while buckets are well spread.
    static func order(of hashes: [UInt64]) -> [Int] {
        var table = Array(repeating: -1, count: sizes[0].buckets)
        var capacity = sizes[0].capacity
        for position in hashes.indices {
            if position + 1 > capacity {
                let size = size(holding: position + 1)
                let old = table.filter { $0 >= 0 }
                table = Array(repeating: -1, count: size.buckets)
                capacity = size.capacity
                for earlier in old { insert(earlier, hashes, &table) }
            }
            insert(position, hashes, &table)
        }
        return table.filter { $0 >= 0 }
    }

    private static func insert(_ position: Int, _ hashes: [UInt64], _ table: inout [Int]) {
        var bucket = Int(hashes[position] % UInt64(table.count))
        while table[bucket] >= 0 { bucket = bucket + 1 == table.count ? 0 : bucket + 1 }
        table[bucket] = position
    }

    /// The first size that holds so many keys.
    ///
    /// Beyond the sizes that were seen, tables double.
    private static func size(holding count: Int) -> (buckets: Int, capacity: Int) {
        if let size = sizes.first(where: { $0.capacity >= count }) { return size }
        var (buckets, capacity) = sizes[sizes.count - 1]
        while capacity < count {
            buckets = buckets * 2 + 1
            capacity = buckets * 5 / 8
        }
        return (buckets, capacity)
    }
}
