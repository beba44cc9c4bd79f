/// A direct-mapped cache: a new key evicts the occupant of its slot.
///
/// Memory is taken when the first value is kept, so that a cache that is never filled costs nothing.
@usableFromInline package struct DirectMappedCache<Key: Equatable, Value>: ~Copyable {
    @usableFromInline struct Entry {
        @usableFromInline var key: Key
        @usableFromInline var value: Value

        @inlinable
        init(key: Key, value: Value) {
            self.key = key
            self.value = value
        }
    }

    /// None, or as many as `placeCount`.
    @usableFromInline var entries: FixedTable<Entry>
    @usableFromInline let vacant: Entry
    @usableFromInline let placeCount: Int
    /// The factor that a word is multiplied by, and the shift that leaves its upper bits as the number of a place.
    @usableFromInline let factor: UInt64
    @usableFromInline let shift: UInt64

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - placeCount: A power of two, 2 at least.
    ///   - noKey: A key that is never asked for: that of places where nothing is kept.
    ///   - noValue: The value of those.
    ///   - areSuccessive: Whether keys are consecutive numbers, of which as many as there are places have one each. Other
    ///     words are spread by their lower bits, so that those of an address that are always 0 must be shifted out.
    @inlinable
    package init(placeCount: Int, noKey: Key, noValue: Value, areSuccessive: Bool = false) {
        precondition(placeCount > 1 && placeCount.nonzeroBitCount == 1)
        self.placeCount = placeCount
        shift = UInt64(64 - placeCount.trailingZeroBitCount)
        // The upper bits of a product with a power of two are the lower ones of the word.
        factor = areSuccessive ? 1 &<< shift : HashSeed.factor
        vacant = Entry(key: noKey, value: noValue)
        entries = FixedTable(repeating: vacant, count: 0)
    }

    /// The value of a key, if it is still there.
    ///
    /// - Parameter word: The word from which the place of the key is computed.
    @inlinable
    package subscript(key: Key, word: UInt) -> Value? {
        @inline(__always) get {
            let place = place(word)
            guard place < entries.count, entries[place].key == key else { return nil }
            return entries[place].value
        }
    }

    /// Keeps the value of a key.
    @inlinable
    @inline(__always)
    package mutating func set(_ value: Value, for key: Key, _ word: UInt) {
        if entries.count == 0 { makePlaces() }
        entries[place(word)] = Entry(key: key, value: value)
    }

    @inlinable
    @inline(never)
    mutating func makePlaces() {
        entries = FixedTable(repeating: vacant, count: placeCount)
    }

    @inlinable
    @inline(__always)
    func place(_ word: UInt) -> Int {
        Int(truncatingIfNeeded: (UInt64(word) &* factor) &>> shift)
    }

    /// Forgets everything.
    @inlinable
    package mutating func removeAll() {
        entries = FixedTable(repeating: vacant, count: 0)
    }
}

extension DirectMappedCache: Sendable where Key: Sendable, Value: Sendable {}
extension DirectMappedCache.Entry: Sendable where Key: Sendable, Value: Sendable {}
