internal import PropertyLists

// Numbers: entries of those that are stored inline, and UIDs of those that are objects.

extension ArchiverState {
    @inline(__always)
    mutating func integerEntry(_ value: Int64, _ type: StorageType) -> Entry {
        guard let key = sharing.key(of: value, type) else { return table.addInteger(value) }
        return valueTable.entry(of: key, objects, &table) { $0.addInteger(value) }
    }

    @inline(__always)
    mutating func doubleEntry(_ value: Double) -> Entry {
        guard let key = sharing.key(of: value) else { return table.addDouble(value) }
        return valueTable.entry(of: key, objects, &table) { $0.addDouble(value) }
    }

    @inline(__always)
    mutating func floatEntry(_ value: Float) -> Entry {
        guard let key = sharing.key(of: value) else { return table.addFloat(value) }
        return valueTable.entry(of: key, objects, &table) { $0.addFloat(value) }
    }

    /// The UID of a boxed integer.
    mutating func integerUID(_ value: Int64, _ type: StorageType) -> UInt32 {
        guard let key = sharing.key(of: value, type) else { return addValueObject(table.addInteger(value)) }
        return valueTable.uid(of: key, &objects, &table) { $0.addInteger(value) }
    }

    /// The UID of a boxed 64-bit real.
    mutating func doubleUID(_ value: Double) -> UInt32 {
        guard let key = sharing.key(of: value) else { return addValueObject(table.addDouble(value)) }
        return valueTable.uid(of: key, &objects, &table) { $0.addDouble(value) }
    }

    /// The UID of a boxed 32-bit real.
    mutating func floatUID(_ value: Float) -> UInt32 {
        guard let key = sharing.key(of: value) else { return addValueObject(table.addFloat(value)) }
        return valueTable.uid(of: key, &objects, &table) { $0.addFloat(value) }
    }

    /// The UID of a boxed boolean: there is one object for true and one for false.
    mutating func booleanUID(_ value: Bool) -> UInt32 {
        valueTable.uid(of: ValueKey(value ? 1 : 0, .boolean), &objects, &table) { _ in value ? .true : .false }
    }
}
