internal import PropertyLists

/// Finds a number that was kept for an object or a type, by its address.
///
/// A look-up takes a few instructions, where a `Dictionary` keyed by `ObjectIdentifier` takes a hundred (row
/// `encode two-phase node` of `Instructions.tsv`). The table holds no reference; its owner keeps the objects
/// alive, or an address could be reused.
struct IdentityTable: ~Copyable {
    struct Slot: HashTableKeySlot {
        var address: UInt = 0
        var value: UInt32 = 0

        var isFree: Bool { address == 0 }

        static var hashesAreLocal: Bool { true }

        /// The number of the 32 bytes of memory that it begins in; few objects take less.
        ///
        /// Objects that are encoded one after the other were mostly made one after the other: they are near each other
        /// in memory, and so are their slots. Encoding a million of them is a quarter faster for it (workload W1).
        @inline(__always)
        func hash(_ seed: HashSeed) -> UInt32 {
            UInt32(truncatingIfNeeded: address &>> 5)
        }

        @inline(__always)
        func isSame(as other: Slot) -> Bool { address == other.address }
    }

    private var slots = HashTable<Slot>()

    /// Whether nothing is kept.
    var isEmpty: Bool { slots.isEmpty }

    subscript(object: AnyObject) -> UInt32? {
        @inline(__always) get { self[ObjectIdentifier(object)] }
    }

    subscript(identifier: ObjectIdentifier) -> UInt32? {
        @inline(__always) get {
            slots.find(Slot(address: UInt(bitPattern: identifier))).map { slots[$0].value }
        }
    }

    /// The result of a search.
    struct SearchResult {
        /// The slot of the object, or the free slot where it belongs.
        fileprivate let slot: HashTable<Slot>.SearchResult
        /// The number kept for the object; nil if there is none.
        let value: UInt32?
    }

    /// Searches for an object, to keep a number for it later: see ``HashTable/put(_:at:)``.
    @inline(__always)
    func search(_ object: AnyObject) -> SearchResult {
        let slot = slots.search(Slot(address: UInt(bitPattern: ObjectIdentifier(object))))
        return SearchResult(slot: slot, value: slot.isFree ? nil : slots[slot.position].value)
    }

    /// Keeps a number for an object where a search found that it belongs.
    @inline(__always)
    mutating func set(_ value: UInt32, for object: AnyObject, at found: SearchResult) {
        slots.put(Slot(address: UInt(bitPattern: ObjectIdentifier(object)), value: value), at: found.slot)
    }

    @inline(__always)
    mutating func set(_ value: UInt32, for object: AnyObject) {
        set(value, for: ObjectIdentifier(object))
    }

    @inline(__always)
    mutating func set(_ value: UInt32, for identifier: ObjectIdentifier) {
        slots[slots.place(of: Slot(address: UInt(bitPattern: identifier))).position].value = value
    }
}
