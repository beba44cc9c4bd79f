extension PropertyListDictionary {
    /// The positions of the entries in the order of their keys' UTF-16 code units, or nil if they are in order already.
    ///
    /// Entries with the same key stay in their own order, so that the same tree always gives the same text.
    var keyOrder: [Int]? {
        let keys = keys
        let isSorted = zip(keys, keys.dropFirst()).allSatisfy { !Self.key($1, precedes: $0) }
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

    /// Whether this dictionary, written as XML, would be read as a UID.
    var looksLikeUID: Bool {
        guard count == 1, keys[0].isString("CF$UID") else { return false }
        return switch self[0].value {
        case .integer(let index): UInt32(exactly: index) != nil
        case .unsignedInteger(let index): UInt32(exactly: index) != nil
        case .integer128(let index): UInt64(exactly: index).flatMap(UInt32.init(exactly:)) != nil
        default: false
        }
    }
}
