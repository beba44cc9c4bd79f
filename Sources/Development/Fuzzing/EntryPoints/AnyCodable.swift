/// A value that decodes from whatever there is, by its `Decodable` conformance.
package enum AnyCodable: Codable, Sendable {
    case none
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    case list([AnyCodable])
    case record([String: AnyCodable])

    static let sample: AnyCodable = .record([
        "text": .text("text"), "numbers": .list([.integer(1), .real(2.5), .boolean(true)]), "none": .none,
    ])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .none
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .real(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if var list = try? decoder.unkeyedContainer() {
            var values: [AnyCodable] = []
            while !list.isAtEnd { values.append(try list.decode(AnyCodable.self)) }
            self = .list(values)
        } else {
            self = .record(try container.decode([String: AnyCodable].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .none: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .real(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        case .record(let values): try container.encode(values)
        }
    }
}
