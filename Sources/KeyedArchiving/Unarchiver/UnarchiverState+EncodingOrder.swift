internal import PropertyLists

extension UnarchiverState {
    /// The positions of the current object's fields in the order in which they were encoded, as far as UIDs tell.
    ///
    /// Fields that refer to objects numbered after this one change places among themselves so that their UIDs ascend;
    /// all others (scalars, references back) stay where they are.
    mutating func positionsInEncodingOrder() throws(ArchiveError) -> [FieldPosition] {
        var positions = Array(scope.fields.positions)
        var referring: [(position: FieldPosition, firstUID: UID)] = []
        var isAscending = true
        for position in positions {
            guard let uid = try firstLaterUID(at: reader.value(position, of: scope.fields)) else { continue }
            if let last = referring.last, last.firstUID > uid { isAscending = false }
            referring.append((position, uid))
        }
        if isAscending { return positions }
        let places = referring.map(\.position)
        referring.sort { ($0.firstUID, $0.position) < ($1.firstUID, $1.position) }
        for (place, field) in zip(places, referring) { positions[place.rawValue] = field.position }
        return positions
    }

    /// The least UID above that of the current object in a reference or an array of references.
    private mutating func firstLaterUID(at index: ObjectIndex) throws(ArchiveError) -> UID? {
        if let uid = try uid(at: index) { return uid > scope.uid.uid ? uid : nil }
        let header = try header(at: index)
        guard header.kind == .array else { return nil }
        // All fields of a hostile object can be one long array.
        try payForElements(header.count)
        let elements = BinaryReferences(position: header.payload, count: header.count)
        var first: UID?
        for position in 0..<elements.count {
            guard let uid = try uid(at: reader.unchecked(position, of: elements)) else { return nil }
            if uid > scope.uid.uid, first.map({ uid < $0 }) ?? true { first = uid }
        }
        return first
    }
}
