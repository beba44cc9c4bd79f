internal import PropertyLists

extension UnarchiverState {
    /// The positions of the current object's fields in the order in which they were encoded, as far as UIDs tell.
    ///
    /// Fields that refer to objects numbered after this one change places among themselves so that their UIDs ascend;
    /// all others (scalars, references back) stay where they are.
    mutating func positionsInEncodingOrder() throws(ArchiveError) -> [Int] {
        var positions = Array(0..<scope.values.count)
        var referring: [(position: Int, firstUID: UInt64)] = []
        var isAscending = true
        for position in positions {
            guard let uid = try firstLaterUID(at: reader.unchecked(position, of: scope.values)) else { continue }
            if let last = referring.last, last.firstUID > uid { isAscending = false }
            referring.append((position, uid))
        }
        if isAscending { return positions }
        let places = referring.map(\.position)
        referring.sort { ($0.firstUID, $0.position) < ($1.firstUID, $1.position) }
        for (place, field) in zip(places, referring) { positions[place] = field.position }
        return positions
    }

    /// The least UID above that of the current object in a reference or an array of references.
    private mutating func firstLaterUID(at index: Int) throws(ArchiveError) -> UInt64? {
        if let uid = try uid(at: index) { return uid.rawValue > UInt64(scope.uid) ? uid.rawValue : nil }
        let header = try header(at: index)
        guard header.kind == .array else { return nil }
        // All fields of a hostile object can be one long array.
        try payForElements(header.count)
        let elements = BinaryReferences(position: header.payload, count: header.count)
        var first: UInt64?
        for position in 0..<elements.count {
            guard let uid = try uid(at: reader.unchecked(position, of: elements)) else { return nil }
            if uid.rawValue > UInt64(scope.uid), uid.rawValue < first ?? .max { first = uid.rawValue }
        }
        return first
    }
}
