internal import PropertyLists

/// How the fields of an object are decoded.
enum FieldPlan {
    /// In an order that was kept, with the keys of its layout.
    case known(FieldOrder)
    /// In an order of positions, with keys that have to be read.
    case new([FieldPosition])
}

/// An order in which objects of a shape and a class were decoded field by field.
struct FieldOrder: BitwiseCopyable {
    /// The start of its positions in a table, which doesn't change.
    let start: Int
    fileprivate let classIndex: Int
    /// The index of the class and the keys in a table.
    fileprivate let layout: Int
}

/// The keys of objects of one shape, as texts, and the two orders in which such objects were decoded last.
struct FieldKeys {
    fileprivate var texts: [String] = []
    /// The cost of returning them, in bytes.
    fileprivate var cost = 0
    fileprivate var first: FieldOrder?
    fileprivate var second: FieldOrder?
    /// Whether the first order is the one that was seen last.
    fileprivate var isFirstRecent = false
}

extension UnarchiverState {
    /// Finds out in which order the fields of the current object are decoded, and charges them.
    ///
    /// Objects of a class have the same keys, and usually their fields were encoded in the same order. From the third on
    /// both are taken from here.
    mutating func fieldPlan() throws(ArchiveError) -> FieldPlan {
        try chargeElements(frame.fields.count)
        if let order = try knownOrder() { return .known(order) }
        let positions = try positionsInEncodingOrder()
        guard let shape = frame.shape.value, let classIndex = frame.classIndex.value, try haveKeys(shape) else {
            return .new(positions)
        }
        return .known(keep(positions, shape, classIndex))
    }

    /// The positions of the fields of the current object in the order in which they were encoded.
    mutating func positionsInEncodingOrder() throws(ArchiveError) -> [FieldPosition] {
        return try archive.positionsInEncodingOrder(
            of: frame.fields, ofObjectAt: frame.uid.uid, charging: &budget)
    }

    /// The class and the keys of objects that were decoded in an order.
    mutating func layout(of order: FieldOrder) -> FieldLayout { fieldLayouts[order.layout] }

    /// One of the two orders in which objects like the current one were decoded last, if it is that of this one.
    private mutating func knownOrder() throws(ArchiveError) -> FieldOrder? {
        guard let shape = frame.shape.value, shape < fieldKeys.count else { return nil }
        let isFirst = fieldKeys[shape].isFirstRecent
        if let order = try known(isFirst, shape) { return order }
        guard let order = try known(!isFirst, shape) else { return nil }
        fieldKeys[shape].isFirstRecent = !isFirst
        return order
    }

    /// The first or the second order, if it is that of the current object.
    private mutating func known(_ isFirst: Bool, _ shape: Int) throws(ArchiveError) -> FieldOrder? {
        guard let order = isFirst ? fieldKeys[shape].first : fieldKeys[shape].second,
            order.classIndex == frame.classIndex.value
        else { return nil }
        let budgetBefore = budget
        // What can't be charged is found again in the order in which it always is.
        guard (try? isEncodingOrder(order)) == true else {
            budget = budgetBefore
            return nil
        }
        try budget.allocate(fieldKeys[shape].cost)
        return order
    }

    /// Whether the fields of the current object were encoded in an order that was kept.
    ///
    /// There is one for each object: fields that refer to objects after it ascend, and all others are in their places.
    private mutating func isEncodingOrder(_ order: FieldOrder) throws(ArchiveError) -> Bool {
        let uid = frame.uid.uid
        var last = (uid: uid, position: FieldPosition.none)
        for place in frame.fields.positions {
            let position = fieldPositions[order.start &+ place.rawValue]
            let value = reader.value(position, of: frame.fields)
            if let first = try reader.firstUID(above: uid, at: value, charging: &budget) {
                guard first > last.uid || (first == last.uid && position > last.position) else { return false }
                last = (first, position)
            } else if position != place {
                return false
            }
        }
        return true
    }

    /// Whether the keys of the current object are known as texts, which are charged as if they were returned; they
    /// aren't if objects with these keys are not known to be many, or if a key can't be read.
    private mutating func haveKeys(_ shape: Int) throws(ArchiveError) -> Bool {
        guard frame.askOrder.count > 0 else { return false }
        while fieldKeys.count <= shape { fieldKeys.append(FieldKeys()) }
        if fieldKeys[shape].texts.isEmpty {
            guard let keys = storedKeys() else { return false }
            fieldKeys[shape] = keys
        }
        try budget.allocate(fieldKeys[shape].cost)
        return true
    }

    private func storedKeys() -> FieldKeys? {
        var keys = FieldKeys()
        keys.texts.reserveCapacity(frame.fields.count)
        for position in frame.fields.positions {
            let index = reader.key(position, of: frame.fields)
            guard let range = reader.fastASCIIString(at: index), range.count <= shortStringLimit,
                let text = reader.wellFormedASCII(in: range)
            else { return nil }
            keys.texts.append(text)
            keys.cost += Budget.bufferCost(of: range.count)
        }
        // Values are read of all fields but one.
        guard keys.texts.count(where: { $0 == ClassFields.instanceClass }) == 1 else { return nil }
        return keys
    }

    /// Keeps the order of the current object in the place of the one that was not used last.
    private mutating func keep(_ positions: [FieldPosition], _ shape: Int, _ classIndex: Int) -> FieldOrder {
        var keys: [String] = []
        keys.reserveCapacity(positions.count)
        for position in positions where position != keyShapes[shape].classPosition {
            keys.append(fieldKeys[shape].texts[position.rawValue])
        }
        let order = FieldOrder(start: fieldPositions.count, classIndex: classIndex, layout: fieldLayouts.count)
        // Objects that are being decoded may use the order that this one displaces.
        fieldPositions.append(contentsOf: positions)
        fieldLayouts.append(FieldLayout(classes[classIndex].record, keys: keys, origin))
        let isFirst = !fieldKeys[shape].isFirstRecent
        if isFirst { fieldKeys[shape].first = order } else { fieldKeys[shape].second = order }
        fieldKeys[shape].isFirstRecent = isFirst
        return order
    }
}
