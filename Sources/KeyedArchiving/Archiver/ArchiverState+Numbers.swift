internal import PropertyLists

// Numbers: entries of those that are stored inline, and UIDs of those that are objects.

extension ArchiverState {
    @inline(__always)
    mutating func integerEntry(_ value: Int64, _ type: NumberTable.StorageType) -> Entry {
        guard sharing.integers.contains(value) else { return table.addInteger(value) }
        let type = sharing.distinguishesIntegerTypes ? type : .int64
        let (position, isNew) = numbers.place(of: UInt64(bitPattern: value), type)
        if isNew { numbers[position].entry = table.addInteger(value) }
        return numbers[position].entry
    }

    @inline(__always)
    mutating func doubleEntry(_ value: Double) -> Entry {
        guard isShared(value) else { return table.addDouble(value) }
        let (position, isNew) = numbers.place(of: value.bitPattern, .double)
        if isNew { numbers[position].entry = table.addDouble(value) }
        return numbers[position].entry
    }

    @inline(__always)
    mutating func floatEntry(_ value: Float) -> Entry {
        guard isShared(Double(value)) else { return table.addFloat(value) }
        let (position, isNew) = numbers.place(of: UInt64(value.bitPattern), .float)
        if isNew { numbers[position].entry = table.addFloat(value) }
        return numbers[position].entry
    }

    /// Whether equal reals of a value are one object: whole ones that fit a tagged pointer.
    private func isShared(_ value: Double) -> Bool {
        if sharing.isByValue { return true }
        // `rounded(.towardZero)` would need the C mathematics library.
        return sharing.sharesWholeReals && abs(value) < 0x1p55 && Double(Int64(value)) == value
            && !(value == 0 && value.sign == .minus)
    }

    /// The UID of a boxed integer.
    mutating func integerUID(_ value: Int64, _ type: NumberTable.StorageType) -> UInt32 {
        guard sharing.integers.contains(value) else { return addValueObject(table.addInteger(value)) }
        let type = sharing.distinguishesIntegerTypes ? type : .int64
        let (position, isNew) = numbers.place(of: UInt64(bitPattern: value), type)
        if isNew { numbers[position].entry = table.addInteger(value) }
        return numberUID(at: position)
    }

    /// The UID of a boxed 64-bit real.
    mutating func doubleUID(_ value: Double) -> UInt32 {
        guard isShared(value) else { return addValueObject(table.addDouble(value)) }
        let (position, isNew) = numbers.place(of: value.bitPattern, .double)
        if isNew { numbers[position].entry = table.addDouble(value) }
        return numberUID(at: position)
    }

    /// The UID of a boxed 32-bit real.
    mutating func floatUID(_ value: Float) -> UInt32 {
        guard isShared(Double(value)) else { return addValueObject(table.addFloat(value)) }
        let (position, isNew) = numbers.place(of: UInt64(value.bitPattern), .float)
        if isNew { numbers[position].entry = table.addFloat(value) }
        return numberUID(at: position)
    }

    /// The UID of a boxed boolean: there is one object for true and one for false.
    mutating func booleanUID(_ value: Bool) -> UInt32 {
        let position = value ? 1 : 0
        if booleanUIDs[position] == 0 { booleanUIDs[position] = addValueObject(value ? .true : .false) }
        return booleanUIDs[position]
    }

    private mutating func numberUID(at position: Int) -> UInt32 {
        let known = numbers[position].uid
        if known != 0 { return known }
        let uid = addValueObject(numbers[position].entry)
        numbers[position].uid = uid
        return uid
    }
}
