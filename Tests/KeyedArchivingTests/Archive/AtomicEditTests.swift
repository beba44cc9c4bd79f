import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What an edit leaves: all of it or, where it fails, nothing.
@Suite struct AtomicEditTests {
    /// A list of two objects of a class, and one of the class that nothing refers to.
    private static let archive = SmallArchive(
        ["NS.objects": [.uid(3)], "$class": .uid(2)], .classRecord("NSArray", "NSObject"),
        ["a": 1, "$class": .uid(4)], .classRecord("Thing", "NSObject"), ["b": 2, "$class": .uid(4)])

    @Test func `a class record stays while any entry has the class`() throws {
        var archive = try KeyedArchive(Self.archive.bytes())
        #expect(archive.problems(strict: true).isEmpty)
        try archive.remove(at: "root[0]")
        #expect(try archive.entry(at: 3) == .null)
        #expect(try archive.archivedClass(at: 4).name == "Thing")
        #expect(archive.problems(strict: true).isEmpty)
        // Once nothing has it, it goes too.
        try archive.dropOrphans()
        #expect(try archive.entry(at: 4) == .null && archive.entry(at: 5) == .null)
    }

    @Test(.rows)
    func `an edit that fails adds nothing`() {
        let list: PropertyList = ["text", .uid(99)]
        forEachRow(
            [
                { try $0.setValue(list, forKey: "k", ofObjectAt: 3) }, { try $0.setTopLevelValue(list, forKey: "k") },
                { try $0.set(.uid(99), at: "root[0]") }, { try $0.set(["a", .uid(3)], at: "root[0].k") },
                { try $0.insert(.uid(99), at: "root[0]") }, { try $0.set("text", at: "root[5]", orphans: .kept) },
            ] as [@Sendable (inout KeyedArchive) throws -> Void]
        ) { (edit) throws in
            var archive = try KeyedArchive(Self.archive.bytes())
            let count = archive.objectCount
            #expect(throws: ArchiveError.self) { try edit(&archive) }
            #expect(archive.objectCount == count)
            #expect(try archive.bytes() == Self.archive.bytes())
        }
    }
}
