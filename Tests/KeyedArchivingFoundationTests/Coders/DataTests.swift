import Foundation
import KeyedArchivingFoundation
import PropertyLists
import SequentialArchives
import TestSupport
import Testing

@Suite struct DataTests {
    @Test func `data and dates are of the types that a call names, or of the registry's if it names none`() throws {
        let (data, date) = (Data([1, 2]), Date(timeIntervalSinceReferenceDate: 5))
        let archiver = KeyedArchiver()
        try archiver.encode(data, forKey: "data")
        try archiver.encode(date, forKey: "date")
        try archiver.encode([data, data], forKey: "list")
        try archiver.encodeAny(["data": data, "date": date] as [String: Any], forKey: "values")
        let types: [any Codingable.Type] = [Data.self, Date.self, String.self]
        // Without the registry of Foundation's types: the call names them.
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes, registry: .standard)
        let values = try unarchiver.decodeAny(of: [Data.self, Date.self], forKey: "values") as? [String: Any]
        try expectRows {
            (try unarchiver.decodeObject(of: types, forKey: "data") as? Data, data)
            (try unarchiver.decodeObject(of: types, forKey: "date") as? Date, date)
            (try unarchiver.decodeArrayOfObjects(of: types, forKey: "list") as? [Data], [data, data])
            (values?["data"] as? Data, data)
            (values?["date"] as? Date, date)
        }

