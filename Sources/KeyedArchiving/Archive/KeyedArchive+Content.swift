internal import PropertyLists

// How much an archive holds, which bounds what a walk through it takes.

extension KeyedArchive {
    /// Whether the file holds no more, all entries together, than ``/PropertyLists/Limits/expansion`` allows.
    ///
    /// Content that edits add comes from the program, and isn't counted.
    var isWithinLimit: Bool { facts.content(of: index) != nil }

    /// Checks that a walk through all entries takes time and memory in proportion to the file.
    ///
    /// Every walk begins with this, and then needs no budget.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/limitExceeded`` if the file holds more than
    ///   ``/PropertyLists/Limits/expansion`` allows.
    /// - Complexity: O(*n*) in the size of the file for the first call, then O(1).
    func checkContent() throws(ArchiveError) {
        guard isWithinLimit else { throw ArchiveError.limit("expansion", limits.expansion) }
    }

    /// Checks the whole file before fields are read from it, if they are many or large.
    ///
    /// Small ones can't amount to more than a constant for each byte of the file, however many entries share them. So a
    /// loop that reads all entries, large and small, takes time and memory in proportion to the file.
    func checkContent(of fields: [(key: Slot, value: Slot)]) throws(ArchiveError) {
        var places = 0
        for field in fields where places < Self.largeCount {
            places += self.places(at: field.key, upTo: Self.largeCount - places)
            places += self.places(at: field.value, upTo: max(1, Self.largeCount - places))
        }
        try checkContent(ofCount: places)
    }

    /// Checks the whole file before a value is read from it, if that is large.
    func checkContent(of value: Slot) throws(ArchiveError) {
        try checkContent(ofCount: places(at: value, upTo: Self.largeCount))
    }

    private func places(at slot: Slot, upTo limit: Int) -> Int {
        if case .stored(let object) = slot { index.places(at: object, upTo: limit) } else { 0 }
    }

    /// Checks the whole file before so many values are read from it.
    func checkContent(ofCount count: Int) throws(ArchiveError) {
        if count >= Self.largeCount { try checkContent() }
    }

    /// How many places make something large.
    private static let largeCount = 64
}

extension ArchiveIndex {
    /// How many places there are in a value, with all that its containers hold: one for each value, and one for every 16
    /// bytes of text or data; no more than asked for.
    fileprivate func places(at value: ObjectIndex, upTo limit: Int) -> Int {
        guard let header = try? reader.header(at: value) else { return 1 }
        guard header.kind.isContainer else { return 1 + header.scalarSize / 16 }
        guard header.references.count < limit else { return limit }
        var places = 1
        for member in members(at: value) where places < limit {
            // Each level has a place, so that there are no more levels than places.
            places += self.places(at: member, upTo: limit - places)
        }
        return places
    }
}
