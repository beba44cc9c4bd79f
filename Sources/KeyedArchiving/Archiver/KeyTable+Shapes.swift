internal import PropertyLists

// The shapes of objects: which keys they have, and in which order these are written.

extension KeyTable {
    /// Whether a shape has exactly the keys from a position on, which implies that none of them occurs twice.
    ///
    /// - Parameter number: The number of a shape, or -1.
    func isShape(_ number: Int, _ ids: borrowing GrowingTable<ID>, from start: Int) -> Bool {
        guard number >= 0 else { return false }
        let run = shapes[number]
        guard ids.count &- start == run.count else { return false }
        for position in 0..<run.count where ids[start &+ position] != shapeKeys[run.start &+ position].id {
            return false
        }
        return true
    }

    /// The number of the shape with the keys from a position on, all different.
    ///
    /// - Parameter isObject: Whether it is the shape of an object, not of a class or the top level.
    mutating func shape(
        of ids: borrowing GrowingTable<ID>,
        from start: Int,
        isObject: Bool,
        _ table: inout BinaryObjectTable
    ) -> Int {
        if shapes.count <= Self.fewCount {
            for number in 0..<shapes.count where isShape(number, ids, from: start) { return number }
        } else if let known = shapeNumbers[ids.elements(start..<ids.count)] {
            return known
        }
        let order = keyOrder.order(of: (start..<ids.count).map { keys[Int(ids[$0])].hash }, isObject: isObject)
        let keyList = table.addKeyList(order.map { keys[Int(ids[start + $0])].entry })
        let isGuessable = (start..<ids.count).allSatisfy { keys[Int(ids[$0])].isGuessable }
        let run = ShapeRun(
            start: shapeKeys.count,
            count: order.count,
            keyList: keyList,
            isGuessable: isGuessable,
            endsWithClass: ids.count > start && isClassKey(Int(ids[ids.count - 1]))
        )
        shapes.append(run)
        for position in start..<ids.count {
            let key = keys[Int(ids[position])]
            let words = key.isGuessable && !key.isReserved ? StringWords(key.text) : .none
            shapeKeys.append(ShapeKey(words: words, id: ids[position], place: 0))
        }
        for (place, position) in order.enumerated() {
            shapeKeys[run.start + position].place = UInt32(truncatingIfNeeded: place)
        }
        if shapes.count == Self.fewCount + 1 {
            for number in 0..<shapes.count { indexShape(number) }
        } else if shapes.count > Self.fewCount {
            indexShape(shapes.count - 1)
        }
        return shapes.count - 1
    }

    private mutating func indexShape(_ number: Int) {
        let run = shapes[number]
        shapeNumbers[(run.start..<run.end).map { shapeKeys[$0].id }] = number
    }

    /// Whether a key is `$class`, as every object has it.
    private func isClassKey(_ id: Int) -> Bool { keys[id].role == .regular && keys[id].text == "$class" }

    /// A shape.
    @inline(__always)
    func shape(_ number: Int) -> ShapeRun { shapes[number] }

    /// The place, in the order written, of the key at a position of a shape, if it is the given key.
    ///
    /// It changes nothing, but is declared to, so that the compiler does not move the whole table to another place for the call
    /// within.
    ///
    /// - Parameter isStored: Whether the key is given as it is stored, rather than as a user's key.
    @inline(__always)
    mutating func place(of key: String, isStored: Bool, at position: Int) -> Int? {
        let known = shapeKeys[position]
        if known.words.areWords(of: key) || isOther(key, isStored, Int(known.id)) { return Int(known.place) }
        return nil
    }

    /// Whether a string of other words is a key.
    @inline(never)
    private mutating func isOther(_ key: String, _ isStored: Bool, _ id: Int) -> Bool {
        isKey(id, key, isStored: isStored)
    }

    /// The key at a position of a shape, and its place in the order written.
    @inline(__always)
    func key(at position: Int) -> (id: ID, place: Int) {
        (shapeKeys[position].id, Int(shapeKeys[position].place))
    }

    /// Adds a dictionary of a shape with the values from a position on.
    func addDictionary(
        _ number: Int,
        _ values: borrowing GrowingTable<BinaryObjectTable.Entry>,
        from start: Int,
        to table: inout BinaryObjectTable
    ) -> BinaryObjectTable.Entry {
        let run = shapes[number]
        let base = table.leaveValues(of: run.keyList)
        for position in 0..<run.count {
            table.setValue(values[start &+ position], at: base &+ key(at: run.start &+ position).place)
        }
        return table.addDictionary(keyList: run.keyList, valuesFrom: base)
    }

    /// The shape of keys that will not occur again, because one of them was made for one use; nil for others.
    func freshShape(of ids: [ID]) -> Shape? {
        guard hasFreshKeys, ids.contains(where: { keys[Int($0)].role == .fresh }) else { return nil }
        let order = keyOrder.order(of: ids.map { keys[Int($0)].hash }, isObject: true)
        return Shape(keyEntries: order.map { keys[Int(ids[$0])].entry }, order: order)
    }

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