        let untyped = KeyedArchiver()
        try untyped.encodeAny(["data": Data([1, 2])] as [String: Any], forKey: "values")
        var registry = ClassRegistry.standard
        registry.register(Data.self)
        let registered = try KeyedUnarchiver(forReadingFrom: untyped.encodedBytes, registry: registry)
        let found = try registered.decodeAny(forKey: "values") as? [String: Any]
        #expect(found?["data"] as? Data == Data([1, 2]))
    }

    @Test func `data and files hold the same archive, whichever call writes it, and give several objects`() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).plist")
        defer { try? FileManager.default.removeItem(at: url) }
        let data = try KeyedArchiver.archivedData(withRootObject: ["a", "b"])
        try KeyedArchiver.archiveRootObject(["a", "b"], to: url)
        try expectRows {
            (try Data(contentsOf: url), data)
            (try KeyedUnarchiver.unarchivedObject(of: [String].self, from: .contents(of: url)), ["a", "b"])
            (try KeyedUnarchiver.unarchivedArrayOfObjects(of: String.self, from: data), ["a", "b"])
        }
        let archive = try KeyedArchive(.contents(of: url))
        #expect(try archive.data() == data)
        try archive.write(to: url)
        #expect(try KeyedArchive(Data(contentsOf: url)).data() == data)
        #expect(try KeyedArchive.salvage(data).isIntact)
        #expect(try KeyedArchive.salvage(.contents(of: url)).isIntact)

        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).plist")
        defer { try? FileManager.default.removeItem(at: file) }
        let archiver = KeyedArchiver()
        try archiver.encode("Ada", forKey: "name")
        try archiver.encodeBytes(Data([1, 2]), forKey: "bytes")
        try archiver.encode(Data([3]), forKey: "data")
        try archiver.write(to: file)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: .contents(of: file))
        try expectRows {
            (try unarchiver.decodeObject(of: String.self, forKey: "name"), "Ada")
            (try unarchiver.decodeBytes(forKey: "bytes"), [1, 2])
            try (unarchiver.decodeObject(of: Data.self, forKey: "data"), Data([3]))
            try (unarchiver.decode(Data.self, forKey: "bytes"), Data([1, 2]))
        }
    }

    @Test func `a list and a sequential archive are opened from data and files, too, and a list is written there`()
        throws
    {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).plist")
        defer { try? FileManager.default.removeItem(at: url) }
        var list = try PropertyListDocument(Data("{ a = b; }".utf8))
        try list.set("c", at: "a")
        try list.write(to: url, format: .xml)
        #expect(try PropertyListDocument(.contents(of: url)).root == ["a": "c"])
        #expect(try PropertyListDocument(.contents(of: url)).data() == Data(contentsOf: url))
        let data = Data(try SequentialArchiver.archivedBytes(withRootObject: SequentialString("Ada")))
        try data.write(to: url)
        try expectRows {
            (try SequentialArchive(data).root?.text, "Ada")
            (try SequentialArchive(.contents(of: url)).root?.text, "Ada")
            (try SequentialArchive(PropertyList.data(Array(data))).root?.text, "Ada")
            (try SequentialUnarchiver(forReadingFrom: data).decodeString(), "Ada")
            (
                try SequentialUnarchiver.unarchivedObject(of: SequentialString.self, from: .contents(of: url))?.text,
                "Ada"
            )
            ((try SequentialUnarchiver.unarchivedObject(from: data) as? SequentialString)?.text, "Ada")
        }
    }

    /// Puts other data in the place of all data.
    final class Redactor: KeyedArchiverDelegate {
        func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)? {
            object is Data ? Data([0]) : object
        }
    }

    @Test func `data that a delegate puts in the place of others are written, and a finished archiver asks for none`()
        throws
    {
        let archiver = KeyedArchiver()
        let redactor = Redactor()
        archiver.delegate = redactor
        try archiver.encode(Data([1, 2, 3]), forKey: "data")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        #expect(try unarchiver.decodeObject(of: Data.self, forKey: "data") == Data([0]))

        final class Listener: KeyedArchiverDelegate {
            var asked = 0
            func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) -> (any Codingable)? {
                asked += 1
                return object
            }
        }
        for listener in [Listener(), nil] {
            let archiver = KeyedArchiver()
            archiver.delegate = listener
            let bytes = try archiver.encodedBytes
            #expect(throws: ArchiveError(.finished, "")) { try archiver.reference(to: Data([1])) }
            #expect(throws: ArchiveError(.finished, "")) { try archiver.encode(Data([1]), forKey: "late") }
            #expect(try archiver.encodedBytes == bytes)
            #expect(listener?.asked ?? 0 == 0)
        }
    }

    @Test func `one-shot calls read data, and write an archive as XML`() throws {
        let data = try KeyedArchiver.archivedData(withRootObject: ["a": 1])
        let dictionary = try KeyedUnarchiver.unarchivedDictionary(ofKey: String.self, object: Int.self, from: data)
        #expect(dictionary == ["a": 1])
        let object = try KeyedUnarchiver.unarchivedObject(
            of: [ArchivedDictionary.self, String.self, Int64.self], from: data)
        #expect((object as? ArchivedDictionary)?["a"] as? Int64 == 1)

        let xml = try KeyedArchiver.archivedData(withRootObject: "Ada", outputFormat: .xml)
        #expect(String(decoding: xml, as: UTF8.self).hasPrefix("<?xml"))
        #expect(try KeyedUnarchiver.unarchivedObject(of: String.self, from: xml) == "Ada")
    }

    @Test func `a file that is not there is an error with its path`() throws {
        let url = URL(fileURLWithPath: "/nowhere/at/all")
        let errors = [
            #expect(throws: ArchiveError.self) { try KeyedArchive(.contents(of: url)) },
            #expect(throws: ArchiveError.self) { try KeyedUnarchiver(forReadingFrom: .contents(of: url)) },
            #expect(throws: ArchiveError.self) {
                try KeyedUnarchiver.unarchivedObject(of: String.self, from: .contents(of: url))
            },
        ]
        for error in errors {
            #expect(error?.code == .unreadableFile)
            #expect(error?.reason.contains("/nowhere/at/all") == true)
            #expect(error?.cocoaErrorCode == .fileReadUnknown)
        }
    }

    @Test func `slices, lists with data and lists with archives are sources`() throws {
        let data = try KeyedArchiver.archivedData(withRootObject: Date(timeIntervalSinceReferenceDate: 1))
        let bytes = Array(data)
        let list = try BinaryPropertyListReader(bytes).tree()
        for archive in [
            try KeyedArchive(bytes), try KeyedArchive(([0] + bytes)[1...]), try KeyedArchive(data),
            try KeyedArchive(PropertyList.data(bytes)), try KeyedArchive(list),
        ] {
            #expect(archive["root"].date?.timeIntervalSinceReferenceDate == 1)
        }
        #expect(try PropertyListDocument(data)["$version"].int == 100_000)
        // With data Foundation's types are known, also where no type is named.
        #expect(try KeyedUnarchiver.unarchivedGraph(from: data) is Date)
        #expect(try KeyedUnarchiver.unarchivedGraph(from: bytes) is ArchivedDate)
        #expect(throws: ArchiveError.self) { try KeyedUnarchiver.unarchivedArrayOfObjects(of: [Date.self], from: list) }
    }
}
