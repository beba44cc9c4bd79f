/// A place in a hash table for an element of a list that lies elsewhere: its index, and the hash of its key.
@usableFromInline package struct IndexSlot: HashTableSlot, Sendable {
    @usableFromInline package var keyHash: UInt32 = 0
    /// One more than the index of the element.
    @usableFromInline var end: UInt32 = 0

    @inlinable package init() {}

    @inlinable
    package init(_ keyHash: UInt32, index: Int) {
        self.keyHash = keyHash
        end = UInt32(truncatingIfNeeded: index &+ 1)
    }

    @inlinable package var isFree: Bool { end == 0 }

    @inlinable package var index: Int { Int(truncatingIfNeeded: end &- 1) }

    @inlinable
    package func hash(_ seed: HashSeed) -> UInt32 { keyHash }
}

/// Finds the elements of a growing list by their keys: of few each is compared, and of more only those with its hash.
///
/// Most archives have few keys, shapes and classes. Comparing these takes less time than hashing one.
@usableFromInline package struct SmallTable: ~Copyable, Sendable {
    @usableFromInline var slots = HashTable<IndexSlot>(firstSlotCount: 64)

    /// Up to so many elements are compared one by one.
    @inlinable package static var fewCount: Int { 16 }

    /// Creates an empty table.
    @inlinable
    package init() {}

    /// Creates a table of the elements of another.
    @inlinable
    package init(copying other: borrowing SmallTable) {
        slots = HashTable(copying: other.slots)
    }

    /// The seed that keys should be hashed with.
    @inlinable package var seed: HashSeed { slots.seed }

    /// The index of an element; nil if none has its key.
    ///
    /// - Parameters:
    ///   - count: The number of elements, which were all added.
    ///   - hash: The hash of the key.
    ///   - isSame: Whether the element at an index has that key.
    @inlinable
    @inline(__always)
    package func index(among count: Int, hash: () -> UInt32, where isSame: (Int) -> Bool) -> Int? {
        if count <= Self.fewCount {
            for index in 0..<count where isSame(index) { return index }
            return nil
        }
        let hash = hash()
        let found = slots.search(hash) { $0.keyHash == hash && isSame($0.index) }
        return found.isFree ? nil : slots[found.position].index
    }

    /// Adds the element that comes after the others.
    ///
    /// - Parameters:
    ///   - index: Its index: the number of elements that were added.
    ///   - hash: The hash of the key of the element at an index; nil if that isn't to be found.
    @inlinable
    package mutating func add(_ index: Int, hash: (Int) -> UInt32?) {
        guard index >= Self.fewCount else { return }
        for index in (index == Self.fewCount ? 0 : index)...index {
            guard let hash = hash(index) else { continue }
            slots.insert(IndexSlot(hash, index: index), at: slots.search(hash) { _ in false })
        }
    }
}
