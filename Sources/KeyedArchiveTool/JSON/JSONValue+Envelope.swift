import PropertyLists

extension JSONValue {
    /// A value as `objects --json` writes it: exactly what is stored.
    ///
    /// Reading has bounded how deep it nests.
    init(envelope value: PropertyList) {
        switch value {
        case .array(let elements): self = .array(elements.map { JSONValue(envelope: $0) })
        case .set(let elements): self = .marked("$set", .array(elements.map { JSONValue(envelope: $0) }))
        case .orderedSet(let elements): self = .marked("$orderedSet", .array(elements.map { JSONValue(envelope: $0) }))
        case .dictionary(let entries):
            var names: Set<PropertyListString> = []
            let areNames = entries.keys.allSatisfy { key in
                if case .string(let name) = key { names.insert(name).inserted } else { false }
            }
            guard areNames, !entries.looksLikeMark else {
                let pairs = entries.map {
                    JSONValue.array([JSONValue(envelope: $0.key), JSONValue(envelope: $0.value)])
                }
                self = .marked("$dictionary", .array(pairs))
                return
            }
            self = .object(
                entries.map { entry in
                    if case .string(let name) = entry.key {
                        Member(key: name, value: JSONValue(envelope: entry.value))
                    } else {
                        Member(key: "", value: JSONValue(envelope: entry.value))
                    }
                })
        case .date(let seconds): self = .marked("$date", .number(.double(seconds)))
        case .data(let bytes): self = .marked("$data", .text(JSONText.base64Text(bytes)))
        case .uid(let uid): self = .marked("CF$UID", .integer(uid.rawValue))
        case .null, .string: self = .scalar(value)
        case .boolean, .integer, .unsignedInteger, .integer128, .float, .double: self = .number(value)
        }
    }
}

extension PropertyListDictionary {
    /// Whether the dictionary would be read as what JSON lacks.
    fileprivate var looksLikeMark: Bool {
        guard count == 1, let key = keys.first?.stringValue else { return false }
        let marks: Set = [
            "CF$UID", "$data", "$date", "$real", "$float", "$int128", "$integer", "$set", "$orderedSet", "$dictionary",
        ]
        return marks.contains(key)
    }
}
