public import PropertyLists

// What the hash tables of decoded sets and dictionaries cost.

extension KeyedUnarchiver {
    /// Counts the memory of a hash table, which is up to a third full only.
    ///
    /// - Parameter size: The memory of each member or entry, in bytes.
    @usableFromInline
    package func chargeTable(of count: Int, _ size: Int) throws {
        try charge(count.multipliedOrMaximum(by: 3 * size))
    }

    /// The budget charged so far, in steps from an arbitrary origin.
    @usableFromInline package var chargedSteps: Int { state.chargedSteps }

    /// Checks that the keys of a dictionary or the members of a set are complete, and can be found in a hash table.
    ///
    /// - Throws: As ``_checkCompleteness(forKey:)`` and ``checkHashing(of:_:since:)`` do.
    @inlinable
    package func checkMembers<Element: Hashable>(
        _ elements: [Element],
        forKey key: String = CollectionFields.elements,
        since chargedBefore: Int
    ) throws {
        try _checkCompleteness(forKey: key)
        try checkHashing(of: elements, key, since: chargedBefore)
    }

    /// Checks that keys of a dictionary or members of a set can be found in a hash table.
    ///
    /// Many that aren't equal to themselves, such as NaNs, would all be kept, and putting each into a table takes as
    /// long as there are others. An array that holds a NaN is equal to itself, but not to another such array; where
    /// more than a few elements have one hash, comparing them is charged.
    ///
    /// - Parameters:
    ///   - elements: The keys or members.
    ///   - key: The key that they are stored under.
    ///   - chargedBefore: The value of ``chargedSteps`` before they were decoded.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/invalidValue`` if one isn't equal to itself,
    ///   ``/PropertyLists/ArchiveError/Code/limitExceeded`` for the limit of steps.
    /// - Complexity: O(*n*) in the number of elements if their hashes are good.
    @inlinable
    package func checkHashing<Element: Hashable>(of elements: [Element], _ key: String, since chargedBefore: Int) throws
    {
        // Where the type is known at compile time, so is the outcome of this.
        if Element.self == String.self { return }
        for element in elements where element != element { throw unequal(key) }
        if Element.self != Int.self, elements.count > Self.freelyComparedCount {
            try chargeCollisions(of: elements, since: chargedBefore)
        }
    }

    /// How many elements may be compared with each other for free.
    @usableFromInline static var freelyComparedCount: Int { 64 }

    /// Charges comparing elements that have the same hash, if they are many.
    @usableFromInline
    func chargeCollisions(of elements: [some Hashable], since chargedBefore: Int) throws {
        let hashes = elements.map(\.hashValue)
        // About four hashes fall on each place; none gets many unless they are equal.
        let placeCount = 1 << max(4, hashes.count.bitWidth - hashes.count.leadingZeroBitCount - 2)
        var counts = [UInt8](repeating: 0, count: placeCount)
        for hash in hashes where counts[hash & (placeCount - 1)] < .max { counts[hash & (placeCount - 1)] += 1 }
        guard counts.contains(where: { $0 > Self.freelyComparedCount }) else { return }
        let groups = Dictionary(grouping: elements.indices) { hashes[$0] }
        for group in groups.values where group.count > Self.freelyComparedCount {
            // A comparison reads two elements, of which each took about so many steps of 16 bytes.
            let size = max(0, state.chargedSteps &- chargedBefore) / group.count / 16
            var distinct: [Int] = []
            for position in group {
                let known = distinct.firstIndex { elements[$0] == elements[position] }
                let comparisons = known.map { $0 + 1 } ?? distinct.count
                try charge(steps: comparisons.multipliedOrMaximum(by: 1 + size))
                if known == nil { distinct.append(position) }
            }
        }
    }

    @usableFromInline
    func unequal(_ key: String) -> ArchiveError {
        let isKey = key == CollectionPart.keys.key
        return failure(
            .invalidValue,
            "\(isKey ? "a key of a dictionary" : "a member of a set") is not equal to itself, as a NaN is not",
            key: key,
            remedy: "decode it as an \(isKey ? "ArchivedDictionary" : "ArchivedSet"), which does not compare"
        )
    }
}
