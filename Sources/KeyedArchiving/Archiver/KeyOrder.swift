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
    /// - Complexity: O(*n*), for any hashes.
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

/// Brings keys into the order of a layout: puts them into a hash table of Apple's, which grows as Apple's does.
///
/// Its memory is reused for the keys of one dictionary after the other.
struct KeySorter: ~Copyable, Sendable {
    /// A place of the hash table.
    private struct Bucket: BitwiseCopyable {
        /// The hash of the key that it holds.
        var hash: UInt64 = 0
        /// The position of that key; ``none`` if the bucket is free.
        var position = none
        /// For a taken bucket, one after it that may be free.
        ///
        /// It is the linear probing of a plain table, without looking at the same taken buckets again for each of
        /// many keys that belong into one.
        var next: UInt32 = 0

        static var none: UInt32 { .max }

        var isFree: Bool { position == Self.none }
    }

    let order: KeyOrder
    private var size: KeyOrder.Size
    private var count = 0
    /// The keys in the order of the table when it was last sorted, and after them the table.
    private var buckets = GrowingTable<Bucket>()
    /// The start of the table.
    private var start = 0

    init(_ order: KeyOrder) {
        self.order = order
        size = order.size(holding: 0)
    }

    /// Starts with an empty table.
    ///
    /// - Parameter isObject: Whether keys of an object follow, not of a class or the top level.
    mutating func begin(isObject: Bool) {
        (count, start) = (0, 0)
        size = order.size(holding: isObject ? order.objectCapacity : order.otherCapacity)
        buckets.truncate(to: 0)
        _ = buckets.append(Bucket(), times: size.buckets)
    }

    /// Adds the hash of the next key.
    @inline(__always)
    mutating func add(_ hash: UInt64) {
        if count == size.capacity { grow() }
        insert(order.isNarrow ? hash & 0xFFFF_FFFF : hash, UInt32(truncatingIfNeeded: count))
        count &+= 1
    }

    /// Brings the keys that were added into order; then no more can be added.
    mutating func finish() {
        var sorted = 0
        for index in start..<buckets.count {
            let bucket = buckets[index]
            guard !bucket.isFree else { continue }
            buckets[sorted] = bucket
            sorted &+= 1
        }
    }

    /// The number of the key at a place of the order, once that is finished.
    subscript(place: Int) -> Int {
        @inline(__always) get { Int(truncatingIfNeeded: buckets[place].position) }
    }

    /// Puts all keys, in the order of the table, into a larger one.
    @inline(never)
    private mutating func grow() {
        finish()
        start = count
        size = order.size(holding: count + 1)
        buckets.truncate(to: start)
        _ = buckets.append(Bucket(), times: size.buckets)
        for index in 0..<count { insert(buckets[index].hash, buckets[index].position) }
    }

    private mutating func insert(_ hash: UInt64, _ position: UInt32) {
        var place = Int(truncatingIfNeeded: hash % UInt64(truncatingIfNeeded: size.buckets))
        while true {
            let bucket = buckets[start &+ place]
            guard !bucket.isFree else { break }
            let next = buckets[start &+ Int(bucket.next)]
            let farther = next.isFree ? bucket.next : next.next
            buckets[start &+ place].next = farther
            place = Int(farther)
        }
        let next = place &+ 1 == size.buckets ? 0 : place &+ 1
        let bucket = Bucket(hash: hash, position: position, next: UInt32(truncatingIfNeeded: next))
        buckets[start &+ place] = bucket
    }
}
