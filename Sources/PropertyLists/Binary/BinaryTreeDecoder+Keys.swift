extension BinaryTreeDecoder {
    /// The keys of a dictionary.
    @inline(__always)
    mutating func keys(
        of references: BinaryReferences,
        in index: ObjectIndex,
        _ reader: BinaryPropertyListReader
    ) throws(ArchiveError) -> [PropertyList] {
        if !chargesSharedSubtrees, let known = keyMemory.keys(for: references, in: reader) {
            // Remembered keys are returned again, and cost the same each time.
            if known.cost > 0 { try budget.allocate(known.cost, at: references.position) }
            return known.texts
        }
        return try newKeys(of: references, in: index, reader)
    }

    @inline(never)
    private mutating func newKeys(
        of references: BinaryReferences,
        in index: ObjectIndex,
        _ reader: BinaryPropertyListReader
    ) throws(ArchiveError) -> [PropertyList] {
        var keys = BinaryKeyMemory.Keys(texts: [], cost: 0)
        keys.texts.reserveCapacity(references.count)
        for position in 0..<references.count {
            let child = reader.unchecked(position, of: references)
            let key = try key(at: child, position, of: references, in: index, reader)
            keys.texts.append(key.text)
            keys.cost &+= key.cost
        }
        if !chargesSharedSubtrees { keyMemory.remember(keys, for: references, in: reader) }
        return keys.texts
    }

    private mutating func key(
        at child: ObjectIndex,
        _ position: Int,
        of references: BinaryReferences,
        in index: ObjectIndex,
        _ reader: BinaryPropertyListReader
    ) throws(ArchiveError) -> BinaryKeyMemory.Key {
        if !chargesSharedSubtrees, let key = keyMemory[child] {
            if key.cost > 0 { try budget.allocate(key.cost, at: references.position) }
            return key
        }
        guard reader.contains(child) else {
            throw reader.invalidReference(position, of: references, in: index)
        }
        let header = try reader.header(at: child)
        if header.kind.isContainer { throw .unusableKey(header.kind, at: reader.position(of: child)) }
        let size = header.scalarSize
        let known = fastScalar(at: child, reader)
        let text = if let known { known } else { try scalar(at: child, header, reader) }
        let key = BinaryKeyMemory.Key(text: text, cost: Budget.bufferCost(of: size))
        keyMemory[child] = key
        return key
    }
}

/// The keys used recently, one by one and in runs.
///
/// Archives have few keys and refer to each of them from every object of a class. Caching a key saves making the same
/// string again and again. Caching the array of all keys of a dictionary, by their references as they are stored, saves
/// even reading them: the next dictionary with the same references gets the same array. Evicted keys and runs are read
/// again.
struct BinaryKeyMemory: ~Copyable {
    /// A key, and the cost of returning it.
    struct Key {
        var text: PropertyList
        var cost: Int
    }

    /// The keys of a dictionary, and the references that stand for them. (Not private: the compiler, 6.3, fails where
    /// a table of a private type is part of a type of another file.)
    struct Run {
        var references: BinaryReferences
        var keys: Keys
    }

    /// The keys of a dictionary, and the cost of returning them.
    struct Keys {
        var texts: [PropertyList]
        var cost: Int
    }

    private var keys = DirectMappedCache<ObjectIndex, Key>(
        placeCount: 256,
        noKey: -1,
        noValue: Key(text: .null, cost: 0),
        areSuccessive: true
    )
    /// By a word made of the references.
    private var runs = DirectMappedCache<UInt, Run>(
        placeCount: 64,
        noKey: 0,
        noValue: Run(references: BinaryReferences(position: 0, count: 0), keys: Keys(texts: [], cost: 0))
    )

    /// The key that is an object of the list.
    subscript(index: ObjectIndex) -> Key? {
        get { keys[index, UInt(bitPattern: index.rawValue)] }
        set {
            guard let newValue else { return }
            keys.set(newValue, for: index, UInt(bitPattern: index.rawValue))
        }
    }

    /// The keys that some references lead to, if those of the last dictionary in the same place were the same.
    @inline(__always)
    func keys(for references: BinaryReferences, in reader: BinaryPropertyListReader) -> Keys? {
        let word = Self.word(of: references, in: reader)
        guard let run = runs[word, word], run.references.count == references.count,
            reader.areSame(run.references, references)
        else { return nil }
        return run.keys
    }

    /// Remembers the keys that some references lead to.
    mutating func remember(
        _ keys: Keys,
        for references: BinaryReferences,
        in reader: BinaryPropertyListReader
    ) {
        let word = Self.word(of: references, in: reader)
        runs.set(Run(references: references, keys: keys), for: word, word)
    }

    /// The first and the last few references in a word, which isn't theirs alone.
    @inline(__always)
    private static func word(of references: BinaryReferences, in reader: BinaryPropertyListReader) -> UInt {
        let size = references.count &* reader.referenceSize
        let width = min(size, 8)
        guard width > 0 else { return 0 }
        let first = reader.integer(at: references.position, width: width)
        let last = reader.integer(at: references.position &+ size &- width, width: width)
        return UInt(truncatingIfNeeded: first ^ last &<< 23 ^ last &>> 41)
    }
}
