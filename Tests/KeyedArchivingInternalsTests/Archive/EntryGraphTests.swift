import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

/// Which entries refer to which, and what is asked of that.
@Suite struct EntryGraphTests {
    /// A root with references in fields and in containers, to objects that refer to one another.
    private static let small = SmallArchive(
        [
            "a": .uid(3), "list": [.uid(3), .uid(0), [.uid(4)]], "inside": ["key": [.uid(5)]], "lost": .uid(99),
            "$class": .uid(2),
        ],
        .classRecord("Thing", "NSObject"), ["back": .uid(1), "$class": .uid(2)], "four",
        ["me": .uid(5), "$class": .uid(2)],
        "unreachable")

    private func archive() throws -> KeyedArchive { try KeyedArchive(Self.small.bytes()) }

    private func numbers(_ uids: some Sequence<EntryUID>) -> [Int] { uids.map(\.number) }

    @Test func `references are those of fields and of containers in them, for each entry of one object, too`() throws {
        let graph = try archive().graph
        expectRows {
            (graph.count, 7)
            (numbers(graph.topRoots), [1])
            (numbers(graph.references(of: EntryUID(1))).sorted(), [3, 3, 4, 5])
            (numbers(graph.references(of: EntryUID(2))), [])
            (numbers(graph.references(of: EntryUID(3))), [1])
            (graph.classRecord(of: EntryUID(1)), EntryUID(2))
            (graph.classRecord(of: EntryUID(2)), .null)
            (graph.hasMissing, true)
            (graph.reachable(), [false, true, true, true, true, true, false])
            (graph.reachable(throughClasses: false), [false, true, false, true, true, true, false])
            (graph.referrers, [0, 2, 0, 2, 1, 2, 0])
            (graph.components().components.filter { $0.count > 1 }, [[EntryUID(1), EntryUID(3)]])
        }

        var table = BinaryObjectTable()
        let object = table.addDictionary(
            keys: [table.addString("to"), table.addString("$class")], values: [table.uid(5), table.uid(4)])
        let list = table.addDictionary(
            keys: [table.addString("NS.objects"), table.addString("$class")],
            values: [table.addArray([table.uid(2), table.uid(3)]), table.uid(4)])
        let bytes = try table.archive(of: [
            table.addString("$null"), list, object, object, table.add(.classRecord("Thing")), table.addString("text"),
        ])
        let shared = try KeyedArchive(bytes).graph
        for number in 2...3 {
            #expect(numbers(shared.references(of: EntryUID(number))) == [5])
            #expect(shared.classRecord(of: EntryUID(number)) == EntryUID(4))
        }
        #expect(numbers(shared.references(of: EntryUID(1))) == [2, 3])
        #expect(shared.referrers == [0, 1, 1, 1, 0, 2])
        #expect(shared.classRecord(of: EntryUID(5)) == .null)
    }

    @Test func `keys of the outer dictionary beside the usual four are roots, to which no path leads`() throws {
        let list: PropertyList = [
            "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": ["root": .uid(1)],
            "extra": [.uid(2), .uid(2)], "$objects": ["$null", "one", "two"],
        ]
        var archive = try KeyedArchive(BinaryPropertyListWriter().write(list))
        #expect(try archive.graph.roots.map(\.number) == [1, 2, 2])
        #expect(try archive.sharedUIDs() == [2])
        #expect(try archive.audit().unreachable == [])
        #expect(PathSearch(archive).steps(to: 2) == nil)
        try archive.remove(at: "root")
        #expect(try archive.entry(at: 1) == .null)
        #expect(try archive.entry(at: 2) == .value("two"))
        #expect(try archive.graph.roots.map(\.number) == [2, 2])
    }

    @Test func `changes have separate references, and one to nothing leads to what is added there`() throws {
        let original = try archive()
        var copy = original
        try copy.setValue(.uid(6), forKey: "a", ofObjectAt: 1)
        let added = copy.add(.object(ArchivedRecord(classUID: 2, fields: [ArchivedRecord.Field("to", .uid(6))])))
        let (old, new) = (try original.graph, try copy.graph)
        expectRows {
            (numbers(old.references(of: EntryUID(1))).sorted(), [3, 3, 4, 5])
            (numbers(new.references(of: EntryUID(1))).sorted(), [3, 4, 5, 6])
            (numbers(new.references(of: EntryUID(added))), [6])
            (new.classRecord(of: EntryUID(added)), EntryUID(2))
            (new.referrers, [0, 2, 0, 1, 1, 2, 2, 0])
            original.facts === copy.facts
        }
        #expect(try copy.dropOrphans() == 1)

        var incomplete = try KeyedArchive(
            SmallArchive(["next": .uid(3), "$class": .uid(2)], .classRecord("Thing", "NSObject")).bytes())
        #expect(try incomplete.graph.references(of: EntryUID(1)).isEmpty)
        #expect(incomplete.add(.value("added")) == 3)
        #expect(try incomplete.graph.references(of: EntryUID(1)).map(\.number) == [3])
        #expect(try incomplete.dropOrphans() == 0)
    }

    @Test(.rows) func `paths lead through containers in fields, to what isn't there too, and what they say is found`() {
        forEachRow([
            (1, "root"), (2, "root.$class"), (3, "root.a"), (4, "root.list[2][0]"), (5, "root.inside.key[0]"),
            (99, "root.lost"), (6, nil), (98, nil), (0, nil),
        ]) { (uid: UID, path: String?) throws in
            let archive = try archive()
            let search = PathSearch(archive)
            // The second time, the places of all references are known.
            for _ in 0..<2 {
                let steps = search.steps(to: uid)
                #expect(steps.map { ArchivePath($0).description } == path)
                if let steps, uid != 99 { #expect(archive[ArchivePath(steps)].uid == uid) }
            }
            #expect(search.steps(to: 4, through: 1) == nil)
            #expect(search.steps(to: 99, through: 1) == nil)
            func cycle(_ uid: UID, from last: UID) -> String? {
                search.cycle(
                    through: EntryUID(uid), from: EntryUID(last), preferring: { _ in false }, or: { _ in true }
                )
                .map { ArchivePath($0).description }
            }
            #expect(cycle(1, from: 3) == "a.back")
            #expect(cycle(5, from: 5) == "me")
            #expect(cycle(4, from: 1) == nil)
        }
    }
}
