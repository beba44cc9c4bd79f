/// A table of values by class name.
///
/// Class names are compared code unit by code unit, as the Objective-C runtime compares them and as keys are: a name
/// with `é` as one character isn't the one with an `e` and an accent.
///
/// It is inlinable so that other modules look names up without run-time type metadata requests (row
/// `decode archive of two persons` of `Instructions.tsv`).
@usableFromInline package struct ClassNameTable<Value> {
    @usableFromInline var values: [PropertyListString: Value] = [:]

    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { values.isEmpty }
    @inlinable package var count: Int { values.count }

    /// Adds the names and values of another table.
    ///
    /// - Parameter combine: Combines the values of a name that both have.
    @inlinable package mutating func merge(_ other: Self, _ combine: (Value, Value) -> Value) {
        values.merge(other.values, uniquingKeysWith: combine)
    }

    @inlinable package subscript(name: String) -> Value? {
        get { values[PropertyListString(name)] }
        set { values[PropertyListString(name)] = newValue }
    }
}

extension ClassNameTable: Sendable where Value: Sendable {}

extension ClassNameTable: ExpressibleByDictionaryLiteral {
    @inlinable package init(dictionaryLiteral elements: (String, Value)...) {
        for (name, value) in elements { self[name] = value }
    }
}
