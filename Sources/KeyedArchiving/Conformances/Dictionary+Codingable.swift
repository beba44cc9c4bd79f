public import PropertyLists

/// `NSDictionary`.
///
/// The same dictionary is written in the same order always: that of its keys, as in a set.
extension Dictionary: Codingable, ValueCoding where Key: Codingable, Value: Codingable {
    /// `NSDictionary`.
    public static var codedClassName: String { "NSDictionary" }

    /// Writes all keys under `NS.keys`, then all values under `NS.objects`.
    ///
    /// In a layout with ``ArchiveLayout/numbersElements`` each key and each value has a field, the key first.
    @inlinable
    public func encode(with archiver: KeyedArchiver) throws {
        let keys = Array(self.keys)
        let values = Array(self.values)
        let order = try StableOrder.order(of: keys, for: archiver)
        if archiver.hasPlace {
            return try archiver.encodeEntriesInPlace(order.map { keys[$0] }, order.map { values[$0] })
        }
        if archiver.numbersElements {
            for (position, index) in order.enumerated() {
                try archiver.encodeEntry(keys[index], values[index], at: position)
            }
            return
        }
        try archiver.encodeElements(keys, in: order, forKey: CollectionFields.keys)
        try archiver.encodeElements(values, in: order, forKey: CollectionFields.elements)
    }

    /// Reads the entries.
    ///
    /// Of two with equal keys the later counts. A key that is not equal to itself, such as a NaN, could never be looked
    /// up and is refused; an ``ArchivedDictionary`` keeps it.
    @inlinable
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let chargedBefore = unarchiver.chargedSteps
        let keys = try unarchiver.decodeElements(of: Key.self, forKey: CollectionFields.keys)
        try unarchiver.checkMembers(keys, forKey: CollectionFields.keys, since: chargedBefore)
        try unarchiver.chargeTable(of: keys.count, MemoryLayout<Key>.stride + MemoryLayout<Value>.stride)
        self.init(minimumCapacity: keys.count)
        do {
            let list = try unarchiver.elementList(forKey: CollectionFields.elements, elementSize: 0)
            try unarchiver.checkCounts(keys.count, list.count)
            // A value goes into the dictionary as soon as it is decoded: an array of all values would hold each of them
            // a second time.
            for position in keys.indices {
                let value: Value = try unarchiver.element(at: position, of: list, CollectionFields.elements)
                self[keys[position]] = value
            }
            if count < keys.count { unarchiver.warnOfHiddenEntries() }
        } catch {
            try unarchiver.recover(from: error)
        }
    }

    /// Objects without an identity.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// Encodes the collection as an object.
    @inlinable
    package static func reference(to value: Self, with archiver: KeyedArchiver) throws -> UID {
        try archiver.encodeCollection(value)
    }

    /// Decodes the collection.
    @inlinable
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> Self? {
        try unarchiver.decodeCollection(Self.self, source)
    }
}

extension KeyedUnarchiver {
    /// Says that a dictionary has fewer keys than entries.
    @usableFromInline
    @inline(never)
    func warnOfHiddenEntries() {
        warn("two entries of the dictionary have equal keys; the last counts", CollectionPart.keys.key)
    }
}
