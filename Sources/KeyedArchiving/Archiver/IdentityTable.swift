internal import PropertyLists

/// Finds what an archiver knows about an object by the object's address.
///
/// An open-addressing table of addresses: a look-up takes about 8 ns, where a `Dictionary` keyed by `ObjectIdentifier`
/// takes 22 to 57. The table holds no reference; whoever fills it keeps the objects alive, or an address could be
/// reused.
struct IdentityTable: ~Copyable {
    struct Slot: BitwiseCopyable {
        /// The address; 0 marks a free place.
        var address: UInt = 0
        var value: UInt32 = 0
    }

    private var slots = FixedTable(repeating: Slot(), count: 16)
    private var count = 0

    subscript(object: AnyObject) -> UInt32? {
        mutating get {
            let slot = slots[place(of: UInt(bitPattern: ObjectIdentifier(object)))]
            return slot.address == 0 ? nil : slot.value
        }
    }

    mutating func set(_ value: UInt32, for object: AnyObject) {
        if 4 &* (count &+ 1) > 3 &* slots.count { grow() }
        let address = UInt(bitPattern: ObjectIdentifier(object))
        let place = place(of: address)
        if slots[place].address == 0 { count &+= 1 }
        slots[place] = Slot(address: address, value: value)
    }

    /// The place of an address, or the free place where it belongs.
    ///
    /// Instances are aligned to 16 bytes; multiplying by the golden ratio spreads the bits that differ.
    @inline(__always)
    private mutating func place(of address: UInt) -> Int {
        let mask = slots.count &- 1
        let product = UInt64(truncatingIfNeeded: address) &* 0x9E37_79B9_7F4A_7C15
        var place = Int(truncatingIfNeeded: product &>> 32) & mask
        while true {
            let found = slots[place].address
            if found == address || found == 0 { return place }
            place = (place &+ 1) & mask
        }
    }

    private mutating func grow() {
        var larger = IdentityTable()
        larger.slots = FixedTable(repeating: Slot(), count: 2 * slots.count)
        larger.count = count
        for position in 0..<slots.count where slots[position].address != 0 {
            larger.slots[larger.place(of: slots[position].address)] = slots[position]
        }
        swap(&self, &larger)
    }
}
