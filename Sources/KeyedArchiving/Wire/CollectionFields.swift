internal import PropertyLists

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
