/// The orders of the keys of the dictionaries that were written last, each key once: of equal keys the first counts in a
/// tree, and the last would in text.
///
/// The dictionaries of a class share one array of keys where a reader made them, for which see
/// ``PropertyListDictionary/keyBody``, so the order is worked out once for that array.
struct KeyOrders: ~Copyable {
    struct KnownOrder {
        /// Kept, so that no other array comes to lie at its address.
        var keys: [PropertyList]
        /// The order of the entries that count, or nil if all do in their own order.
        var order: [Int]?
    }

    /// By the address of the keys.
    private var known = DirectMappedCache<UInt, KnownOrder>(
        placeCount: 64,
        noKey: 0,
        noValue: KnownOrder(keys: [], order: nil)
    )

    /// The positions of the keys that count, in the order of their UTF-16 code units or in their own; nil if all keys are
    /// in order already.
    mutating func order(of keys: [PropertyList], isSorted: Bool) -> [Int]? {
        let order = sortedOrder(of: keys)
        if isSorted { return order }
        return order.flatMap { $0.count < keys.count ? $0.sorted() : nil }
    }

    private mutating func sortedOrder(of keys: [PropertyList]) -> [Int]? {
        guard keys.count > 1 else { return nil }
        let address = unsafe keys.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        let word = address &>> 4
        if let known = known[address, word] { return known.order }
        let order = Self.sorted(keys)
        known.set(KnownOrder(keys: keys, order: order), for: address, word)
        return order
    }

    private static func sorted(_ keys: [PropertyList]) -> [Int]? {
        let isSorted = keys.indices.dropFirst().allSatisfy { Self.key(keys[$0 - 1], precedes: keys[$0]) }
        if isSorted { return nil }
        let order = keys.indices.sorted { left, right in
            if Self.key(keys[left], precedes: keys[right]) { return true }
            return left < right && !Self.key(keys[right], precedes: keys[left])
        }
        // Equal keys are side by side, the first one first. What isn't a string stays, to be refused.
        var counting: [Int] = []
        counting.reserveCapacity(order.count)
        for position in order {
            if let last = counting.last, case .string = keys[position], keys[last] == keys[position] { continue }
            counting.append(position)
        }
        return counting
    }

    /// Compares strings; other values come in any order, because they cannot be written.
    private static func key(_ left: PropertyList, precedes right: PropertyList) -> Bool {
        guard case .string(let left) = left, case .string(let right) = right else { return false }
        return left < right
    }
}
