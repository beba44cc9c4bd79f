/// JSON of the conformance suite: `Fixtures/conformance/README.md` says what each tag means.
package enum TaggedJSON: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case string(String)
    case array([TaggedJSON])
    /// A value with its tag, or the named parts of a graph.
    case object([String: TaggedJSON])

    /// A value with a tag.
    static func tagged(_ tag: String, _ content: TaggedJSON) -> TaggedJSON { .object([tag: content]) }

    /// A value with a tag, whose content is text.
    static func tagged(_ tag: String, _ content: String) -> TaggedJSON { .object([tag: .string(content)]) }

    /// The strings of an array.
    static func strings(_ strings: [String]) -> TaggedJSON { .array(strings.map { .string($0) }) }
}

extension TaggedJSON: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([TaggedJSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: TaggedJSON].self))
        }
    }
}
