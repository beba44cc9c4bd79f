// Dictionaries that have their keys in common.

extension BinaryObjectTable {
    /// Adds a list of keys for dictionaries of the same keys.
    ///
    /// - Parameter keys: Strings, in the order to write.
    /// - Returns: The number of the list.
    package mutating func addKeyList(_ keys: [Entry]) -> Int {
        let start = entries.count
        for key in keys { entries.append(key) }
        if keyLists.count >= Container.maximumCount || UInt64(start) > UInt64(UInt32.max) { isOverfull = true }
        keyLists.append(KeyList(start: start, count: entries.count - start))
        return keyLists.count - 1
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
