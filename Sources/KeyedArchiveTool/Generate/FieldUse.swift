/// How a field of a generated class is declared, read and written.
enum FieldUse {
    /// A number or a boolean in the field: its type, its default value.
    case scalar(String, zero: String)
    /// A real that is sometimes a whole number.
    case number
    case inlineText
    case bytes
    /// A value that is an object in archives, and the value used if there is none.
    case value(String, empty: String?)
    /// An object of a generated class.
    case object(String)
    /// An object of any class.
    case anyObject(words: String)

    /// - Returns: nil if the field can't be read.
    init?(_ field: SampledType.Field, _ typeNames: TypeNames) {
        let shape = field.shape
        let values = shape.values
        if values.contains(where: { if case .unreadable = $0 { true } else { false } }) { return nil }
        switch (values, shape.isInline, shape.isReference) {
        case ([.boolean], true, false): self = .scalar("Bool", zero: "false")
        case ([.integer], true, false): self = .scalar("Int", zero: "0")
        case ([.float], true, false): self = .scalar("Float", zero: "0")
        case ([.double], true, false): self = .scalar("Double", zero: "0")
        case (_, true, false) where values.isSubset(of: [.integer, .float, .double]): self = .number
        case ([.string], true, false): self = .inlineText
        case ([.data], true, false): self = .bytes
        case ([.boolean], true, true), ([.string], true, true): self = .value(typeNames.plainType(of: values) ?? "")
        case (_, true, true) where values.isSubset(of: [.integer, .float, .double]):
            self = .value(typeNames.plainType(of: values) ?? "")
        case (_, true, _): return nil
        default:
            if values.count == 1, let name = values.first?.className, let type = typeNames.generated[name] {
                self = .object(type)
            } else if let type = Self.type(of: shape, typeNames, isShared: field.holdsSharedCollection) {
                self = .value(type)
            } else {
                self = .anyObject(words: shape.words)
            }
        }
    }

    /// A value of a type, with the type's empty value if there is one.
    private static func value(_ type: String) -> FieldUse {
        let zeros = ["Bool": "false", "Int": "0", "Float": "0", "Double": "0", "String": "\"\""]
        if let zero = zeros[type] { return .value(type, empty: zero) }
        guard type.hasPrefix("[") || type.hasPrefix("Set<") else { return .value(type, empty: nil) }
        return .value(type, empty: type.hasPrefix("[String: ") ? "[:]" : "[]")
    }

    /// The types whose values can be in a set of Swift.
    private static let hashable: Set<String> = ["Date", "Double", "Int", "String", "URL", "UUID"]

    /// The type of a value that is an object in archives; nil if there is none for all that was seen.
    ///
    /// - Parameter isShared: Whether collections need an identity.
    private static func type(of shape: SampledShape, _ typeNames: TypeNames, isShared: Bool) -> String? {
        if let type = typeNames.plainType(of: shape.values) { return type }
        guard shape.values.count == 1, let kind = shape.values.first else { return nil }
        let element = isShared ? nil : shape.element.flatMap { elementType(of: $0, typeNames) }
        switch kind {
        case .list: return element.map { "[\($0)]" } ?? "ArchivedArray"
        case .dictionary: return element.map { "[String: \($0)]" } ?? "ArchivedDictionary"
        case .table: return "ArchivedDictionary"
        case .set: return element.flatMap { hashable.contains($0) ? "Set<\($0)>" : nil } ?? "ArchivedSet"
        case .orderedSet: return "ArchivedOrderedSet"
        case .countedSet: return "ArchivedCountedSet"
        default: return nil
        }
    }

    private static func elementType(of element: SampledShape, _ typeNames: TypeNames) -> String? {
        guard let type = type(of: element, typeNames, isShared: false) else { return nil }
        return element.kinds.contains(.null) ? type + "?" : type
    }

