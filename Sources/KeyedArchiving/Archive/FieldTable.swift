internal import PropertyLists

/// Keys and values that are being changed, in their order, with an index of the keys.
///
/// Setting and removing one of many costs the same however many there are: a field that was removed leaves its place
/// empty until the fields are written.
struct FieldTable: Sendable {
    typealias Field = (key: KeyedArchive.Slot, value: KeyedArchive.Slot)

    private var places: [Field?]
    /// Where each key is; of two with one text, the first.
    private var positions: [PropertyListString: Int] = [:]
    /// Whether two keys have one text, so that removing the first uncovers the second.
    private var hasDuplicates = false

    /// Creates a table of the fields of an archive.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if a key cannot be read.
    init(_ fields: [Field], of archive: KeyedArchive) throws(ArchiveError) {
        places = fields
        try findPositions(in: archive)
    }

    /// The fields in their order.
    var fields: [Field] { places.compactMap { $0 } }

    /// The value of a key; nil if there is none.
    func value(forKey key: String) -> KeyedArchive.Slot? {
        positions[PropertyListString(key)].flatMap { places[$0]?.value }
    }

    /// Sets the value of a key, which is added after the others if it isn't there.
    mutating func set(_ value: KeyedArchive.Slot, forKey key: String) {
        let text = PropertyListString(key)
        if let position = positions[text] {
            places[position]?.value = value
        } else {
            positions[text] = places.count
            places.append((.new(.string(text)), value))
        }
    }

    /// Removes a key.
    ///
    /// - Returns: Whether it was there.
    mutating func remove(_ key: String, of archive: KeyedArchive) throws(ArchiveError) -> Bool {
        guard let position = positions.removeValue(forKey: PropertyListString(key)) else { return false }
        places[position] = nil
        if hasDuplicates { try findPositions(in: archive) }
        return true
    }

    private mutating func findPositions(in archive: KeyedArchive) throws(ArchiveError) {
        positions.removeAll(keepingCapacity: true)
        positions.reserveCapacity(places.count)
        hasDuplicates = false
        var budget = archive.budget
        for (position, field) in places.enumerated() {
            guard let field else { continue }
            let text = try archive.key(field.key, charging: &budget)
            if positions[text] == nil {
                positions[text] = position
            } else {
                hasDuplicates = true
            }
        }
    }
}
