/// A place in a hash table: a key, or the position of one, and the value kept for it.
@usableFromInline package protocol HashTableSlot: BitwiseCopyable {
    /// A free place.
    init()

    /// Whether there is no key.
    var isFree: Bool { get }

    /// The hash of the key: 32 bits, of which the lower ones say where in a table it belongs.
    func hash(_ seed: HashSeed) -> UInt32

    /// Whether keys that are near each other have hashes that are.
    static var hashesAreLocal: Bool { get }
}

extension HashTableSlot {
    /// Hashes are mixed, unless a slot says otherwise.
    @inlinable package static var hashesAreLocal: Bool { false }
}

/// A place that holds all of its key.
@usableFromInline package protocol HashTableKeySlot: HashTableSlot {
    /// Whether another slot has the same key.
    func isSame(as other: Self) -> Bool
}

/// A hash table with open addressing and one owner.
///
/// Slots are plain values in one run of memory, and three quarters of them at most are taken, so that a search looks at
/// the next slot or two. No slot is ever removed by itself. Memory is taken when the first slot is put.
///
/// Where hashes are local, keys that are looked up one after the other are in the same part of a large table, which the
/// caches of a processor hold, but parts may be full: after a few slots a search goes on far away.
@usableFromInline package struct HashTable<Slot: HashTableSlot>: ~Copyable {
    /// Zero, or a power of two.
    @usableFromInline var slots = FixedTable(repeating: Slot(), count: 0)
    @usableFromInline var count = 0
    /// The seed for hashing keys.
    @usableFromInline package let seed = HashSeed.shared

    @usableFromInline let firstSlotCount: Int

    /// Creates an empty table.
    ///
    /// - Parameter firstSlotCount: How many slots it has at first: a power of two, 2 at least.
    @inlinable
    package init(firstSlotCount: Int = 16) {
        precondition(firstSlotCount > 1 && firstSlotCount.nonzeroBitCount == 1)
        self.firstSlotCount = firstSlotCount
    }

    /// Creates a table of the slots of another.
    @inlinable
    package init(copying other: borrowing HashTable) {
        firstSlotCount = other.firstSlotCount
        count = other.count
        slots = FixedTable(copying: other.slots)
    }

    /// Whether nothing was put.
    @inlinable
    package var isEmpty: Bool { count == 0 }

    /// The result of a search: the position of a key, or the free position where it belongs.
    @usableFromInline package struct SearchResult {
        @usableFromInline package let position: Int
        @usableFromInline package let isFree: Bool
        /// How many slots the table had; positions change when it grows.
        @usableFromInline let slotCount: Int

        @inlinable
        init(position: Int, isFree: Bool, slotCount: Int) {
            self.position = position
            self.isFree = isFree
            self.slotCount = slotCount
        }
    }

    /// Searches for a key with a hash.
    ///
    /// - Parameter isSame: Whether a taken slot has that key.
    @inlinable
    @inline(__always)
    package func search(_ hash: UInt32, where isSame: (Slot) -> Bool) -> SearchResult {
        if slots.count == 0 { return SearchResult(position: 0, isFree: true, slotCount: 0) }
        let mask = slots.count &- 1
        var position = Int(truncatingIfNeeded: hash) & mask
        var probeCount = 0
        while true {
            let slot = slots[position]
            if slot.isFree { return SearchResult(position: position, isFree: true, slotCount: slots.count) }
            if isSame(slot) { return SearchResult(position: position, isFree: false, slotCount: slots.count) }
            probeCount &+= 1
            let isFar = Slot.hashesAreLocal && probeCount >= Self.nearCount
            position = (isFar ? Self.farPosition(hash, probeCount) : position &+ 1) & mask
        }
    }

    /// The number of consecutive slots that a search probes before it jumps.
    @inlinable static var nearCount: Int { 8 }

    /// The position where a search continues: at the same distance each time, which is odd, so that it comes to every
    /// slot.
    @usableFromInline
    @inline(never)
    static func farPosition(_ hash: UInt32, _ probeCount: Int) -> Int {
        let mixed = UInt64(hash) &* HashSeed.factor
        return Int(truncatingIfNeeded: (mixed &>> 40) &+ UInt64(probeCount) &* (mixed &>> 32 | 1))
    }

    /// Adds a slot whose key a search has just not found.
    ///
    /// - Returns: Its position.
    @inlinable
    @inline(__always)
    @discardableResult
    package mutating func insert(_ slot: Slot, at found: SearchResult) -> Int {
        var position = found.position
        if 4 &* (count &+ 1) > 3 &* slots.count {
            grow()
            position = search(slot.hash(seed)) { _ in false }.position
        }
        count &+= 1
        slots[position] = slot
        return position
    }

    /// The slot at a position that a search just gave; positions change when the table grows.
    @inlinable
    package subscript(position: Int) -> Slot {
        @inline(__always) get { slots[position] }
        @inline(__always) set { slots[position] = newValue }
    }

    @inlinable
    @inline(never)
    mutating func grow() {
        let slotCount = max(firstSlotCount, 2 * slots.count)
        var smaller = FixedTable(repeating: Slot(), count: slotCount)
        swap(&slots, &smaller)
        for position in 0..<smaller.count where !smaller[position].isFree {
            let slot = smaller[position]
            slots[search(slot.hash(seed)) { _ in false }.position] = slot
        }
    }
}

extension HashTable: Sendable where Slot: Sendable {}

extension HashTable where Slot: HashTableKeySlot {
    /// Searches for a key, to put it there later.
    @inlinable
    @inline(__always)
    package func search(_ key: Slot) -> SearchResult {
        search(key.hash(seed)) { $0.isSame(as: key) }
    }

    /// The position of a key; nil if it is not there.
    @inlinable
    @inline(__always)
    package func find(_ key: Slot) -> Int? {
        let found = search(key)
        return found.isFree ? nil : found.position
    }

    /// The position of a key, and whether it is new; then the slot that was passed has been put there.
    @inlinable
    @inline(__always)
    package mutating func place(of key: Slot) -> (position: Int, isNew: Bool) {
        let found = search(key)
        return found.isFree ? (insert(key, at: found), true) : (found.position, false)
    }

    /// Puts a slot where a search found that its key belongs.
    ///
    /// Keys that were put since then do no harm: none is removed, so that a search ends at that position as
    /// long as it is free. If it is not, or if the table has grown, the key is searched for again.
    @inlinable
    @inline(__always)
    package mutating func put(_ slot: Slot, at found: SearchResult) {
        if found.slotCount == slots.count, slots.count == 0 || slots[found.position].isFree {
            insert(slot, at: found)
        } else {
            slots[self.place(of: slot).position] = slot
        }
    }
}
