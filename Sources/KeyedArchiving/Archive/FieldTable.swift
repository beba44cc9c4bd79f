internal import PropertyLists

/// Keys and values that are being changed, in their order, with an index of the keys.
struct FieldTable: Sendable {
    typealias Field = (key: KeyedArchive.Slot, value: KeyedArchive.Slot)

    /// The fields in their order.
    private(set) var fields: [Field]
    private var places: KeyPlaces

    /// Creates a table of the fields of an archive.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError`` if a key cannot be read.
    init(_ fields: [Field], of archive: KeyedArchive) throws(ArchiveError) {
        self.fields = fields
        places = try Self.places(of: fields, in: archive)
    }

    /// The value of a key; nil if there is none.
    func value(forKey key: String) -> KeyedArchive.Slot? {
        places.position(of: .text(PropertyListString(key))).map { fields[$0].value }
    }

    /// Sets the value of a key, which is added after the others if it isn't there.
    mutating func set(_ value: KeyedArchive.Slot, forKey key: String) {
        let text = PropertyListString(key)
        if let position = places.position(of: .text(text)) {
            fields[position].value = value
        } else {
            places.append(.text(text))
            fields.append((.new(.string(text)), value))
        }
    }

    /// Removes a key.
    ///
    /// - Returns: Whether it was there.
    mutating func remove(_ key: String, of archive: KeyedArchive) throws(ArchiveError) -> Bool {
        let text = PropertyListString(key)
        guard let position = places.position(of: .text(text)) else { return false }
        fields.remove(at: position)
        if places.hasDuplicates {
            places = try Self.places(of: fields, in: archive)
        } else {
            places.remove(at: position, .text(text))
        }
        return true
    }

    private static func places(of fields: [Field], in archive: KeyedArchive) throws(ArchiveError) -> KeyPlaces {
        var places = KeyPlaces(.first, capacity: fields.count)
        var budget = archive.budget
        for field in fields { places.append(.text(try archive.key(field.key, charging: &budget))) }
        return places
    }
}
