/// Swift classes that read and write the objects of sampled classes.
struct CodingableSource {
    private let types: [SampledType]
    private var typeNames: [String: String] = [:]
    /// The names that properties can't have: one with the name of a type would hide it.
    private let hidingNames: Set<String>

    init(_ types: [SampledType]) {
        self.types = types
        var names = SwiftNames(reserved: SwiftNames.reservedTypes)
        for type in types { typeNames[type.name] = names.type(type.name) }
        hidingNames = SwiftNames.reservedTypes.union(typeNames.values)
    }

    /// Writes the source, after its first comment.
    func write(to output: TextOutput) {
        output.write("import KeyedArchiving\nimport KeyedArchivingFoundation\n\n")
        for type in types where output.takesMore { output.write(text(of: type) + "\n") }
        output.write(archives)
    }

    /// How archives with these classes are read and written.
    private var archives: String {
        let registrations = types.map { "        registry.register(\(typeNames[$0.name] ?? "").self)\n" }.joined()
        return """
            /// Reads and writes archives with the classes above.
            enum Archives {
                /// The classes above, and Foundation's.
                static let registry: ClassRegistry = {
                    var registry = ClassRegistry.foundation
            \(registrations)        return registry
                }()

                /// The object under a top-level key of an archive.
                static func decode(_ bytes: [UInt8], forKey key: String = "root") throws -> (any Codingable)? {
                    let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry)
                    // Only the classes of the registry are made, whatever the archive names.
                    try unarchiver.disableSecureCoding()
                    return try unarchiver.decodeTopLevelObject(forKey: key)
                }

                /// An archive of an object.
                static func encode(_ root: any Codingable) throws -> [UInt8] {
                    try KeyedArchiver.archivedBytes(withRootObject: root)
                }
            }

            """
    }

    private func text(of type: SampledType) -> String {
        let swiftName = typeNames[type.name] ?? ""
        var names = SwiftNames(reserved: hidingNames, taken: ["archiver", "unarchiver"])
        var (choices, properties, decoding, encoding) = ("", "", "", "")
        for field in type.fields {
            let key = SwiftNames.literal(field.key)
            let isOptional = type.isOptional(field)
            let typeName = field.key.drop { !$0.isLetter } + " choice"
            if let choice = ClassChoice(field.shape, typeNames, name: { names.type(String(typeName)) }) {
                let name = names.property(field.key)
                choices += choice.declaration(ofKey: key)
                properties += "    var \(name): \(choice.name)?\n"
                decoding +=
                    "        \(name) = try unarchiver.decodeObject(forKey: \(key)).map { try \(choice.name)($0) }\n"
                let isNilStored = !isOptional || field.count == type.objectCount
                encoding += FieldUse.encoding(object: "\(name)?.object", key, isNilStored: isNilStored)
                continue
            }
            guard let use = FieldUse(field.shape, typeNames) else {
                let kinds = field.shape.kinds.map(\.words).sorted().joined(separator: ", ")
                properties += "    // \(key) isn't read: it holds \(kinds).\n"
                continue
            }
            let name = names.property(field.key)
            properties += use.declaration(name, isOptional: isOptional, isWeak: field.leadsBack)
            decoding += "        \(use.decoding(name, key, isOptional: isOptional))\n"
            encoding += use.encoding(name, key, isOptional: isOptional, isNilStored: field.count == type.objectCount)
        }
        let hierarchy = type.hierarchy.map(SwiftNames.literal).joined(separator: ", ")
        return """
            /// \(SwiftNames.literal(type.name)), of which the samples have \(type.objectCount).
            final class \(swiftName): Codingable {
                static var codedClassName: String { \(SwiftNames.literal(type.name)) }
                static var codedClassHierarchy: [String] { [\(hierarchy)] }

            \(choices)\(properties)
                init() {}

                init(coder unarchiver: KeyedUnarchiver) throws {
                    // Objects below may refer back to this one.
                    try unarchiver.register(self)
            \(decoding)    }

                func encode(with archiver: KeyedArchiver) throws {
            \(encoding)    }
            }

            """
    }
}

/// How a field is declared, read and written.
private enum FieldUse {
    /// A number or a boolean in the field: its type, its default value.
    case scalar(String, zero: String)
    /// A real that is sometimes a whole number.
    case number
    case text
    case inlineText
    case bytes
    /// An object of one class, or of any.
    case object(String)
    case anyObject(words: String)

