public import PropertyLists

extension KeyedArchive {
    /// The elements of an array, a set or an ordered set, in stored order; nil for other records.
    ///
    /// Reads both ways in which archives hold them: one array under `NS.objects`, or numbered keys `NS.object.0`,
    /// `NS.object.1` and so on.
    ///
    /// ```swift
    /// if case .object(let list) = try archive.entry(at: uid), let elements = archive.elements(of: list) {
    ///     print(elements.count)
    /// }
    /// ```
    ///
    /// - Returns: References, one for each element.
    /// - Complexity: O(*n*) in the number of fields, and of elements.
    public func elements(of record: ArchivedRecord) -> [PropertyList]? {
        if CollectionFields.hasKeys({ record[$0] != nil }) { return nil }
        return list(CollectionFields.elements, in: record)
    }

    /// The keys and values of a dictionary, in stored order; nil for other records.
    ///
    /// Reads both ways in which archives hold them: arrays under `NS.keys` and `NS.objects`, or numbered keys
    /// `NS.key.0` and `NS.object.0` and so on. A record whose two lists differ in length isn't a dictionary.
    ///
    /// ```swift
    /// for (key, value) in archive.pairs(of: record) ?? [] { print(key, value) }
    /// ```
    ///
    /// - Returns: References, a pair for each entry.
    /// - Complexity: O(*n*) in the number of fields, and of entries.
    public func pairs(of record: ArchivedRecord) -> [(key: PropertyList, value: PropertyList)]? {
        guard let keys = list(CollectionFields.keys, in: record),
            let values = list(CollectionFields.elements, in: record), keys.count == values.count
        else { return nil }
        return Array(zip(keys, values).map { (key: $0, value: $1) })
    }

    private func list(_ key: String, in record: ArchivedRecord) -> [PropertyList]? {
        if let value = record[key] {
            guard case .array(let elements) = value else { return nil }
            return elements.elements
        }
        let prefix = CollectionFields.prefix(insteadOf: key)
        var numbered = NumberedFields<PropertyList>(prefix)
        for field in record.fields {
            guard let name = field.key.string, name.utf8.starts(with: prefix.utf8) else { continue }
            numbered.add(name, field.value)
        }
        return numbered.elements
    }
}
