/// The keys used recently, one by one and in runs.
///
/// Archives have few keys and refer to each of them from every object of a class. Remembering a key saves making the
/// same string again and again. Remembering all keys of a dictionary in order, by their references as they are stored,
/// saves even looking at them: the next dictionary with the same references gets the same array. What another key or
/// run displaces is read again.
struct BinaryKeyMemory {
    private var indices: [ObjectIndex] = []
    private var keys: [Key] = []
    private var runs: [Run] = []

    /// A key, and what returning it costs.
    struct Key {
        var text: PropertyList
        var cost: Int
    }

    /// The keys of a dictionary, and the references that stand for them.
    private struct Run {
        var references: BinaryReferences
        var keys: Keys
    }

    /// The keys of a dictionary, and what returning them costs.
    struct Keys {
        var texts: [PropertyList]
        var cost: Int
    }

    private static let slots = 256
    private static let runSlots = 64

    /// The key that is an object of the list.
    subscript(index: ObjectIndex) -> Key? {
        get {
            let slot = index.rawValue & (Self.slots &- 1)
            return slot < indices.count && indices[slot] == index ? keys[slot] : nil
        }
        set {
            guard let newValue else { return }
            if indices.isEmpty {
                indices = Array(repeating: -1, count: Self.slots)
                keys = Array(repeating: Key(text: .null, cost: 0), count: Self.slots)
            }
            let slot = index.rawValue & (Self.slots &- 1)
            indices[slot] = index
            keys[slot] = newValue
        }
    }

    /// The keys that some references lead to, if those of the last dictionary in the same slot were the same.
    @inline(__always)
    func keys(for references: BinaryReferences, in reader: BinaryPropertyListReader) -> Keys? {
        guard !runs.isEmpty else { return nil }
        let slot = Self.slot(of: references, in: reader)
        guard runs[slot].references.count == references.count, reader.areSame(runs[slot].references, references) else {
            return nil
        }
        return runs[slot].keys
    }

    /// Remembers the keys that some references lead to.
    mutating func remember(
        _ keys: Keys,
        for references: BinaryReferences,
        in reader: BinaryPropertyListReader
    ) {
        if runs.isEmpty {
            let none = Run(references: BinaryReferences(position: 0, count: 0), keys: Keys(texts: [], cost: 0))
            runs = Array(repeating: none, count: Self.runSlots)
        }
        runs[Self.slot(of: references, in: reader)] = Run(references: references, keys: keys)
    }

    /// Where the keys of some references are remembered: it depends on the first and the last few references.
    @inline(__always)
    private static func slot(of references: BinaryReferences, in reader: BinaryPropertyListReader) -> Int {
        let size = references.count &* reader.referenceSize
        let width = min(size, 8)
        guard width > 0 else { return 0 }
        let first = reader.integer(at: references.position, width: width)
        let last = reader.integer(at: references.position &+ size &- width, width: width)
        let mixed = (first ^ last &<< 23 ^ last &>> 41) &* HashSeed.factor
        return Int(truncatingIfNeeded: mixed &>> 32) & (runSlots &- 1)
    }
}
