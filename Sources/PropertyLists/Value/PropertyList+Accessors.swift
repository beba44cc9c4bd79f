extension PropertyList {
    /// The boolean, or nil if this is something else.
    public var boolValue: Bool? {
        if case .boolean(let value) = self { value } else { nil }
    }

    /// The integer if it fits `Int`, regardless of its stored width; nil for anything else.
    public var intValue: Int? {
        switch self {
        case .integer(let value): Int(exactly: value)
        case .unsignedInteger(let value): Int(exactly: value)
        case .integer128(let value): Int64(exactly: value).flatMap { Int(exactly: $0) }
        default: nil
        }
    }

    /// The real, or the integer if a `Double` represents it exactly; nil for anything else.
    public var doubleValue: Double? {
        switch self {
        case .double(let value): value
        case .float(let value): Double(value)
        case .integer(let value): Double(exactly: value)
        case .unsignedInteger(let value): Double(exactly: value)
        case .integer128(let value): value.exactDouble
        default: nil
        }
    }

    /// The string; nil for anything else, and for one with an unpaired surrogate, which a Swift string cannot hold.
    public var stringValue: String? {
        if case .string(let value) = self { value.string } else { nil }
    }

    /// The bytes, or nil if this isn't data.
    public var dataValue: [UInt8]? {
        if case .data(let bytes) = self { bytes } else { nil }
    }

    /// The date in seconds since 2001-01-01T00:00:00Z, or nil if this isn't a date.
    public var dateValue: Double? {
        if case .date(let seconds) = self { seconds } else { nil }
    }

    /// The UID, or nil if this is something else.
    public var uidValue: UID? {
        if case .uid(let uid) = self { uid } else { nil }
    }

    /// The elements of an array, a set or an ordered set; nil for anything else.
    public var arrayValue: PropertyListArray? {
        switch self {
        case .array(let elements), .set(let elements), .orderedSet(let elements): elements
        default: nil
        }
    }

    /// The entries of a dictionary, or nil if this is something else.
    public var dictionaryValue: PropertyListDictionary? {
        if case .dictionary(let entries) = self { entries } else { nil }
    }

    /// The value for a key of a dictionary; nil if there is none, or this isn't a dictionary.
    ///
    /// ```swift
    /// let list: PropertyList = ["name": "Ada", "scores": [1, 2.5]]
    /// print(list["name"]?.stringValue ?? "", list["scores"]?[1]?.doubleValue ?? 0)
    /// ```
    ///
    /// - Complexity: O(*n*) in the number of entries.
    public subscript(key: String) -> PropertyList? {
        dictionaryValue?[key]
    }

    /// The element at a position of an array, a set or an ordered set; nil if there is none.
    public subscript(position: Int) -> PropertyList? {
        guard let elements = arrayValue, elements.indices.contains(position) else { return nil }
        return elements[position]
    }
}
