internal import PropertyLists

/// The shapes of an archive's objects, one for each run of references to keys that was seen.
///
/// Most objects have the keys of an object before them, as the same references in the same order. This is checked by
/// comparing the references, eight bytes at a time; many shapes are hashed. Then everything known about the keys holds
/// for the new object too: for the first key that is asked for, the second and so on, there is an entry with its text
/// and its position. So asking for a key takes one comparison of texts, and only the value of the object is read.
///
/// A cached shape holds for exactly these references, so it can't be wrong. Foundation on Linux stores each key again
/// for each object, and the keys of each object in a different order. There the texts are compared, and a shape holds
/// for other keys with the same texts in the same order.
struct KeyShapes: ~Copyable {
    /// A shape and the facts found about the objects that have it.
    struct Entry: BitwiseCopyable {
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
        /// The position of its keys and their size in bytes, if it can be found by their texts.
        private var firstText = 0
        private var textSize = 0
        /// The first of its look-ups; none as long as there is no room for them.
        var firstLookUp = OptionalIndex.none

        /// The range of its keys in the file, if it can be found by their texts.
        var texts: Range<Int> { firstText..<firstText + textSize }

        init(_ shape: KeyShape, texts: Range<Int> = 0..<0) {
            self.shape = shape
            firstText = texts.lowerBound
            textSize = texts.count
        }
    }

    var entries = GrowingTable<Entry>()
    /// The entries by the references to their keys.
    private var slots = SmallTable()
    /// The indices of entries that may be seen again with other references, found by the texts of their keys: from where
    /// on there are many shapes, since keys that are stored once make few.
    private var slotsByText = HashTable<IndexSlot>(firstSlotCount: 32)
    /// Whether a shape was found by its texts, so that others will be, too.
    private var hasMatchedByText = false
    var askOrder = AskOrder()
    /// The positions of the keys of shapes with many keys, by the index of the shape.
    var texts: [Int: KeyPositions] = [:]
    /// The entries of the archive, if the runs are of references to them, as those of a dictionary's keys are.
    let keyEntries: BinaryReferences?

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
        return find(keys, in: reader)
    }

    @inline(__always)
    private func find(_ keys: BinaryReferences, in reader: BinaryPropertyListReader) -> Int? {
        slots.index(among: entries.count, hash: { Self.hash(of: keys, slots.seed, in: reader) }) {
            reader.areSame(entries[$0].shape.keys, keys)
        }
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
    ) -> HashTable<IndexSlot>.SearchResult {
        slotsByText.search(hash) { slot in
            slot.keyHash == hash && reader.areSameBytes(entries[slot.index].texts, texts)
        }
    }

    /// The index of the shape with some keys, which is made if they were not seen.
    ///
    /// - Throws: As ``KeyShape/init(_:in:)`` does.
    @inline(never)
    mutating func addedIndex(
        of keys: BinaryReferences,
        in reader: BinaryPropertyListReader
    ) throws(ArchiveError) -> Int {
        if let known = find(keys, in: reader) { return known }
        let isFindable = keyEntries == nil && entries.count >= SmallTable.fewCount
        guard isFindable, let texts = reader.adjacentRange(of: keys) else {
            let shape = keyEntries == nil ? try KeyShape(keys, in: reader) : KeyShape(entries: keys)
            return add(Entry(shape), in: reader)
        }
        let textHash = reader.hash(of: texts, slotsByText.seed)
        let known = search(texts, textHash, in: reader)
        guard known.isFree else {
            hasMatchedByText = true
            return slotsByText[known.position].index
        }
        let index = add(Entry(try KeyShape(keys, in: reader), texts: texts), in: reader)
        slotsByText.insert(IndexSlot(textHash, index: index), at: known)
        return index
    }

    private mutating func add(_ entry: Entry, in reader: BinaryPropertyListReader) -> Int {
        let index = entries.count
        entries.append(entry)
        let seed = slots.seed
        slots.add(index) { Self.hash(of: entries[$0].shape.keys, seed, in: reader) }
        return index
    }

    /// The hash of some references with a secret: hostile archives can't be made of keys that collide.
    @inline(__always)
    private static func hash(
        of keys: BinaryReferences,
        _ seed: HashSeed,
        in reader: BinaryPropertyListReader
    ) -> UInt32 {
        let size = keys.count &* reader.referenceSize
        var hash = UInt32(truncatingIfNeeded: keys.count)
        var offset = 0
        while offset &+ 8 < size {
            hash = seed.hash(reader.integer(at: keys.position &+ offset, width: 8), UInt64(hash))
            offset &+= 8
        }
        guard size > 0 else { return hash }
        return seed.hash(reader.integer(at: keys.position &+ offset, width: size &- offset), UInt64(hash))
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
}
