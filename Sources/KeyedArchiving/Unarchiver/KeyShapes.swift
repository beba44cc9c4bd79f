internal import PropertyLists

/// The shapes of an archive's objects, one for each run of references to keys that was seen.
///
/// Most objects have the keys of an object before them, as the same references in the same order. That is found
/// out by comparing the references, eight bytes at a time. Then everything known about the keys holds for it too: for
/// the first key that is asked for, the second and so on, there is an entry with its text and its position. So asking
/// for a key takes one comparison of texts, and only the value of the object is read.
///
/// What is kept here holds for these very references, so it can't be wrong. Foundation on Linux stores each key again
/// for each object, and the keys of each in an order of its own. There the texts are compared, and what holds for keys
/// holds for others of the same texts in the same order.
struct KeyShapes: ~Copyable {
    /// A shape and what was found out about the objects that have it.
    private struct Entry: BitwiseCopyable {
        let shape: KeyShape
        /// The object index of the UID that was under `$class` last, and the index of the class.
        ///
        /// Where equal UIDs are stored once, this is the same for all objects of a class.
        var classReference: ObjectIndex = -1
        var classIndex = OptionalIndex.none
        /// How often keys of such objects were searched for, up to a maximum.
        var searchCount: Int32 = 0
        /// Whether an object with many keys was entered before there was room for look-ups.
        var wasEntered = false
        /// Where its keys begin and how many bytes they are, if it can be found by their texts.
        private var firstText = 0
        private var textSize = 0
        /// The first of its look-ups; none as long as there is no room for them.
        var firstLookUp = OptionalIndex.none

        /// Where its keys lie, if it can be found by their texts.
        var texts: Range<Int> { firstText..<firstText + textSize }

        init(_ shape: KeyShape, texts: Range<Int> = 0..<0) {
            self.shape = shape
            firstText = texts.lowerBound
            textSize = texts.count
        }
    }

    /// A place for an entry, with the hash of the references to its keys or of their texts.
    private struct Slot: HashTableSlot {
        var keyHash: UInt32 = 0
        /// One more than the index of the entry.
        private var end: UInt32 = 0

        init() {}

        init(_ keyHash: UInt32, index: Int) {
            self.keyHash = keyHash
            end = UInt32(truncatingIfNeeded: index &+ 1)
        }

        var isFree: Bool { end == 0 }
        var index: Int { Int(truncatingIfNeeded: end &- 1) }

        func hash(_ seed: HashSeed) -> UInt32 { keyHash }
    }

    /// Keys of objects with more than these are looked up in an index of their texts once some were searched for.
    private static let searchedKeyCount = 16
    /// Up to how many keys look-ups are kept from the first object on.
    private static let fewKeyCount = 8
    /// How many shapes are made before others are looked for by the texts of their keys: where keys are stored once,
    /// there are few.
    private static let fewShapeCount = 16
    /// How many searches go from key to key before there is an index.
    private static let maximumSearchCount: Int32 = 4

    private var entries = GrowingTable<Entry>()
    /// The indices of the entries, found by the references to their keys.
    private var slots = HashTable<Slot>(firstSlotCount: 32)
    /// The indices of entries that may be seen again with other references, found by the texts of their keys.
    private var slotsByText = HashTable<Slot>(firstSlotCount: 32)
    /// Whether a shape was found by its texts, so that others will be, too.
    private var hasMatchedByText = false
    private var lookUps = KeyLookUps()
    /// Where the keys of shapes with many are, by the index of the shape.
    private var texts: [Int: TextPositions] = [:]
    /// The entries of the archive, if the runs are of references to them, as those of a dictionary's keys are.
    private let keyEntries: BinaryReferences?

    /// - Parameter keyEntries: The entries of the archive, if keys are references to them rather than strings.
    init(keyEntries: BinaryReferences? = nil) {
        self.keyEntries = keyEntries
    }

    /// A shape that was seen.
    subscript(index: Int) -> KeyShape {
        @inline(__always) get { entries[index].shape }
    }

