/// An enumeration of the classes that objects in a field have.
struct ClassChoice {
    /// The name of the enumeration.
    let name: String
    private let form: TypeNames.Form
    private let cases: [(name: String, type: String, classes: [String])]

    /// The most types that a choice in a `Codingable` class has; nobody switches over more.
    private static let maximumCount = 12
    /// The most in a `Decodable` type, where without a choice the field isn't read at all.
    private static let maximumDecodableCount = 64

    /// Creates an enumeration; nil if the values aren't objects of two types or more.
    init?(_ shape: SampledShape, _ typeNames: TypeNames, name: () -> String) {
        guard !shape.isInline, let types = typeNames.types(of: shape.values) else { return nil }
        form = typeNames.form
        guard 2...(form == .codingable ? Self.maximumCount : Self.maximumDecodableCount) ~= types.count else {
            return nil
        }
        self.name = name()
        var names = SwiftNames(
            reserved: typeNames.hidingNames, taken: SwiftNames.reservedMembers.union(["none", "some"]))
        cases = types.map { (names.property(Self.lowercased($0.type)), $0.type, $0.classes) }
    }

    /// The name of a type as that of a case: `XDPMEntity` becomes `xdpmEntity`.
    private static func lowercased(_ type: String) -> String {
        let start = type.prefix { $0.isUppercase }
        let count = start.count == type.count ? start.count : max(1, start.count - 1)
        return type.prefix(count).lowercased() + type.dropFirst(count)
    }

    /// The enumeration as source.
    func declaration(ofKey key: String) -> String {
        let list = cases.map { "    case \($0.name)(\($0.type))\n" }.joined()
        return """
            /// The objects under \(key), by their classes.
            enum \(name)\(form == .decodable ? ": Decodable" : "") {
            \(list)
            \(form == .decodable ? decoding : conversions)}

            """
    }

    /// From an object and back.
    private var conversions: String {
        let reading = cases.map { "        case let object as \($0.type): self = .\($0.name)(object)\n" }.joined()
        let writing = cases.map { "        case .\($0.name)(let object): object\n" }.joined()
        return """
                init(_ object: any Codingable) throws {
                    switch object {
            \(reading)        default:
                        throw ArchiveError(.unexpectedClass, "the samples have no \\(Swift.type(of: object)) here")
                    }
                }

                var object: any Codingable {
                    switch self {
            \(writing)        }
                }

            """
    }

    /// By the name of the class.
    private var decoding: String {
        let reading = cases.map { choice in
            let classes = choice.classes.map(SwiftNames.literal).joined(separator: ", ")
            return "        case \(classes): self = .\(choice.name)(try object.decode(\(choice.type).self))\n"
        }.joined()
        return """
                private enum CodingKeys: String, CodingKey {
                    case className = "$class"
                }

                init(from decoder: any Decoder) throws {
                    let object = try decoder.singleValueContainer()
                    let className = try decoder.container(keyedBy: CodingKeys.self).decode(
                        String.self, forKey: .className)
                    switch className {
            \(reading)        default:
                        throw DecodingError.dataCorruptedError(
                            in: object, debugDescription: "the samples have no \\(className) here")
                    }
                }

            """
    }
}

extension String {
    /// The lines, each with blanks before it unless it is empty.
    func indented(by count: Int) -> String {
        let blanks = String(repeating: " ", count: count)
        return split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : blanks + $0 }
            .joined(separator: "\n")
    }
}
