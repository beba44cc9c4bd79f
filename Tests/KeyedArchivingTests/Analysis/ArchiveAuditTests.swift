import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

@Suite struct ArchiveAuditTests {
    private let list: PropertyList = .classRecord("NSArray", "NSObject")

    private func elements(_ uids: UID..., class classUID: UID) -> PropertyList {
        ["NS.objects": .array(PropertyListArray(uids.map { .uid($0) })), "$class": .uid(classUID)]
    }

    @Test func `an ordinary archive has nothing to report`() throws {
        let archive = try KeyedArchive(
            SmallArchive(elements(2, 3, class: 4), "a", elements(2, class: 4), list).bytes())
        let audit = try archive.audit()
        expectRows {
            audit.cycles.isEmpty
            audit.unreachable.isEmpty
            audit.oddClasses.isEmpty
            audit.containerProblems.isEmpty
            audit.lostEntries.isEmpty
            audit.nestedArchives.isEmpty
            (audit.entryCount, 5)
            (audit.reachableCount, 3)
            (audit.expandedCount, 4)
            (audit.requiredLimits.classes, 1)
            (audit.requiredLimits.stringBytes, 15)
            (audit.requiredLimits.dataBytes, 0)
            (audit.requiredLimits.objects, audit.containerObjectCount)
        }
        #expect(throws: Never.self) { try KeyedArchive(archive.bytes(), limits: audit.requiredLimits).audit() }
    }

    @Test func `cycles, with a path to the first object, and unreachable entries are listed up to a limit`() throws {
        let archive = try KeyedArchive(
            SmallArchive(
                elements(2, 5, class: 6), ["next": .uid(3), "$class": .uid(7)], ["next": .uid(4), "$class": .uid(7)],
                ["next": .uid(2), "$class": .uid(7)], elements(5, class: 6), list, .classRecord("Node", "NSObject")
            ).bytes())
        let audit = try archive.audit()
        #expect(audit.cycleCount == 2)
        let cycles: [[UID]] = audit.cycles.map(\.uids).sorted { $0[0] < $1[0] }
        let expected: [[UID]] = [[2, 3, 4], [5]]
        try expectRows {
            (cycles, expected)
            (Set(audit.cycles.map { $0.path?.description }), ["root[0]", "root[1]"])
            (try archive.audit(limit: 1).cycles.count, 1)
            (try archive.audit(limit: 1).cycleCount, 2)
            (audit.expandedCount, 5)
            (audit.requiredLimits.depth, 5)
        }

        let orphans = try KeyedArchive(
            SmallArchive(elements(class: 2), list, "orphan", elements(3, class: 5), .classRecord("Mine", "NSObject"))
                .bytes())
        let ofOrphans = try orphans.audit()
        try expectRows {
            (ofOrphans.unreachable, [3, 4, 5])
            (ofOrphans.unreachableCount, 3)
            (try orphans.audit(limit: 2).unreachable, [3, 4])
        }
    }

    @Test func `sharing that would expand without bound is reported`() throws {
        let levels = 200
        let objects = (1...levels).map { level in
            level == levels
                ? elements(class: UID(UInt64(levels + 1)))
                : elements(UID(UInt64(level + 1)), UID(UInt64(level + 1)), class: UID(UInt64(levels + 1)))
        }
        var small = SmallArchive()
        small.objects = objects + [list]
        let audit = try KeyedArchive(small.bytes()).audit()
        expectRows {
            (audit.expandedCount, .max)
            (audit.reachableCount, levels)
            audit.amplification > 1e15
            (audit.requiredLimits.depth, levels)
        }
    }

    @Test func `dictionaries with a key that is there twice are listed, however it is stored`() throws {
        let mutable: PropertyList = ["NS.string": "a", "$class": .uid(9)]
        func dictionary(_ keys: UID...) -> PropertyList {
            let references = PropertyList.array(PropertyListArray(keys.map { .uid($0) }))
            return ["NS.keys": references, "NS.objects": references, "$class": .uid(10)]
        }
        let archive = try KeyedArchive(
            SmallArchive(
                dictionary(6, 7), dictionary(6, 6), dictionary(7, 6, 8), dictionary(6, 7, 11), dictionary(11, 7, 11),
                "a", "b", mutable, .classRecord("NSMutableString", "NSString", "NSObject"),
                .classRecord("NSDictionary", "NSObject"), 5
            ).bytes())
        let audit = try archive.audit()
        expectRows {
            (audit.lostEntryCount, 3)
            (audit.lostEntries.map(\.uid), [2, 3, 5])
            (audit.lostEntries.map(\.key), ["a", "a", "5"])
        }
        let first = try archive.audit(limit: 1)
        expectRows {
            (first.lostEntryCount, 3)
            (first.lostEntries.map(\.uid), [2])
        }
    }

