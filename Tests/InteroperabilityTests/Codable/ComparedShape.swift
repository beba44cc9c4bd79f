/// A value, the type that it is decoded as, and what becomes of it in each coder.
struct ComparedShape: Sendable {
    let name: String
    /// Why our coders do what Foundation's don't; nil where both do the same.
    var difference: String?
    let outcome: @Sendable (ComparedCoder) -> String

    /// A value that is decoded as its own type.
    init<Value: Codable & Sendable>(_ name: String, _ value: Value, butOurs difference: String? = nil) {
        self.init(name, value, as: Value.self, butOurs: difference)
    }

    /// A value that is decoded as another type.
    init<Value: Encodable & Sendable, Other: Decodable & Sendable>(
        _ name: String,
        _ value: Value,
        as type: Other.Type,
        butOurs difference: String? = nil
    ) {
        self.name = name
        self.difference = difference
        outcome = { coder in coder.outcome(of: value, as: type) { Self.words($0) } }
    }

    /// A value in words that don't depend on the order of sets and dictionaries.
    private static func words(_ value: Any) -> String {
        switch value {
        case let value as any Collection where value is Set<AnyHashable> || value is [AnyHashable: Any]:
            return "[\(value.map { words($0) }.sorted().joined(separator: ", "))]"
        case let list as [Any]: return "[\(list.map(words).joined(separator: ", "))]"
        case let text as String: return text.debugDescription
        default: break
        }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .dictionary || mirror.displayStyle == .set {
            return "[\(mirror.children.map { words($0.value) }.sorted().joined(separator: ", "))]"
        }
        guard !mirror.children.isEmpty else { return "\(value)" }
        let fields = mirror.children.map { "\($0.label ?? ""): \(words($0.value))" }
        return "\(type(of: value))(\(fields.joined(separator: ", ")))"
    }
}
