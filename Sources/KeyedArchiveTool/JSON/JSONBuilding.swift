import KeyedArchiving
import PropertyLists

/// A builder that makes values of JSON, one by one; a value that can't be made is an error with its line and its path.
protocol JSONBuilding {
    /// The text, in which the places of errors are found.
    var source: [UInt8] { get }
    /// The budget charged for values that are made.
    var budget: DocumentBudget { get }
    /// The path in the JSON of the value that is being made.
    var path: [ArchivePath.Step] { get set }
    /// How many documents are around this one.
    var documentDepth: Int { get }
}

extension JSONBuilding {
    /// An error at a value.
    ///
    /// - Parameter steps: The keys that lead on from the path to the value.
    func error(
        at json: JSONValue,
        _ reason: String,
        _ remedy: String,
        _ code: ArchiveError.Code = .invalidValue,
        _ steps: String...
    ) -> ArchiveError {
        let path = self.path + steps.map { .key($0) }
        return JSONPlace(json.offset, in: source)
            .error(code, reason, path: path.isEmpty ? nil : ArchivePath(path), remedy: remedy)
    }

    /// Goes on one step into the JSON.
    mutating func within<Value>(
        _ step: ArchivePath.Step,
        _ make: (inout Self) throws(ArchiveError) -> Value
    ) throws(ArchiveError) -> Value {
        path.append(step)
        let value = try make(&self)
        path.removeLast()
        return value
    }

    // MARK: - Parts

    func text(of json: JSONValue, _ mark: String) throws(ArchiveError) -> String {
        guard let text = json.text else {
            throw error(at: json, "it isn't text", "write a name in quotes", .invalidType, mark)
        }
        return text
    }

    /// The elements of a list.
    func list(_ json: JSONValue) throws(ArchiveError) -> [JSONValue] {
        guard let elements = json.elements else {
            throw error(at: json, "it isn't a list", "write […]", .invalidType)
        }
        return elements
    }

    func pair(_ json: JSONValue) throws(ArchiveError) -> (JSONValue, JSONValue) {
        guard let pair = json.elements, pair.count == 2 else {
            throw error(at: json, "it isn't a pair", "write [KEY, VALUE]", .invalidType)
        }
        return (pair[0], pair[1])
    }

    /// The names of classes in a list.
    func names(_ json: JSONValue) throws(ArchiveError) -> [String] {
        guard let elements = json.elements else {
            throw error(at: json, "it isn't a list of names", "write [\"NSObject\"], or null", .invalidType)
        }
        var names: [String] = []
        for element in elements {
            guard let name = element.text else { throw noText(element) }
            names.append(name)
        }
        return names
    }

    /// The bytes of base64, of the usual or of the URL alphabet, with or without padding.
    func bytes(_ json: JSONValue) throws(ArchiveError) -> [UInt8] {
        guard let text = json.text, let bytes = JSONText.bytes(base64: text) else {
            throw error(at: json, "it isn't base64", "write text such as \"AQID\"", .invalidData)
        }
        try budget.make(bytes.count)
        return bytes
    }

    /// The key of the archive that a member stands for.
    func unescaped(_ member: JSONValue.Member) throws(ArchiveError) -> PropertyListString {
        let units = member.key.utf16
        guard units.first == 0x24 else { return member.key }
        guard units.count > 1, units[1] == 0x24 else { throw unknown(member) }
        return PropertyListString(utf16: Array(units.dropFirst()))
    }

    // MARK: - Errors

    func unknown(_ member: JSONValue.Member) -> ArchiveError {
        let name = member.key.repaired
        if let remedy = JSONValue.remedy(ofMark: name), JSONValue.marked(name, member.value).number == nil {
            return error(at: member.value, "\(JSONText.short(member.value)) is no value of \"\(name)\"", remedy)
        }
        let place = JSONValue(member.value.content, at: member.offset)
        guard !GraphMark.allNames.contains(name) else {
            return error(
                at: place, "\"\(name)\" has no place here",
                "take it out, or write \"$\(name)\" for a key that begins with $", .invalidKey)
        }
        let near = Suggestion.nearest(to: name, among: GraphMark.allNames)
        return error(
            at: place, "there is no member \"\(name)\"",
            near.map { "did you mean \"\($0)\"?" } ?? "write \"$\(name)\" for a key that begins with $", .invalidKey)
    }

    func twoContents(_ json: JSONValue, _ first: JSONValue.Member, _ members: [JSONValue.Member]) -> ArchiveError {
        let other = members.first { $0.key != first.key }?.key.repaired ?? ""
        return error(
            at: json, "\"\(first.key.repaired)\" and \"\(other)\" are two contents", "keep one", .invalidValue)
    }

    func no(kind: String, _ example: String, _ json: JSONValue) -> ArchiveError {
        error(at: json, "\(JSONText.short(json)) is no \(kind)", "write text such as \(example)")
    }

    func noDecimal(_ json: JSONValue) -> ArchiveError {
        no(kind: "decimal number of at most 38 digits", "\"-12.5\"", json)
    }

