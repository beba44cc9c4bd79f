internal import PropertyLists

// Large dictionaries of strings.
//
// A dictionary keeps its entries in the order of their hashes, and goes through them in that order whenever it is
// walked, copied or released. Values that were made in the order of the archive lie somewhere else in memory for each
// step, and where there are more of them than the processor's cache holds, releasing them takes as long as making them.
// So all keys go first, and then the values are made in the order in which they will lie: decoding and releasing
// 200,000 entries takes a quarter less time.

extension UnarchiverState {
    /// With fewer entries the order matters less than the instructions that it takes.
    ///
    /// At 1,200 entries this way takes up to a tenth more cycles than the long one, at 10,000 as many, at 20,000 a
    /// fifteenth less, at 100,000 an eighth.
    static let manyStringEntries = 16_384

    /// How many strings are looked at ahead.
    private static let groupSize = 32

    /// A value is not to be read on the fast path.
    private struct UnusualValue: Error {}

    /// The entries of the current object if it is a large dictionary of strings that are all stored as plain values.
    ///
    /// Where anything is out of the ordinary it returns nil, and the slow path says what is wrong: it asks in the
    /// order of the archive, so that the first error is always the same. What is given up late is done twice; that the
    /// second time pays for itself bounds it. No code of a user runs while strings are read.
    mutating func largeStringDictionary() -> [String: String]? {
        // Up to 14 references are a common array: this is where small dictionaries are sorted out.
        guard scope.keys.count == 3, reader.fastArray(at: reader.unchecked(0, of: scope.values)) == nil,
            reader.fastArray(at: reader.unchecked(1, of: scope.values)) == nil, !hasDelegate,
            case .running = decodingState,
            let keyList = references(at: \.elementKeysPosition),
            let valueList = references(at: \.elementsPosition),
            keyList.count >= Self.manyStringEntries, keyList.count == valueList.count
        else { return nil }
        let (budgetBefore, keptCount) = (budget, values.count)
        // The entries lie in a hash table, which is up to a third full only.
        let entrySize = 3 * MemoryLayout<(key: String, value: String)>.stride - Budget.valueSize
        guard (try? payForElements(keyList.count)) != nil,
            (try? payForElements(valueList.count, of: entrySize)) != nil,
            let entries = entries(keyList, valueList)
        else {
            refund(to: budgetBefore, keptCount)
            return nil
        }
        return entries
    }

    /// The list of references at a position of the current object, without counting as asked for.
    private mutating func references(at position: (KeyShape) -> Int) -> BinaryReferences? {
        guard scope.shape >= 0 else { return nil }
        let position = position(keyShapes[scope.shape])
        guard position >= 0, let header = try? reader.header(at: reader.unchecked(position, of: scope.values)),
            header.kind == .array
        else { return nil }
        return BinaryReferences(position: header.payload, count: header.count)
    }

    private mutating func entries(_ keys: BinaryReferences, _ values: BinaryReferences) -> [String: String]? {
        var entries: [String: String] = [:]
        entries.reserveCapacity(keys.count)
        for position in 0..<keys.count {
            guard let key = try? string(at: position, of: keys), let index = reserveString(at: position, of: values)
            else {
                releaseStrings(keys, before: position + 1)
                releaseStrings(values, before: position)
                return nil
            }
            // Until all keys are there, the value is the number of the object that it will be made of: a text so short
            // that it needs no memory of its own. A dictionary of numbers beside that of the strings would be a third
            // more memory to touch for the first time.
            entries.updateValue(String(index), forKey: key)
        }
        // A value whose key comes again would not be made, and not be found to be wrong.
        guard entries.count == keys.count, (try? makeClaimedStrings(of: &entries.values)) != nil else {
            releaseStrings(keys, before: keys.count)
            releaseStrings(values, before: values.count)
            return nil
        }
        return entries
    }

    /// Puts strings in the place of their numbers, in the order in which they lie in the dictionary.
    ///
    /// Their bytes lie in any order in the archive. One after the other, the processor would wait for the memory of
    /// each; of a group whose first bytes are all loaded first, it waits for many at once. That is a fifth of the time
    /// of decoding and releasing the dictionary.
    private mutating func makeClaimedStrings(of values: inout Dictionary<String, String>.Values) throws {
        var indexes = FixedTable(repeating: 0, count: Self.groupSize)
        var prefetchedBytes = UInt64(0)
        var place = values.startIndex
        while place != values.endIndex {
            var next = place
            var count = 0
            while count < indexes.count, next != values.endIndex {
                indexes[count] = Int(values[next]) ?? 0
                values.formIndex(after: &next)
                count &+= 1
            }
            for position in 0..<count { prefetchedBytes ^= reader.prefetch(at: indexes[position]) }
            for position in 0..<count {
                values[place] = try reservedString(at: indexes[position])
                values.formIndex(after: &place)
            }
        }
        self.prefetchedBytes = prefetchedBytes
    }

    // MARK: Claiming

    /// The object index of the string that a reference of a run leads to, which counts as decoded from now on.
    ///
    /// - Returns: Nil if something else is there, or a long string that was decoded before and is to be shared.
    @inline(__always)
    private mutating func reserveString(at position: Int, of references: BinaryReferences) -> Int? {
        guard let position = plainPosition(at: position, of: references) else { return nil }
        let index = reader.unchecked(position, of: objects)
        let length: Int
        if let range = reader.fastASCIIString(at: index) {
            length = range.count
        } else {
            guard let header = try? reader.header(at: index), header.kind.isString else { return nil }
            length = header.count
        }
        return length <= Self.keptStringLength || isFirstUse(of: position) ? index : nil
    }

    /// Lets the strings that were read or claimed count as not decoded.
    ///
    /// One that was decoded before would have been kept or refused by now, so its state is another one.
    private mutating func releaseStrings(_ references: BinaryReferences, before end: Int) {
        for position in 0..<end {
            guard let position = plainPosition(at: position, of: references),
                decoded[position].progress == Progress.seenUncached
            else { continue }
            decoded.setProgress(Progress.unseen, of: position)
        }
    }

    /// The position in the tables that a reference of a run leads to; nil if it is not a common one, or leads to nil.
    @inline(__always)
    private func plainPosition(at position: Int, of references: BinaryReferences) -> Int? {
        guard let uid = reader.fastUID(at: reader.unchecked(position, of: references)), uid != 0 else { return nil }
        return decoded.position(of: UID(UInt64(truncatingIfNeeded: uid)))
    }

    /// Makes a string that was claimed.
    @inline(__always)
    private mutating func reservedString(at index: Int) throws -> String {
        if let range = reader.fastASCIIString(at: index), range.count <= shortStringLimit, range.count != 5,
            let string = reader.wellFormedASCII(in: range)
        {
            try payForBuffer(range.count)
            return string
        }
        guard let string = try entryString(at: index, try header(at: index)) else { throw UnusualValue() }
        return string
    }
}
