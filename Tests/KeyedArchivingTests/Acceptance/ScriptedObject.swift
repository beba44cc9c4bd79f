import KeyedArchiving
import PropertyLists

/// An object whose encoding and decoding are written down by each test.
struct Scripted: Codingable {
    static var codedClassName: String { "Scripted" }

    var encoding: (KeyedArchiver) throws -> Void

    init(_ encoding: @escaping (KeyedArchiver) throws -> Void) {
        self.encoding = encoding
    }

    func encode(with archiver: KeyedArchiver) throws {
        try encoding(archiver)
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        encoding = { _ in }
    }
}

/// The bytes of an archive whose top level is encoded by a closure.
func archive(
    format: PropertyListFormat = .binary,
    _ encode: (KeyedArchiver) throws -> Void
) throws -> [UInt8] {
    let archiver = KeyedArchiver()
    archiver.outputFormat = format
    try encode(archiver)
    return try archiver.encodedBytes
}

/// An unarchiver that returns defaults and keeps the first error.
func lenientUnarchiver(_ bytes: [UInt8]) throws -> KeyedUnarchiver {
    let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    return unarchiver
}

extension KeyedArchive {
    /// The record of an object, by UID.
    func requiredRecord(_ uid: UID) throws -> ArchivedRecord {
        guard let record = try record(at: uid) else {
            throw ArchiveError(.invalidObject, "the entry is not an object", uid: uid)
        }
        return record
    }

    /// The record of the root object.
    func rootRecord() throws -> ArchivedRecord {
        guard case .uid(let uid)? = topLevelValue(forKey: "root") else {
            throw ArchiveError(.valueNotFound, "there is no root")
        }
        return try requiredRecord(uid)
    }
}
