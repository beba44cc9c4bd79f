import KeyedArchiving

/// Swift types that read the objects of sampled classes, for `KeyedArchiveDecoder`.
struct DecodableSource {
    private let types: [SampledType]
    private let roots: [TypeSampler.Root]
    private let typeNames: TypeNames
    /// The classes that hold each other directly.
    private let cycles: ClassCycles

    init(_ sampled: [SampledType], roots: [TypeSampler.Root]) {
        // The decoder sees elements and entries of a collection's subclass, not its fields.
        types = sampled.filter { !$0.isPlainSubclass }
        self.roots = roots
        typeNames = TypeNames(types, .decodable)
        cycles = ClassCycles(of: types)
    }

    /// Writes the source, after its first comment.
    func write(to output: TextOutput) {
        output.write("import Foundation\nimport KeyedArchiving\nimport KeyedArchivingFoundation\n\n")
        for type in types where output.takesMore { output.write(text(of: type) + "\n") }
        var typeNames = typeNames
        var names = SwiftNames(reserved: typeNames.hidingNames)
        var calls = ""
        for root in roots where output.takesMore {
            let key = SwiftNames.literal(root.key)
            var choices = ""
            let type = swiftType(of: root.shape) { shape in
                choice(shape, root.key, &choices) { typeNames.takeName($0) }
            }
            output.write(choices)
            guard let type else {
                if !root.shape.values.isEmpty { calls += "// \(key) isn't read: it holds \(root.shape.words).\n" }
                continue
            }
            let place = root.key == "root" ? "" : ", at: \(key)"
            calls += "// let \(names.property(root.key)) = try KeyedArchiveDecoder(registry: .foundation)"
            calls += ".decode(\(type).self, from: bytes\(place))\n"
        }
        output.write(calls)
    }

    private func text(of type: SampledType) -> String {
        var names = SwiftNames(reserved: typeNames.hidingNames, taken: SwiftNames.reservedMembers)
        var (choices, properties, keys) = ("", "", "")
        for field in type.fields {
            let key = SwiftNames.literal(CodingKeyRules.userKey(field.key))
            guard !field.closesCycle else {
                properties += "// \(key) isn't read: it leads back to an object that this one is in.\n"
                continue
            }
            let swiftType = swiftType(of: field.shape) { shape in
                choice(shape, field.key, &choices) { names.type($0) }
            }
            guard let swiftType else {
                properties += "// \(key) isn't read: it holds \(field.shape.words).\n"
                continue
            }
            let name = names.property(field.key)
            properties += "var \(name): \(swiftType)\(type.isOptional(field) ? "?" : "")\n"
            keys += "case \(name) = \(key)\n"
        }
        let codingKeys =
            keys.isEmpty ? "" : "\n    private enum CodingKeys: String, CodingKey {\n\(keys.indented(by: 8))    }\n"
        return """
            /// \(SwiftNames.literal(type.name))\(type.name.nameInSource), of which the samples have \(type.objectCount).
            \(isInstance(type) ? "final class" : "struct") \(typeNames.name(of: type)): \
            \(isInstance(type) ? "SharedDecodable" : "Decodable") {
            \((choices + properties).indented(by: 4))\(codingKeys)}

            """
    }

    /// Whether objects become instances of a class: those that hold each other directly, and those that are shared and
    /// hold others, which would be decoded for each reference.
    private func isInstance(_ type: SampledType) -> Bool {
        type.fields.contains { field in
            guard !field.closesCycle else { return false }
            if type.isShared, holdsObjects(field.shape) { return true }
            return field.shape.kinds.contains { kind in
                kind.className.map { cycles.leads(from: $0, to: type.name) } ?? false
            }
        }
    }

    private func holdsObjects(_ shape: SampledShape) -> Bool {
        shape.kinds.contains { kind in kind.className.map { typeNames.generated[$0] != nil } ?? false }
            || shape.element.map(holdsObjects) ?? false
    }

    /// The type of a value; nil if there is none for all that was seen.
    ///
    /// - Parameter choice: Makes an enumeration of the classes of objects.
    private func swiftType(of shape: SampledShape, choice: (SampledShape) -> String?) -> String? {
        if let type = typeNames.plainType(of: shape.values) { return type }
        if let type = choice(shape) { return type }
        guard shape.values.count == 1, let kind = shape.values.first, let element = shape.element,
            let type = swiftType(of: element, choice: choice)
        else { return nil }
        let elementType = element.kinds.contains(.null) ? type + "?" : type
        switch kind {
        case .list, .set, .orderedSet, .countedSet: return "[\(elementType)]"
        case .dictionary: return "[String: \(elementType)]"
        default: return nil
        }
    }

    /// Declares an enumeration of the classes of objects; nil if they have no types, or only one.
    private func choice(
        _ shape: SampledShape,
        _ key: String,
        _ declarations: inout String,
        name: (String) -> String
    ) -> String? {
        let typeName = String(key.drop { !$0.isLetter }) + " choice"
        guard let choice = ClassChoice(shape, typeNames, name: { name(typeName) }) else { return nil }
        declarations += choice.declaration(ofKey: SwiftNames.literal(key)) + "\n"
        return choice.name
    }
}
