/// The order in which hashed collections are written, whose own order changes from run to run.
@usableFromInline
package enum StableOrder {
    /// How many levels of objects are compared: an element with its fields, and the objects in these.
    ///
    /// One more would take the square of the time where the members of sets have sets themselves.
    private static let comparedDepth = 2

    /// The positions of the elements in their own order if they are comparable; otherwise in that of the bytes of small
    /// archives of them.
    ///
    /// Elements that don't differ so far, and only those, keep the order given.
    ///
    /// - Throws: Whatever encoding an element throws.
    @usableFromInline
    package static func order<Element: Codingable>(of elements: [Element], for archiver: KeyedArchiver) throws -> [Int]
    {
        if let order = ownOrder(of: elements) { return order }
        let depth = comparedDepth(for: archiver)
        let keys = try elements.map { try archiver.comparisonKey(of: $0, contentDepth: depth) }
        return keys.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
    }

    /// The positions of the elements in their own order, that of strings being by their UTF-8 bytes; nil if they have
    /// none.
    static func ownOrder<Element>(of elements: [Element]) -> [Int]? {
        if let strings = elements as? [String] { return order(ofTexts: strings.count) { strings[$0] } }
        guard let type = Element.self as? any Comparable.Type else { return nil }
        return order(of: elements, as: type)
    }

    /// The positions of objects of any types: strings first, in the order of their UTF-8 bytes, then the others in that
    /// of the bytes of small archives of them.
    ///
    /// - Throws: Whatever encoding an object throws.
    package static func order(ofObjects objects: [any Codingable], for archiver: KeyedArchiver) throws -> [Int] {
        var strings: [(position: Int, text: String)] = []
        var others: [(position: Int, key: [UInt8])] = []
        let depth = comparedDepth(for: archiver)
        for (position, object) in objects.enumerated() {
            if let text = object as? String {
                strings.append((position, text))
            } else {
                others.append((position, try archiver.comparisonKey(of: object, contentDepth: depth)))
            }
        }
        let ordered = order(ofTexts: strings.count) { strings[$0].text }.map { strings[$0].position }
        return ordered + others.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.position)
    }

    /// How many levels are compared where an archiver already stands for one of them.
    private static func comparedDepth(for archiver: KeyedArchiver) -> Int {
        min(comparedDepth, archiver.contentDepth - archiver.state.depth)
    }

    private static func order<Element, Order: Comparable>(of elements: [Element], as type: Order.Type) -> [Int]? {
        guard let elements = elements as? [Order] else { return nil }
        return elements.indices.sorted { elements[$0] < elements[$1] }
    }

    /// The order of strings by their UTF-8 bytes.
    ///
    /// What decides are the bytes after those with which all of them begin, as keys do that are numbered or have the
    /// prefix of a company. A few tell what that is; only if others begin otherwise are all looked at twice.
    private static func order(ofTexts count: Int, _ text: (Int) -> String) -> [Int] {
        // With few strings it is not worth looking.
        let sample = stride(from: 0, to: count, by: max(1, count / sampleCount))
        let items =
            TextOrder.sorted(count, after: count < sampleCount ? [] : commonPrefix(of: sample, text), text: text)
            ?? TextOrder.sorted(count, after: commonPrefix(of: 0..<count, text), text: text)
        return items?.map(\.number) ?? []
    }

    private static var sampleCount: Int { 16 }

    /// The bytes with which all strings begin.
    private static func commonPrefix(of positions: some Sequence<Int>, _ text: (Int) -> String) -> [UInt8] {
        var prefix: [UInt8]?
        for position in positions {
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

extension KeyedArchiver {
    /// What identifies an element of a set: the UID of one that is in this archive; otherwise an archive of it.
    ///
    /// That archive goes down to a depth only, so that it comes to an end where an element refers back to its set.
    fileprivate func comparisonKey(of element: some Codingable, contentDepth: Int) throws -> [UInt8] {
        if let uid = encodedUID(of: element) {
            return [0] + stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: uid.number >> $0) }
        }
        let archiver = KeyedArchiver(layout: layout, limits: limits)
        archiver.contentDepth = contentDepth
        try archiver.encode(element, forKey: Self.rootObjectKey)
        return try archiver.encodedBytes
    }
}
