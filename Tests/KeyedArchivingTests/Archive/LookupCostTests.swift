import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Look-ups and edits of one place, of which a hundred thousand are made in archives with as many places.
///
/// A call that went through all of them would take minutes in a full run.
@Suite(.workLimit(.seconds(120)))
struct LookupCostTests {
    private static let count = TestScale.count(100_000, quick: 5_000)

    /// An array at UID 1 of the numbers 0 and on, and a dictionary at UID 2 from names to the same numbers.
    private static let collections = Result {
        var archive = SmallArchive(top: ["array": .uid(1), "dictionary": .uid(2)])
        let numbers = (0..<count).map { PropertyList.uid(UID(UInt64(5 + $0))) }
        let keys = (0..<count).map { PropertyList.uid(UID(UInt64(5 + count + $0))) }
        archive.objects = [
            ["NS.objects": .array(PropertyListArray(numbers)), "$class": .uid(3)],
            [
                "NS.keys": .array(PropertyListArray(keys)), "NS.objects": .array(PropertyListArray(numbers)),
                "$class": .uid(4),
            ],
            .classRecord("NSArray", "NSObject"), .classRecord("NSDictionary", "NSObject"),
        ]
        archive.objects += (0..<count).map { .integer(Int64($0)) }
        archive.objects += (0..<count).map { .string(PropertyListString("name \($0)")) }
        return try archive.bytes()
    }

    /// `count` top-level keys.
    private static let crowdedTop = Result {
        let top = PropertyListDictionary(
            (0..<count).map { (key: .string(PropertyListString("key \($0)")), value: .integer(Int64($0))) })
        return try SmallArchive(top: .dictionary(top)).bytes()
    }

    @Test func `a step to a position or to a key costs the same however many there are`() throws {
        let archive = try KeyedArchive(Self.collections.get())
        for position in 0..<Self.count {
            let expected = PropertyList.uid(UID(UInt64(5 + position)))
            let element = try archive.value(at: ArchivePath([.key("array"), .index(position)])).value
            #expect(element == expected)
            let value = try archive.value(at: ArchivePath([.key("dictionary"), .key("name \(position)")])).value
            #expect(value == expected)
        }
        #expect(throws: ArchiveError(.valueNotFound, "")) { try archive.value(at: ArchivePath("array[\(Self.count)]")) }
        #expect(throws: ArchiveError(.valueNotFound, "")) { try archive.value(at: ArchivePath("dictionary.nobody")) }

        let crowded = try KeyedArchive(Self.crowdedTop.get())
        for number in 0..<Self.count {
            #expect(crowded.topLevelValue(forKey: "key \(number)") == PropertyList.integer(Int64(number)))
            let path = ArchivePath([.key("key \(number)")])
            #expect(try crowded.value(at: path).value == PropertyList.integer(Int64(number)))
        }
        #expect(crowded.topLevelValue(forKey: "nothing") == nil)
    }

    @Test func `setting and removing a top-level key and removing an object cost the same however many there are`()
        throws
    {
        var archive = try KeyedArchive(Self.crowdedTop.get())
        for number in 0..<Self.count {
            try archive.setTopLevelValue(.integer(Int64(-number)), forKey: "key \(number)")
        }
        for number in 0..<Self.count where number != 7 {
            #expect(try archive.removeTopLevelValue(forKey: "key \(number)"))
        }
        let fields = try KeyedArchive(archive.bytes()).topLevel()
        #expect(fields == [ArchivedRecord.Field("key 7", -7)])

        var collections = try KeyedArchive(Self.collections.get())
        for number in 5..<5 + 2 * Self.count { try collections.removeObject(at: UID(UInt64(number))) }
        for _ in 0..<Self.count { try collections.removeObject(at: 2) }
        let rewritten = try KeyedArchive(collections.bytes())
        #expect(try rewritten.entry(at: 5) == .null)
        #expect(try rewritten.entry(at: 2) == .null)
    }

    @Test func `a class record is found in one look after the first`() throws {
        var archive = try KeyedArchive(Self.collections.get())
        for _ in 0..<Self.count {
            #expect(try archive.uid(of: ArchivedClass(name: "NSArray", hierarchy: ["NSArray", "NSObject"])) == 3)
        }
        let added = try archive.uid(of: ArchivedClass(name: "Thing", hierarchy: ["Thing", "NSObject"]))
        #expect(added == UID(UInt64(5 + 2 * Self.count)))
        for number in 0..<1000 {
            // Changes that leave class records alone don't make the next look a long one.
            try archive.setValue(.integer(Int64(number)), forKey: "number", ofObjectAt: 1)
            #expect(try archive.uid(of: ArchivedClass(name: "Thing", hierarchy: ["Thing", "NSObject"])) == added)
        }
    }

    @Test func `a class record that was replaced and a key whose text was changed aren't found anymore`() throws {
        var archive = try KeyedArchive(Self.collections.get())
        let array = ArchivedClass(name: "NSArray", hierarchy: ["NSArray", "NSObject"])
        #expect(try archive.uid(of: array) == 3)
        try archive.replaceEntry(at: 3, with: .classRecord(ArchivedClass(name: "List")))
        #expect(try archive.uid(of: array) == UID(UInt64(5 + 2 * Self.count)))
        #expect(try archive.uid(of: ArchivedClass(name: "List")) == 3)

        var renamed = try KeyedArchive(Self.collections.get())
        #expect(try renamed.value(at: ArchivePath("dictionary.\"name 8\"")).value == .uid(13))
        try renamed.replaceEntry(at: UID(UInt64(5 + Self.count + 8)), with: .value("renamed"))
        #expect(try renamed.value(at: ArchivePath("dictionary.renamed")).value == .uid(13))
        let oldPath = try ArchivePath("dictionary.\"name 8\"")
        #expect(throws: ArchiveError(.valueNotFound, "")) { try renamed.value(at: oldPath) }
    }
}
