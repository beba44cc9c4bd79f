internal import PropertyLists

extension ArchiveIndex {
    /// The positions of an object's fields in the order in which they were encoded, as far as the UIDs show it.
    ///
    /// Fields that refer to objects numbered after this one change places among themselves so that the UIDs of these
    /// ascend. All others, scalars and references back, stay where they are.
    ///
    /// - Parameter uid: The object; that of the top level is ``UID/null``.
    /// - Throws: ``PropertyListError`` if the budget doesn't pay for the elements of arrays: all fields of a hostile
    ///   object can be one long array.
    func positionsInEncodingOrder(
        of fields: BinaryFields,
        ofObjectAt uid: UID,
        charging budget: inout Budget
    ) throws(PropertyListError) -> [FieldPosition] {
        var referring: [(position: FieldPosition, firstUID: UID)] = []
        referring.reserveCapacity(fields.count)
        var isAscending = true
        for position in fields.positions {
            let value = reader.value(position, of: fields)
            var first = self.uid(at: value)
            if first == nil { first = try firstUID(above: uid, inArrayAt: value, charging: &budget) }
            guard let first, first > uid else { continue }
            if let last = referring.last, last.firstUID > first { isAscending = false }
            referring.append((position, first))
        }
        var positions = Array(fields.positions)
        if isAscending { return positions }
        let places = referring.map(\.position)
        referring.sort {
            $0.firstUID == $1.firstUID ? $0.position < $1.position : $0.firstUID < $1.firstUID
        }
        for (place, field) in zip(places, referring) { positions[place.rawValue] = field.position }
        return positions
    }

    /// The least UID above another one in an array of references; nil if something else is there.
    private func firstUID(
        above uid: UID,
        inArrayAt index: ObjectIndex,
        charging budget: inout Budget
    ) throws(PropertyListError) -> UID? {
        guard let elements = elements(at: index) else { return nil }
        try budget.spend(elements.count)
        try budget.allocateContainer(of: elements.count)
        var first: UID?
        for element in members(of: elements) {
            guard let reference = self.uid(at: element) else { return nil }
            if reference > uid, first.map({ reference < $0 }) ?? true { first = reference }
        }
        return first
    }
}
