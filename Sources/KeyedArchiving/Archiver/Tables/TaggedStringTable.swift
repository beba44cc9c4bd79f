internal import PropertyLists

/// Finds the entry of a string that is one object in Apple's memory because it fits a tagged pointer.
///
/// Comparing and hashing two words takes a few instructions, where a `Dictionary` of strings takes some 250.
struct TaggedStringTable: ~Copyable {
    struct Slot: HashTableKeySlot {
        fileprivate var text = PackedString.none
        var entry = BinaryObjectTable.Entry.false
        /// The UID of the string as an object, or 0 if it has none.
        var uid: UInt32 = 0

        var isFree: Bool { text.isNone }

        @inline(__always)
        func hash(_ seed: HashSeed) -> UInt32 { seed.hash(text.low, text.high) }

        @inline(__always)
        func isSame(as other: Slot) -> Bool { text == other.text }
    }

    private var slots = HashTable<Slot>()

    /// The position of a string, and whether it was there; if it was not, a place has been made for it.
    @inline(__always)
    mutating func place(of string: PackedString) -> (position: Int, isNew: Bool) {
        slots.place(of: Slot(text: string))
    }

    /// The slot at a position that ``place(of:)`` just gave; positions change when the table grows.
    subscript(position: Int) -> Slot {
        @inline(__always) get { slots[position] }
        @inline(__always) set { slots[position] = newValue }
    }
}
