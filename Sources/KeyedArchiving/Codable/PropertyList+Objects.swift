internal import PropertyLists

extension PropertyList {
    /// The types of the objects that property lists are made of.
    ///
    /// Safe: it is never changed, and the conformances of the library's types hold in every isolation. A list of
    /// metatypes that the compiler knows to be `Sendable` would be converted again for each object.
    nonisolated(unsafe) static let objectTypes: [any Codingable.Type] = [
        String.self, Int64.self, ArchivedData.self, ArchivedDate.self, ArchivedArray.self, ArchivedDictionary.self,
    ]

    /// The objects that stand for a property list: arrays, dictionaries, strings, numbers, data and dates.
    ///
    /// - Parameter null: The object that represents nil; nil to refuse nil.
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` for a value that has no such object.
    func object(nil null: (any Codingable)? = nil) throws(ArchiveError) -> any Codingable {
        try foldFromLeaves(self) { (value: PropertyList) throws(ArchiveError) in
            if case .null = value, let null { return .leaf(null) }
            return try value.opened()
        } close: { (keys: [String]?, objects: [any Codingable]) throws(ArchiveError) in
            guard let keys else { return ArchivedArray(objects) }
            return ArchivedDictionary(Array(zip(keys, objects).map { (key: $0, value: $1) }))
        }
    }

    /// The contents of the value's object; a dictionary is opened with its keys, an array without.
    private func opened() throws(ArchiveError) -> OpenedNode<PropertyList, [String]?, any Codingable> {
        switch self {
        case .array(let elements): return .container(nil, of: elements.elements)
        case .dictionary(let entries): return .container(try Self.keys(of: entries), of: Array(entries.values))
        case .boolean(let value): return .leaf(value)
        case .integer(let value): return .leaf(value)
        case .unsignedInteger(let value): return .leaf(value)
        case .integer128(let value): return .leaf(value)
        case .float(let value): return .leaf(value)
        case .double(let value): return .leaf(value)
        case .date(let seconds): return .leaf(ArchivedDate(timeIntervalSinceReferenceDate: seconds))
        case .data(let bytes): return .leaf(ArchivedData(bytes))
        case .string(let string):
            if let string = string.string { return .leaf(string) }
            return .leaf(string)
        case .null, .uid, .orderedSet, .set:
            throw ArchiveError(
                .unrepresentable,
                "a property list with \(kind.withArticle) in it cannot be encoded as objects",
                remedy: "use arrays, dictionaries with strings as keys, strings, numbers, booleans, data and dates"
            )
        }
    }

    private static func keys(of entries: PropertyListDictionary) throws(ArchiveError) -> [String] {
        var keys: [String] = []
        for key in entries.keys {
            guard case .string(let key) = key else {
                throw ArchiveError(
                    .unrepresentable, "a key of a property list is \(key.kind.withArticle), not a string",
                    remedy: "use strings as keys")
            }
            keys.append(try wellFormed(key))
        }
        return keys
    }

    private static func wellFormed(_ string: PropertyListString) throws(ArchiveError) -> String {
        guard let string = string.string else {
            throw ArchiveError.unpairedSurrogateInKey(
                .unrepresentable, remedy: "encode an ArchivedDictionary with a PropertyListString as the key")
        }
        return string
    }
}
