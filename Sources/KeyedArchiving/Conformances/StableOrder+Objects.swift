extension StableOrder {
    /// How many levels of objects are compared: an element with its fields, and the objects in these.
    ///
    /// One more would take the square of the time where the members of sets have sets themselves.
    private static let comparedDepth = 2

    /// The positions of the elements in their own order if they are comparable; otherwise in that of the bytes of small
    /// archives of them.
    ///
    /// Elements that don't differ so far, and only those, keep the order given.
    ///
    /// - Throws: The errors of encoding an element.
    @usableFromInline
    package static func order<Element: Codingable>(of elements: [Element], for archiver: KeyedArchiver) throws -> [Int]
    {
        if let order = ownOrder(of: elements) { return order }
        let depth = comparedDepth(for: archiver)
        let keys = try elements.map { try archiver.comparisonKey(of: $0, contentDepth: depth) }
        return keys.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }
    }

    /// The positions of objects of any types: strings first, in the order of their UTF-8 bytes, then the others in that
    /// of the bytes of small archives of them.
    ///
    /// - Throws: The errors of encoding an object.
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
}

extension KeyedArchiver {
    /// The bytes that identify an element of a set: the UID of an element that is in this archive; otherwise an archive
    /// of it.
    ///
    /// That archive is limited in depth, so that encoding ends if an element refers back to its set.
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