    func noDate(_ json: JSONValue) -> ArchiveError {
        error(
            at: json, "\(JSONText.short(json)) is no date",
            "write 2026-02-28T12:00:00Z, or seconds since 2001", .invalidDate)
    }

    func noText(_ json: JSONValue) -> ArchiveError {
        error(at: json, "it isn't text", "write text in quotes", .invalidType)
    }

    func nilElement(_ json: JSONValue) -> ArchiveError {
        error(at: json, "an element can't be nil", "write null for NSNull, or take it out")
    }

    func equalKeys(_ key: JSONValue) -> ArchiveError {
        error(
            at: key, "the dictionary has equal keys", "keep one, since only one of them counts", .duplicateKey)
    }

    /// Refuses a part that was left out when the JSON was made, or couldn't be read.
    func checkShown(_ json: JSONValue) throws(ArchiveError) {
        for mark in ["$problem", "$cut"] where json[mark] != nil {
            throw error(
                at: json, mark == "$cut" ? "this part was left out" : "this part couldn't be read",
                "take it out, or \(mark == "$cut" ? "dump without --max-depth" : "mend the archive")",
                .invalidObject)
        }
    }

    // MARK: - What is derived

    func underived(_ json: JSONValue) -> ArchiveError {
        error(at: json, "nothing is derived from it", "take \"$derived\" out", .invalidValue, "$derived")
    }

    /// - Parameter field: The field that the text is derived from.
    func changed(_ json: JSONValue, _ field: String, _ text: String) -> ArchiveError {
        error(
            at: json, "can't be changed: \(field) gives \"\(text)\"",
            "change \(field), and take \"$derived\" out", .invalidValue, "$derived")
    }
}

// MARK: - Identities

/// The objects of JSON that have an `$id`, wherever they stand.
struct JSONIdentities {
    fileprivate(set) var objects: [PropertyList: JSONValue] = [:]
    /// The lists of objects that stand apart from where they are referred to.
    fileprivate var continued: [JSONValue] = []
}

extension JSONBuilding {
    /// Finds all objects that have an identity: a `$ref` may come before them.
    func identities(in document: JSONValue) throws(ArchiveError) -> JSONIdentities {
        var identities = JSONIdentities()
        var pending = [document]
        while let json = pending.popLast() {
            try budget.step()
            switch json.content {
            case .scalar: break
            case .array(let elements): pending += elements.reversed()
            case .object(let members):
                for member in members.reversed() {
                    switch member.key.string {
                    // These have their own identities, or none.
                    case "$document", "$extra": break
                    case "$id":
                        if let first = identities.objects.updateValue(json, forKey: try id(member.value)) {
                            throw twice(member.value, first)
                        }
                    case "$continued":
                        identities.continued.append(member.value)
                        pending.append(member.value)
                    default: pending.append(member.value)
                    }
                }
            }
        }
        return identities
    }

    private func twice(_ id: JSONValue, _ first: JSONValue) -> ArchiveError {
        let text = JSONText.scalar(id.propertyList)
        let line = JSONPlace(first.offset, in: source).line
        return error(
            at: id, "the \"$id\" \(text) is there twice, first in line \(line)", "give one of them another",
            .duplicateKey)
    }

    func id(_ value: JSONValue) throws(ArchiveError) -> PropertyList {
        switch value.content {
        case .scalar(.integer), .scalar(.unsignedInteger), .scalar(.string): return value.propertyList
        default: throw error(at: value, "an \"$id\" is an integer or text", "write a number", .invalidType)
        }
    }

    func missing(_ id: PropertyList, _ json: JSONValue) -> ArchiveError {
        error(
            at: json, "nothing has the \"$id\" \(JSONText.scalar(id))",
            "give an object that number, or take the \"$ref\" out", .invalidReference, "$ref")
    }

    /// Refuses members beside a `$ref`.
    func checkAlone(_ json: JSONValue, _ members: [JSONValue.Member]) throws(ArchiveError) {
        guard let other = members.first(where: { !$0.key.isIdentical(to: "$ref") }) else { return }
        throw error(
            at: json, "a \"$ref\" stands alone", "take \"\(other.key.repaired)\" out", .invalidReference)
    }

    /// Refuses continued objects that nothing refers to, which would get lost.
    func checkContinued(
        _ identities: JSONIdentities,
        isBuilt: (PropertyList) -> Bool
    ) throws(ArchiveError) {
        for list in identities.continued.reversed() {
            for element in try self.list(list) {
                guard let value = element["$id"] else {
                    throw error(
                        at: element, "what stands under \"$continued\" is an object with an \"$id\"", "take it out",
                        .invalidType, "$continued")
                }
                let id = try id(value)
                guard !isBuilt(id) else { continue }
                throw error(
                    at: element, "nothing refers to the \"$id\" \(JSONText.scalar(id))",
                    "write {\"$ref\": \(JSONText.scalar(id))} where it belongs, or take it out", .invalidReference,
                    "$continued")
            }
        }
    }
}