    @Test func `a chain of many objects is looked at without recursion`() throws {
        let count = 20_000
        let bytes = try HostileArchive.chain(count, last: .null).bytes()
        let audit = try SmallStack.run(size: SmallStack.least) {
            try KeyedArchive(bytes, limits: .unlimited).audit()
        }
        #expect(audit.cycleCount == 0)
        #expect(audit.requiredLimits.depth >= count - 2)
    }

    @Test func `odd class records are listed with what is odd, and counted beyond those that are listed`() throws {
        let archive = try KeyedArchive(
            SmallArchive(
                elements(3, 4, 5, class: 2), list, ["$class": .uid(6)], ["$class": .uid(7)], ["$class": .uid(8)],
                ["$classname": "A"], .classRecord("B", "NSObject"),
                ["$classname": "B", "$classes": ["C", "NSObject"]],
                .classRecord("D", "NSObject"), ["$classname": 5]
            ).bytes())
        let odd = try archive.audit().oddClasses
        expectRows {
            (odd.map(\.uid), [6, 8, 8, 9, 10])
            (odd.map(\.name), ["A", "B", "B", "D", nil])
            (
                odd.map(\.reason),
                [
                    .noHierarchy, .hierarchyOfAnotherClass, .sameNameAsAnother, .unused, .unreadable,
                ]
            )
        }

        let records = (0..<5).map { PropertyList.classRecord("Unused\($0)") }
        let few = try KeyedArchive(SmallArchive(entries: ["text"] + records).bytes()).audit(limit: 2)
        #expect(few.oddClasses.count == 2 && few.oddClassCount == 5)
    }

    @Test func `archives in data are opened, and those in theirs`() throws {
        func wrap(_ data: [UInt8]) throws -> [UInt8] {
            try SmallArchive(["NS.data": .data(data), "$class": .uid(2)], .classRecord("NSData", "NSObject")).bytes()
        }
        let inner = try SmallArchive("text").bytes()
        let middle = try wrap(inner)
        let archive = try KeyedArchive(wrap(middle))
        let audit = try archive.audit()
        expectRows {
            (audit.nestedArchiveCount, 2)
            (audit.nestedArchives.map(\.depth), [1, 2])
            (audit.nestedArchives.map(\.uid), [1, 1])
            (audit.nestedArchives.map(\.byteCount), [middle.count, inner.count])
            (audit.requiredLimits.nestedArchives, 2)
        }
    }

    @Test func `the limits are those that the archives within need, too, however deep they are`() throws {
        func wrap(_ data: [UInt8]) throws -> [UInt8] { try SmallArchive(.data(data)).bytes() }
        let text = String(repeating: "x", count: 5_000)
        var inner = try SmallArchive(
            ["deep": [[[[[[1]]]]]], "$class": .uid(2)], .classRecord("One"), .classRecord("Two"),
            .string(PropertyListString(text))
        ).bytes()
        for _ in 0..<12 { inner = try wrap(inner) }
        let audit = try KeyedArchive(inner).audit()
        expectRows {
            (audit.nestedArchiveCount, 12)
            (audit.requiredLimits.nestedArchives, 12)
            (audit.requiredLimits.stringBytes, 5_000)
            (audit.requiredLimits.classes, 2)
        }
        // The outer dictionary, the entries, an entry and six arrays.
        #expect(audit.requiredLimits.depth == 9)
        var archive = try KeyedArchive(inner, limits: audit.requiredLimits)
        for _ in 0..<12 {
            guard case .value(.data(let data)) = try archive.entry(at: 1) else { break }
            archive = try #require(try archive.nestedArchive(in: data))
        }
        #expect(try archive.classSummary.count == 2 && archive.nestingDepth == 12)
    }

    @Test func `gaps and overlaps in the file are listed with their bytes`() throws {
        let bytes = try SmallArchive("text").bytes()
        let trailer = bytes.count - 32
        // A byte before the offset table that belongs to nothing.
        let table = Int(bytes[bytes.count - 1])
        var gap = Array(bytes[..<table]) + [0] + Array(bytes[table...])
        gap[gap.count - 1] += 1
        let problems = try KeyedArchive(gap).audit().containerProblems
        try expectRows {
            (problems.map(\.code), [.unusedBytes])
            (problems.first?.byteOffset, table)
            trailer > table
            try KeyedArchive(KeyedArchive(bytes).bytes(format: .xml)).audit().containerProblems.isEmpty
        }
    }

    @Test func `every archive of the corpus needs no more than the default limits and opens within its own`() throws {
        guard Corpus.isPresent else { return }
        for row in try Corpus.sample("archives", atMost: 60) {
            let archive = try KeyedArchive(row.bytes())
            let audit = try archive.audit()
            #expect(throws: Never.self, "\(row.file)") {
                try KeyedArchive(row.bytes(), limits: audit.requiredLimits).classSummary
            }
        }
    }
}
