/// The Swift types for the classes of samples.
struct TypeNames {
    /// How types are read.
    enum Form { case codingable, decodable }

    let form: Form
    /// The names of the types that are written, by the class.
    private(set) var generated: [String: String] = [:]
    /// Gives names to more types beside them.
    private(set) var names = SwiftNames(reserved: SwiftNames.reservedTypes)
    /// The names that properties can't have: one with the name of a type would hide it.
    let hidingNames: Set<String>

    init(_ types: [SampledType], _ form: Form) {
        self.form = form
        for type in types { generated[type.name] = names.type(type.name) }
        hidingNames = SwiftNames.reservedTypes.union(generated.values)
    }

    /// The name of a type that is written.
    func name(of type: SampledType) -> String { generated[type.name] ?? "" }

    /// Takes a name for another type beside those of classes.
    mutating func takeName(_ text: String) -> String { names.type(text) }

    /// The type of a class's objects; nil if there is none.
    func type(ofClass className: String) -> String? {
        if let name = generated[className] { return name }
        let type = LibraryType(ofClass: className)
        return form == .codingable ? type?.codingable : type?.decodable
    }

    /// The types of objects, each with the names of its classes; nil if one has no type, or if there are other values.
    func types(of values: Set<SampledShape.Kind>) -> [(type: String, classes: [String])]? {
        var classes: [String: [String]] = [:]
        for kind in values {
            guard let name = kind.className, let type = type(ofClass: name) else { return nil }
            classes[type, default: []].append(name)
        }
        return classes.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
    }

    /// The type of single values, which are neither collections nor objects of several types; nil if there is none.
    func plainType(of values: Set<SampledShape.Kind>) -> String? {
        if values.count > 1, values.isSubset(of: [.integer, .float, .double]) { return "Double" }
        if values.count == 1, let kind = values.first {
            switch kind {
            case .boolean: return "Bool"
            case .integer: return "Int"
            case .float: return "Float"
            case .double: return "Double"
            case .string: return "String"
            case .data: return "Data"
            case .geometry: return form == .codingable ? type(ofClass: "NSValue") : "String"
            default: break
            }
        }
        guard let types = types(of: values), types.count == 1 else { return nil }
        return types.first?.type
    }
}

extension SampledShape {
    /// The values that were seen, in words.
    var words: String {
        let words = values.map(\.words).sorted()
        return words.isEmpty ? "always nil" : words.joined(separator: ", ")
    }
}

extension SampledShape.Kind {
    /// The kind in words, in one line.
    var words: String {
        switch self {
        case .null: "nil"
        case .boolean: "a boolean"
        case .integer: "an integer"
        case .float, .double: "a real"
        case .string: "a string"
        case .data: "data"
        case .list: "a list"
        case .set, .countedSet: "a set"
        case .orderedSet: "an ordered set"
        case .dictionary: "a dictionary"
        case .table: "a dictionary whose keys aren't all strings"
        case .geometry: "a point, a size, a rectangle or a range"
        case .object(let words), .other(let words), .unreadable(let words): words.escaped(limit: 80)
        }
    }
}