    /// The index of the shape with some keys; nil if they were not seen.
    ///
    /// It changes nothing, but is mutating, so that it works on the table where that is and not on a copy.
    @inline(__always)
    mutating func index(of keys: BinaryReferences, in reader: BinaryPropertyListReader) -> Int? {
        if hasMatchedByText, let known = indexByText(of: keys, in: reader) { return known }
        let found = search(keys, hash(of: keys, in: reader), in: reader)
        return found.isFree ? nil : slots[found.position].index
    }

    /// The index of a shape whose keys have the same texts as some keys, if one was seen.
    @inline(never)
    private mutating func indexByText(of keys: BinaryReferences, in reader: BinaryPropertyListReader) -> Int? {
        guard let texts = reader.adjacentRange(of: keys) else { return nil }
        let found = search(texts, reader.hash(of: texts, slotsByText.seed), in: reader)
        return found.isFree ? nil : slotsByText[found.position].index
    }

    @inline(__always)
    private func search(
        _ texts: Range<Int>,
        _ hash: UInt32,
        in reader: BinaryPropertyListReader
    ) -> HashTable<Slot>.SearchResult {
        slotsByText.search(hash) { slot in
            slot.keyHash == hash && reader.areSameBytes(entries[slot.index].texts, texts)
        }
    }

    @inline(__always)
    private func search(
        _ keys: BinaryReferences,
        _ hash: UInt32,
        in reader: BinaryPropertyListReader
    ) -> HashTable<Slot>.SearchResult {
        slots.search(hash) { slot in
            slot.keyHash == hash
                && reader.areSame(entries[slot.index].shape.keys, keys)
        }
    }

    /// The index of the shape with some keys, which is made if they were not seen.
    ///
    /// - Throws: As ``KeyShape/init(_:in:)`` does.
    @inline(never)
    mutating func addedIndex(
        of keys: BinaryReferences,
        in reader: BinaryPropertyListReader
    ) throws(PropertyListError) -> Int {
        let hash = hash(of: keys, in: reader)
        let found = search(keys, hash, in: reader)
        guard found.isFree else { return slots[found.position].index }
        let isFindable = keyEntries == nil && entries.count >= Self.fewShapeCount
        guard isFindable, let texts = reader.adjacentRange(of: keys) else {
            let shape = keyEntries == nil ? try KeyShape(keys, in: reader) : KeyShape(entries: keys)
            return add(Entry(shape), hash, at: found)
        }
        let textHash = reader.hash(of: texts, slotsByText.seed)
        let known = search(texts, textHash, in: reader)
        guard known.isFree else {
            hasMatchedByText = true
            return slotsByText[known.position].index
        }
        let index = add(Entry(try KeyShape(keys, in: reader), texts: texts), hash, at: found)
        slotsByText.insert(Slot(textHash, index: index), at: known)
        return index
    }

    private mutating func add(_ entry: Entry, _ hash: UInt32, at found: HashTable<Slot>.SearchResult) -> Int {
        entries.append(entry)
        slots.insert(Slot(hash, index: entries.count - 1), at: found)
        return entries.count - 1
    }

    /// The hash of some references with a secret: hostile archives can't be made of keys that collide.
    @inline(__always)
    private func hash(of keys: BinaryReferences, in reader: BinaryPropertyListReader) -> UInt32 {
        let size = keys.count &* reader.referenceSize
        var hash = UInt32(truncatingIfNeeded: keys.count)
        var offset = 0
        while offset &+ 8 < size {
            hash = slots.seed.hash(reader.integer(at: keys.position &+ offset, width: 8), UInt64(hash))
            offset &+= 8
        }
        guard size > 0 else { return hash }
        return slots.seed.hash(reader.integer(at: keys.position &+ offset, width: size &- offset), UInt64(hash))
    }

    /// The index of the class whose UID is at an object index, if an object of the shape had it there before.
    @inline(__always)
    func classIndex(_ shape: Int, at reference: ObjectIndex) -> Int? {
        entries[shape].classReference == reference ? entries[shape].classIndex.value : nil
    }

