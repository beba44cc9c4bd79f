internal import PropertyLists

/// The shapes of an archive's objects, one for each run of references to keys that was seen.
///
/// Most objects have the keys of an object before them, as the same references in the same order, and mostly of the one
/// that followed such an object as the last the time before. That is found out by comparing the references, eight bytes
/// at a time; only where it isn't so are they hashed. Then everything known about the keys holds for it too: for the
/// first key that is asked for, the second and so on, there is an entry with its text and its position. So asking for a
/// key takes one comparison of texts, and only the value of the object is read.
///
/// What is kept here holds for these very references, so it can't be wrong. Foundation on Linux stores each key again
/// for each object, and the keys of each in an order of its own. There the texts are compared, and what holds for keys
/// holds for others of the same texts in the same order.
struct KeyShapes: ~Copyable {
    /// A shape and what was found out about the objects that have it.
    struct Entry: BitwiseCopyable {
        let shape: KeyShape
        /// The object index of the UID that was under `$class` last, and the index of the class.
        ///
        /// Where equal UIDs are stored once, this is the same for all objects of a class.
        var classReference: ObjectIndex = -1
        var classIndex = OptionalIndex.none
        /// The index of the shape that was found after this one the last time.
        var successor = 0
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

    /// A place for an entry, with the hash of the references to its keys or of their texts. (Not private: the compiler,
    /// 6.3, fails where a table of a private type is part of a type of another file.)
    struct Slot: HashTableSlot {
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

    /// Of so few shapes each is compared with an object's keys; of more, shapes are found by hashes, also by those of
    /// the texts of their keys: where keys are stored once, there are few.
    private static let fewShapeCount = 16

    var entries = GrowingTable<Entry>()
    /// The indices of the entries, found by the references to their keys, once there are many.
    private var slots = HashTable<Slot>(firstSlotCount: 32)
    /// The indices of entries that may be seen again with other references, found by the texts of their keys.
    private var slotsByText = HashTable<Slot>(firstSlotCount: 32)
    /// The index of the shape that was found last.
    private var last = 0
    /// Whether a shape was found by its texts, so that others will be, too.
    private var hasMatchedByText = false
    var lookUps = KeyLookUps()
    /// Where the keys of shapes with many are, by the index of the shape.
    var texts: [Int: TextPositions] = [:]
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
        if !entries.isEmpty, reader.areSame(entries[entries[last].successor].shape.keys, keys) {
            last = entries[last].successor
            return last
        }
        return searchedIndex(of: keys, in: reader)
    }

    /// The index of a shape that doesn't follow the last one as it did before.
    @inline(never)
    private mutating func searchedIndex(of keys: BinaryReferences, in reader: BinaryPropertyListReader) -> Int? {
        guard let index = find(keys, in: reader) else { return nil }
        follow(with: index)
        return index
    }

    /// Looks for the shape with some keys: of few each is compared with them, and none is hashed.
    @inline(__always)
    private mutating func find(_ keys: BinaryReferences, in reader: BinaryPropertyListReader) -> Int? {
        if entries.count <= Self.fewShapeCount {
            return (0..<entries.count).first { reader.areSame(entries[$0].shape.keys, keys) }
        }
        let hash = hash(of: keys, in: reader)
        let found = slots.search(hash) { slot in
            slot.keyHash == hash && reader.areSame(entries[slot.index].shape.keys, keys)
        }
        return found.isFree ? nil : slots[found.position].index
    }

    /// Notes which shape follows the last one.
    @inline(__always)
    private mutating func follow(with index: Int) {
        entries[last].successor = index
        last = index
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

    /// The index of the shape with some keys, which is made if they were not seen.
    ///
    /// - Throws: As ``KeyShape/init(_:in:)`` does.
    @inline(never)
    mutating func addedIndex(
        of keys: BinaryReferences,
        in reader: BinaryPropertyListReader
    ) throws(ArchiveError) -> Int {
        if let known = find(keys, in: reader) { return known }
        let isFindable = keyEntries == nil && entries.count >= Self.fewShapeCount
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
        slotsByText.insert(Slot(textHash, index: index), at: known)
        return index
    }

    private mutating func add(_ entry: Entry, in reader: BinaryPropertyListReader) -> Int {
        let index = entries.count
        entries.append(entry)
        follow(with: index)
        guard entries.count > Self.fewShapeCount else { return index }
        for number in (slots.isEmpty ? 0 : index)...index {
            let hash = hash(of: entries[number].shape.keys, in: reader)
            slots.insert(Slot(hash, index: number), at: slots.search(hash) { _ in false })
        }
        return index
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
}
