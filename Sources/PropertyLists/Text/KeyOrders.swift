/// The orders of the keys of the dictionaries that were written last.
///
/// The dictionaries of a class share one array of keys where a reader made them, for which see
/// ``PropertyListDictionary/keyBody``, so the order is worked out once for that array.
struct KeyOrders: ~Copyable {
    struct KnownOrder {
        /// Kept, so that no other array comes to lie at its address.
        var keys: [PropertyList]
        /// The order, or nil if it is their own.
        var order: [Int]?
    }

    /// By the address of the keys.
    private var known = DirectMappedCache<UInt, KnownOrder>(
        placeCount: 64,
        noKey: 0,
        noValue: KnownOrder(keys: [], order: nil)
    )

    /// The positions of the keys in the order of their UTF-16 code units, or nil if they are in order already.
    mutating func order(of keys: [PropertyList]) -> [Int]? {
        guard keys.count > 1 else { return nil }
        let address = unsafe keys.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        let word = address &>> 4
        if let known = known[address, word] { return known.order }
        let order = Self.sorted(keys)
        known.set(KnownOrder(keys: keys, order: order), for: address, word)
        return order
    }

    /// Entries with the same key stay in their own order, so that the same tree always gives the same text.
    private static func sorted(_ keys: [PropertyList]) -> [Int]? {
        let isSorted = keys.indices.dropFirst().allSatisfy { !Self.key(keys[$0], precedes: keys[$0 - 1]) }
        if isSorted { return nil }
        return keys.indices.sorted { left, right in
            if Self.key(keys[left], precedes: keys[right]) { return true }
            return left < right && !Self.key(keys[right], precedes: keys[left])
        }
    }

    /// Compares strings; what isn't a string comes in any order, because it cannot be written.
    private static func key(_ left: PropertyList, precedes right: PropertyList) -> Bool {
        guard case .string(let left) = left, case .string(let right) = right else { return false }
        return left < right
    }
}
