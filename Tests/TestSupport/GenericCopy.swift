package import KeyedArchiving
internal import PropertyLists

/// Decodes every top-level value of an archive without knowing a class of it, and encodes what comes out.
package enum GenericCopy {
    /// An archive with the same content, by way of decoded objects.
    ///
    /// Objects whose class is in no table are `ArchivedObject`s. Top-level objects are encoded in the order of their
    /// UIDs, which is the order in which they were encoded first.
    ///
    /// - Throws: What decoding and encoding throw.
    package static func bytes(
        of archive: KeyedArchive,
        from bytes: [UInt8],
        registry: ClassRegistry,
        layout: ArchiveLayout = .current
    ) throws -> [UInt8] {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        let archiver = KeyedArchiver(layout: layout)
        archiver.archiverName = unarchiver.archiverName
        archiver.outputFormat = archive.format
        let fields = try archive.topLevel()
        let unkeyedCount = fields.count { isUnkeyed($0.key.repaired) }
        for field in inOrderOfUIDs(fields) where !isUnkeyed(field.key.repaired) {
            try copy(field, from: unarchiver, to: archiver)
        }
        for position in 0..<unkeyedCount {
            guard let value = archive["$\(position)"] else { continue }
            try copyUnkeyed(value, from: unarchiver, to: archiver)
        }
        return try archiver.encodedBytes
    }

    private static func inOrderOfUIDs(_ fields: [ArchivedField]) -> [ArchivedField] {
        func uid(_ field: ArchivedField) -> UID {
            if case .uid(let uid) = field.value { uid } else { .null }
        }
        return fields.enumerated().sorted { (uid($0.element), $0.offset) < (uid($1.element), $1.offset) }.map(\.element)
    }

    /// Whether a stored key is a generated one, `$0`, `$1` and so on.
    private static func isUnkeyed(_ key: String) -> Bool {
        key.hasPrefix("$") && Int(key.dropFirst()) != nil
    }

    private static func copy(
        _ field: ArchivedField,
        from unarchiver: KeyedUnarchiver,
        to archiver: KeyedArchiver
    ) throws {
        let stored = field.key.repaired
        let key = stored.hasPrefix("$") ? String(stored.dropFirst()) : stored
        switch field.value {
        case .uid: try archiver.encode(try unarchiver.decodeObject(forKey: key), forKey: key)
        case .boolean: try archiver.encode(try unarchiver.decodeBool(forKey: key), forKey: key)
        case .integer: try archiver.encode(try unarchiver.decodeInt64(forKey: key), forKey: key)
        case .double: try archiver.encode(try unarchiver.decodeDouble(forKey: key), forKey: key)
        case .float: try archiver.encode(try unarchiver.decodeFloat(forKey: key), forKey: key)
        case .data: try archiver.encodeBytes(try unarchiver.decodeBytes(forKey: key) ?? [], forKey: key)
        case .string: try archiver.encodeInlineString(try unarchiver.decode(String.self, forKey: key), forKey: key)
        default: throw Uncopied(key: key, kind: field.value.kind)
        }
    }

    private static func copyUnkeyed(
        _ value: PropertyList,
        from unarchiver: KeyedUnarchiver,
        to archiver: KeyedArchiver
    ) throws {
        switch value {
        case .uid: try archiver.encode(try unarchiver.decodeObject())
        case .boolean: try archiver.encodeValue(try unarchiver.decodeValue(Bool.self))
        case .integer: try archiver.encodeValue(try unarchiver.decodeValue(Int64.self))
        case .double: try archiver.encodeValue(try unarchiver.decodeValue(Double.self))
        default: throw Uncopied(key: "unkeyed", kind: value.kind)
        }
    }

    /// A top-level value of a kind that no archive of the corpus has.
    private struct Uncopied: Error {
        var key: String
        var kind: String
    }
}
