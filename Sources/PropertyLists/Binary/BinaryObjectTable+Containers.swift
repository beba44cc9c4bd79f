// Arrays, sets and dictionaries.

extension BinaryObjectTable {
    /// Adds a container of the given kind whose entries are copied from `items`.
    mutating func addContainer(_ kind: BinaryObjectKind, _ items: some Collection<Entry>) -> Entry {
        let start = entries.count
        entries.append(contentsOf: items)
        return endContainer(kind, from: start)
    }

    /// Adds a container of the entries that were added from a position on, counted as they are and not as a collection
    /// says: containers must not overlap.
    private mutating func endContainer(_ kind: BinaryObjectKind, from start: Int) -> Entry {
        let added = entries.count - start
        let count = kind == .dictionary ? added / 2 : added
        if kind == .dictionary { entries.truncate(to: start + 2 * count) }
        return addContainer(kind, start: start, count: count)
    }

    /// Adds a container whose entries are about to be added.
    @inline(__always)
    private mutating func beginContainer(_ kind: BinaryObjectKind, count: Int) -> Entry {
        addContainer(kind, start: entries.count, count: count)
    }

    @inline(__always)
    private mutating func addContainer(_ kind: BinaryObjectKind, start: Int, count: Int) -> Entry {
        if count > Container.maximumCount || UInt64(start) > UInt64(UInt32.max) { isOverfull = true }
        containers.append(Container(start: start, count: count, kind: kind))
        return entry(.container, containers.count &- 1)
    }

    /// Adds an array.
    @usableFromInline package mutating func addArray(_ elements: some Collection<Entry>) -> Entry {
        addContainer(.array, elements)
    }

    /// Adds an ordered set.
    @usableFromInline package mutating func addOrderedSet(_ members: some Collection<Entry>) -> Entry {
        addContainer(.orderedSet, members)
    }

    /// Adds a set.
    @usableFromInline package mutating func addSet(_ members: some Collection<Entry>) -> Entry {
        addContainer(.set, members)
    }

    /// Adds a dictionary from its keys and, in the same order, its values.
    ///
    /// ```swift
    /// let (key, value) = (table.addString("age"), table.addInteger(36))
    /// let person = table.addDictionary(keys: [key], values: [value])
    /// ```
    ///
    /// - Precondition: none; where the counts differ, the excess is left out.
    @usableFromInline package mutating func addDictionary(keys: some Collection<Entry>, values: some Collection<Entry>)
        -> Entry
    {
        let count = min(keys.count, values.count)
        let start = entries.count
        entries.append(contentsOf: keys.prefix(count))
        entries.append(contentsOf: values.prefix(count))
        return endContainer(.dictionary, from: start)
    }
}

// MARK: - Adding from a coder's stacks

extension BinaryObjectTable {
    /// Adds a container of the entries from a position on; for a dictionary, all keys first.
    package mutating func addContainer(
        _ kind: BinaryObjectKind,
        _ items: borrowing GrowingTable<Entry>,
        from start: Int
    ) -> Entry {
        let count = items.count - start
        let entry = beginContainer(kind, count: kind == .dictionary ? count / 2 : count)
        entries.append(contentsOf: items, in: start..<items.count)
        return entry
    }
}

// MARK: - Dictionaries that have their keys in common

extension BinaryObjectTable {
    /// Adds a list of keys for dictionaries of the same keys: the keys are to be set with ``setValue(_:at:)``, in the
    /// order to write.
    ///
    /// - Parameter count: How many keys there are.
    /// - Returns: The number of the list, and the place of its first key.
    package mutating func addKeyList(_ count: Int) -> (number: Int, firstPlace: Int) {
        let start = entries.append(.false, times: count)
        if keyLists.count >= Container.maximumCount || UInt64(start) > UInt64(UInt32.max) { isOverfull = true }
        keyLists.append(KeyList(start: start, count: entries.count - start))
        return (keyLists.count - 1, start)
    }

    /// Adds a list of keys for dictionaries of the same keys, in the order to write.
    ///
    /// - Returns: The number of the list.
    package mutating func addKeyList(of keys: [Entry]) -> Int {
        let (number, firstPlace) = addKeyList(keys.count)
        for (position, key) in keys.enumerated() { setValue(key, at: firstPlace + position) }
        return number
    }

    /// Leaves places for the values of a dictionary, to be set with ``setValue(_:at:)``.
    ///
    /// - Returns: The first place.
    @inlinable
    @inline(__always)
    package mutating func leaveValues(of keyList: Int) -> Int {
        entries.append(.false, times: keyLists[keyList].count)
    }

    /// The value at a place.
    @inlinable
    @inline(__always)
    package func value(at place: Int) -> Entry { entries[place] }

    /// Sets the value at a place that was left.
    @inlinable
    @inline(__always)
    package mutating func setValue(_ value: Entry, at place: Int) {
        entries[place] = value
    }

    /// Adds a dictionary of a key list whose values were set from a place on, in the order of the keys.
    @inlinable
    @inline(__always)
    package mutating func addDictionary(keyList: Int, valuesFrom start: Int) -> Entry {
        if UInt64(start) > UInt64(UInt32.max) { isOverfull = true }
        containers.append(Container(start: start, keyList: keyList))
        return entry(.container, containers.count &- 1)
    }
}

extension BinaryObjectTable {
    /// The number of elements, or of key-value pairs.
    @inline(__always)
    func count(of container: Container) -> Int {
        guard let list = container.keyList else { return container.ownCount }
        return keyLists[list].count
    }
}

// MARK: - Containers that refer to others before those are added

extension BinaryObjectTable {
    /// The number that the container has that is added next.
    package var nextContainer: Int { containers.count }

    /// The entry of the container of a number, which may still have to be added.
    ///
    /// A reference to a container that is never added is an error when the table is written.
    package mutating func containerEntry(_ number: Int) -> Entry { entry(.container, number) }

    /// Adds a container with as many elements as are given; for a dictionary all keys, then all values.
    package mutating func addContainer(_ kind: BinaryObjectKind, of items: [Entry]) -> Entry {
        addContainer(kind, items)
    }
}
