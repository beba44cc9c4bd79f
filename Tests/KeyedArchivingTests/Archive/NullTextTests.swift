import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The text `$null` in places other than entry 0.
@Suite struct NullTextTests {
    private static let archive = SmallArchive(
        ["entry": .uid(3), "inline": "$null", "object": .uid(4), "$class": .uid(2)], .classRecord("Thing", "NSObject"),
        "$null", ["NS.string": "$null", "$class": .uid(5)], .classRecord("NSMutableString", "NSString", "NSObject"))

    @Test func `it is nil as an entry, and text inline and in a string object, for Codable types, too`() throws {
        let bytes = try Self.archive.bytes()
        let object = try #require(try KeyedUnarchiver.unarchivedGraph(from: bytes) as? ArchivedObject)
        guard case .object(nil)? = object["entry"], case .inline("$null")? = object["inline"],
            case .object(let string as MutableArchivedString)? = object["object"]
        else {
            Issue.record("\(object.fields)")
            return
        }
        #expect(string.string == "$null")
        let archive = try KeyedArchive(bytes)
        #expect(archive["root.entry"].isNil && archive["root.object"].string == "$null")

        let texts = try KeyedArchiveDecoder().decode([String: String?].self, from: Self.archive.bytes())
        #expect(texts == ["entry": nil, "inline": "$null", "object": "$null"])
    }

    @Test func `in an object of NSString itself it is what Encodable types encode for nil`() throws {
        let bytes = try SmallArchive(
            ["object": .uid(3), "$class": .uid(2)], .classRecord("Thing", "NSObject"),
            ["NS.string": "$null", "$class": .uid(4)], .classRecord("NSString", "NSObject")
        ).bytes()
        #expect(try KeyedArchiveDecoder().decode([String: String?].self, from: bytes) == ["object": nil])
        #expect(try KeyedArchive(bytes)["root.object"].string == "$null")
    }

    @Test func `its class counts among those that an archive may have`() throws {
        func bytes(ofClassesUpTo limit: Int) throws -> [UInt8] {
            let archiver = KeyedArchiver(requiringSecureCoding: false, limits: Limits(classes: limit))
            try archiver.encode(ArchivedArray([]), forKey: "list")
            try archiver.encode("$null", forKey: "text")
            return try archiver.encodedBytes
        }
        #expect(try KeyedArchive(bytes(ofClassesUpTo: 2)).classSummary.count == 2)
        let error = #expect(throws: ArchiveError.self) { try bytes(ofClassesUpTo: 1) }
        #expect(error?.code == .limitExceeded && error?.reason.contains("classes") == true)
    }
}
