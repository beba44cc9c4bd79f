internal import PropertyLists

// Where the keys of a shape are that its objects are asked for.

extension KeyShapes {
    /// Up to so many keys, look-ups are kept from the first object on, and no index of their texts is made.
    private static let fewKeyCount = KeyShape.countedKeys
    /// How many searches go from key to key before there is an index.
    private static let maximumSearchCount: Int32 = 4

    /// The look-ups recorded for the keys of an object that is entered.
    @inline(__always)
    mutating func askOrder(for shape: Int) -> AskOrder.Run {
        guard let first = entries[shape].firstLookUp.value else { return addLookUps(for: shape) }
        return AskOrder.Run(first: first, count: entries[shape].shape.keys.count)
    }

    /// Makes room for look-ups: for many keys when a second object with them is entered, as many objects are the only
    /// one with theirs.
    ///
    /// Look-ups stay where they are: an object that encloses this one may use them.
    @inline(never)
    private mutating func addLookUps(for shape: Int) -> AskOrder.Run {
        let count = entries[shape].shape.keys.count
        if !entries[shape].wasEntered, count > Self.fewKeyCount {
            entries[shape].wasEntered = true
            return .none
        }
        let run = askOrder.addRun(of: count, least: Self.fewKeyCount)
        entries[shape].firstLookUp = OptionalIndex(run.first)
        return run
    }

    /// The first position of a key in a shape, or nil; remembered for the `number`-th look-up.
    ///
    /// Looking through many keys, or making an index of them, is charged.
    @inline(never)
    mutating func search(
        _ key: String,
        in shape: Int,
        _ number: Int,
        _ run: AskOrder.Run,
        _ reader: BinaryPropertyListReader,
        _ budget: inout Budget
    ) throws(ArchiveError) -> FieldPosition? {
        // Going through the look-ups of many keys for each of them would take the square of their number.
        if run.count <= Self.fewKeyCount, let known = askOrder.known(key, number, run) { return known }
        let position = try position(of: key, in: shape, reader, &budget)
        askOrder.remember(position, of: key, number, run)
        return position
    }

    @inline(__always)
    private mutating func position(
        of key: String,
        in shape: Int,
        _ reader: BinaryPropertyListReader,
        _ budget: inout Budget
    ) throws(ArchiveError) -> FieldPosition? {
        let keys = entries[shape].shape.keys
        if keys.count <= Self.fewKeyCount { return try firstPosition(of: key, in: shape, reader) }
        if entries[shape].searchCount >= Self.maximumSearchCount {
            let texts = try texts(of: shape, reader, &budget)
            let known = try texts.find(key) { position throws(ArchiveError) in
                try isKey(position, of: keys, key, reader)
            }
            if let known { return known.map { FieldPosition($0) } }
        }
        entries[shape].searchCount += 1
        try budget.step(keys.count, at: keys.position)
        return try firstPosition(of: key, in: shape, reader)
    }

    /// The object index of the key at a position; nil if that is a reference that leads nowhere.
    private func key(
        _ position: Int,
        of keys: BinaryReferences,
        _ reader: BinaryPropertyListReader
    ) -> ObjectIndex? {
        let index = reader.unchecked(position, of: keys)
        guard let keyEntries else { return index }
        guard let uid = (try? reader.reference(at: index)) ?? nil, uid.rawValue < UInt64(keyEntries.count) else {
            return nil
        }
        return reader.unchecked(Int(truncatingIfNeeded: uid.rawValue), of: keyEntries)
    }

    /// It changes nothing, but is mutating, so that it works on the table where that is and not on a copy.
    @inline(__always)
    private mutating func firstPosition(
        of key: String,
        in shape: Int,
        _ reader: BinaryPropertyListReader
    ) throws(ArchiveError) -> FieldPosition? {
        if keyEntries == nil { return try entries[shape].shape.position(of: key, in: reader) }
        let keys = entries[shape].shape.keys
        // Of equal keys of a dictionary the last counts.
        for position in (0..<keys.count).reversed() {
            if try isKey(position, of: keys, key, reader) { return FieldPosition(position) }
        }
        return nil
    }

    /// Whether the key at a position is a text.
    private func isKey(
        _ position: Int,
        of keys: BinaryReferences,
        _ text: String,
        _ reader: BinaryPropertyListReader
    ) throws(ArchiveError) -> Bool {
        guard let index = key(position, of: keys, reader) else { return false }
        return try reader.isString(at: index, text)
    }

    /// The first positions of the texts of keys, which are charged when they are first asked for.
    private mutating func texts(
        of shape: Int,
        _ reader: BinaryPropertyListReader,
        _ budget: inout Budget
    ) throws(ArchiveError) -> KeyPositions {
        if let known = texts[shape] { return known }
        let keys = entries[shape].shape.keys
        try budget.allocateContainer(of: keys.count, at: keys.position)
        let texts = KeyPositions(
            count: keys.count, keyEntries == nil ? .first : .last, in: reader, chargedTo: &budget
        ) { key($0, of: keys, reader).map { .object($0) } ?? .none }
        self.texts[shape] = texts
        return texts
    }
}
