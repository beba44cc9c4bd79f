import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists
import TestSupport
import Testing

/// Attributed strings that no writer of Apple's is known for come back as they were stored.
@Suite struct UnusualAttributedStringTests {
    private struct Row: CustomTestStringConvertible {
        let testDescription: String
        var isMutable = false
        /// The text, which is "hello" or empty, the runs, and the class of the list of attributes; nil for none.
        var text: PropertyList = "hello"
        var runs: PropertyList?
        var list: String?
    }

    private static let runs: [UInt8] = [2, 0, 3, 1]

    private static let rows = [
        Row(testDescription: "plain text in a mutable one", isMutable: true),
        Row(testDescription: "mutable text in an immutable one", text: ["NS.string": "hello", "$class": .uid(11)]),
        Row(testDescription: "plain runs, a mutable list", runs: .data(runs), list: "NSMutableArray"),
        Row(testDescription: "plain runs, an immutable list", runs: .data(runs), list: "NSArray"),
        Row(
            testDescription: "mutable runs, an immutable list", isMutable: true,
            runs: ["NS.data": .data(runs), "$class": .uid(12)], list: "NSArray"),
        Row(
            testDescription: "immutable runs, a mutable list",
            runs: ["NS.data": .data(runs), "$class": .uid(13)], list: "NSMutableArray"),
        Row(testDescription: "one run as a list", runs: .data([5, 1]), list: "NSArray"),
        Row(testDescription: "a number of more bytes than it takes", runs: .data([0x85, 0x80, 0, 0]), list: "NSArray"),
        Row(testDescription: "several such numbers", runs: .data([0x82, 0, 0, 3, 1]), list: "NSMutableArray"),
        Row(testDescription: "attributes of no characters", text: ""),
        Row(testDescription: "attributes of no characters in a mutable one", isMutable: true, text: ""),
    ]

    private static func archive(_ row: Row) throws -> KeyedArchive {
        let className = row.isMutable ? "NSMutableAttributedString" : "NSAttributedString"
        var string: PropertyListDictionary = ["NSString": .uid(2), "NSAttributes": .uid(row.list == nil ? 3 : 4)]
        if row.runs != nil { string["NSAttributeInfo"] = .uid(5) }
        string["$class"] = .uid(6)
        let list = row.list ?? "NSArray"
        let small = SmallArchive(
            .dictionary(string), row.text,
            ["NS.keys": [.uid(8)], "NS.objects": [.uid(9)], "$class": .uid(10)],
            ["NS.objects": [.uid(3), .uid(3)], "$class": .uid(7)], row.runs ?? "unused",
            row.isMutable
                ? .classRecord(className, "NSAttributedString", "NSObject") : .classRecord(className, "NSObject"),
            list == "NSArray" ? .classRecord("NSArray", "NSObject") : .classRecord(list, "NSArray", "NSObject"),
            "NSFoo", 1, .classRecord("NSDictionary", "NSObject"),
            .classRecord("NSMutableString", "NSString", "NSObject"),
            .classRecord("NSMutableData", "NSData", "NSObject"), .classRecord("NSData", "NSObject"))
        return try KeyedArchive(small.bytes())
    }

    @Test(.rows)
    func `what isn't changed is as it was stored`() {
        forEachRow(Self.rows, [false, true]) { (row: Row, preservesIdentity: Bool) throws in
            let archive = try Self.archive(row)
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archive.bytes(), registry: .foundation)
            unarchiver.preservesValueIdentity = preservesIdentity
            let string = try #require(try unarchiver.decodeObject(of: ArchivedAttributedString.self, forKey: "root"))
            let (own, rewriting) = (KeyedArchiver(), try KeyedArchiver(rewriting: unarchiver))
            for archiver in [own, rewriting] {
                try archiver.encode(string, forKey: "root")
                let written = try KeyedArchive(archiver.encodedBytes)
                // The entries that nothing refers to aren't written.
                let stored = try Self.withoutOrphans(archive)
                #expect(try ArchiveComparison(stored, written).difference == nil)
            }
        }
    }

    @Test func `what is changed is written as Apple's archiver writes it`() throws {
        let row = Self.rows[4]
        let unarchiver = try KeyedUnarchiver(forReadingFrom: Self.archive(row).bytes(), registry: .foundation)
        let string = try #require(try unarchiver.decodeObject(of: ArchivedAttributedString.self, forKey: "root"))
        (string.string, string.runs) = ("hello!", [.init(length: 6, attributes: 1)])
        let written = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: string))
        expectRows {
            (written["root.NSString"].className, "NSMutableString")
            (written["root.NSString"].string, "hello!")
            (written["root.NSAttributes"].className, "NSDictionary")
            (written["root.NSAttributeInfo"].exists, false)
        }
    }

    private static func withoutOrphans(_ archive: KeyedArchive) throws -> KeyedArchive {
        var archive = archive
        _ = try archive.dropOrphans()
        return archive
    }
}
