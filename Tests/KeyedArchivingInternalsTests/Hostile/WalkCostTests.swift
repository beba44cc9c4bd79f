import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

/// What walks over a whole archive take, measured against how much the archive holds.
///
/// Below the limit walks charge nothing, because each looks at every place a constant number of times, however entries
/// share, repeat or nest what they hold. Here that is measured: where an archive holds four times as much, a walk takes
/// about four times as long, though the file may be hardly larger.
@Suite(.serialized) struct WalkCostTests {
    /// How much each archive holds, about.
    private static let content = TestScale.count(400_000, quick: 60_000)

    /// How many times as long a walk may take over four times as much: sixteen times is a square.
    private static let bound = 8.0

    private typealias Walk = (name: String, body: @Sendable (KeyedArchive) throws -> Void)

    private static let walks: [Walk] = [
        ("sharedUIDs", { _ = try $0.sharedUIDs() }),
        ("uids(ofClass:)", { _ = try $0.uids(ofClass: "Thing") }),
        (
            "uid(of:)",
            {
                var archive = $0
                _ = try archive.uid(of: ArchivedClass(name: "Thing"))
            }
        ),
        (
            "dropOrphans",
            {
                var archive = $0
                _ = try archive.dropOrphans()
            }
        ),
        ("classSummary", { _ = try $0.classSummary }), ("audit", { _ = try $0.audit() }),
        ("difference", { _ = try $0.difference(from: $0) }), ("layout", { _ = $0.layout }),
        ("problems", { _ = $0.problems(strict: true, limit: 1) }),
        ("path", { _ = PathSearch($0).steps(to: 1_000_000_000) }),
    ]

    // MARK: Archives

    /// Objects that share one list of references.
    private static func sharedList(_ content: Int) throws -> [UInt8] {
        var table = BinaryObjectTable()
        let keys = ["list", "$class"].map { table.addString($0) }
        let list = table.addArray((0..<100).map { table.uid(UID(UInt64(3 + $0))) })
        let entries = (0..<content / 110).map { _ in table.addDictionary(keys: keys, values: [list, table.uid(2)]) }
        return try archive(of: entries, &table)
    }

    /// Objects that share lists of lists.
    private static func nestedLists(_ content: Int) throws -> [UInt8] {
        var table = BinaryObjectTable()
        let keys = ["list", "$class"].map { table.addString($0) }
        var list = table.addArray([table.uid(3), table.uid(4)])
        for _ in 0..<6 { list = table.addArray([list, list]) }
        let entries = (0..<content / 270).map { _ in table.addDictionary(keys: keys, values: [list, table.uid(2)]) }
        return try archive(of: entries, &table)
    }

    /// Entries that are one object with many fields.
    private static func oneObject(_ content: Int) throws -> [UInt8] {
        var table = BinaryObjectTable()
        let keys = (0..<100).map { table.addString("key \($0)") } + [table.addString("$class")]
        let object = table.addDictionary(
            keys: keys, values: Array(repeating: table.uid(3), count: 100) + [table.uid(2)])
        return try archive(of: Array(repeating: object, count: content / 210), &table)
    }

    /// Class records that share one chain.
    private static func classes(_ content: Int) throws -> [UInt8] {
        var table = BinaryObjectTable()
        let chain = table.addArray((0..<100).map { table.addString("Class \($0)") })
        let keys = [table.addString("$classname"), table.addString("$classes")]
        let entries = (0..<content / 220).map { number in
            table.addDictionary(keys: keys, values: [table.addString("Name \(number)"), chain])
        }
        return try archive(of: entries, &table)
    }

    /// An archive whose root is a list of entries that follow it and the record of their class.
    private static func archive(
        of entries: [BinaryObjectTable.Entry],
        _ table: inout BinaryObjectTable
    ) throws -> [UInt8] {
        let root = table.addDictionary(
            keys: [table.addString("NS.objects"), table.addString("$class")],
            values: [table.addArray((0..<entries.count).map { table.uid(UID(UInt64(3 + $0))) }), table.uid(2)])
        return try table.archive(of: [table.addString("$null"), root, table.add(.classRecord("Thing"))] + entries)
    }

    private static let families: [(name: String, make: @Sendable (Int) throws -> [UInt8])] = [
        ("one list in many objects", sharedList), ("lists of lists in many objects", nestedLists),
        ("many entries that are one object", oneObject), ("one chain in many class records", classes),
    ]

    // MARK: Measuring

    @Test func `a walk takes time in proportion to what an archive holds, however that is shared`() throws {
        var slow: [String] = []
        for family in Self.families {
            let few = try KeyedArchive(family.make(Self.content / 4), limits: .unlimited)
            let many = try KeyedArchive(family.make(Self.content), limits: .unlimited)
            #expect(few.isWithinLimit && many.isWithinLimit)
            for walk in Self.walks {
                let growth = WorkTime.growth(
                    from: { _ = try? walk.body(few) }, to: { _ = try? walk.body(many) }, below: Self.bound)
                if growth >= Self.bound { slow.append("\(walk.name), \(family.name): \(growth)") }
            }
        }
        #expect(slow == [])
    }
}
