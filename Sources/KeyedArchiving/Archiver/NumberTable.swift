internal import PropertyLists

/// Finds the entry of a number that was written before.
///
/// In Apple's memory a small number is a tagged pointer, so equal numbers of one storage type are one object and get
/// one entry. The table is keyed by storage type and bits, by open addressing.
struct NumberTable: ~Copyable {
    /// How a number is stored in memory.
    ///
    /// Equal values of different types are different objects.
    enum StorageType: UInt8 {
        case int8 = 1, int16, int32, int64, float, double
    }

    struct Slot: BitwiseCopyable {
        fileprivate var bits: UInt64 = 0
        fileprivate var type: UInt8 = 0
        var entry = BinaryObjectTable.Entry.false
        /// The UID of the number as an object, or 0 if it has none.
        var uid: UInt32 = 0
    }

    private var slots = FixedTable(repeating: Slot(), count: 16)
    private var count = 0
    private let seed = HashSeed.shared

    /// The position of a number, and whether it was there; if it was not, a place has been made for it.
    mutating func place(of bits: UInt64, _ type: StorageType) -> (position: Int, isNew: Bool) {
        if 4 &* (count &+ 1) > 3 &* slots.count { grow() }
        let position = position(of: bits, type.rawValue)
        if slots[position].type != 0 { return (position, false) }
        count &+= 1
        slots[position] = Slot(bits: bits, type: type.rawValue)
        return (position, true)
    }

    /// The slot at a position that ``place(of:_:)`` just gave; positions change when the table grows.
    subscript(position: Int) -> Slot {
        get { slots[position] }
        set { slots[position] = newValue }
    }

    /// The place of a number, or the free place where it belongs.
    @inline(__always)
    private mutating func position(of bits: UInt64, _ type: UInt8) -> Int {
        let mask = slots.count &- 1
        var position = Int(truncatingIfNeeded: seed.hash(bits, UInt64(type))) & mask
        while true {
            let slot = slots[position]
            if slot.type == 0 || (slot.bits == bits && slot.type == type) { return position }
            position = (position &+ 1) & mask
        }
    }

    private mutating func grow() {
        var larger = NumberTable()
        larger.slots = FixedTable(repeating: Slot(), count: 2 * slots.count)
        larger.count = count
        for position in 0..<slots.count where slots[position].type != 0 {
            larger.slots[larger.position(of: slots[position].bits, slots[position].type)] = slots[position]
        }
        swap(&self, &larger)
    }
}
