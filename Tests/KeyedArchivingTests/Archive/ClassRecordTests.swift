import PropertyLists
import TestSupport
import Testing

import KeyedArchiving

/// A class record means the same to each reader.
@Suite struct ClassRecordTests {
    private static let records: [(record: PropertyList, expected: ArchivedClass?)] = [
        (
            ["$classname": "Thing", "$classes": ["Thing", 1, "NSObject"]],
            .init(name: "Thing", hierarchy: ["Thing", "NSObject"])
        ),
        (["$classname": "Thing", "$classes": "Thing"], .init(name: "Thing")),
        (["$classname": "Thing", "$classes": .uid(1), "$classhints": 7], .init(name: "Thing")),
        (["$classname": "Thing", "$classes": ["a": "Thing"]], .init(name: "Thing")),
        (
            ["$classname": "Thing", "$classhints": [.string(PropertyListString(utf16: [0xD800])), "B"]],
            .init(name: "Thing", fallbacks: ["B"])
        ),
        (["$classname": 1], nil),
        (["$classname": .string(PropertyListString(utf16: [0xD800]))], nil),
        (["$classes": ["Thing"]], nil),
        (["$classname": "Thing", "$class": .uid(2)], nil),
    ]

    @Test("decoding, looking and checking agree on a class record", .rows)
    func oneVerdict() {
        forEachRow(Self.records.indices) { (index: Int) throws in
            let (record, expected) = Self.records[index]
            let bytes = try SmallArchive(["$class": .uid(2)], record).bytes()
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            unarchiver.keepsUnknownClasses = true
            let decoded = try? unarchiver.decodeObject(of: ArchivedObject.self, forKey: "root")?.archivedClass
            let archive = try KeyedArchive(bytes)
            expectRows {
                (decoded, expected)
                ((try? archive.archivedClass(at: 2)), expected)
                !archive.problems().isEmpty
            }
        }
    }

    @Test func `checking reports a reference to a class record as to an object, and a second class`() throws {
        let record = PropertyList.classRecord("Thing", "NSObject")
        let archives: [(SmallArchive, String)] = [
            (SmallArchive(["next": .uid(2), "$class": .uid(2)], record), "root.next"),
            (SmallArchive(["a": [.uid(0), .uid(2)], "$class": .uid(2)], record), "root.a"),
            (SmallArchive(["$class": .uid(2)], record, top: ["root": .uid(1), "other": .uid(2)]), "other"),
            (SmallArchive(["$class": .uid(2)], record, top: ["root": .uid(2)]), "root"),
        ]
        for (archive, path) in archives {
            let problems = try KeyedArchive(archive.bytes()).problems()
            #expect(problems.map(\.code) == [.invalidObject])
            #expect(problems.map { $0.path?.description } == [path])
        }

        let object = PropertyList.dictionary(
            PropertyListDictionary([(key: "$class", value: .uid(2)), (key: "$class", value: .uid(2))]))
        let twice = try KeyedArchive(SmallArchive(object, .classRecord("Thing", "NSObject")).bytes())
        #expect(twice.problems().map(\.code) == [.invalidObject])
    }

    /// An array of objects of a class with many fallbacks.
    private static func hints(_ count: Int, names: [String], objects: Int) throws -> [UInt8] {
        var table = BinaryObjectTable()
        let hints = table.addArray((0..<count).map { table.addString(names[min($0, names.count - 1)]) })
        let record = table.addDictionary(
            keys: [table.addString("$classname"), table.addString("$classhints")],
            values: [table.addString("Foo"), hints])
        let object = table.addDictionary(keys: [table.addString("$class")], values: [table.uid(2)])
        let list = table.addArray((0..<objects).map { table.uid(UID(UInt64($0 + 4))) })
        let root = table.addDictionary(
            keys: [table.addString("NS.objects"), table.addString("$class")], values: [list, table.uid(3)])
        return try table.archive(
            of: [table.addString("$null"), root, record, table.add(.classRecord("NSArray", "NSObject"))]
                + Array(repeating: object, count: objects))
    }

    final class Last: Codingable {
        static var codedClassName: String { "Last" }
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    @Test func `the fallbacks of a class are looked up once for a list of types, and for many up to a limit`() throws {
        let names = Array(repeating: "None", count: 19_999) + ["Last"]
        let bytes = try Self.hints(20_000, names: names, objects: 5000)
        let time = try WorkTime.of {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            let objects = try unarchiver.decodeArrayOfObjects(
                of: [ArchivedArray.self, ArchivedDate.self, Last.self], forKey: "root")
            #expect(objects?.count == 5000)
        }
        #expect(time < .seconds(10))

        let alternating = try Self.hints(TestScale.count(20_000, quick: 400), names: ["None"], objects: 20)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: alternating, limits: .untrusted.exact)
        unarchiver.keepsUnknownClasses = true
        let lists: [[any Codingable.Type]] = [
            [ArchivedArray.self, ArchivedObject.self], [ArchivedArray.self, ArchivedObject.self, Last.self],
        ]
        let error = #expect(throws: ArchiveError.self) {
            for number in 0..<10_000 { _ = try unarchiver.decodeObject(of: lists[number % 2], forKey: "root") }
        }
        #expect(error?.code == .limitExceeded)
    }

    @Test(.rows)
    func `a class record is found by its class, however many fields it has`() {
        forEachRow(2...10) { (count: Int) throws in
            var fields: PropertyListDictionary = ["$classname": "Thing", "$classes": ["Thing", "NSObject"]]
            for number in 2..<count { fields["field \(number)"] = .integer(Int64(number)) }
            var archive = try KeyedArchive(SmallArchive(["$class": .uid(2)], .dictionary(fields)).bytes())
            let thing = ArchivedClass(name: "Thing", hierarchy: ["Thing", "NSObject"])
            #expect(try archive.uid(of: thing) == 2)
        }
    }
}
