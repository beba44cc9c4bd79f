internal import PropertyLists

/// The keys of an archive, and the shapes of its objects: which keys an object has, and in which order these are
/// written.
///
/// A class is expected to have the shape that it had the last time.
struct ObjectShapes: ~Copyable, Sendable {
    typealias ID = KeyTable.ID
    typealias Entry = BinaryObjectTable.Entry

    /// A key of an object that is being encoded, with its value.
    struct Field: BitwiseCopyable {
        var key: ID
        var value: Entry
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

    var keys: KeyTable
    /// The key of the class of an object: `$class`.
    let classKey: ID
    /// The keys of a class record.
    let classNameKey: ID
    let hierarchyKey: ID
    private var sorter: KeySorter
    private var shapes = GrowingTable<Shape>()
    /// The keys of the shapes, in the order encoded.
    private var shapeKeys = GrowingTable<ShapeKey>()
    /// The shapes by their keys, once there are many.
    private var slots = HashTable<Slot>(firstSlotCount: 64)
    /// Of so few shapes, each is compared with the keys, and none is hashed.
    private static let fewShapes = 16

    init(_ keyOrder: KeyOrder) {
        keys = KeyTable()
        classKey = keys.id(of: ClassFields.instanceClass, isStored: true, after: KeyTable.start)
        classNameKey = keys.id(of: ClassFields.name, isStored: true, after: KeyTable.start)
        hierarchyKey = keys.id(of: ClassFields.hierarchy, isStored: true, after: KeyTable.start)
        sorter = KeySorter(keyOrder)
    }

    /// Starts anew, in the memory that the table has, with the keys and shapes of another that has few, for the same
    /// order of keys.
    mutating func restart(with other: borrowing ObjectShapes) {
        keys.restart(with: other.keys)
        shapes.replace(with: other.shapes)
        shapeKeys.replace(with: other.shapeKeys)
        slots.removeAll()
    }

    // MARK: Shapes

    /// A shape.
    ///
    /// Some methods change nothing, but are declared to, so that the compiler doesn't move the whole table to another
    /// place for the call.
    @inline(__always)
    func shape(_ number: Int) -> Shape { shapes[number] }

    /// Whether a shape has exactly the keys from a position on, which implies that none of them occurs twice.
    @inline(__always)
    mutating func isShape(_ number: Int, _ fields: borrowing GrowingTable<Field>, from start: Int) -> Bool {
        Self.isShape(shapes[number], shapeKeys, fields, from: start)
    }

    private static func isShape(
        _ shape: Shape,
        _ shapeKeys: borrowing GrowingTable<ShapeKey>,
        _ fields: borrowing GrowingTable<Field>,
        from start: Int
    ) -> Bool {
        guard fields.count &- start == shape.count else { return false }
        for position in 0..<shape.count where fields[start &+ position].key != shapeKeys[shape.start &+ position].id {
            return false
        }
        return true
    }

    /// The number of the shape with the keys from a position on, all different, for which it is known what is written.
    ///
    /// - Parameter isObject: Whether it is the shape of an object, not of a class or the top level.
    mutating func number(
        of fields: borrowing GrowingTable<Field>,
        from start: Int,
        isObject: Bool,
        _ table: inout BinaryObjectTable
    ) -> Int {
        if let known = find(fields, from: start) { return known }
        // Of the top level there is mostly one key.
        if fields.count &- start > 1 { sort(fields, from: start, isObject: isObject) }
        let (keyList, firstPlace) = table.addKeyList(fields.count &- start)
        let lastKey = fields.count > start ? fields[fields.count &- 1].key : KeyTable.start
        let shape = Shape(
            start: shapeKeys.count,
            count: fields.count &- start,
            keyList: keyList,
            endsWithClass: lastKey == classKey
        )
        shapes.append(shape)
        for position in start..<fields.count {
            let key = fields[position].key
            shapeKeys.append(ShapeKey(words: keys.words(of: key), id: key, place: 0))
        }
        for place in 0..<shape.count {
            let position = shape.count > 1 ? sorter[place] : 0
            shapeKeys[shape.start &+ position].place = UInt32(truncatingIfNeeded: place)
            if let entry = keys[entryOf: fields[start &+ position].key] {
                table.setValue(entry, at: firstPlace &+ place)
            }
        }
        if shapes.count > Self.fewShapes {
            for number in (slots.isEmpty ? 0 : shapes.count - 1)..<shapes.count { addSlot(of: number) }
        }
        return shapes.count - 1
    }

