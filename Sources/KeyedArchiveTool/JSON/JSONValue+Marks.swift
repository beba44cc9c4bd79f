import KeyedArchiving
import PropertyLists

// Stored values, of which some have an object with one key, a mark, for what JSON lacks.

extension JSONValue {
    /// Creates the envelope form of a value, which represents the stored value exactly.
    ///
    /// Reading has bounded how deep it nests.
    init(envelope value: PropertyList) {
        switch value {
        case .array(let elements): self = .array(elements.map { JSONValue(envelope: $0) })
        case .set(let elements): self = .marked("$set", .array(elements.map { JSONValue(envelope: $0) }))
        case .orderedSet(let elements): self = .marked("$orderedSet", .array(elements.map { JSONValue(envelope: $0) }))
        case .dictionary(let entries):
            guard let names = entries.envelopeNames, names.count != 1 || !Self.isMark(names[0]) else {
                let pairs = entries.map {
                    JSONValue.array([JSONValue(envelope: $0.key), JSONValue(envelope: $0.value)])
                }
                self = .marked("$dictionary", .array(pairs))
                return
            }
            self = .object(zip(names, entries).map { Member(key: $0, value: JSONValue(envelope: $1.value)) })
        case .date(let seconds): self = .marked("$date", .number(.double(seconds)))
        case .data(let bytes): self = .marked("$data", .text(JSONText.base64Text(bytes)))
        case .uid(let uid): self = .marked("CF$UID", .integer(uid.rawValue))
        case .string(let text) where text.latin1Bytes != nil: self = .marked("$latin1", .scalar(value))
        case .null, .string: self = .scalar(value)
        case .boolean, .integer, .unsignedInteger, .integer128, .float, .double: self = .number(value)
        }
    }

    /// The number of an object: an integer of 0 or more.
    var uid: UID? {
        switch content {
        case .scalar(.integer(let number)): UInt64(exactly: number).map { UID($0) }
        case .scalar(.unsignedInteger(let number)): UID(number)
        default: nil
        }
    }

    /// Whether a dictionary with nothing but this key would be read as a mark.
    private static func isMark(_ key: PropertyListString) -> Bool {
        let marks: Set = [
            "CF$UID", "$data", "$date", "$real", "$float", "$int128", "$integer", "$set", "$orderedSet", "$dictionary",
            "$latin1",
        ]
        return key.string.map(marks.contains) == true
    }

    /// The value that the JSON represents, with every mark replaced by its value.
    ///
    /// Reading has bounded how deep it nests.
    ///
    /// - Parameter source: The text, in which the places of errors are found.
    /// - Throws: ``ArchiveError`` for a mark whose value is of another kind.
    func stored(in source: [UInt8]) throws(ArchiveError) -> PropertyList {
        switch content {
        case .scalar(let value): return value
        case .array(let elements): return .array(try Self.stored(elements, in: source))
        case .object(let members):
            if members.count == 1, let member = members.first, let mark = member.key.string, Self.isMark(member.key) {
                return try member.value.marked(mark, from: self, in: source)
            }
            var entries: [(key: PropertyList, value: PropertyList)] = []
            for member in members { entries.append((.string(member.key), try member.value.stored(in: source))) }
            return .dictionary(PropertyListDictionary(entries))
        }
    }

    private static func stored(_ elements: [JSONValue], in source: [UInt8]) throws(ArchiveError) -> PropertyListArray {
        var values: [PropertyList] = []
        for element in elements { values.append(try element.stored(in: source)) }
        return PropertyListArray(values)
    }

    /// The value that this one stands for under a mark.
    ///
    /// - Parameter json: The object that has the mark.
    private func marked(_ mark: String, from json: JSONValue, in source: [UInt8]) throws(ArchiveError) -> PropertyList {
        func error(_ reason: String) -> ArchiveError {
            JSONPlace(offset, in: source)
                .error(.invalidValue, reason, remedy: "give it the form that keyed-archive objects --json writes")
        }
        switch mark {
        case "$data":
            guard let bytes = text.flatMap({ JSONText.bytes(base64: $0) }) else {
                throw error("the text of $data isn't base64")
            }
            return .data(bytes)
        case "$date":
            guard let seconds else { throw error("$date is a number of seconds since 2001, or a date as text") }
            return .date(seconds)
        case "$latin1":
            guard let text = PropertyListString(latin1: text ?? "") else {
                throw error("$latin1 is a text of characters up to U+00FF, not all of them in ASCII")
            }
            return .string(text)
        case "CF$UID":
            guard let uid else { throw error("CF$UID is the number of an object") }
            return .uid(uid)
        case "$set", "$orderedSet", "$dictionary":
            guard let elements else { throw error("\(mark) is a list") }
            guard mark == "$dictionary" else {
                let members = try Self.stored(elements, in: source)
                return mark == "$set" ? .set(members) : .orderedSet(members)
            }
            var entries: [(key: PropertyList, value: PropertyList)] = []
            for element in elements {
                guard let pair = element.elements, pair.count == 2 else {
                    throw error("$dictionary is a list of pairs of a key and a value")
                }
                entries.append((try pair[0].stored(in: source), try pair[1].stored(in: source)))
            }
            return .dictionary(PropertyListDictionary(entries))
        default:
            guard let number = json.number else {
                throw error("\(mark) is a number, or text as in \"nan\" and \"-inf\"")
            }
            return number
        }
    }
}

extension PropertyListDictionary {
    /// The keys, if the envelope form has them as names: each has to come back as it is stored.
    var envelopeNames: [PropertyListString]? {
        uniqueNames.flatMap { names in names.contains { $0.latin1Bytes != nil } ? nil : names }
    }

    /// The keys, if they are text and each is there once.
    var uniqueNames: [PropertyListString]? {
        var seen: Set<PropertyListString> = []
        var names: [PropertyListString] = []
        for key in keys {
            guard case .string(let name) = key, seen.insert(name).inserted else { return nil }
            names.append(name)
        }
        return names
    }
}
