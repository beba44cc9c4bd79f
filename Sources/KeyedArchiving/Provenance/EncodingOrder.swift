internal import PropertyLists

extension ArchiveIndex {
    /// The positions of an object's fields in the order in which they were encoded, as far as the UIDs show it.
    ///
    /// Fields that refer to objects numbered after this one change places among themselves so that the UIDs of these
    /// ascend. All others, scalars and references back, stay where they are.
    ///
    /// - Parameter uid: The object; that of the top level is ``UID/null``.
    /// - Throws: ``/PropertyLists/ArchiveError`` if the budget doesn't suffice for the elements of arrays: all fields of
    ///   a hostile object can be one long array.
    func positionsInEncodingOrder(
        of fields: BinaryFields,
        ofObjectAt uid: UID,
        charging budget: inout Budget
    ) throws(ArchiveError) -> [FieldPosition] {
        var referring: [(position: FieldPosition, firstUID: UID)] = []
        referring.reserveCapacity(fields.count)
        var isAscending = true
        for position in fields.positions {
            let value = reader.value(position, of: fields)
            guard let first = try reader.firstUID(above: uid, at: value, charging: &budget) else { continue }
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
}

extension BinaryPropertyListReader {
    /// The UID of a reference, or the least one in an array of references, if it is above that of the object.
    @inline(__always)
    func firstUID(
        above uid: UID,
        at index: ObjectIndex,
        charging budget: inout Budget
    ) throws(ArchiveError) -> UID? {
        if let start = start(of: index) {
            if let number = fastUID(from: start) {
                let reference = UID(UInt64(truncatingIfNeeded: number))
                return reference > uid ? reference : nil
            }
            // Markers below those of references and containers are those of numbers, booleans, text and data.
            if start.word &>> 63 == 0 { return nil }
        }
        return try slowFirstUID(above: uid, at: index, charging: &budget)
    }

    @inline(never)
    private func slowFirstUID(
        above uid: UID,
        at index: ObjectIndex,
        charging budget: inout Budget
    ) throws(ArchiveError) -> UID? {
        // What can't be read is as if it weren't there.
        guard let header = try? header(at: index) else { return nil }
        if header.kind == .uid {
            guard let reference = (try? self.uid(of: header)).map({ UID($0) }) else { return nil }
            return reference > uid ? reference : nil
        }
        guard header.kind == .array else { return nil }
        let elements = header.references
        try budget.spend(elements.count)
        try budget.allocateContainer(of: elements.count)
        var first: UID?
        for position in 0..<elements.count {
            let element = unchecked(position, of: elements)
            let number = fastUID(at: element).map { UID(UInt64(truncatingIfNeeded: $0)) }
            guard let reference = number ?? ((try? reference(at: element)) ?? nil) else { return nil }
            if reference > uid, first.map({ reference < $0 }) ?? true { first = reference }
        }
        return first
    }
}
