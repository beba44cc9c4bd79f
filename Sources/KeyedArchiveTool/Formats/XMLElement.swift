import KeyedArchiving
import PropertyLists

/// An item of the graph as an XML element.
struct XMLElement {
    private var name: String
    private var attributes: [(name: String, value: PropertyListString)] = []
    /// Text of an archive.
    private var text: PropertyListString?
    /// Other text, in which nothing has to be escaped.
    private let plainText: String

    /// The element of the plain value that an object stands for, if it does.
    private(set) var value: String?

    init(_ item: GraphItem, _ dates: DateForm) {
        switch item.repeatLabel {
        case .repeated(let uid), .again(let uid), .cycle(let uid), .later(let uid):
            self.init("reference")
            set("id", uid)
        case .cut(let uid):
            self.init("cut")
            if let uid { set("id", uid) }
        case .none, .first:
            self.init(item.content, dates)
            if case .first(let uid) = item.repeatLabel { set("id", uid) }
        }
        setPlace(item.label)
    }

    /// The element of a plain value.
    init(scalar: PropertyList, _ dates: DateForm) {
        switch scalar {
        case .boolean(let value): self.init(value ? "true" : "false")
        case .integer(let value): self.init("integer", String(value))
        case .unsignedInteger(let value): self.init("integer", String(value))
        case .integer128(let value): self.init("integer", value.description)
        case .float(let value): self.init("real", Double(value).description)
        case .double(let value): self.init("real", value.description)
        case .date(let seconds):
            self.init("date", dates == .seconds ? seconds.description : dates.text(of: seconds))
        case .data(let bytes): self.init("data", JSONText.base64Text(bytes))
        case .string(let string):
            self.init("string")
            set(text: string)
        case .null, .uid, .array, .orderedSet, .set, .dictionary: self.init(scalar.kind)
        }
    }

    private init(_ name: String, _ text: String = "") {
        self.name = name
        plainText = text
    }

    private init(_ content: GraphItem.Content, _ dates: DateForm) {
        switch content {
        case .null: self.init("nil")
        case .scalar(let value): self.init(scalar: value, dates)
        case .classRecord(let archivedClass):
            self.init("class")
            set(text: PropertyListString(archivedClass.name))
        case .container(let value): self.init(value.kind.split(separator: " ").joined(separator: "-"))
        case .problem(let error):
            self.init("problem")
            set(text: PropertyListString(error.shownLine))
        case .archive(let archive, let holder):
            self.init("archive")
            if let object = holder?.object { set("class", PropertyListString(object.archivedClass.name)) }
            set("archiver", PropertyListString(archive.archiver))
            set("version", PropertyListString(String(archive.version)))
            if let order = archive.byteOrder { set("byteOrder", PropertyListString(order)) }
        case .list(let format, let holder):
            self.init("list")
            if let object = holder?.object { set("class", PropertyListString(object.archivedClass.name)) }
            set("format", PropertyListString(format.rawValue))
        case .object(let object):
            self.init("object")
            if object.classProblem == nil { set("class", PropertyListString(object.archivedClass.name)) }
            value = object.content.flatMap { Self($0, dates)?.whole }
        }
    }

    /// The element of the plain value that an object stands for; nil for collections.
    private init?(_ content: FoundationValue.Content, _ dates: DateForm) {
        switch content {
        case .null, .list, .set, .countedSet, .dictionary: return nil
        case .string(let string): self.init(scalar: .string(string), dates)
        case .data(let bytes): self.init(scalar: .data(bytes), dates)
        case .date(let seconds): self.init(scalar: .date(seconds), dates)
        case .decimal(let number): self.init("decimal", number)
        case .uuid(let bytes): self.init("uuid", UUIDFields.text(bytes))
        case .url(let text, _):
            self.init("url")
            set(text: text)
        case .geometry(let text):
            self.init("geometry")
            set(text: text)
        case .indexSet(let ranges): self.init("indexes", ranges.map(\.indexText).joined(separator: " "))
        case .indexPath(let indexes): self.init("indexes", indexes.map(String.init).joined(separator: " "))
        }
    }

    // MARK: - Tags

    var startTag: String { "<\(head(isEscaped: isEscaped))>" }

    var endTag: String { "</\(name)>" }

    /// The element with its text, or with the value that its object stands for.
    var whole: String {
        let isEscaped = isEscaped
        let content = value ?? text.map { Self.escaped($0, isEscaped) } ?? plainText
        let head = head(isEscaped: isEscaped)
        return content.isEmpty ? "<\(head)/>" : "<\(head)>\(content)\(endTag)"
    }

    /// The name and the attributes.
    private func head(isEscaped: Bool) -> String {
        var head = name
        if isEscaped { head += " escaped=\"yes\"" }
        for attribute in attributes { head += " \(attribute.name)=\"\(Self.escaped(attribute.value, isEscaped))\"" }
        return head
    }

    /// Whether the text and the attributes have escapes, all of them or none: there is something that XML can't hold.
    private var isEscaped: Bool {
        (attributes.map(\.value) + [text ?? ""]).contains {
            $0.string?.unicodeScalars.contains(where: \.isForbiddenInXML) != false
        }
    }

    // MARK: - Attributes

    private mutating func setPlace(_ label: GraphLabel) {
        switch label {
        case .topLevel(let name), .field(let name): set("key", name)
        case .extra(let name): set("extra", name)
        case .entry(let name): set("entry", name)
        case .element(let position): set("index", PropertyListString(String(position)))
        case .counted(let position, let count):
            set("index", PropertyListString(String(position)))
            set("count", PropertyListString(JSONText.scalar(count)))
        case .root, .continued, .scalarKey, .keyAt, .valueAt, .run: break
        }
    }

    private mutating func set(_ attribute: String, _ uid: UID) {
        set(attribute, PropertyListString(String(uid.rawValue)))
    }

    /// Adds an attribute.
    mutating func set(_ attribute: String, _ value: PropertyListString) {
        attributes.append((attribute, value))
    }

    private mutating func set(text: PropertyListString) {
        self.text = text
    }

    /// The text with markup characters as entities.
    ///
    /// - Parameter isEscaped: Whether it has the escapes of JSON, for characters that XML cannot hold at all.
    private static func escaped(_ string: PropertyListString, _ isEscaped: Bool) -> String {
        let text = isEscaped ? String(JSONText.string(string).dropFirst().dropLast()) : string.repaired
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // Readers would turn these into spaces or other line ends.
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            case _ where scalar.isShown: escaped.unicodeScalars.append(scalar)
            default: escaped += "&#\(scalar.value);"
            }
        }
        return escaped
    }
}
