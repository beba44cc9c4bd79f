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

    private struct Size {
        var buckets: Int
        var capacity: Int

        init(_ buckets: Int, _ capacity: Int) {
            self.buckets = buckets
            self.capacity = capacity
        }
    }

    /// The order in which keys come out that go in with the given hashes.
    ///
    /// - Returns: Positions in `hashes`.
    /// - Complexity: O(*n*), whatever the hashes are.
    func order(of hashes: [UInt64], isObject: Bool = true) -> [Int] {
        order(count: hashes.count, isObject: isObject) { hashes[$0] }
    }

    /// The same for hashes that are asked for.
    func order(count: Int, isObject: Bool, hash: (Int) -> UInt64) -> [Int] {
        let mask: UInt64 = isNarrow ? 0xFFFF_FFFF : .max
        var size = size(holding: isObject ? objectCapacity : otherCapacity)
        let last = size.capacity < count ? self.size(holding: count) : size
        var order: [Int] = []
        order.reserveCapacity(count)
        var table = Buckets(count: size.buckets, finalCount: last.buckets)
        for position in 0..<count {
            if position + 1 > size.capacity {
                size = self.size(holding: position + 1)
                order.removeAll(keepingCapacity: true)
                table.appendContents(to: &order)
                table.empty(count: size.buckets)
                for position in order { table.insert(position, hash(position) & mask) }
            }
            table.insert(position, hash(position) & mask)
        }
        order.removeAll(keepingCapacity: true)
        table.appendContents(to: &order)
        return order
    }

    /// A table with linear probing.
    private struct Buckets {
        private struct Bucket {
            /// The position that it holds; -1 if it is free.
            var position = -1
            /// For a taken bucket, one after it that may be free; for a free one, itself.
            ///
            /// It is the linear probing of a plain table, without looking at the same taken buckets again for each of
            /// many keys that belong into one.
            var next: Int
        }

        private var buckets: [Bucket] = []

        /// - Parameter finalCount: How many buckets there will be at last.
        init(count: Int, finalCount: Int) {
            buckets.reserveCapacity(finalCount)
            empty(count: count)
        }

        /// Makes all buckets free.
        mutating func empty(count: Int) {
            buckets.removeAll(keepingCapacity: true)
            for next in 0..<count { buckets.append(Bucket(next: next)) }
        }

        func appendContents(to order: inout [Int]) {
            for bucket in buckets where bucket.position >= 0 { order.append(bucket.position) }
        }

        mutating func insert(_ position: Int, _ hash: UInt64) {
            var bucket = Int(hash % UInt64(buckets.count))
            while buckets[bucket].next != bucket {
                buckets[bucket].next = buckets[buckets[bucket].next].next
                bucket = buckets[bucket].next
            }
            buckets[bucket] = Bucket(position: position, next: bucket + 1 == buckets.count ? 0 : bucket + 1)
        }
    }

    /// The first size that holds so many keys.
    ///
    /// Beyond the sizes that were seen, tables double.
    private func size(holding count: Int) -> Size {
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

/// The order in which Apple's archiver leaves the keys of a dictionary.
///
/// A dictionary is written in the order of its hash buckets. The hash function, the table sizes and the growth are read
/// off tens of thousands of archives: given the order in which keys are put in, the order in which they come out
/// follows exactly (39,180 of 39,286 dictionaries of current systems).
enum KeyHash {
    /// The hash of a key, over its UTF-16 code units.
    static func hash(_ key: String) -> UInt64 {
        if let hash = hashOfASCII(key) { return hash }
        let units = Array(key.utf16)
        return hash(count: units.count) { UInt32(units[$0]) }
    }

    /// The hash of a key of ASCII characters, whose bytes are the units; nil for others.
    static func hashOfASCII(_ key: String) -> UInt64? {
        var key = key
        return key.withUTF8 { utf8 in
            var bits: UInt8 = 0
            for position in 0..<utf8.count { unsafe bits |= utf8[position] }
            return bits < 0x80 ? hash(count: utf8.count) { unsafe UInt32(utf8[$0]) } : nil
        }
    }

    /// The hash of a number of units.
    @inline(__always)
    private static func hash(count: Int, _ unit: (Int) -> UInt32) -> UInt64 {
        var result = UInt64(count)
        if count <= 96 {
            add(0..<count, unit, to: &result)
        } else {
            // Of a long key only the first, the middle and the last 32 units count.
            let middle = count / 2 - 16
            add(0..<32, unit, to: &result)
            add(middle..<middle + 32, unit, to: &result)
            add(count - 32..<count, unit, to: &result)
        }
        return result &+ result &<< UInt64(count % 32)
    }

    /// Adds units four at a time, and the last one to three singly.
    @inline(__always)
    private static func add(_ range: Range<Int>, _ unit: (Int) -> UInt32, to result: inout UInt64) {
        var position = range.lowerBound
        while range.upperBound - position >= 4 {
            var group: UInt32 = 0
            for place in position..<position + 4 { group = group &* 257 &+ unit(place) }
            result = result &* 67_503_105 &+ UInt64(group)
            position += 4
        }
        while position < range.upperBound {
            result = result &* 257 &+ UInt64(unit(position))
            position += 1
        }
    }
}
