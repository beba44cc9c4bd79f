internal import PropertyLists

/// Decoded objects that are not instances, by UID.
///
/// With a delegate every collection of an archive is one of them. A `Dictionary` would hash each key with a cipher and
/// move its values whenever it grows (row `decode person with a delegate` of `Instructions.tsv`).
struct KeptValues: ~Copyable {
    /// The place of a value.
    struct Slot: HashTableKeySlot {
        /// One more than the UID.
        var end: UInt32 = 0
        var index: UInt32 = 0

        var isFree: Bool { end == 0 }

        @inline(__always)
        func hash(_ seed: HashSeed) -> UInt32 { seed.hash(UInt64(end)) }

        @inline(__always)
        func isSame(as other: Slot) -> Bool { end == other.end }
    }

    private var slots = HashTable<Slot>()
    private var objects: [(any Codingable)?] = []
    /// How many values are kept.
    private(set) var count = 0

    /// The value at a UID.
    subscript(uid: EntryUID) -> (any Codingable)? {
        slots.find(Self.slot(uid)).flatMap { objects[Int(slots[$0].index)] }
    }

    /// Keeps a value.
    mutating func keep(_ object: any Codingable, at uid: EntryUID) {
        let (position, isNew) = slots.place(of: Self.slot(uid))
        if isNew {
            slots[position].index = UInt32(truncatingIfNeeded: objects.count)
            objects.append(object)
            count += 1
        } else {
            let index = Int(slots[position].index)
            if objects[index] == nil { count += 1 }
            objects[index] = object
        }
    }

    /// Lets a value go.
    mutating func remove(_ uid: EntryUID) {
        guard let position = slots.find(Self.slot(uid)) else { return }
        let index = Int(slots[position].index)
        if objects[index] != nil { count -= 1 }
        objects[index] = nil
    }

    private static func slot(_ uid: EntryUID) -> Slot { Slot(end: UInt32(truncatingIfNeeded: uid.number &+ 1)) }
}
