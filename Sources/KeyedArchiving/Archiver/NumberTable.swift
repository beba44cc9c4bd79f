internal import PropertyLists

/// Finds the entry of a number that was written before.
///
/// In Apple's memory a small number is a tagged pointer, so equal numbers of one storage type are one object and get
/// one entry. The table is keyed by storage type and bits, by open addressing.
struct NumberTable {
    /// How a number is stored in memory.
    ///
    /// Equal values of different types are different objects.
    enum StorageType: UInt8 {
        case int8 = 1, int16, int32, int64, float, double
    }

    struct Slot {
        var bits: UInt64 = 0
        var type: UInt8 = 0
        var entry = BinaryObjectTable.Entry.false
        /// The UID of the number as an object, or 0 if it has none.
        var uid: UInt32 = 0
    }

    private var slots: [Slot] = []
    private var count = 0
    private var mask = 0

    /// The position of a number, and whether it was there; if it was not, a place has been made for it.
    mutating func place(of bits: UInt64, _ type: StorageType) -> (position: Int, isNew: Bool) {
        if 4 &* (count &+ 1) > 3 &* slots.count { grow() }
        var position = Self.hash(bits, type.rawValue) & mask
        while slots[position].type != 0 {
            if slots[position].bits == bits, slots[position].type == type.rawValue { return (position, false) }
            position = (position &+ 1) & mask
        }
        count &+= 1
        slots[position].bits = bits
        slots[position].type = type.rawValue
        return (position, true)
    }

    /// The slot at a position that ``place(of:_:)`` just gave; positions change when the table grows.
    subscript(position: Int) -> Slot {
        get { slots[position] }
        set { slots[position] = newValue }
    }

    @inline(__always)
    private static func hash(_ bits: UInt64, _ type: UInt8) -> Int {
        let product = (bits ^ UInt64(type) &<< 57) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product &>> 32)
    }

    private mutating func grow() {
        let old = slots
        let capacity = max(16, old.count * 2)
        slots = Array(repeating: Slot(), count: capacity)
        mask = capacity - 1
        for slot in old where slot.type != 0 {
            var position = Self.hash(slot.bits, slot.type) & mask
            while slots[position].type != 0 { position = (position &+ 1) & mask }
            slots[position] = slot
        }
    }
}
