import KeyedArchiving
import PropertyLists

/// The members of an object in JSON, sorted by their use.
struct ObjectMembers {
    var className: JSONValue?
    /// The mark and the value that the object represents.
    var content: JSONValue.Member?
    var base: JSONValue?
    var fields: JSONValue?
    /// The groups of an object of a sequential archive.
    var groups: JSONValue?
    /// Fields, or the entries of a dictionary.
    var others: [JSONValue.Member] = []
}

/// A run of an attributed string.
struct JSONRun {
    var text: PropertyListString
    var attributes: JSONValue?
}

extension JSONBuilding {
    /// Sorts the members of an object.
    func sorted(_ all: [JSONValue.Member], of json: JSONValue) throws(ArchiveError) -> ObjectMembers {
        var members = ObjectMembers()
        for member in all {
            switch member.key.string {
            // Objects that were put off stand in the value that is printed.
            case "$id", "$derived", "$continued": break
            case "$class": members.className = member.value
            case "$base": members.base = member.value
            case "$fields": members.fields = member.value
            case SequentialJSON.groups: members.groups = member.value
            case let name? where GraphMark.contents[name] != nil:
                if let first = members.content {
                    throw error(
                        at: json, "\"\(first.key.repaired)\" and \"\(name)\" are two contents", "keep one")
                }
                members.content = member
            default:
                _ = try unescaped(member)
                members.others.append(member)
            }
        }
        if let base = members.base, members.content?.key.isIdentical(to: "$url") != true {
            throw error(
                at: base, "\"$base\" stands beside \"$url\"", "give the text of the URL as \"$url\"", .invalidValue,
                "$base")
        }
        return members
    }

    /// The name of a class that an object gives, or that its content implies.
    func classLabel(of members: ObjectMembers, _ json: JSONValue) throws(ArchiveError) -> String {
        guard let className = members.className else {
            let mark = members.content?.key.repaired ?? (members.groups == nil ? "$entries" : SequentialJSON.groups)
            guard let kind = GraphMark.contents[mark]?.first, let name = kind.defaultClass else {
                throw error(
                    at: json, "an object with \"\(mark)\" needs a class",
                    "write \"$class\": \"\(GraphMark.className(of: mark))\" beside it")
            }
            return name
        }
        guard let label = className.text else {
            throw error(
                at: className, "\"$class\" is text", "write the name of a class in quotes", .invalidType, "$class")
        }
        guard !label.isEmpty else {
            throw error(
                at: className, "a class has a name", "write that in quotes, or take \"$class\" out", .invalidValue,
                "$class")
        }
        return label
    }

    /// The error for content that isn't that of a class.
    ///
    /// - Parameter parts: The parts that the class has instead.
    func noKind(_ label: String, _ content: JSONValue.Member, _ parts: String) -> ArchiveError {
        let mark = content.key.repaired
        return error(
            at: content.value, "\(label) isn't a kind of \(GraphMark.className(of: mark))",
            "give its \(parts) in place of \"\(mark)\", or its superclasses in \"$classes\"", .invalidType, mark)
    }

    /// Refuses entries of a dictionary that stand beside other content.
    func checkEntries(_ members: ObjectMembers) throws(ArchiveError) {
        guard let content = members.content, let other = members.others.first else { return }
        throw error(
            at: other.value, "entries stand in members and in \"\(content.key.repaired)\"", "keep one",
            .invalidValue, other.key.repaired)
    }

    /// The runs of an attributed string.
    func runs(_ list: [JSONValue]) throws(ArchiveError) -> [JSONRun] {
        var runs: [JSONRun] = []
        for (number, json) in list.enumerated() {
            let known = ["$text", "$attributes"]
            guard let members = json.members, let text = json["$text"]?.string, !text.utf16.isEmpty,
                members.allSatisfy({ $0.key.string.map(known.contains) == true })
            else {
                throw error(
                    at: json, "a run is {\"$text\":…,\"$attributes\":{…}} with text in it",
                    "correct it, or take it out", .invalidType)
            }
            if let attributes = json["$attributes"], attributes.members == nil {
                var error = error(at: attributes, "attributes are an object", "write {\"NAME\": VALUE}", .invalidType)
                error.path = ArchivePath(path + [.index(number), .key("$attributes")])
                throw error
            }
            runs.append(JSONRun(text: text, attributes: json["$attributes"]))
        }
        return runs
    }
}
