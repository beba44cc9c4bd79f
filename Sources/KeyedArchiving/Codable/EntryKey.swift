internal import PropertyLists

/// The key of an entry of a dictionary that is stored as two lists, with its position there.
///
/// Several entries can have one key: an error is about the one at the position. As any coding key it needs no memory of
/// its own, which there would be for every entry.
struct EntryKey: CodingKey {
    let stringValue: String
    let position: FieldPosition

    init(_ name: String, at position: FieldPosition) {
        stringValue = name
        self.position = position
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        position = .none
    }

    init?(intValue: Int) { nil }

    var intValue: Int? { nil }
}
