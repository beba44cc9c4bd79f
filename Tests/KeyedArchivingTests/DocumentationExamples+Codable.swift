import KeyedArchiving
import PropertyLists

/// The examples of the documentation comments of coding by `Codable`, so that they compile; they aren't run.
private struct CodableExamples {
    struct Note: Codable {
        let title: String
        let tags: [String]
    }

    func decodedNote(_ bytes: [UInt8]) throws {
        struct Note: Decodable {
            let title: String
            let tags: [String]
        }
        let note = try KeyedArchiveDecoder().decode(Note.self, from: bytes)
        _ = note
    }

    final class Layer: SharedDecodable {
        let name: String
    }

    func decoder(_ bytes: [UInt8]) throws {
        let decoder = KeyedArchiveDecoder(limits: .untrusted)
        let note = try decoder.decode(Note.self, from: bytes)
        _ = note
    }

    func encoder(_ note: Note) throws {
        let bytes = try KeyedArchiveEncoder(layout: .iOS13).encode(note)
        _ = bytes
    }

    func expectedNames() {
        var decoder = KeyedArchiveDecoder()
        decoder.expectClassNames(["Note", "OldNote"], for: Note.self)
    }

    func place(_ bytes: [UInt8]) throws {
        let title = try KeyedArchiveDecoder().decode(String.self, from: bytes, at: "root.notes[0].title")
        _ = title
    }

    func decodedView(_ archive: KeyedArchive) throws {
        let title = try archive["root.notes[0].title"].decode(String.self)
        _ = title
    }

    func openedArchive(_ bytes: [UInt8]) throws {
        let archive = try KeyedArchive(bytes)
        let note = try KeyedArchiveDecoder().decode(Note.self, from: archive)
        _ = note
    }

    func encodedNote(_ note: Note) throws -> [UInt8] {
        let bytes = try KeyedArchiveEncoder().encode(note)
        return bytes
    }

    func namedNote() {
        var encoder = KeyedArchiveEncoder()
        encoder.setClassName("Note", for: Note.self)
    }

    func encodeEncodable(_ archiver: KeyedArchiver) throws {
        try archiver.encodeEncodable(["volume": 0.5], forKey: "settings")
    }

    func unkeyedEncodeEncodable(_ archiver: KeyedArchiver) throws {
        try archiver.encodeEncodable(["volume": 0.5])
    }

    func decodeTopLevelDecodable(_ unarchiver: KeyedUnarchiver) throws {
        let settings = try unarchiver.decodeTopLevelDecodable([String: Double].self, forKey: "settings")
        _ = settings
    }

    func decodeDecodable(_ unarchiver: KeyedUnarchiver) throws {
        let settings = try unarchiver.decodeDecodable([String: Double].self, forKey: "settings")
        _ = settings
    }

    func unkeyedDecodeDecodable(_ unarchiver: KeyedUnarchiver) throws {
        let settings = try unarchiver.decodeDecodable([String: Double].self)
        _ = settings
    }

    func decodeAtPath(_ bytes: [UInt8]) throws {
        let path = ArchivePath([.key("root"), .key("notes"), .index(0)])
        let note = try KeyedArchiveDecoder().decode(Note.self, from: bytes, at: path)
        _ = note
    }

    func decodeAtPath2(_ archive: KeyedArchive) throws {
        for place in try archive.matches("**<Note>") {
            print(try KeyedArchiveDecoder().decode(Note.self, from: archive, at: place.path).title)
        }
    }

    func encode(_ note: Note) throws {
        let bytes: [UInt8] = try KeyedArchiveEncoder().encode(note)
        _ = bytes
    }
}
