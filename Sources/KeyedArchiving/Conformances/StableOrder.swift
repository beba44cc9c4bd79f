/// Sorts the members of hashed collections, whose own order changes from run to run.
enum StableOrder {
    /// The elements by their own order if they are comparable, else by the bytes of their archives.
    ///
    /// - Throws: Whatever encoding an element throws.
    static func sorted<Element: Codingable>(_ elements: [Element]) throws -> [Element] {
        if let comparable = Element.self as? any Comparable.Type, let sorted = sorted(elements, as: comparable) {
            return sorted
        }
        return
            try elements
            .map { (bytes: try KeyedArchiver.archivedBytes(withRootObject: $0), element: $0) }
            .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
            .map(\.element)
    }

    private static func sorted<Element, Order: Comparable>(_ elements: [Element], as type: Order.Type) -> [Element]? {
        guard let ordered = elements as? [Order] else { return nil }
        return ordered.sorted() as? [Element]
    }
}
