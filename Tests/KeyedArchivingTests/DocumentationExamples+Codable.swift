import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What examples print is not for the tests' output.
private func print(_ items: Any...) {}

/// The examples of the documentation comments of coding by `Codable`, which are run.
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

@Suite struct CodableExampleTests {
    private struct Notes: Encodable {
        var notes: [CodableExamples.Note]
    }

    @Test func `the examples of coding by Codable run`() throws {
        let examples = CodableExamples()
        let note = CodableExamples.Note(title: "Shopping", tags: ["draft"])
        let bytes: [UInt8] = try KeyedArchiveEncoder().encode(note)
        var encoder = KeyedArchiveEncoder()
        encoder.setClassName("Note", for: CodableExamples.Note.self)
        let notes: [UInt8] = try encoder.encode(Notes(notes: [note]))
        let settings = try archive {
            try $0.encodeEncodable(["volume": 0.5], forKey: "settings")
            try $0.encodeEncodable(["volume": 0.5])
        }
        var runs = ExampleRuns()
        runs.run { try examples.decodedNote(bytes) }
        runs.run { try examples.decoder(bytes) }
        runs.run { try examples.encoder(note) }
        examples.expectedNames()
        runs.run { try examples.place(notes) }
        runs.run { try examples.decodedView(KeyedArchive(notes)) }
        runs.run { try examples.openedArchive(bytes) }
        runs.run {
            let encoded = try examples.encodedNote(note)
            #expect(encoded == bytes)
        }
        examples.namedNote()
        runs.run { try examples.encodeEncodable(KeyedArchiver()) }
        runs.run { try examples.unkeyedEncodeEncodable(KeyedArchiver()) }
        runs.run { try examples.decodeTopLevelDecodable(KeyedUnarchiver(forReadingFrom: settings)) }
        runs.run { try examples.decodeDecodable(KeyedUnarchiver(forReadingFrom: settings)) }
        runs.run { try examples.unkeyedDecodeDecodable(KeyedUnarchiver(forReadingFrom: settings)) }
        runs.run { try examples.decodeAtPath(notes) }
        runs.run { try examples.decodeAtPath2(KeyedArchive(notes)) }
        runs.run { try examples.encode(note) }
        try runs.expectAll(of: #filePath)
    }
}
