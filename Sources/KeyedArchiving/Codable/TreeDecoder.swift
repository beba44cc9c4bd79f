internal import PropertyLists

/// Decodes a value from a property list.
///
/// The path to the value is put together only when somebody asks for it: most decoders read one scalar and are gone.
struct TreeDecoder: Decoder {
    let value: PropertyList
    /// The path to the container of the value.
    var containerPath: [any CodingKey] = []
    /// The key or position of the value in its container; nil at the top.
    var key: (any CodingKey)?
    var userInfo: [CodingUserInfoKey: Any] = [:]

    var codingPath: [any CodingKey] { key.map { containerPath + [$0] } ?? containerPath }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .dictionary(let entries) = value else { throw mismatch([String: Any].self, "a dictionary") }
        return KeyedDecodingContainer(KeyedTreeReader<Key>(entries, codingPath: codingPath, userInfo: userInfo))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([Any].self, "an array") }
        return UnkeyedTreeReader(elements: elements, codingPath: codingPath, userInfo: userInfo)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleValueTreeReader(decoder: self)
    }
}

// MARK: - Scalars

extension TreeDecoder {
    /// Whether the value stands for nil.
    var isNil: Bool {
        switch value {
        case .string(let text): text.isIdentical(to: "$null")
        case .null: true
        default: false
        }
    }

    func boolean() throws -> Bool {
        guard case .boolean(let value) = value else { throw mismatch(Bool.self, "a boolean") }
        return value
    }

    func string() throws -> String {
        guard !isNil, case .string(let text) = value else { throw mismatch(String.self, "a string") }
        guard let string = text.string else { throw corrupted("the string holds an unpaired surrogate") }
        return string
    }

    /// A number as an integer type that holds it exactly; a real without a fraction will do.
    func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        let result: Value? =
            switch value {
            case .integer(let value): Value(exactly: value)
            case .unsignedInteger(let value): Value(exactly: value)
            case .integer128(let value):
                Int64(exactly: value).flatMap { Value(exactly: $0) }
                    ?? UInt64(exactly: value).flatMap { Value(exactly: $0) }
            case .double(let value): Value(exactly: value)
            case .float(let value): Value(exactly: value)
            default: throw mismatch(type, "an integer")
            }
        guard let result else { throw corrupted("the number does not fit \(type)") }
        return result
    }

    /// A number as a real type; an integer only if the type holds it exactly.
    func real<Value: BinaryFloatingPoint>(_ type: Value.Type) throws -> Value {
        let result: Value? =
            switch value {
            case .double(let value): narrowed(value)
            case .float(let value): Value(value)
            case .integer(let value): Value(exactly: value)
            case .unsignedInteger(let value): Value(exactly: value)
            case .integer128(let value): Int64(exactly: value).flatMap { Value(exactly: $0) }
            default: throw mismatch(type, "a number")
            }
        guard let result else { throw corrupted("the number does not fit \(type)") }
        return result
    }

    /// A real that loses precision at most; nil if it is finite and beyond the type's range.
    private func narrowed<Value: BinaryFloatingPoint>(_ value: Double) -> Value? {
        let result = Value(value)
        return result.isInfinite && value.isFinite ? nil : result
    }

    /// Decodes a value by its `Decodable` conformance, or takes it as it is.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let direct = type as? any PropertyListValue.Type else { return try type.init(from: self) }
        guard let result = direct.init(propertyListValue: value) as? Value else { throw mismatch(type, "a \(type)") }
        return result
    }
}

// MARK: - Errors

extension TreeDecoder {
    /// The error for a value of another kind, or for nil where a value must be.
    func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
        if isNil { return .valueNotFound(type, context("\(expected) is expected, but the value is nil")) }
        return .typeMismatch(type, context("\(expected) is expected, but the value is a \(value.kind)"))
    }

    func corrupted(_ reason: String) -> DecodingError {
        .dataCorrupted(context(reason))
    }

    func context(_ reason: String) -> DecodingError.Context {
        DecodingError.Context(codingPath: codingPath, debugDescription: reason)
    }
}
