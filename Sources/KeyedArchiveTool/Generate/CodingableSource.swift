import KeyedArchiving

/// Swift classes that read and write the objects of sampled classes.
struct CodingableSource {
    private let types: [SampledType]
    private let typeNames: TypeNames

    init(_ types: [SampledType]) {
        self.types = types
        typeNames = TypeNames(types, .codingable)
    }

    /// Writes the source, after its first comment.
    func write(to output: TextOutput) {
        output.write("import Foundation\nimport KeyedArchiving\nimport KeyedArchivingFoundation\n\n")
        for type in types where output.takesMore { output.write(text(of: type) + "\n") }
        output.write(archives)
    }

    /// How archives with these classes are read and written.
    private var archives: String {
        let registrations = types.map { "        registry.register(\(typeNames.name(of: $0)).self)\n" }.joined()
        return """
            /// Reads and writes archives with the classes above.
            enum Archives {
                /// The classes above, and Foundation's.
                static let registry: ClassRegistry = {
                    var registry = ClassRegistry.foundation
            \(registrations)        return registry
                }()

                /// What decodes an archive.
                static func unarchiver(for bytes: [UInt8]) throws -> KeyedUnarchiver {
                    let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry)
                    // Only the classes of the registry are made, whatever the archive names; objects of others are
                    // instances of ArchivedObject.
                    try unarchiver.disableSecureCoding()
                    unarchiver.keepsUnknownClasses = true
                    return unarchiver
                }

                /// The object under a top-level key of an archive.
                static func decode(_ bytes: [UInt8], forKey key: String = "root") throws -> (any Codingable)? {
                    try unarchiver(for: bytes).decodeTopLevelObject(forKey: key)
                }

                /// An archive of an object.
                ///
                /// - Parameter unarchiver: What the object was decoded with; what was not changed is written as it was.
                static func encode(_ root: any Codingable, rewriting unarchiver: KeyedUnarchiver? = nil) throws -> [UInt8] {
                    let archiver = try unarchiver.map { try KeyedArchiver(rewriting: $0) } ?? KeyedArchiver()
                    try archiver.encode(root, forKey: "root")
                    return try archiver.encodedBytes
                }
            }

            """
    }

    private func text(of type: SampledType) -> String {
        var body = Body(names: SwiftNames(reserved: typeNames.hidingNames, taken: SwiftNames.reservedMembers))
        let unkeyed = UnkeyedFields(of: type, typeNames)
        for field in type.fields {
            if UnkeyedFields.number(of: field.key) == nil {
                add(field, of: type, to: &body)
            } else if unkeyed == nil {
                let key = SwiftNames.literal(field.key)
                body.properties += "// \(key) isn't read: it has no key, and some objects have more such values.\n"
            }
        }
        for use in unkeyed?.uses ?? [] {
            let name = body.names.property("value")
            body.properties += use.declaration(name, isOptional: false, isWeak: false)
            body.decoding += use.unkeyedDecoding(name)
            body.encoding += use.unkeyedEncoding(name)
        }
        let hierarchy = type.hierarchy.map(SwiftNames.literal).joined(separator: ", ")
        return """
            /// \(SwiftNames.literal(type.name))\(type.name.nameInSource), of which the samples have \(type.objectCount).
            final class \(typeNames.name(of: type)): Codingable {
                static var codedClassName: String { \(SwiftNames.literal(type.name)) }
                static var codedClassHierarchy: [String] { [\(hierarchy)] }

            \((body.choices + body.properties).indented(by: 4))
                init() {}

                init(coder unarchiver: KeyedUnarchiver) throws {
                    // Objects below may refer back to this one.
                    try unarchiver.register(self)
            \(body.decoding.indented(by: 8))    }

                func encode(with archiver: KeyedArchiver) throws {
            \(body.encoding.indented(by: 8))    }
            }

            """
    }

    /// The parts of a class's source.
    private struct Body {
        var names: SwiftNames
        var choices = ""
        var properties = ""
        var decoding = ""
        var encoding = ""
    }

    /// Adds a field with a key.
    private func add(_ field: SampledType.Field, of type: SampledType, to body: inout Body) {
        let key = SwiftNames.literal(CodingKeyRules.userKey(field.key))
        let isOptional = type.isOptional(field)
        let isNilStored = !isOptional || field.count == type.objectCount
        let typeName = field.key.drop { !$0.isLetter } + " choice"
        if let choice = ClassChoice(field.shape, typeNames, name: { body.names.type(String(typeName)) }) {
            let name = body.names.property(field.key)
            body.choices += choice.declaration(ofKey: key) + "\n"
            body.properties += "var \(name): \(choice.name)?\n"
            body.decoding +=
                "\(name) = try unarchiver.decodeObject(forKey: \(key)).map { try \(choice.name)($0) }\n"
            body.encoding += FieldUse.encoding(object: "\(name)?.object", key, isNilStored: isNilStored)
            return
        }
        guard let use = FieldUse(field, typeNames) else {
            body.properties += "// \(key) isn't read: it holds \(field.shape.words).\n"
            return
        }
        let name = body.names.property(field.key)
        body.properties += use.declaration(name, isOptional: isOptional, isWeak: field.leadsBack)
        body.decoding += use.decoding(name, key, isOptional: isOptional)
        body.encoding += use.encoding(name, key, isOptional: isOptional, isNilStored: isNilStored)
    }
}

/// The values without keys of a class, in their order, where all objects have the same.
private struct UnkeyedFields {
    let uses: [FieldUse]

    /// - Returns: nil if some objects have others, or if one can't be read.
    init?(of type: SampledType, _ typeNames: TypeNames) {
        let fields = type.fields.compactMap { field in Self.number(of: field.key).map { ($0, field) } }
            .sorted { $0.0 < $1.0 }
        guard fields.map(\.0) == Array(fields.indices), fields.allSatisfy({ !type.isOptional($0.1) }) else {
            return nil
        }
        uses = fields.compactMap { FieldUse($0.1, typeNames) }
        guard uses.count == fields.count, uses.allSatisfy(\.takesNoKey) else { return nil }
    }

    /// The place of a value that has no key: 2 of `$2`.
    static func number(of key: String) -> Int? { key.hasPrefix("$") ? Int(key.dropFirst()) : nil }
}
