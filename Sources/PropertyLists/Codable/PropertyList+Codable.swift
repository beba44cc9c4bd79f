#if !hasFeature(Embedded)

// Values of property lists as fields of `Codable` types.

extension PropertyList: PropertyListValue {
    /// The value itself.
    package var propertyListValue: PropertyList { self }

    /// Creates a value from any value.
    package init?(propertyListValue: PropertyList) {
        self = propertyListValue
    }
}

extension UID: PropertyListValue {
    /// A UID.
    package var propertyListValue: PropertyList { .uid(self) }

    /// Creates a UID from a UID.
    package init?(propertyListValue: PropertyList) {
        guard case .uid(let uid) = propertyListValue else { return nil }
        self = uid
    }
}

extension UID: Codable {
    private enum CodingKeys: String, CodingKey {
        case number = "CF$UID"
    }

    /// Encodes the UID as XML has it: a dictionary with the key `CF$UID`.
    ///
    /// The coders of this package store a UID instead.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rawValue, forKey: .number)
    }

    /// Decodes a UID from a dictionary with the key `CF$UID`.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.container(keyedBy: CodingKeys.self).decode(UInt64.self, forKey: .number))
    }
}

// The coders of this package store and read any value as it is; others get what they have: a date as its seconds since
// 2001, data as a list of bytes, a set as a list.
extension PropertyList: Codable {
    /// Encodes the value.
    ///
    /// - Throws: `EncodingError` for a dictionary with a key that isn't a string, and for an integer that the encoder
    ///   doesn't hold.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let elements), .set(let elements), .orderedSet(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .dictionary(let entries):
            var container = encoder.container(keyedBy: TreeKey.self)
            for (key, value) in entries {
                guard let key = key.stringValue else {
                    let reason = "a key is \(key.kind.withArticle), not a string"
                    throw EncodingError.invalidValue(
                        self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
                }
                try container.encode(value, forKey: .name(key))
            }
        case .data(let bytes):
            var container = encoder.unkeyedContainer()
            for byte in bytes { try container.encode(byte) }
        case .uid(let uid): try uid.encode(to: encoder)
        default: try encodeSingle(to: encoder)
        }
    }

    private func encodeSingle(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsignedInteger(let value): try container.encode(value)
        case .integer128(let value):
            guard let small = Int64(exactly: value) else {
                let reason = "the integer \(value) has more than 64 bits"
                throw EncodingError.invalidValue(
                    self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
            }
            try container.encode(small)
        case .float(let value): try container.encode(value)
        case .double(let value), .date(let value): try container.encode(value)
        case .string(let value): try container.encode(value.repaired)
        default: try container.encodeNil()
        }
    }

    /// Decodes a value of any kind.
    public init(from decoder: any Decoder) throws {
        if var elements = try? decoder.unkeyedContainer() {
            var list: [PropertyList] = []
            while !elements.isAtEnd { list.append(try elements.decode(PropertyList.self)) }
            self = .array(PropertyListArray(list))
            return
        }
        if let entries = try? decoder.container(keyedBy: TreeKey.self) {
            self = .dictionary(
                PropertyListDictionary(
                    try entries.allKeys.map { key in
                        (
                            key: .string(PropertyListString(key.stringValue)),
                            value: try entries.decode(PropertyList.self, forKey: key)
                        )
                    }))
            return
        }
        self = try Self.single(decoder.singleValueContainer())
    }

    private static func single(_ container: any SingleValueDecodingContainer) throws -> PropertyList {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .boolean(value) }
        if let value = try? container.decode(Int64.self) { return .integer(value) }
        if let value = try? container.decode(UInt64.self) { return .unsignedInteger(value) }
        if let value = try? container.decode(Double.self) { return .double(value) }
        return .string(PropertyListString(try container.decode(String.self)))
    }
}

#endif
