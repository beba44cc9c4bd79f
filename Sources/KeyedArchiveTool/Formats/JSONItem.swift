import KeyedArchiving
import PropertyLists

/// An item of the graph in JSON.
struct JSONItem {
    private let item: GraphItem
    private let file: String?

    init(_ item: GraphItem, file: String?) {
        self.item = item
        self.file = file
    }

    /// The item as JSON text, if it has no content of its own.
    var text: String {
        switch item.repeatLabel {
        case .repeated(let uid), .again(let uid), .cycle(let uid), .later(let uid): return "{\"$ref\": \(uid.rawValue)}"
        case .cut(let uid): return "{\"$cut\": \(uid.map { String($0.rawValue) } ?? "null")}"
        case .none, .first: break
        }
        switch item.content {
        case .null: return "null"
        case .scalar(let value):
            guard case .first(let uid) = item.repeatLabel else { return JSONText.scalar(value) }
            return "{\"$id\": \(uid.rawValue), \"$value\": \(JSONText.scalar(value))}"
        case .problem(let error): return "{\"$problem\": \(JSONText.string(error.shownLine))}"
        case .container(.array(let array)) where array.isEmpty: return "[]"
        case .classRecord, .object, .container, .archive, .list:
            return "{\(members.map { "\(JSONText.string($0)): \($1)" }.joined(separator: ", "))}"
        }
    }

    /// The members that describe the item; those that it holds come from the walk.
    var members: [(name: String, value: String)] {
        var members: [(name: String, value: String)] = []
        if case .first(let uid) = item.repeatLabel { members.append(("$id", String(uid.rawValue))) }
        switch item.content {
        case .null, .scalar, .problem: break
        case .object(let object): members += self.members(of: object)
        case .classRecord(let archivedClass):
            members.append(("$classRecord", JSONText.string(archivedClass.name)))
        case .container(let value): members.append(("$kind", JSONText.string(value.kind)))
        case .archive(let archive, let holder):
            if let name = holder?.object?.archivedClass.name { members.append(("$class", JSONText.string(name))) }
            if holder == nil, let file { members.append(("$file", JSONText.string(file))) }
            members.append(("$archiver", JSONText.string(archive.archiver)))
            members.append(("$version", String(archive.version)))
            if let order = archive.byteOrder { members.append(("$byteOrder", JSONText.string(order))) }
        case .list(let format, let holder):
            if let name = holder?.object?.archivedClass.name { members.append(("$class", JSONText.string(name))) }
            if holder == nil, let file { members.append(("$file", JSONText.string(file))) }
            members.append(("$propertyList", JSONText.string(format.rawValue)))
        }
        return members
    }

    private func members(of object: GraphObject) -> [(name: String, value: String)] {
        // Where the class isn't known, the problem is said under this name.
        guard object.classProblem == nil else { return [] }
        let name = (name: "$class", value: JSONText.string(object.archivedClass.name))
        guard let content = object.content else { return [name] }
        return [name] + members(of: content)
    }

    private func members(of content: FoundationValue.Content) -> [(name: String, value: String)] {
        switch content {
        case .null: []
        case .string(let string): [("$string", JSONText.string(string))]
        case .data(let bytes): [("$data", JSONText.base64(bytes))]
        case .decimal(let number): [("$decimal", JSONText.string(number))]
        case .date(let seconds): [("$date", JSONText.real(seconds))]
        case .url(let text, _): [("$url", JSONText.string(text))]
        case .uuid(let bytes): [("$uuid", JSONText.string(UUIDFields.text(bytes)))]
        case .geometry(let text): [("$geometry", JSONText.string(text))]
        case .list(let elements), .set(let elements): elements.isEmpty ? [("$elements", "[]")] : []
        case .countedSet(let members): members.isEmpty ? [("$elements", "[]")] : []
        case .dictionary(let pairs): pairs.isEmpty ? [("$entries", "{}")] : []
        case .indexSet(let ranges):
            [
                (
                    "$ranges",
                    "[\(ranges.map { "[\($0.lowerBound), \($0.upperBound - $0.lowerBound)]" }.joined(separator: ", "))]"
                )
            ]
        case .indexPath(let indexes): [("$indexes", "[\(indexes.map(String.init).joined(separator: ", "))]")]
        }
    }
}
