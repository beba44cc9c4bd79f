internal import PropertyLists

/// Decodes a `Decodable` value from a property list, as Apple's property-list coder does.
struct TreeDecoder: Decoder {
    let value: PropertyList
    var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .dictionary(let dictionary) = value else {
            throw mismatch([String: PropertyList].self, "a dictionary")
        }
        return KeyedDecodingContainer(TreeKeyedDecoding<Key>(dictionary: dictionary, codingPath: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let array) = value else { throw mismatch([PropertyList].self, "an array") }
        return TreeUnkeyedDecoding(elements: array.elements, codingPath: codingPath)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        TreeSingleDecoding(decoder: self)
    }

    // MARK: Scalars

    var isNull: Bool {
        guard case .string(let string) = value else { return false }
        return string.isIdentical(to: "$null")
    }

    func bool() throws -> Bool {
        guard case .boolean(let value) = value else { throw mismatch(Bool.self, "a boolean") }
        return value
    }

    func string() throws -> String {
        guard case .string(let string) = value, let string = string.string else {
            throw mismatch(String.self, "a string")
        }
        return string
    }

    /// A real, or an integer that a real holds exactly.
    func double() throws -> Double {
        switch value {
        case .double(let value): return value
        case .float(let value): return Double(value)
        case .integer(let value):
            if let exact = Double(exactly: value) { return exact }
        default: break
        }
        throw mismatch(Double.self, "a real")
    }

    func float() throws -> Float {
        if case .float(let value) = value { return value }
        let double = try double()
        guard !double.isFinite || double.magnitude <= Double(Float.greatestFiniteMagnitude) else {
            throw mismatch(Float.self, "a real within the range of Float")
        }
        return Float(double)
    }

    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
        let exact: Integer? =
            switch value {
            case .integer(let value): Integer(exactly: value)
            case .unsignedInteger(let value): Integer(exactly: value)
            case .integer128(let value):
                Int64(exactly: value).flatMap { Integer(exactly: $0) }
                    ?? UInt64(exactly: value).flatMap { Integer(exactly: $0) }
            default: nil
            }
        guard let exact else { throw mismatch(type, "an integer that fits \(type)") }
        return exact
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let listType = type as? any PropertyListValue.Type else { return try Value(from: self) }
        guard let decoded = listType.init(propertyListValue: value) as? Value else {
            throw mismatch(type, "a \(type)")
        }
        return decoded
    }

    func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
        .typeMismatch(
            type,
            .init(codingPath: codingPath, debugDescription: "\(expected) is wanted, and a \(value.kind) is there")
        )
    }
}
