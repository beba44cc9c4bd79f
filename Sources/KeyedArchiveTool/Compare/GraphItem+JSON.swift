import KeyedArchiving
import PropertyLists

extension GraphItem.Content {
    /// The content of a place in JSON, without nested contents.
    func json(_ dates: DateForm = .iso) -> JSONValue {
        switch self {
        case .null: .scalar(.null)
        case .scalar(.date(let seconds)): .marked("$date", .date(seconds, dates))
        case .scalar(let value): JSONValue(envelope: value)
        case .classRecord(let archivedClass): .marked("$classRecord", .text(archivedClass.name))
        case .object(let object): .object(Self.members(of: object, dates))
        case .container(let value): .marked("$kind", .text(value.kind))
        case .archive(let archive, _): .marked("$archiver", .text(archive.archiver))
        case .list(let format, _): .marked("$propertyList", .text(format.rawValue))
        case .problem(let error): .marked("$problem", .text(error.shownLine))
        }
    }

    private static func members(of object: GraphObject, _ dates: DateForm) -> [JSONValue.Member] {
        guard object.classProblem == nil else { return [] }
        let name = JSONValue.Member(key: "$class", value: .text(object.archivedClass.name))
        if let color = object.color {
            return [name, JSONValue.Member(key: "$derived", value: .text(color.text(Palette(isColored: false))))]
        }
        if let summary = object.summary { return [name, JSONValue.Member(key: "$derived", value: .text(summary))] }
        guard let (mark, value) = object.content.flatMap({ content($0, dates) }) else { return [name] }
        return [name, JSONValue.Member(key: PropertyListString(mark), value: value)]
    }

    /// The mark and the JSON of the value that an object represents, if it is a single value.
    private static func content(_ content: FoundationValue.Content, _ dates: DateForm) -> (String, JSONValue)? {
        switch content {
        case .null, .list, .set, .countedSet, .dictionary: nil
        case .string(let text): ("$string", .scalar(.string(text)))
        case .data(let bytes): ("$data", .text(JSONText.base64Text(bytes)))
        case .decimal(let number): ("$decimal", .text(number))
        case .date(let seconds): ("$date", .date(seconds, dates))
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
