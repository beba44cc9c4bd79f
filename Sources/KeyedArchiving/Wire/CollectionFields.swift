internal import PropertyLists

/// The fields with the contents of a collection: lists, or from generic coders a field for each object.
package enum CollectionFields {
    /// The elements of an array or a set, or the values of a dictionary.
    @inlinable package static var elements: String { "NS.objects" }

    /// The keys of a dictionary.
    @inlinable package static var keys: String { "NS.keys" }

    /// What the keys of elements begin with where each has a field.
    @inlinable package static var elementPrefix: String { "NS.object." }

    /// What the keys of a dictionary's keys begin with where each has a field.
    @inlinable package static var keyPrefix: String { "NS.key." }

    /// The key of the first of a dictionary's keys.
    @inlinable package static var firstKey: String { "NS.key.0" }

    /// Whether an object has keys beside its elements, as a dictionary does, in a list or in fields of their own.
    static func hasKeys<Failure>(_ hasField: (String) throws(Failure) -> Bool) throws(Failure) -> Bool {
        if try hasField(keys) { return true }
        return try hasField(firstKey)
    }

    /// The key of an element.
    package static func numberedElement(_ position: Int) -> String { "NS.object.\(position)" }

    /// The key of one of a dictionary's keys.
    package static func numberedKey(_ position: Int) -> String { "NS.key.\(position)" }

    /// What the keys of elements begin with that would be in one list under a key.
    static func prefix(insteadOf key: String) -> String {
        switch key {
        // The usual ones are not put together each time.
        case elements: elementPrefix
        case keys: keyPrefix
        default: key.hasSuffix("s") ? "\(key.dropLast())." : "\(key)."
        }
    }

    /// What is wrong if the field with a number isn't there, though others with the prefix are.
    static func missing(_ number: Int, _ prefix: String, among count: Int) -> String {
        "\(prefix)\(number) is missing, though there \(count == 1 ? "is" : "are") \(count.counted("such field"))"
    }
}

/// The fields of a counted set, `NSCountedSet`, whose numbers have no dot in front.
package enum CountedSetFields {
    /// How many different members there are.
    @inlinable package static var count: String { "NS.count" }

    /// The key of a member.
    package static func object(_ position: Int) -> String { "NS.object\(position)" }

    /// The key of how often the set holds a member.
    package static func count(_ position: Int) -> String { "NS.count\(position)" }
}

extension FoundationValueDecoder {
    /// The elements of an array or a set; one that is empty may have no field at all.
    mutating func elements() -> [PropertyList]? {
        guard let elements = archive.elements(of: record) else { return record.fields.isEmpty ? [] : nil }
        markUsed(prefixes: ["NS.object"])
        return elements
    }

    mutating func pairs() -> FoundationValue.Content? {
        guard let pairs = archive.pairs(of: record) else { return record.fields.isEmpty ? .dictionary([]) : nil }
        markUsed(prefixes: ["NS.object", "NS.key"])
        return .dictionary(pairs)
    }

    /// The fields `NS.object0`, `NS.count0` and so on, with their number under `NS.count`.
    mutating func countedSet() -> FoundationValue.Content? {
        guard let count = integer(CountedSetFields.count), 0...Int64(record.fields.count) ~= count else { return nil }
        var values: [String: PropertyList] = [:]
        // Of two fields with one key the first counts.
        for field in record.fields where values[field.key.repaired] == nil { values[field.key.repaired] = field.value }
        var members: [(element: PropertyList, count: PropertyList)] = []
        for position in 0..<Int(count) {
            guard let element = values[CountedSetFields.object(position)],
                let count = values[CountedSetFields.count(position)]
            else {
                return nil
            }
            members.append((element, count))
        }
        markUsed(prefixes: ["NS.object", "NS.count"])
        return .countedSet(members)
    }
}

/// The class records of collections with a mutable variant.
package enum CollectionClass {
    /// The class record of a collection, which is of one of two classes.
    package static func record(_ name: String, _ mutableName: String, _ isMutable: Bool) -> ArchivedClass {
        isMutable
            ? ArchivedClass(name: mutableName, hierarchy: [mutableName, name, "NSObject"])
            : ArchivedClass(name: name, hierarchy: [name, "NSObject"])
    }
}
