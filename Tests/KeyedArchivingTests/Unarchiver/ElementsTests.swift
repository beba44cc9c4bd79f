import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Where the calls for elements find them, in objects of classes of any kind.
@Suite struct ElementsTests {
    /// A class of one's own that asks for both lists.
    private final class Lists: Codingable {
        static var codedClassName: String { "Lists" }
        let values: [String]
        let keys: [String]

        init(coder unarchiver: KeyedUnarchiver) throws {
            values = try unarchiver.decodeElements(of: String.self)
            keys = try unarchiver.decodeElements(of: String.self, forKey: "NS.keys")
        }

        func encode(with archiver: KeyedArchiver) throws {}
    }

    /// An archive whose root has some fields and superclasses; UIDs 3 and 4 are "a" and "b".
    private static func archive(
        _ fields: PropertyListDictionary,
        _ superclasses: [String],
        _ more: PropertyList...
    ) throws -> [UInt8] {
        var fields = fields
        fields["$class"] = .uid(2)
        let classes = (["Lists"] + superclasses).map { PropertyList.string(PropertyListString($0)) }
        let record: PropertyList = ["$classname": "Lists", "$classes": .array(PropertyListArray(classes))]
        return try SmallArchive(entries: [.dictionary(fields), record, "a", "b"] + more).bytes()
    }

    @Test(.rows)
    func `a class has the lists that it asks for, whatever its superclasses have`() {
        let two: [PropertyList] = [.uid(3), .uid(4)]
        let rows: [(PropertyListDictionary, [String], values: [String], keys: [String])] = [
            (["NS.objects": [.uid(3)]], ["NSObject"], ["a"], []),
            (["NS.object.0": two[0], "NS.object.1": two[1]], ["NSValue", "NSObject"], ["a", "b"], []),
            (["NS.key.0": two[0], "NS.key.1": two[1], "NS.objects": [.uid(3)]], ["NSObject"], ["a"], ["a", "b"]),
            (["NS.objects": [.uid(3)], "NS.key.0": two[1]], ["NSArray", "NSObject"], ["a"], ["b"]),
            ([:], ["NSObject"], [], []),
        ]
        forEachRow(rows) {
            (fields: PropertyListDictionary, superclasses: [String], values: [String], keys: [String]) throws in
            let bytes = try Self.archive(fields, superclasses)
            let lists = try #require(try KeyedUnarchiver.unarchivedObject(of: Lists.self, from: bytes))
            expectRows {
                (lists.values, values)
                (lists.keys, keys)
            }
        }
    }

    @Test func `what is no list is refused, whatever the superclasses are`() throws {
        for superclasses in [["NSObject"], ["NSValue", "NSObject"]] {
            let bytes = try Self.archive(["NS.objects": .uid(3)], superclasses)
            #expect(throws: ArchiveError(.invalidUnarchiveOperation, ""), "\(superclasses)") {
                try KeyedUnarchiver.unarchivedObject(of: Lists.self, from: bytes)
            }
        }
        let array = try Self.archive(["NS.objects": .uid(3)], ["NSArray", "NSObject"])
        #expect(throws: ArchiveError(.invalidValue, "")) {
            try KeyedUnarchiver.unarchivedObject(of: Lists.self, from: array)
        }
    }

    @Test func `once decoding failed there are no elements, and errors are not thrown`() throws {
        let bytes = try SmallArchive(
            entries: ["a", "b"],
            top: ["root": .uid(1), "names": [.uid(1), .uid(2)], "NS.objects": [.uid(1)], "item.0": .uid(2)]
        ).bytes()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        try expectRows {
            (try unarchiver.decodeElements(of: String.self, forKey: "names"), ["a", "b"])
            (try unarchiver.decodeElements(of: String.self, forKey: "items"), ["b"])
        }
        try unarchiver.failWithError(ArchiveError(.invalidValue, "a test", remedy: "none"))
        try expectRows {
            (try unarchiver.decodeElements(of: String.self, forKey: "names"), [])
            (try unarchiver.decodeElements(of: String.self, forKey: "items"), [])
            (try unarchiver.decodeElements(of: String.self), [])
            (try unarchiver.decodeElements(forKey: "names").count, 0)
        }
    }

    @Test func `a user's key never finds one of the archiver's`() throws {
        let bytes = try SmallArchive(
            entries: ["a"], top: ["root": .uid(1), "$items": [.uid(1)], "$$items": [.uid(1), .uid(1)]]
        ).bytes()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        #expect(try unarchiver.decodeElements(of: String.self, forKey: "$items") == ["a", "a"])
        #expect(try unarchiver.decodeElements(of: String.self, forKey: "$class") == [])
    }

    // MARK: Known keys

    private static let strategy: [PropertyList] = [
        ["keys": .uid(6), "length": 2, "$class": .uid(8)], ["NS.objects": [.uid(3), .uid(4)], "$class": .uid(9)],
        .classRecord("NSArray", "NSObject"), .classRecord("NSKnownKeysMappingStrategy1", "NSObject"),
        .classRecord("NSArray", "NSObject"),
    ]

    @Test func `known keys are those of a class that a type was set for, too`() throws {
        let record: PropertyList = ["$classname": "Renamed"]
        let fields: PropertyListDictionary = [
            "searchMapping": .uid(5), "values": [.uid(3), .uid(4)], "emptyToken": .uid(0), "$class": .uid(2),
        ]
        let entries: [PropertyList] = [.dictionary(fields), record, "a", "b"] + Self.strategy
        let unarchiver = try KeyedUnarchiver(forReadingFrom: SmallArchive(entries: entries).bytes())
        unarchiver.setClass([String: String].self, forClassName: "Renamed")
        #expect(try unarchiver.decode([String: String].self, forKey: "root") == ["a": "a", "b": "b"])
    }

    /// Many dictionaries share one list of values, all of which stand for none.
    @Test func `known keys that many objects share are charged for each of them`() throws {
        let count = 20_000
        let none = PropertyList.array(PropertyListArray(Array(repeating: .uid(3), count: count)))
        let dictionary: PropertyList = [
            "searchMapping": .uid(4), "values": .uid(6), "emptyToken": .uid(3), "$class": .uid(2),
        ]
        var entries: [PropertyList] = [
            .dictionary([:]), .classRecord("NSKnownKeysDictionary1", "NSDictionary", "NSObject"), "empty",
            ["keys": .uid(5), "$class": .uid(8)], ["NS.objects": none, "$class": .uid(7)],
            ["NS.objects": none, "$class": .uid(7)], .classRecord("NSArray", "NSObject"),
            .classRecord("NSKnownKeysMappingStrategy1", "NSObject"),
        ]
        let first = entries.count + 1
        entries += Array(repeating: dictionary, count: 2000)
        let references = (first..<first + 2000).map { PropertyList.uid(UID(UInt64($0))) }
        entries[0] = ["NS.objects": .array(PropertyListArray(references)), "$class": .uid(7)]
        let bytes = try SmallArchive(entries: entries).bytes()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.setClass([String: String].self, forClassName: "NSKnownKeysDictionary1")
        #expect(throws: ArchiveError(.limitExceeded, "")) {
            try unarchiver.decode([[String: String]].self, forKey: "root")
        }
        #expect(try KeyedArchive(bytes).problems(strict: true).map(\.code).contains(.limitExceeded))
    }
}
