import KeyedArchiving
import PropertyLists

extension GraphItem.Content {
    /// What is at a place in JSON, without what it holds.
    var json: JSONValue {
        switch self {
        case .null: .scalar(.null)
        case .scalar(let value): JSONValue(envelope: value)
        case .classRecord(let archivedClass): .marked("$classRecord", .text(archivedClass.name))
        case .object(let object): .object(Self.members(of: object))
        case .container(let value): .marked("$kind", .text(value.kind))
        case .archive(let archive, _): .marked("$archiver", .text(archive.archiver))
        case .list(let format, _): .marked("$propertyList", .text(format.rawValue))
        case .problem(let error): .marked("$problem", .text(error.shownLine))
        }
    }

    private static func members(of object: GraphObject) -> [JSONValue.Member] {
        guard object.classProblem == nil else { return [] }
        let name = JSONValue.Member(key: "$class", value: .text(object.archivedClass.name))
        guard let (mark, value) = object.content.flatMap(content) else { return [name] }
        return [name, JSONValue.Member(key: PropertyListString(mark), value: value)]
    }

    /// What an object stands for, if it is said in one value.
    private static func content(_ content: FoundationValue.Content) -> (String, JSONValue)? {
        switch content {
        case .null, .list, .set, .countedSet, .dictionary: nil
        case .string(let text): ("$string", .scalar(.string(text)))
        case .data(let bytes): ("$data", .text(JSONText.base64Text(bytes)))
        case .decimal(let number): ("$decimal", .text(number))
        case .date(let seconds): ("$date", .date(seconds))
        case .url(let text, _): ("$url", .scalar(.string(text)))
        case .uuid(let bytes): ("$uuid", .text(UUIDFields.text(bytes)))
        case .geometry(let text): ("$geometry", .scalar(.string(text)))
        case .indexSet(let ranges):
            (
                "$ranges",
                .array(ranges.map { .array([.integer($0.lowerBound), .integer($0.upperBound - $0.lowerBound)]) })
            )
        case .indexPath(let indexes): ("$indexes", .array(indexes.map { .integer($0) }))
        }
    }
}