    init?(_ shape: SampledShape, _ typeNames: [String: String]) {
        let values = shape.values
        if values.contains(where: { if case .other(let words) = $0 { words.hasSuffix("in the field") } else { false } })
        {
            return nil
        }
        switch (values, shape.isInline, shape.isReference) {
        case ([.boolean], true, false): self = .scalar("Bool", zero: "false")
        case ([.integer], true, false): self = .scalar("Int", zero: "0")
        case ([.float], true, false): self = .scalar("Float", zero: "0")
        case ([.double], true, false): self = .scalar("Double", zero: "0")
        case (_, true, false) where values.isSubset(of: [.integer, .float, .double]): self = .number
        case ([.string], true, false): self = .inlineText
        case ([.data], true, false): self = .bytes
        case ([.string], false, true): self = .text
        case (_, true, _): return nil
        default:
            if values.count == 1, case .object(let name)? = values.first, let type = typeNames[name] {
                self = .object(type)
            } else {
                let words = values.map(\.words).sorted()
                self = .anyObject(words: words.isEmpty ? "always nil" : words.joined(separator: ", "))
            }
        }
    }

    /// - Parameter isWeak: Whether an object leads back to one that this is in, which would otherwise keep itself.
    func declaration(_ name: String, isOptional: Bool, isWeak: Bool) -> String {
        switch self {
        case .scalar(let type, let zero): "    var \(name)\(isOptional ? ": \(type)?" : ": \(type) = \(zero)")\n"
        case .number: "    var \(name)\(isOptional ? ": Double?" : ": Double = 0")\n"
        case .text, .inlineText: "    var \(name)\(isOptional ? ": String?" : " = \"\"")\n"
        case .bytes: "    var \(name): [UInt8]\(isOptional ? "?" : " = []")\n"
        case .object(let type) where isWeak:
            "    /// The object that this one is in.\n    weak var \(name): \(type)?\n"
        case .object(let type): "    var \(name): \(type)?\n"
        case .anyObject(let words): "    /// \(words)\n    var \(name): (any Codingable)?\n"
        }
    }

    func decoding(_ name: String, _ key: String, isOptional: Bool) -> String {
        let read = isOptional ? "decodeIfPresent" : "decode"
        return switch self {
        case .scalar(let type, _): "\(name) = try unarchiver.\(read)(\(type).self, forKey: \(key))"
        case .number: "\(name) = try unarchiver.decodeNumber(forKey: \(key))\(isOptional ? "" : " ?? 0")"
        case .text: "\(name) = try unarchiver.\(read)(String.self, forKey: \(key))"
        case .inlineText: "\(name) = try unarchiver.decodeInlineString(forKey: \(key))\(isOptional ? "" : " ?? \"\"")"
        case .bytes:
            "\(name) = try unarchiver.decodeBytes(forKey: \(key)).map { Array($0) }\(isOptional ? "" : " ?? []")"
        case .object(let type): "\(name) = try unarchiver.decodeObject(of: \(type).self, forKey: \(key))"
        case .anyObject: "\(name) = try unarchiver.decodeObject(forKey: \(key))"
        }
    }

    /// The statement that writes an object under a key.
    static func encoding(object: String, _ key: String, isNilStored: Bool) -> String {
        isNilStored
            ? "        try archiver.encode(\(object), forKey: \(key))\n"
            : "        if let value = \(object) { try archiver.encode(value, forKey: \(key)) }\n"
    }

    /// - Parameter isNilStored: Whether samples have the key also where there is nil.
    func encoding(_ name: String, _ key: String, isOptional: Bool, isNilStored: Bool) -> String {
        let verb =
            switch self {
            case .bytes: "encodeBytes"
            case .inlineText: "encodeInlineString"
            default: "encode"
            }
        let isReference =
            switch self {
            case .text, .object, .anyObject: true
            default: false
            }
        if isOptional, !(isReference && isNilStored) {
            return "        if let value = \(name) { try archiver.\(verb)(value, forKey: \(key)) }\n"
        }
        if isReference, !isNilStored, !isOptional {
            return "        if let value = \(name) { try archiver.\(verb)(value, forKey: \(key)) }\n"
        }
        return "        try archiver.\(verb)(\(name), forKey: \(key))\n"
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
        case .date: "a date"
        case .url: "a URL"
        case .uuid: "a UUID"
        case .decimal: "a decimal number"
        case .list: "a list"
        case .dictionary: "a dictionary"
        case .object(let name): name.escaped(limit: 80)
        case .other(let words): words.escaped(limit: 80)
        }
    }
}
