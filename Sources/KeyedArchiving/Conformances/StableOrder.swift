/// The order in which hashed collections are written, whose own order changes from run to run.
@usableFromInline
enum StableOrder {
    /// How many levels of objects are compared: an element with its fields, and the objects in these.
    ///
    /// One more would take the square of the time where the members of sets have sets themselves.
    private static let comparedDepth = 2

    /// The positions of the elements in their own order if they are comparable, else in that of the bytes of small
    /// archives of them.
    ///
    /// Elements that are no different so far, and only those, keep the order given.
    ///
    /// - Throws: Whatever encoding an element throws.
    @usableFromInline
    static func order<Element: Codingable>(of elements: [Element], for archiver: KeyedArchiver) throws -> [Int] {
        if let strings = elements as? [String] { return order(of: strings) }
        if let type = Element.self as? any Comparable.Type, let order = order(of: elements, as: type) { return order }
        let depth = min(comparedDepth, archiver.contentDepth - archiver.state.depth)
        let keys = try elements.map { try archiver.comparisonKey(of: $0, contentDepth: depth) }
        return keys.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
    }

    private static func order<Element, Order: Comparable>(of elements: [Element], as type: Order.Type) -> [Int]? {
        guard let elements = elements as? [Order] else { return nil }
        return elements.indices.sorted { elements[$0] < elements[$1] }
    }

    /// The order of strings by their UTF-8 bytes.
    ///
    /// Comparing strings costs a call each; so each string is represented by its first 16 bytes as two integers, which
    /// decide nearly always.
    private static func order(of strings: [String]) -> [Int] {
        struct Item {
            var first: UInt64
            var second: UInt64
            var position: Int
        }
        var items: [Item] = []
        items.reserveCapacity(strings.count)
        for (position, string) in strings.enumerated() {
            var words: (UInt64, UInt64) = (0, 0)
            var shift: UInt64 = 128
            for byte in string.utf8 {
                shift &-= 8
                if shift >= 64 { words.0 |= UInt64(byte) &<< (shift &- 64) } else { words.1 |= UInt64(byte) &<< shift }
                if shift == 0 { break }
            }
            items.append(Item(first: words.0, second: words.1, position: position))
        }
        items.sort { left, right in
            if left.first != right.first { return left.first < right.first }
            if left.second != right.second { return left.second < right.second }
            return strings[left.position].utf8.lexicographicallyPrecedes(strings[right.position].utf8)
        }
        return items.map(\.position)
    }
}

extension KeyedArchiver {
    /// What tells an element of a set from others: the UID of one that is in this archive, else an archive of it.
    ///
    /// That archive goes down to a depth only, so that it comes to an end where an element refers back to its set.
    fileprivate func comparisonKey(of element: some Codingable, contentDepth: Int) throws -> [UInt8] {
        if let uid = encodedUID(of: element) {
            return [0] + stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: uid >> $0) }
        }
        let archiver = KeyedArchiver(layout: layout, limits: limits)
        archiver.contentDepth = contentDepth
        try archiver.encode(element, forKey: Self.rootObjectKey)
        return try archiver.encodedBytes
    }
}
