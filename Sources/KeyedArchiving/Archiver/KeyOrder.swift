internal import PropertyLists

/// How the tables are laid out whose bucket order is the order of keys in the file.
struct KeyOrder: Hashable, Sendable {
    /// Whether hashes have 32 bits.
    var isNarrow = false
    /// Whether the sizes are those of Mac OS X 10.5 and older.
    var hasOldSizes = false
    /// How many keys the table of an object has room for at first.
    var objectCapacity = 0
    /// How many keys the table of a class or of the top level has room for at first.
    var otherCapacity = 0

    /// 10.6 and 10.7: objects start with 23 buckets.
    static let macOSX10_6 = KeyOrder(objectCapacity: 19)

    /// The same in a process of 32 bits.
    static let macOSX10_6_32bit = KeyOrder(isNarrow: true, objectCapacity: 19)

    /// 10.3 and 10.4: objects start with 23 buckets, all else with 11.
    static let macOSX10_4 = KeyOrder(isNarrow: true, hasOldSizes: true, objectCapacity: 17, otherCapacity: 8)

    /// Sizes of the hash table, and how many keys each holds before it grows.
    private static let sizes: [Size] = [
        Size(3, 3), Size(7, 6), Size(13, 11), Size(23, 19), Size(41, 32), Size(71, 52), Size(127, 85), Size(191, 118),
        Size(251, 155), Size(383, 237), Size(631, 390), Size(1087, 672), Size(1723, 1065), Size(2803, 1732),
    ]

    private static let oldSizes: [Size] = [
        Size(5, 4), Size(11, 8), Size(23, 17), Size(41, 29), Size(67, 47), Size(113, 76), Size(199, 123),
        Size(317, 199), Size(521, 322), Size(839, 521), Size(1361, 843), Size(2207, 1364),
    ]

    struct Size: BitwiseCopyable {
        var buckets: Int
        var capacity: Int

        fileprivate init(_ buckets: Int, _ capacity: Int) {
            self.buckets = buckets
            self.capacity = capacity
        }
    }

    /// The order in which keys come out that go in with the given hashes.
    ///
    /// - Returns: Positions in `hashes`.
    /// - Complexity: O(*n*), whatever the hashes are.
    func order(of hashes: [UInt64]) -> [Int] {
        var sorter = KeySorter(self)
        sorter.begin(isObject: true)
        for hash in hashes { sorter.add(hash) }
        sorter.finish()
        return hashes.indices.map { sorter[$0] }
    }

    /// The first size that holds so many keys.
    ///
    /// Beyond the sizes that were seen, tables double.
    func size(holding count: Int) -> Size {
        let sizes = hasOldSizes ? Self.oldSizes : Self.sizes
        if let size = sizes.first(where: { $0.capacity >= count }) { return size }
        var (buckets, capacity) = (sizes[sizes.count - 1].buckets, sizes[sizes.count - 1].capacity)
        while capacity < count {
            buckets = buckets * 2 + 1
            capacity = buckets * 5 / 8
        }
        return Size(buckets, capacity)
    }
}
