import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

@Suite struct ArchivedObjectTests {
    /// Encodes its fields in an order that is neither that of the alphabet nor that of the hash table.
    struct Record: Codingable {
        static var codedClassName: String { "Record" }
        static let keys = ["zebra", "apple", "mango", "kiwi", "fig"]

        init() {}
        init(coder unarchiver: KeyedUnarchiver) throws {}

        func encode(with archiver: KeyedArchiver) throws {
            for key in Self.keys { try archiver.encode([key], forKey: key) }
        }
    }

    @Test func `fields with references come in the order in which they were encoded`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Record())
        let object = try #require(
            try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: ClassRegistry()) as? ArchivedObject
        )
        #expect(object.fields.map(\.key) == Record.keys)
        #expect(try KeyedArchiver.archivedBytes(withRootObject: object) == bytes)
    }

    @Test func `keys that differ in code units only are those of two fields`() throws {
        let archive = SmallArchive(["\u{E9}": 1, "$class": .uid(2)], .classRecord("Gadget", "NSObject"))
        let object = try #require(try KeyedUnarchiver.unarchivedGraph(from: archive.bytes()) as? ArchivedObject)
        #expect(object["\u{E9}"] != nil && object["e\u{301}"] == nil)
        object["e\u{301}"] = .inline(2)
        #expect(object.fields.count == 2)
        guard case .inline(1)? = object["\u{E9}"], case .inline(2)? = object["e\u{301}"] else {
            throw CancellationError()
        }
        object["\u{E9}"] = nil
        #expect(object.fields.map { Array($0.key.utf8) } == [Array("e\u{301}".utf8)])
    }

    @Test func `UIDs of an inline value are kept in the object, but not written into another archive`() throws {
        let parts: PropertyList = [.uid(2), "text"]
        let archive = SmallArchive(["parts": parts, "$class": .uid(3)], "a part", .classRecord("Gadget", "NSObject"))
        let graph = try KeyedUnarchiver.unarchivedGraph(from: try archive.bytes())
        let object = try #require(graph as? ArchivedObject)
        guard case .inline(parts)? = object["parts"] else { throw CancellationError() }
        let error = ArchiveError(.unrepresentable, "")
        #expect(throws: error) { try KeyedArchiver.archivedBytes(withRootObject: object) }
        object["parts"] = .inline(["nested": [.uid(2)]])
        #expect(throws: error) { try KeyedArchiver.archivedBytes(withRootObject: object) }
        object["parts"] = .inline(["nested": ["text"]])
        #expect(throws: Never.self) { try KeyedArchiver.archivedBytes(withRootObject: object) }
    }

    @Test func `of fields with one key the first is written, as it is the first that is read`() throws {
        let record = PropertyListDictionary([
            (key: "size", value: .integer(1)), (key: "size", value: .uid(0)), (key: "$class", value: .uid(2)),
        ])
        let archive = SmallArchive(.dictionary(record), .classRecord("Gadget", "NSObject"))
        let object = try #require(try KeyedUnarchiver.unarchivedGraph(from: archive.bytes()) as? ArchivedObject)
        #expect(object.fields.map(\.key) == ["size", "size"])

        let archiver = KeyedArchiver()
        try archiver.encodeTopLevelFields([
            ArchivedObject.Field("root", .object(object)), ArchivedObject.Field("root", .object(nil)),
        ])
        let copy = try KeyedArchive(archiver.encodedBytes)
        #expect(archiver.warnings.map(\.key) == ["size"])
        #expect(try copy.rootRecord().fields.filter { $0.key == "size" }.map(\.value) == [1])
    }
}
