import KeyedArchiving
import PropertyLists
import Testing
import TestSupport

@Suite struct NumberedElementsTests {
    /// An archive as a subclass of Apple's archiver writes it on systems that number elements.
    private func bytes(_ root: some Codingable) throws -> [UInt8] {
        var layout = ArchiveLayout.current
        layout.numbersElements = true
        let archiver = KeyedArchiver(layout: layout)
        archiver.archiverName = "MSArchiver"
        try archiver.encode(root, forKey: KeyedArchiver.rootObjectKey)
        return try archiver.encodedBytes
    }

    /// The fields of an object without its class: keys and the UIDs that they refer to.
    private func fields(_ bytes: [UInt8], at uid: UID = 1) throws -> [String: UInt64] {
        let record = try #require(try KeyedArchive(bytes).record(at: uid))
        var fields: [String: UInt64] = [:]
        for field in record.fields {
            guard case .uid(let value) = field.value else { continue }
            fields[field.key.repaired] = value.rawValue
        }
        return fields
    }

    @Test func `each element of an array or set, and each key before its value, has a field`() throws {
        let expected: [String: UInt64] = ["NS.object.0": 2, "NS.object.1": 3, "NS.object.2": 4, "NS.object.3": 5]
        let texts = ["aa", "bb", "cc", "dd"]
        let archives = [
            try bytes(texts), try bytes(ArchivedArray(texts)), try bytes(texts.map { IdentifiedValue($0) }),
        ]
        for archive in archives {
            #expect(try fields(archive) == expected)
            #expect(try KeyedUnarchiver.unarchivedObject(of: [String].self, from: archive) == texts)
        }

        let pairs: [String: UInt64] = ["NS.key.0": 2, "NS.object.0": 3, "NS.key.1": 4, "NS.object.1": 5]
        let typed = try bytes(["a": "one", "b": "two"])
        let untyped = try bytes(ArchivedDictionary([("a", "one"), ("b", "two")]))
        for archive in [typed, untyped] {
            #expect(try fields(archive) == pairs)
            let decoded = try KeyedUnarchiver.unarchivedObject(of: [String: String].self, from: archive)
            #expect(decoded == ["a": "one", "b": "two"])
        }

        let set = try bytes(Set(["a", "b"]))
        #expect(try fields(set) == ["NS.object.0": 2, "NS.object.1": 3])
        #expect(try KeyedUnarchiver.unarchivedObject(of: Set<String>.self, from: set) == ["a", "b"])
    }

    @Test func `a key that is encoded twice counts once, beside elements that have separate fields too`() throws {
        let archive = try bytes(Twice())
        #expect(try KeyedArchive(archive).problems().isEmpty)
        let keys = try #require(try KeyedArchive(archive).record(at: 1)).fields.map(\.key.repaired)
        #expect(keys.filter { $0 == "a" }.count == 1 && Set(keys).count == keys.count)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive)
        unarchiver.setClass(Twice.self, forClassName: "Twice")
        let decoded = try unarchiver.decodeObject(of: Twice.self, forKey: KeyedArchiver.rootObjectKey)
        #expect(decoded?.text == "y")
    }

    /// Encodes a key twice, and more elements than keys are known for.
    private final class Twice: Codingable {
        static var codedClassName: String { "Twice" }
        let text: String

        init() { text = "" }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode("x", forKey: "a")
            try archiver.encode("y", forKey: "a")
            try archiver.encodeElements(["p", "q", "r", "s"], forKey: "NS.objects")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            text = try unarchiver.decode(String.self, forKey: "a")
        }
    }

    @Test func `the layout of an archive shows it, an empty collection of nothing but its class being enough`() throws {
        for archive in [try bytes([String]()), try bytes([String: String]()), try bytes(Set<String>())] {
            #expect(try KeyedArchive(archive).record(at: 1)?.fields.isEmpty == true)
        }

        for archive in [try bytes(["a"]), try bytes(["a": "b"]), try bytes([String]())] {
            #expect(try KeyedArchive(archive).layout.numbersElements)
        }
        #expect(try !KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: ["a"])).layout.numbersElements)

        let archiver = KeyedArchiver()
        archiver.archiverName = "SCNKeyedArchiver"
        try archiver.encode(["a"], forKey: KeyedArchiver.rootObjectKey)
        #expect(try !KeyedArchive(archiver.encodedBytes).layout.numbersElements)
    }

    @Test func `Codable values are written the same way`() throws {
        struct Team: Codable, Equatable {
            var members: [String]
            var scores: [String: Int]
        }
        var layout = ArchiveLayout.current
        layout.numbersElements = true
        let encoder = KeyedArchiveEncoder(layout: layout)
        let team = Team(members: ["Ada", "Charles"], scores: ["Ada": 1])
        let archive = try encoder.encode(team)
        #expect(try KeyedArchiveDecoder().decode(Team.self, from: archive) == team)
        #expect(!String(decoding: archive, as: UTF8.self).contains("NS.objects"))
    }

    @Test func `mutable strings and data of a subclass's archive are under NS.bytes`() throws {
        let archive = try bytes(ArchivedArray([MutableArchivedString("é"), MutableArchivedData([1])]))
        #expect(try KeyedArchive(archive).record(at: 2)?["NS.bytes"] == .data([0xC3, 0xA9]))
        #expect(try KeyedArchive(archive).record(at: 4)?["NS.bytes"] == .data([1]))
        let decoded = try KeyedUnarchiver.unarchivedGraph(from: archive, registry: .standard) as? ArchivedArray
        #expect((decoded?.elements.first as? MutableArchivedString)?.string == "é")
    }

    @Test func `an archive of a subclass comes out of its decoded objects byte for byte`() throws {
        let root = ArchivedDictionary([
            ("list", ArchivedArray(["a", "b", "c", "d"])), ("empty", ArchivedArray([])),
            ("text", MutableArchivedString("text")),
        ])
        let archive = try bytes(root)
        for registry in [ClassRegistry(), .standard] {
            let copy = try GenericCopy.bytes(
                of: KeyedArchive(archive), from: archive, registry: registry, layout: KeyedArchive(archive).layout,
                preservingValueIdentity: true)
            #expect(copy == archive)
        }
    }

    @Test func `an error in an element names its place`() {
        struct Refusing: Codingable {
            static var codedClassName: String { "Refusing" }
            func encode(with archiver: KeyedArchiver) throws { throw ArchiveError(.unrepresentable, "refused") }
            init() {}
            init(coder unarchiver: KeyedUnarchiver) throws {}
        }
        let array = #expect(throws: ArchiveError.self) { try bytes(["a": Refusing()]) }
        #expect(array?.path?.description == #"root."NS.object.0""#)
        let dictionary = #expect(throws: ArchiveError.self) { try bytes([Refusing()]) }
        #expect(dictionary?.path?.description == "root[0]")
    }
}
