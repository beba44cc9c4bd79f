/// Finds what an archiver knows about an object by the object's address.
///
/// An open-addressing table of addresses: a look-up takes about 8 ns, where a `Dictionary` keyed by `ObjectIdentifier`
/// takes 22 to 57. The table holds no reference; whoever fills it keeps the objects alive, or an address could be
/// reused.
struct IdentityTable {
    /// Addresses; 0 marks a free place.
    private var addresses: [UInt] = []
    private var values: [UInt32] = []
    private var count = 0
    private var mask = 0

    subscript(object: AnyObject) -> UInt32? {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        guard count > 0 else { return nil }
        var place = self.place(of: address)
        while addresses[place] != 0 {
            if addresses[place] == address { return values[place] }
            place = (place &+ 1) & mask
        }
        return nil
    }

    mutating func set(_ value: UInt32, for object: AnyObject) {
        if 4 &* (count &+ 1) > 3 &* addresses.count { grow() }
        let address = UInt(bitPattern: ObjectIdentifier(object))
        var place = self.place(of: address)
        while addresses[place] != 0, addresses[place] != address { place = (place &+ 1) & mask }
        if addresses[place] == 0 { count &+= 1 }
        addresses[place] = address
        values[place] = value
    }

    /// Instances are aligned to 16 bytes; multiplying by the golden ratio spreads the bits that differ.
    @inline(__always)
    private func place(of address: UInt) -> Int {
        let product = UInt64(truncatingIfNeeded: address) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: product &>> 32) & mask
    }

    private mutating func grow() {
        let oldAddresses = addresses
        let oldValues = values
        let capacity = max(16, oldAddresses.count * 2)
        addresses = Array(repeating: 0, count: capacity)
        values = Array(repeating: 0, count: capacity)
        mask = capacity - 1
        for (address, value) in zip(oldAddresses, oldValues) where address != 0 {
            var place = self.place(of: address)
            while addresses[place] != 0 { place = (place &+ 1) & mask }
            addresses[place] = address
            values[place] = value
        }
    }
}
