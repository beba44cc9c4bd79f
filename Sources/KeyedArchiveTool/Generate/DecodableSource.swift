/// Swift structures that read the objects of sampled classes, for `KeyedArchiveDecoder`.
struct DecodableSource {
    private let types: [SampledType]
    private let roots: [String]
    private var typeNames: [String: String] = [:]
    /// The classes that can be reached from each class, itself included only if there is a way back.
    private var reachable: [String: Set<String>] = [:]

    init(_ types: [SampledType], roots: [String]) {
        self.types = types
        self.roots = roots
        var names = SwiftNames(taken: SwiftNames.reservedTypes)
        var next: [String: Set<String>] = [:]
        for type in types {
            typeNames[type.name] = names.type(type.name)
            next[type.name] = type.fields.reduce(into: []) { $0.formUnion($1.shape.classes) }
        }
        for type in types {
            var seen: Set<String> = []
            var open = Array(next[type.name] ?? [])
            while let name = open.popLast() {
                if seen.insert(name).inserted { open += next[name] ?? [] }
            }
            reachable[type.name] = seen
        }
    }

    /// The source, after its first comment.
    var text: String {
        var text = "import Foundation\nimport KeyedArchiving\nimport KeyedArchivingFoundation\n\n"
        for type in types { text += self.text(of: type) + "\n" }
        for root in roots {
            guard let name = typeNames[root] else { continue }
            text += "// let root = try KeyedArchiveDecoder().decode(\(name).self, from: bytes)\n"
        }
        return text
    }

    private func text(of type: SampledType) -> String {
        let swiftName = typeNames[type.name] ?? ""
        // A property with the name of a type would hide it.
        var names = SwiftNames(taken: SwiftNames.reservedTypes.union(typeNames.values))
        var (properties, keys) = ("", "")
        for field in type.fields {
            let key = SwiftNames.literal(field.key)
            if let target = field.shape.classes.sorted().first(where: { reachable[$0]?.contains(type.name) == true }) {
                properties += "    // \(key) leads to \(SwiftNames.literal(target)), which leads back here.\n"
                continue
            }
            guard let swiftType = swiftType(of: field.shape) else {
                let kinds = field.shape.kinds.map(\.words).sorted().joined(separator: ", ")
                properties += "    // \(key) isn't read: it holds \(kinds).\n"
                continue
            }
            let name = names.property(field.key)
            properties += "    var \(name): \(swiftType)\(type.isOptional(field) ? "?" : "")\n"
            keys += "        case \(name) = \(key)\n"
        }
        let codingKeys =
            keys.isEmpty ? "" : "\n    private enum CodingKeys: String, CodingKey {\n\(keys)    }\n"
        return """
            /// \(SwiftNames.literal(type.name)), of which the samples have \(type.objectCount).
            struct \(swiftName): Decodable {
            \(properties)\(codingKeys)}

            """
    }

    /// The type of a value; nil if there is none for all that was seen.
    private func swiftType(of shape: SampledShape) -> String? {
        let values = shape.values
        if values.count > 1, values.isSubset(of: [.integer, .float, .double]) { return "Double" }
        guard values.count == 1, let kind = values.first else { return nil }
        switch kind {
        case .boolean: return "Bool"
        case .integer: return "Int"
        case .float: return "Float"
        case .double, .decimal: return "Double"
        case .string, .url, .uuid: return "String"
        case .data: return "Data"
        case .date: return "Date"
        case .object(let name): return typeNames[name]
        case .list: return elementType(of: shape).map { "[\($0)]" }
        case .dictionary: return elementType(of: shape).map { "[String: \($0)]" }
        case .null, .other: return nil
        }
    }

    private func elementType(of shape: SampledShape) -> String? {
        guard let element = shape.element, let type = swiftType(of: element) else { return nil }
        return element.kinds.contains(.null) ? type + "?" : type
    }
}
