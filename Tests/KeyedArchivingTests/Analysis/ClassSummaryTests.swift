import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

@Suite struct ClassSummaryTests {
    private let person: PropertyList = .classRecord("Person", "NSObject")

    @Test func `classes are listed with their objects, keys and kinds of values`() throws {
        let archive = try KeyedArchive(
            SmallArchive(
                ["name": .uid(4), "age": 36, "friend": .uid(2), "$class": .uid(3)],
                ["name": .uid(0), "age": 1.5, "friend": .uid(1), "extra": .uid(3), "$class": .uid(3)],
                person, "Ada",
                ["NS.objects": [.uid(1), .uid(2)], "$class": .uid(6)], .classRecord("NSArray", "NSObject"),
                .classRecord("Unused", "NSObject"),
                ["bad": .uid(99), "data": .uid(9), "$class": .uid(3)], .data([1])
            ).bytes())
        let summaries = try archive.classSummary
        expectRows {
            (summaries.map(\.archivedClass.name), ["Person", "NSArray", "Unused"])
            (summaries.map(\.objectCount), [3, 1, 0])
            (summaries.map(\.recordUIDs), [[3], [6], [7]])
        }
        let keys = summaries[0].keys
        expectRows {
            (keys.map(\.key), ["name", "age", "friend", "extra", "bad", "data"])
            (keys.map(\.count), [2, 2, 2, 1, 1, 1])
            (keys[0].kinds.map(\.kind), [.value("string"), .null])
            (keys[1].kinds.map(\.kind.description), ["integer", "real"])
        }
        #expect(keys[2].kinds.map(\.kind) == [.object("Person")] && keys[2].kinds.map(\.count) == [2])
        expectRows {
            (keys[2].kinds.map(\.kind.description), ["reference to Person"])
            (keys[3].kinds.map(\.kind), [.classRecord])
            (keys[4].kinds.map(\.kind), [.invalid])
            (keys[5].kinds.map(\.kind), [.value("data")])
            (summaries[1].keys[0].kinds.map(\.kind), [.inline("array")])
        }
    }

    @Test func `records that are the same are one class, and those with other superclasses are two`() throws {
        let archive = try KeyedArchive(
            SmallArchive(
                ["$class": .uid(2)], person, ["$class": .uid(4)], person, ["$class": .uid(6)],
                .classRecord("Person", "Base", "NSObject")
            ).bytes())
        let summaries = try archive.classSummary
        #expect(summaries.map(\.recordUIDs) == [[2, 4], [6]])
        #expect(summaries.map(\.objectCount) == [2, 1])
    }

    @Test func `what isn't an object is passed over, and changes are summed up as they would be written`() throws {
        let archive = try KeyedArchive(
            SmallArchive(["a": 1], ["$class": 5], ["$class": .uid(77)], ["$class": .uid(1)], ["$classname": 7])
                .bytes())
        #expect(try archive.classSummary == [])

        var changed = try KeyedArchive(SmallArchive(["name": "Ada", "$class": .uid(2)], person).bytes())
        try changed.setValue(7, forKey: "age", ofObjectAt: 1)
        #expect(try changed.classSummary[0].keys.map(\.key).sorted() == ["age", "name"])
    }

    @Test func `an object that many entries share costs as many steps as it has fields, each time`() throws {
        let count = TestScale.count(1_000, quick: 500)
        let fields = (0..<count).map { number in
            (key: PropertyList.string(PropertyListString("f\(number)")), value: PropertyList.integer(1))
        }
        let shared = PropertyList.dictionary(PropertyListDictionary(fields + [(key: "$class", value: .uid(1))]))
        var table = BinaryObjectTable()
        let entry = table.add(shared)
        let entries =
            [table.addString("$null"), table.add(.classRecord("A"))] + Array(repeating: entry, count: count)
        let objects = table.addArray(entries)
        let keys = ["$version", "$archiver", "$top", "$objects"].map { table.addString($0) }
        let values = [table.addInteger(100_000), table.addString("NSKeyedArchiver"), table.add([:]), objects]
        let top = table.addDictionary(keys: keys[...], values: values[...])
        let archive = try KeyedArchive(try table.write(top: top), limits: Limits.exact(steps: 16))
        let error = #expect(throws: ArchiveError.self) { try archive.classSummary }
        #expect(error?.code == .limitExceeded)
        #expect(throws: ArchiveError.self) { try archive.audit() }
    }
}
