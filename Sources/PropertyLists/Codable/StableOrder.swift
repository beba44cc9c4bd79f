#if !hasFeature(Embedded)

/// The order in which hashed collections are written, whose own order changes from run to run.
@usableFromInline package enum StableOrder {
    /// The positions of the elements in their own order, that of strings being by their UTF-8 bytes; nil if they have
    /// none, or some of them have the same place in it.
    package static func ownOrder<Element>(of elements: [Element]) -> [Int]? {
        if let strings = elements as? [String] { return order(ofTexts: strings.count) { strings[$0] } }
        guard let type = Element.self as? any Comparable.Type else { return nil }
        return order(of: elements, as: type)
    }

    private static func order<Element, Order: Comparable>(of elements: [Element], as type: Order.Type) -> [Int]? {
        guard let elements = elements as? [Order] else { return nil }
        let order = elements.indices.sorted { elements[$0] < elements[$1] }
        let isStrict = zip(order, order.dropFirst()).allSatisfy { elements[$0] < elements[$1] }
        return isStrict ? order : nil
    }

    /// The order of strings by their UTF-8 bytes.
    ///
    /// Strings are compared by the bytes after their common prefix, such as that of numbered keys or keys of one
    /// company. The prefix is found from a sample; only if other strings don't have it are all strings read twice.
    package static func order(ofTexts count: Int, _ text: (Int) -> String) -> [Int] {
        // With few strings it is not worth looking.
        var step = max(1, count / sampleCount)
        while true {
            let prefix = count < sampleCount ? [] : commonPrefix(of: count, step: step, text)
            if let items = TextOrder.sorted(count, after: prefix, text: text) { return items.map(\.number) }
            step = 1
        }
    }

    private static var sampleCount: Int { 16 }

    /// The bytes with which the strings begin that a step leads to.
    @inline(never)
    private static func commonPrefix(of count: Int, step: Int, _ text: (Int) -> String) -> [UInt8] {
        var prefix: [UInt8]?
        for position in stride(from: 0, to: count, by: step) {
            var string = text(position)
            string.withUTF8 { text in
                guard let known = prefix else { return prefix = unsafe Array(text) }
                var common = 0
                while common < known.count, common < text.count, unsafe text[common] == known[common] { common &+= 1 }
                if common < known.count { prefix = Array(known.prefix(common)) }
            }
            if prefix == [] { break }
        }
        return prefix ?? []
    }
}

#endif
