import KeyedArchiving
import PropertyLists

/// The words in which a tree shows labels and values.
struct TreePrinter {
    private let palette: Palette
    private let scalars: ScalarFormatter

    init(palette: Palette, stringLimit: Int, dates: DateForm = .iso) {
        self.palette = palette
        scalars = ScalarFormatter(palette: palette, stringLimit: stringLimit, dates: dates)
    }

    /// A label with its colon, or nothing.
    func label(_ label: GraphLabel, _ names: StableNames? = nil) -> String {
        switch label {
        case .root: ""
        case .topLevel(let name), .field(let name): palette.paint(name.asName, .name) + ": "
        case .extra(let name): palette.paint(name.asName, .name) + " (beside $top): "
        case .element(let position): palette.paint("[\(position)]", .name) + ": "
        case .counted(let position, let count):
            palette.paint("[\(position)]", .name) + " × \(scalars.text(of: count)): "
        case .entry(let name): palette.paint(name.quoted(), .name) + ": "
        case .scalarKey(let key): scalars.text(of: key) + ": "
        case .run(let text, _): palette.paint(text.quoted(limit: scalars.stringLimit), .string) + ": "
        case .keyAt(let position): palette.paint("key [\(position)]", .name) + ": "
        case .valueAt(let position): palette.paint("value [\(position)]", .name) + ": "
        case .continued(let uid): palette.paint(names?.name(of: uid) ?? "continued", .note) + ": "
        }
    }

    /// An item in one line, without its label.
    ///
    /// - Parameter names: The names of objects; without them they are shown by their numbers.
    func item(_ item: GraphItem, _ names: StableNames? = nil) -> String {
        let text = content(item.content)
        return switch item.repeatLabel {
        case .none: text
        case .first where names != nil, .repeated where names != nil: text
        case .first(let uid), .repeated(let uid): palette.paint("\(uid)", .note) + " " + text
        case .again(let uid): reference(to: uid, item, "", names)
        case .cycle(let uid): reference(to: uid, item, " (cycle)", names)
        case .later(let uid): reference(to: uid, item, " (continued below)", names)
        case .cut(.some) where names != nil: name(of: item.content) + palette.paint(" (below --max-depth)", .note)
        case .cut(let uid?): reference(to: uid, item, " (below --max-depth)", nil)
        case .cut(nil): text + palette.paint(" (below --max-depth)", .note)
        }
    }

    private func reference(to uid: UID, _ item: GraphItem, _ note: String, _ names: StableNames?) -> String {
        let place = names.map { $0.name(of: uid)?.escaped() ?? "" } ?? uid.description
        return palette.paint("→ \(place)", .note) + " " + name(of: item.content) + palette.paint(note, .note)
    }

    private func name(of content: GraphItem.Content) -> String {
        switch content {
        case .object(let object): name(of: object)
        case .archive(_, let holder), .list(_, let holder):
            holder?.object.map { className($0.archivedClass.name) } ?? "data"
        default: self.content(content)
        }
    }

    /// The content of a place, in one line.
    func content(_ content: GraphItem.Content) -> String {
        switch content {
        case .null: palette.paint("nil", .note)
        case .scalar(let value): scalars.text(of: value)
        case .object(let object): description(of: object)
        case .classRecord(let archivedClass): "class " + className(archivedClass.name)
        case .container(let value): "\(value.kind), \(value.graphChildren.count.counted("element"))"
        case .archive(_, holder: nil): "archive"
        case .list(_, holder: nil): "property list"
        case .archive(let facts, let holder?):
            name(of: content) + ", \(holder.size.counted("byte")), holds \(facts.kind)"
        case .list(_, let holder?): name(of: content) + ", \(holder.size.counted("byte")), holds a property list"
        case .problem(let error): palette.paint("cannot be read: \(error.shownLine)", .problem)
        }
    }

    /// The name of an object's class.
    func name(of object: GraphObject) -> String {
        guard object.classProblem == nil else { return palette.paint(object.archivedClass.name, .note) }
        return className(object.archivedClass.name)
    }

    /// An object in one line: the name of its class, and the value that it represents.
    func description(of object: GraphObject) -> String {
        let name = name(of: object)
        if let color = object.color { return name + " " + color.text(palette) }
        if let summary = object.summary { return name + " " + palette.paint(summary, .number) }
        return switch object.content {
        case nil, .null: name
        case .string(let string): name + " " + palette.paint(string.quoted(limit: scalars.stringLimit), .string)
        case .data(let bytes): name + ", " + bytes.preview
        case .decimal(let number): name + " " + palette.paint(number, .number)
        case .date(let seconds): name + " " + palette.paint(scalars.dates.text(of: seconds), .number)
        case .url(let text, _):
            name + " " + palette.paint(text.quoted(limit: max(scalars.stringLimit, 2 * displayLimit)), .string)
        case .uuid(let bytes): name + " " + palette.paint(UUIDFields.text(bytes), .number)
        case .geometry(let text): name + " " + palette.paint(text.repaired.escaped(limit: displayLimit), .number)
        case .list(let elements), .set(let elements): name + ", " + elements.count.counted("element")
        case .countedSet(let members): name + ", " + members.count.counted("element")
        case .dictionary(let pairs): name + ", " + pairs.count.counted("entry", plural: "entries")
        case .indexSet(let ranges): name + " " + palette.paint("{\(list(ranges.lazy.map(\.indexText)))}", .number)
        case .indexPath(let indexes): name + " " + palette.paint("[\(list(indexes.lazy.map(String.init)))]", .number)
        }
    }

    /// The name of a class, and for a mangled name also the name in the source.
    private func className(_ name: String) -> String {
        palette.paint(PropertyListString(name).asName, .className) + name.nameInSource
    }

    private func list(_ items: some Collection<String>) -> String {
        items.prefix(16).joined(separator: ", ") + (items.count > 16 ? ", …" : "")
    }
}

extension String {
    /// The name that a class has in its source, in parentheses, if this is a mangled one; otherwise nothing.
    var nameInSource: String {
        let readable = ArchivedClass(name: self).readableName
        return readable == self ? "" : " (" + PropertyListString(readable).asName + ")"
    }
}

extension PropertyListString {
    /// The text bare if it reads as a name, in quotes otherwise.
    var asName: String {
        guard let string, !string.isEmpty, string.utf8.count <= displayLimit, string.utf8.allSatisfy(\.isPlainInName)
        else { return quoted() }
        return string
    }
}

extension UInt8 {
    fileprivate var isPlainInName: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "$"),
            UInt8(ascii: "-"), UInt8(ascii: "%"):
            true
        default: false
        }
    }
}

extension Range<UInt64> {
    /// The range as its first and last index, such as `3-7`; its `count` may be more than `Int` holds.
    var indexText: String {
        if isEmpty { return "" }
        let last = upperBound - 1
        return lowerBound == last ? "\(lowerBound)" : "\(lowerBound)-\(last)"
    }
}
