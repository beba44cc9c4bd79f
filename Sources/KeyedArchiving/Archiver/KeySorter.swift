internal import PropertyLists

/// Brings keys into the order of a layout: puts them into a hash table of Apple's, which grows as Apple's does.
///
/// Its memory serves for the keys of one dictionary after the other.
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
    /// Where the table starts.
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

    /// Which of the keys comes at a place of the order, once it is finished.
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
