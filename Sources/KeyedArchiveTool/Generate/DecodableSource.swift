/// Swift structures that read the objects of sampled classes, for `KeyedArchiveDecoder`.
struct DecodableSource {
    private let types: [SampledType]
    private let roots: [String]
    private var typeNames: [String: String] = [:]
    /// The names that properties can't have: one with the name of a type would hide it.
    private let hidingNames: Set<String>
    /// The classes that lead to each other have one number.
    private let cycles: ClassCycles

    init(_ types: [SampledType], roots: [String]) {
        self.types = types
        self.roots = roots
        var names = SwiftNames(reserved: SwiftNames.reservedTypes)
        for type in types { typeNames[type.name] = names.type(type.name) }
        hidingNames = SwiftNames.reservedTypes.union(typeNames.values)
        cycles = ClassCycles(of: types)
    }

    /// Writes the source, after its first comment.
    func write(to output: TextOutput) {
        output.write("import Foundation\nimport KeyedArchiving\nimport KeyedArchivingFoundation\n\n")
        for type in types where output.takesMore { output.write(text(of: type) + "\n") }
        for root in roots {
            guard let name = typeNames[root] else { continue }
            output.write("// let root = try KeyedArchiveDecoder().decode(\(name).self, from: bytes)\n")
        }
    }

    private func text(of type: SampledType) -> String {
        let swiftName = typeNames[type.name] ?? ""
        var names = SwiftNames(reserved: hidingNames)
        var (properties, keys) = ("", "")
        for field in type.fields {
            let key = SwiftNames.literal(field.key)
            if let target = field.shape.classes.filter({ cycles.leads(from: $0, to: type.name) }).min() {
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
