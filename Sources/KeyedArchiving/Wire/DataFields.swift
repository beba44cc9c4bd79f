internal import PropertyLists

/// The fields of data with a class, `NSData`.
package enum DataFields {
    /// The bytes, inline or as an object.
    @inlinable package static var data: String { "NS.data" }

    /// The bytes, from a subclass of Apple's archiver.
    @inlinable package static var bytes: String { "NS.bytes" }

    /// The key under which an archiver of a class writes the bytes.
    package static func key(writtenBy archiver: String) -> String {
        archiver == ArchiveEnvelope.usualArchiver ? data : bytes
    }

    /// One of them is there; data of nil have no bytes.
    static let rules: [FieldRule] = [.optional(data, .bytes.orNil), .optional(bytes, .bytes.orNil)]
}

/// The fields of a UUID, `NSUUID`.
package enum UUIDFields {
    /// The bytes, in the order in which they are printed.
    @inlinable package static var bytes: String { "NS.uuidbytes" }

    /// How many bytes there are.
    package static let size = 16

    /// A UUID in its usual form, in upper case.
    package static func text(_ bytes: [UInt8]) -> String {
        var text = ""
        for (position, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(position) { text += "-" }
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16, uppercase: true)
        }
        return text
    }

    static let rules: [FieldRule] = [.required(bytes, .bytes)]
}

extension FoundationValueDecoder {
    mutating func data() -> [UInt8]? {
        for key in [DataFields.data, DataFields.bytes] {
            guard let value = field(key) else { continue }
            return value == .uid(.null) ? [] : resolvedData(key)
        }
        return nil
    }

    mutating func uuid() -> FoundationValue.Content? {
        guard let bytes = resolvedData(UUIDFields.bytes), bytes.count == UUIDFields.size else { return nil }
        return .uuid(bytes)
    }
}
