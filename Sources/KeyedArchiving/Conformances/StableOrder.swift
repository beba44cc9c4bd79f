/// Sorts the members of hashed collections, whose own order changes from run to run.
@usableFromInline
enum StableOrder {
    /// The positions of the elements in their own order if they are comparable, else in that of their archives' bytes.
    ///
    /// - Throws: Whatever encoding an element throws.
    @usableFromInline
    static func order<Element: Codingable>(of elements: [Element]) throws -> [Int] {
        if let strings = elements as? [String] { return order(of: strings) }
        if let type = Element.self as? any Comparable.Type, let order = order(of: elements, as: type) { return order }
        let archives = try elements.map { try KeyedArchiver.archivedBytes(withRootObject: $0) }
        return archives.indices.sorted { archives[$0].lexicographicallyPrecedes(archives[$1]) }
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