    /// Keeps the index of the class whose UID is at an object index, for objects of a shape.
    mutating func setClassIndex(_ classIndex: Int, _ shape: Int, at reference: ObjectIndex) {
        entries[shape].classReference = reference
        entries[shape].classIndex = OptionalIndex(classIndex)
    }

    /// What is known about the keys of an object that is entered.
    @inline(__always)
    mutating func lookUps(for shape: Int) -> KeyLookUps.Run {
        guard let first = entries[shape].firstLookUp.value else { return addLookUps(for: shape) }
        return KeyLookUps.Run(first: first, count: entries[shape].shape.keys.count)
    }

    /// Makes room for look-ups: for many keys when a second object with them is entered, as many objects are the only
    /// one with theirs.
    ///
    /// Look-ups stay where they are: an object that encloses this one may use them.
    @inline(never)
    private mutating func addLookUps(for shape: Int) -> KeyLookUps.Run {
        let count = entries[shape].shape.keys.count
        if !entries[shape].wasEntered, count > Self.fewKeyCount {
            entries[shape].wasEntered = true
            return .none
        }
        let run = lookUps.addRun(of: count, least: 2 * Self.fewKeyCount)
        entries[shape].firstLookUp = OptionalIndex(run.first)
        return run
    }

    /// The position of the key that an object is asked for as the `number`-th; nil if it is not known.
    @inline(__always)
    func position(of key: String, _ number: Int, _ run: KeyLookUps.Run) -> FieldPosition? {
        lookUps.position(of: key, number, run)
    }

    /// The first position of a key in a shape, or nil; remembered for the `number`-th look-up.
    ///
    /// Looking through many keys, or making an index of them, is paid for.
    @inline(never)
    mutating func search(
        _ key: String,
        in shape: Int,
        _ number: Int,
        _ run: KeyLookUps.Run,
        _ reader: BinaryPropertyListReader,
        _ budget: inout Budget
    ) throws(PropertyListError) -> FieldPosition? {
        // Going through the look-ups of many keys for each of them would take the square of their number.
        if run.count <= Self.searchedKeyCount, let known = lookUps.known(key, number, run) { return known }
        let position = try position(of: key, in: shape, reader, &budget)
        lookUps.remember(position, of: key, number, run)
        return position
    }

    private mutating func position(
        of key: String,
        in shape: Int,
        _ reader: BinaryPropertyListReader,
        _ budget: inout Budget
    ) throws(PropertyListError) -> FieldPosition? {
        let keys = entries[shape].shape.keys
        if keys.count <= Self.searchedKeyCount { return try firstPosition(of: key, in: shape, reader) }
        if entries[shape].searchCount >= Self.maximumSearchCount {
            let texts = try texts(of: shape, reader, &budget)
            let known = try texts.find(key) { position throws(PropertyListError) in
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
    private mutating func firstPosition(
        of key: String,
        in shape: Int,
        _ reader: BinaryPropertyListReader
    ) throws(PropertyListError) -> FieldPosition? {
        if keyEntries == nil { return try entries[shape].shape.position(of: key, in: reader) }
        let keys = entries[shape].shape.keys
        for position in 0..<keys.count {
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
    ) throws(PropertyListError) -> Bool {
        guard let index = key(position, of: keys, reader) else { return false }
        return try reader.isString(at: index, text)
    }

    /// The first positions of the texts of keys, which are paid for when they are first asked for.
    private mutating func texts(
        of shape: Int,
        _ reader: BinaryPropertyListReader,
        _ budget: inout Budget
    ) throws(PropertyListError) -> TextPositions {
        if let known = texts[shape] { return known }
        let keys = entries[shape].shape.keys
        try budget.allocateContainer(of: keys.count, at: keys.position)
        let texts = TextPositions(count: keys.count, in: reader, paidFrom: &budget) { key($0, of: keys, reader) }
        self.texts[shape] = texts
        return texts
    }
}
