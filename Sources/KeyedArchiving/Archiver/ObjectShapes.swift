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
        /// The position of its first key.
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
        var id: ID
        /// Its place in the order written.
        var place: UInt32
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
    /// The shapes by their keys.
    private var slots = SmallTable()

    init(_ keyOrder: KeyOrder) {
        keys = KeyTable()
        classKey = keys.id(of: ClassFields.instanceClass, isStored: true, after: KeyTable.start)
        classNameKey = keys.id(of: ClassFields.name, isStored: true, after: KeyTable.start)
        hierarchyKey = keys.id(of: ClassFields.hierarchy, isStored: true, after: KeyTable.start)
        sorter = KeySorter(keyOrder)
    }

    /// Creates a table of the keys and shapes of another, for the same order of keys.
    init(copying other: borrowing ObjectShapes) {
        keys = KeyTable(copying: other.keys)
        (classKey, classNameKey, hierarchyKey) = (other.classKey, other.classNameKey, other.hierarchyKey)
        sorter = KeySorter(other.sorter.order)
        shapes = GrowingTable(copying: other.shapes)
        shapeKeys = GrowingTable(copying: other.shapeKeys)
        slots = SmallTable(copying: other.slots)
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

    /// The number of the shape with the keys from a position on, which must be distinct and have entries.
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
            shapeKeys.append(ShapeKey(id: key, place: 0))
        }
        for place in 0..<shape.count {
            let position = shape.count > 1 ? sorter[place] : 0
            shapeKeys[shape.start &+ position].place = UInt32(truncatingIfNeeded: place)
            if let entry = keys[entryOf: fields[start &+ position].key] {
                table.setValue(entry, at: firstPlace &+ place)
            }
        }
        let seed = slots.seed
        slots.add(shapes.count - 1) { number in
            let shape = shapes[number]
            return Self.hash(shape.count, seed) { shapeKeys[shape.start &+ $0].id }
        }
        return shapes.count - 1
    }

    /// The number of the shape with the keys from a position on, if there is one.
    private func find(_ fields: borrowing GrowingTable<Field>, from start: Int) -> Int? {
        let count = fields.count &- start
        return slots.index(
            among: shapes.count, hash: { Self.hash(count, slots.seed) { fields[start &+ $0].key } },
            where: { Self.isShape(shapes[$0], shapeKeys, fields, from: start) }
        )
    }

    /// The hash of a number of keys.
    @inline(__always)
    private static func hash(_ count: Int, _ seed: HashSeed, _ key: (Int) -> ID) -> UInt32 {
        var hash = UInt32(truncatingIfNeeded: count)
        for position in 0..<count { hash = seed.hash(UInt64(key(position)), UInt64(hash)) }
        return hash
    }

    /// Adds the shape of some keys that are stored unchanged, and entries for these.
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
        return keys.isKey(known.id, key, isStored: isStored) ? Int(known.place) : nil
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
    /// The keys must have entries.
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
        guard fields.count - start <= SmallTable.fewCount else {
            return Set((start..<fields.count).map { fields[$0].key }).count < fields.count - start
        }
        for position in start..<fields.count {
            for earlier in start..<position where fields[earlier].key == fields[position].key { return true }
        }
        return false
    }
}
