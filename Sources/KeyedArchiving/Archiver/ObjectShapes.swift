internal import PropertyLists

/// The keys of an archive, and the shapes of its objects: which keys an object has, and in which order these are
/// written.
///
/// A class is expected to have the shape that it had the last time.
struct ObjectShapes: ~Copyable {
    typealias ID = KeyTable.ID
    typealias Entry = BinaryObjectTable.Entry

    /// What is written for a key, and the hash that its place in a dictionary follows from.
    struct WrittenKey: BitwiseCopyable {
        var entry: Entry
        var hash: UInt64
    }

    /// A shape.
    struct Shape: BitwiseCopyable {
        /// Where its keys are.
        var start: Int
        var count: Int
        /// The keys in the order written, in the table of objects.
        var keyList: Int
        /// Whether the last key, in the order encoded, is `$class`.
        var endsWithClass: Bool

        /// The position after its last key.
        var end: Int { start &+ count }
    }

    /// A key of a shape.
    private struct ShapeKey: BitwiseCopyable {
        /// The words of its text if a user's key of these words is this key; otherwise none.
        var words: StringWords
        var id: ID
        /// Its place in the order written.
        var place: UInt32
    }

    /// The place of a shape, with the hash of its keys.
    struct Slot: HashTableSlot {
        var keysHash: UInt32 = 0
        /// One more than the number of the shape.
        private var end: UInt32 = 0

        init() {}

        init(_ keysHash: UInt32, number: Int) {
            self.keysHash = keysHash
            end = UInt32(truncatingIfNeeded: number &+ 1)
        }

        var isFree: Bool { end == 0 }
        var number: Int { Int(truncatingIfNeeded: end &- 1) }

        func hash(_ seed: HashSeed) -> UInt32 { keysHash }
    }

    /// The keys of an object with one that was made for one use.
    struct FreshShape {
        /// The entries of the keys in written order.
        var keyEntries: [Entry]
        /// For each written position, the position in the order encoded.
        var order: [Int]
    }

    var keys = KeyTable()
    private let keyOrder: KeyOrder
    /// For each key, and nothing of use for each start.
    private var writtenKeys = GrowingTable<WrittenKey>()
    private var shapes = GrowingTable<Shape>()
    /// The keys of the shapes, in the order encoded.
    private var shapeKeys = GrowingTable<ShapeKey>()
    private var slots = HashTable<Slot>(firstSlotCount: 16)

    init(_ keyOrder: KeyOrder) {
        self.keyOrder = keyOrder
    }

    /// How many keys and starts have what is written for them.
    var writtenCount: Int { writtenKeys.count }

    /// Adds what is written for the next key.
    mutating func addWritten(_ entry: Entry, hash: UInt64) {
        writtenKeys.append(WrittenKey(entry: entry, hash: hash))
    }

    // MARK: Shapes

    /// A shape.
    @inline(__always)
    func shape(_ number: Int) -> Shape { shapes[number] }

    /// Whether a shape has exactly the keys from a position on, which implies that none of them occurs twice.
    ///
    /// - Parameter number: The number of a shape, or -1.
    func isShape(_ number: Int, _ ids: borrowing GrowingTable<ID>, from start: Int) -> Bool {
        guard number >= 0 else { return false }
        let shape = shapes[number]
        guard ids.count &- start == shape.count else { return false }
        for position in 0..<shape.count where ids[start &+ position] != shapeKeys[shape.start &+ position].id {
            return false
        }
        return true
    }

    /// The number of the shape with the keys from a position on, all different.
    ///
    /// - Parameter isObject: Whether it is the shape of an object, not of a class or the top level.
    mutating func number(
        of ids: borrowing GrowingTable<ID>,
        from start: Int,
        isObject: Bool,
        _ table: inout BinaryObjectTable
    ) -> Int {
        var hash = UInt32(truncatingIfNeeded: ids.count &- start)
        for position in start..<ids.count { hash = slots.seed.hash(UInt64(ids[position]), UInt64(hash)) }
        let found = slots.search(hash) {
            $0.keysHash == hash && isShape($0.number, ids, from: start)
        }
        guard found.isFree else { return slots[found.position].number }
        slots.insert(Slot(hash, number: shapes.count), at: found)

        let order = keyOrder.order(count: ids.count - start, isObject: isObject) {
            writtenKeys[Int(ids[start + $0])].hash
        }
        let keyList = table.addKeyList(order.count) { writtenKeys[Int(ids[start + order[$0]])].entry }
        let shape = Shape(
            start: shapeKeys.count,
            count: order.count,
            keyList: keyList,
            endsWithClass: ids.count > start && keys.isKey(ids[ids.count - 1], "$class", isStored: true)
        )
        shapes.append(shape)
        for position in start..<ids.count {
            shapeKeys.append(ShapeKey(words: keys.words(of: ids[position]), id: ids[position], place: 0))
        }
        for (place, position) in order.enumerated() {
            shapeKeys[shape.start + position].place = UInt32(truncatingIfNeeded: place)
        }
        return shapes.count - 1
    }

    /// The place, in the order written, of the key at a position of a shape, if it is the given key.
    ///
    /// It changes nothing, but is declared to, so that the compiler does not move the whole table to another place for
    /// the call within.
    ///
    /// - Parameter isStored: Whether the key is given as it is stored, rather than as a user's key.
    @inline(__always)
    mutating func place(of key: String, isStored: Bool, at position: Int) -> Int? {
        let known = shapeKeys[position]
        if known.words.areWords(of: key) || isOther(key, isStored, known.id) { return Int(known.place) }
        return nil
    }

    /// Whether a string of other words is a key.
    @inline(never)
    private mutating func isOther(_ key: String, _ isStored: Bool, _ id: ID) -> Bool {
        keys.isKey(id, key, isStored: isStored)
    }

    /// The key at a position of a shape, and its place in the order written.
    @inline(__always)
    func key(at position: Int) -> (id: ID, place: Int) {
        (shapeKeys[position].id, Int(shapeKeys[position].place))
    }

    /// Adds a dictionary of a shape with the values from a position on.
    func addDictionary(
        _ number: Int,
        _ values: borrowing GrowingTable<Entry>,
        from start: Int,
        to table: inout BinaryObjectTable
    ) -> Entry {
        let shape = shapes[number]
        let base = table.leaveValues(of: shape.keyList)
        for position in 0..<shape.count {
            table.setValue(values[start &+ position], at: base &+ key(at: shape.start &+ position).place)
        }
        return table.addDictionary(keyList: shape.keyList, valuesFrom: base)
    }

    /// The shape of keys that will not occur again, because one of them was made for one use; nil for others.
    func freshShape(of ids: [ID]) -> FreshShape? {
        guard ids.contains(where: { keys.role(of: $0) == .fresh }) else { return nil }
        let order = keyOrder.order(of: ids.map { writtenKeys[Int($0)].hash }, isObject: true)
        return FreshShape(keyEntries: order.map { writtenKeys[Int(ids[$0])].entry }, order: order)
    }

    /// Among so few keys, comparing one with another costs less than hashing.
    private static let fewCount = 16

    /// Whether one of the keys from a position on occurs twice.
    func hasDuplicates(_ ids: borrowing GrowingTable<ID>, from start: Int) -> Bool {
        guard ids.count - start <= Self.fewCount else {
            return Set(ids.elements(start..<ids.count)).count < ids.count - start
        }
        for position in start..<ids.count {
            for earlier in start..<position where ids[earlier] == ids[position] { return true }
        }
        return false
    }
}
