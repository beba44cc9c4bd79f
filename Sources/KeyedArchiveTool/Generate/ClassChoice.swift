/// An enumeration of the classes that objects in a field have.
struct ClassChoice {
    /// The name of the enumeration.
    let name: String
    private let cases: [(name: String, type: String)]

    /// More classes than these aren't a choice that anyone switches over.
    private static let maximumCount = 12

    /// Creates an enumeration; nil if the values aren't objects of two classes or more that have types.
    init?(_ shape: SampledShape, _ typeNames: [String: String], name: () -> String) {
        var types: [String] = []
        for kind in shape.values {
            guard case .object(let className) = kind, let type = typeNames[className] else { return nil }
            types.append(type)
        }
        guard 2...Self.maximumCount ~= types.count, !shape.isInline else { return nil }
        self.name = name()
        var names = SwiftNames(taken: ["object"])
        cases = types.sorted().map { (names.property(Self.lowercased($0)), $0) }
    }

    /// The name of a type as that of a case: `XDPMEntity` becomes `xdpmEntity`.
    private static func lowercased(_ type: String) -> String {
        let start = type.prefix { $0.isUppercase }
        let count = start.count == type.count ? start.count : max(1, start.count - 1)
        return type.prefix(count).lowercased() + type.dropFirst(count)
    }

    /// The enumeration as source, in a class.
    func declaration(ofKey key: String) -> String {
        let list = cases.map { "        case \($0.name)(\($0.type))\n" }.joined()
        let reading = cases.map { "            case let object as \($0.type): self = .\($0.name)(object)\n" }.joined()
        let writing = cases.map { "            case .\($0.name)(let object): object\n" }.joined()
        return """
                /// The objects under \(key), by their classes.
                enum \(name) {
            \(list)
                    init(_ object: any Codingable) throws {
                        switch object {
            \(reading)            default:
                            throw ArchiveError(.unexpectedClass, "the samples have no \\(type(of: object)) here")
                        }
                    }

                    var object: any Codingable {
                        switch self {
            \(writing)            }
                    }
                }


            """
    }
}