    /// - Parameter isWeak: Whether an object leads back to one that this is in, which would otherwise keep itself.
    func declaration(_ name: String, isOptional: Bool, isWeak: Bool) -> String {
        switch self {
        case .scalar(let type, let zero): "var \(name): \(type)\(isOptional ? "?" : " = \(zero)")\n"
        case .number: "var \(name): Double\(isOptional ? "?" : " = 0")\n"
        case .inlineText, .value("String", _): "var \(name)\(isOptional ? ": String?" : " = \"\"")\n"
        case .bytes: "var \(name): [UInt8]\(isOptional ? "?" : " = []")\n"
        case .value(let type, let empty?) where !isOptional: "var \(name): \(type) = \(empty)\n"
        case .value(let type, _): "var \(name): \(type)?\n"
        case .object(let type) where isWeak: "/// The object that this one is in.\nweak var \(name): \(type)?\n"
        case .object(let type): "var \(name): \(type)?\n"
        case .anyObject(let words): "/// \(words)\nvar \(name): (any Codingable)?\n"
        }
    }

    func decoding(_ name: String, _ key: String, isOptional: Bool) -> String {
        let read = isOptional ? "decodeIfPresent" : "decode"
        return switch self {
        case .scalar(let type, _): "\(name) = try unarchiver.\(read)(\(type).self, forKey: \(key))\n"
        case .number: "\(name) = try unarchiver.decodeNumber(forKey: \(key))\(isOptional ? "" : " ?? 0")\n"
        case .inlineText:
            "\(name) = try unarchiver.decodeInlineString(forKey: \(key))\(isOptional ? "" : " ?? \"\"")\n"
        case .bytes:
            "\(name) = try unarchiver.decodeBytes(forKey: \(key)).map { Array($0) }\(isOptional ? "" : " ?? []")\n"
        case .value(let type, nil): "\(name) = try unarchiver.decodeIfPresent(\(type).self, forKey: \(key))\n"
        case .value(let type, _): "\(name) = try unarchiver.\(read)(\(type).self, forKey: \(key))\n"
        case .object(let type): "\(name) = try unarchiver.decodeObject(of: \(type).self, forKey: \(key))\n"
        case .anyObject: "\(name) = try unarchiver.decodeObject(forKey: \(key))\n"
        }
    }

    /// The statement that writes an object under a key.
    static func encoding(object: String, _ key: String, isNilStored: Bool) -> String {
        isNilStored
            ? "try archiver.encode(\(object), forKey: \(key))\n"
            : "if let value = \(object) { try archiver.encode(value, forKey: \(key)) }\n"
    }

    /// - Parameter isNilStored: Whether samples have the key also where there is nil.
    func encoding(_ name: String, _ key: String, isOptional: Bool, isNilStored: Bool) -> String {
        let verb =
            switch self {
            case .bytes: "encodeBytes"
            case .inlineText: "encodeInlineString"
            default: "encode"
            }
        // A number or a boolean is written as an object.
        let conversion =
            if case .value("Bool", _) = self { true } else if case .value(_, "0") = self { true } else { false }
        let isNil: Bool
        switch self {
        case .value(_, nil), .object, .anyObject: isNil = !isNilStored
        case .value: isNil = isOptional && !isNilStored
        default: isNil = isOptional
        }
        if isNil {
            let value = conversion ? "value as any Codingable" : "value"
            return "if let value = \(name) { try archiver.\(verb)(\(value), forKey: \(key)) }\n"
        }
        let value = conversion ? "\(name) as (any Codingable)?" : name
        return "try archiver.\(verb)(\(value), forKey: \(key))\n"
    }

    // MARK: Values without keys

    /// Whether the value can be read and written in its place rather than by its key.
    var takesNoKey: Bool {
        switch self {
        case .scalar, .object, .anyObject: true
        case .value(_, let empty): empty != "false" && empty != "0"
        default: false
        }
    }

    func unkeyedDecoding(_ name: String) -> String {
        switch self {
        case .scalar(let type, _): "\(name) = try unarchiver.decodeValue(\(type).self)\n"
        case .value(let type, let empty):
            "\(name) = try unarchiver.decodeObject(of: \(type).self)\(empty.map { " ?? \($0)" } ?? "")\n"
        case .object(let type): "\(name) = try unarchiver.decodeObject(of: \(type).self)\n"
        default: "\(name) = try unarchiver.decodeObject()\n"
        }
    }

    func unkeyedEncoding(_ name: String) -> String {
        if case .scalar = self { "try archiver.encodeValue(\(name))\n" } else { "try archiver.encode(\(name))\n" }
    }
}