    /// The number of the shape with the keys from a position on, if there is one.
    private func find(_ fields: borrowing GrowingTable<Field>, from start: Int) -> Int? {
        if shapes.count <= Self.fewShapes {
            for number in 0..<shapes.count where Self.isShape(shapes[number], shapeKeys, fields, from: start) {
                return number
            }
            return nil
        }
        let hash = hash(fields.count &- start) { fields[start &+ $0].key }
        let found = slots.search(hash) {
            $0.keysHash == hash && Self.isShape(shapes[$0.number], shapeKeys, fields, from: start)
        }
        return found.isFree ? nil : slots[found.position].number
    }

    /// Lets a shape be found by the hash of its keys.
    private mutating func addSlot(of number: Int) {
        let shape = shapes[number]
        let hash = hash(shape.count) { shapeKeys[shape.start &+ $0].id }
        slots.insert(Slot(hash, number: number), at: slots.search(hash) { _ in false })
    }

    /// The hash of a number of keys.
    @inline(__always)
    private func hash(_ count: Int, _ key: (Int) -> ID) -> UInt32 {
        var hash = UInt32(truncatingIfNeeded: count)
        for position in 0..<count { hash = slots.seed.hash(UInt64(key(position)), UInt64(hash)) }
        return hash
    }

    /// Adds the shape of some keys that are stored as they are, and what is written for these.
    mutating func addShape(of texts: [String], isObject: Bool, to table: inout BinaryObjectTable) -> Int {
        var fields = GrowingTable<Field>()
        var previous = KeyTable.start
        for text in texts {
            let key = keys.id(of: text, isStored: true, after: previous)
            keys[entryOf: key] = table.addString(text)
            fields.append(Field(key: key, value: .false))
            previous = key
        }
        return number(of: fields, from: 0, isObject: isObject, &table)
    }

    /// Brings the keys from a position on into the order in which they are written.
    private mutating func sort(_ fields: borrowing GrowingTable<Field>, from start: Int, isObject: Bool) {
        sorter.begin(isObject: isObject)
        for position in start..<fields.count { sorter.add(keys.hash(of: fields[position].key)) }
        sorter.finish()
    }

    /// The place, in the order written, of the key at a position of a shape, if it is the given key.
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
    mutating func addDictionary(
        _ number: Int,
        _ fields: borrowing GrowingTable<Field>,
        from start: Int,
        to table: inout BinaryObjectTable
    ) -> Entry {
        let shape = shapes[number]
        let base = table.leaveValues(of: shape.keyList)
        for position in 0..<shape.count {
            table.setValue(fields[start &+ position].value, at: base &+ key(at: shape.start &+ position).place)
        }
        return table.addDictionary(keyList: shape.keyList, valuesFrom: base)
    }

    /// Adds a dictionary of keys from a position on that will not occur again, because one of them was made for one
    /// use; nil for others.
    ///
    /// What is written for them must be known.
    mutating func addFreshDictionary(
        _ fields: borrowing GrowingTable<Field>,
        from start: Int,
        to table: inout BinaryObjectTable
    ) -> Entry? {
        guard (start..<fields.count).contains(where: { keys.role(of: fields[$0].key) == .fresh }) else { return nil }
        sort(fields, from: start, isObject: true)
        let order = (start..<fields.count).map { fields[start &+ sorter[$0 &- start]] }
        return table.addDictionary(
            keys: order.map { keys[entryOf: $0.key] ?? .false }, values: order.map(\.value))
    }

    /// Of so few keys, each is compared with the others, and none is hashed.
    private static let fewCount = 16

    /// Whether one of the keys from a position on occurs twice.
    mutating func hasDuplicates(_ fields: borrowing GrowingTable<Field>, from start: Int) -> Bool {
        // A bit for each of the first 64 keys, more than most archives have.
        var seen: UInt64 = 0
        for position in start..<fields.count {
            let key = fields[position].key
            guard key < 64 else { return hasDuplicatesAmongMany(fields, from: start) }
            let bit: UInt64 = 1 &<< UInt64(key)
            if seen & bit != 0 { return true }
            seen |= bit
        }
        return false
    }

    @inline(never)
    private func hasDuplicatesAmongMany(_ fields: borrowing GrowingTable<Field>, from start: Int) -> Bool {
        guard fields.count - start <= Self.fewCount else {
            return Set((start..<fields.count).map { fields[$0].key }).count < fields.count - start
        }
        for position in start..<fields.count {
            for earlier in start..<position where fields[earlier].key == fields[position].key { return true }
        }
        return false
    }
}
