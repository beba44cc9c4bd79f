import SequentialArchives

/// Reads the groups of an object, one after another.
struct GroupCursor {
    private let groups: [SequentialGroup]
    /// The next group.
    var position = 0

    init(_ groups: [SequentialGroup]) {
        self.groups = groups
    }

    /// How many groups are left.
    var count: Int { groups.count - position }

    /// The values of the next group, if it has these types.
    mutating func values(_ types: String) -> [SequentialValue]? {
        guard position < groups.count, groups[position].types == types else { return nil }
        position += 1
        return groups[position - 1].values
    }

    /// The value of the next group, if that has this type alone.
    mutating func value(_ type: String) -> SequentialValue? { values(type)?.first }

    mutating func integer(_ type: String) -> Int64? {
        switch value(type) {
        case .integer(let value): value
        case .unsignedInteger(let value): Int64(exactly: value)
        default: nil
        }
    }

    /// The bytes of the next two groups: their number, and they themselves.
    mutating func data() -> [UInt8]? {
        guard let count = integer("i"), case .bytes(let bytes)? = value("[\(count)c]") else { return nil }
        return bytes
    }
}
