internal import PropertyLists

/// A place in a hash table: a key, and what is kept for it.
protocol HashTableSlot: BitwiseCopyable {
    /// A free place.
    init()

    /// Whether there is no key.
    var isFree: Bool { get }

    /// The hash of the key.
    func hash(_ seed: HashSeed) -> UInt32

    /// Whether another slot has the same key.
    func isSame(as other: Self) -> Bool
}

/// A hash table with open addressing and one owner.
///
/// Slots are plain values in one run of memory, and three quarters of them at most are taken, so that a search looks at
/// the next slot or two. Nothing is ever removed.
struct HashTable<Slot: HashTableSlot>: ~Copyable {
    /// Their number is a power of two.
    private var slots = FixedTable(repeating: Slot(), count: 16)
    /// What leaves as many upper bits of a hash as number the slots: of a product those are mixed best.
    private var shift: UInt32 = 32 - 4
    private var count = 0
    private let seed = HashSeed.shared

    /// The position of a key; nil if it is not there.
    @inline(__always)
    mutating func find(_ key: Slot) -> Int? {
        let position = position(of: key)
        return slots[position].isFree ? nil : position
    }

    /// The position of a key, and whether it is new; then the slot that was passed has been put there.
    @inline(__always)
    mutating func place(of key: Slot) -> (position: Int, isNew: Bool) {
        var position = position(of: key)
        guard slots[position].isFree else { return (position, false) }
        if 4 &* (count &+ 1) > 3 &* slots.count {
            grow()
            position = self.position(of: key)
        }
        count &+= 1
        slots[position] = key
        return (position, true)
    }

    /// What a search came to: where a key is, or the free position where it belongs.
    struct SearchResult {
        let position: Int
        let isFree: Bool
        /// How many slots the table had; positions change when it grows.
        fileprivate let slotCount: Int
    }

    /// Searches for a key, to put it there later.
    @inline(__always)
    mutating func search(_ key: Slot) -> SearchResult {
        let position = position(of: key)
        return SearchResult(position: position, isFree: slots[position].isFree, slotCount: slots.count)
    }

    /// Puts a slot where a search found that its key belongs.
    ///
    /// Keys that were put since then do no harm: nothing is ever removed, so that a search ends at that position as
    /// long as it is free. If it is not, or if the table has grown, the key is searched for again.
    @inline(__always)
    mutating func put(_ slot: Slot, at found: SearchResult) {
        if found.slotCount == slots.count, slots[found.position].isFree, 4 &* (count &+ 1) <= 3 &* slots.count {
            count &+= 1
            slots[found.position] = slot
        } else {
            slots[self.place(of: slot).position] = slot
        }
    }

    /// The slot at a position that ``find(_:)``, ``search(_:)`` or ``place(of:)`` just gave; positions change when the
    /// table grows.
    subscript(position: Int) -> Slot {
        @inline(__always) get { slots[position] }
        @inline(__always) set { slots[position] = newValue }
    }

    /// The position of a key, or the free one where it belongs.
    @inline(__always)
    private mutating func position(of key: Slot) -> Int {
        let mask = slots.count &- 1
        var position = Int(truncatingIfNeeded: key.hash(seed) &>> shift)
        while true {
            let slot = slots[position]
            if slot.isFree || slot.isSame(as: key) { return position }
            position = (position &+ 1) & mask
        }
    }

    @inline(never)
    private mutating func grow() {
        var larger = HashTable()
        larger.slots = FixedTable(repeating: Slot(), count: 2 * slots.count)
        larger.shift = shift - 1
        larger.count = count
        for position in 0..<slots.count where !slots[position].isFree {
            larger.slots[larger.position(of: slots[position])] = slots[position]
        }
        swap(&self, &larger)
    }
}
