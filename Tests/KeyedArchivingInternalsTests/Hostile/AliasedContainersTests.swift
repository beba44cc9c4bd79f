import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

/// Many entries that are one wide object, each with an offset of its own in the offset table: walks over all entries go
/// through the same fields again and again, and pay for them.
@Suite struct AliasedContainersTests {
    /// The first of the entries that are one object.
    private static let firstAlias = 6

    /// An archive with many entries that are one object.
    ///
    /// A wide object is at UID 1, the text that all its fields refer to at UID 2, a class record at UID 3, an object at
    /// UID 4 that alone leads to the text at UID 5; then come the entries whose offsets are that of the wide object.
    /// The top level refers to the wide object, to all of those, and to UID 4.
    private static func archive(count: Int, width: Int, leaf: String = "leaf") throws -> [UInt8] {
        var table = BinaryObjectTable()
        let (key, classKey) = (table.addString("k"), table.addString("$class"))
        let thing = table.uid(UID(3))
        let wide = table.addDictionary(
            keys: Array(repeating: key, count: width) + [classKey],
            values: Array(repeating: table.uid(UID(2)), count: width) + [thing])
        let last = table.addDictionary(keys: [key, classKey], values: [table.uid(UID(5)), thing])
        var entries = [
            table.addString("$null"), wide, table.addString(leaf), table.add(.classRecord("Thing")), last,
            table.addString("end"),
        ]
        entries += (0..<count).map { table.addString("alias \($0)") }
        let aliases = (0..<count).map { table.uid(UID(UInt64(firstAlias + $0))) }
        let top = table.addDictionary(
            keys: ["root", "all", "last"].map { table.addString($0) },
            values: [table.uid(UID(1)), table.addArray(aliases), table.uid(UID(4))])
        let outer = table.addDictionary(
            keys: ["$version", "$archiver", "$top", "$objects"].map { table.addString($0) },
            values: [table.addInteger(100_000), table.addString("NSKeyedArchiver"), top, table.addArray(entries)])
        var bytes = try table.write(top: outer)
        // The trailer has the width of an offset 26 bytes before the end, and the place of the table in the last 8.
        let index = try KeyedArchive(bytes).index
        let width = Int(bytes[bytes.count - 26])
        let offsets = bytes.suffix(8).reduce(0) { $0 << 8 | Int($1) }
        func place(of uid: Int) -> Range<Int> {
            let start = offsets + index[EntryUID(uid)].rawValue * width
            return start..<start + width
        }
        let offset = Array(bytes[place(of: 1)])
        for alias in 0..<count { bytes.replaceSubrange(place(of: firstAlias + alias), with: offset) }
        return bytes
    }

    private static let small = Result { try KeyedArchive(archive(count: 20, width: 20), limits: .untrusted) }
    private static let large = Result { try archive(count: 400, width: 400) }

    /// So few steps that 160,000 fields exceed them.
    private static let few = {
        var limits = Limits.untrusted
        limits.steps = 4
        return limits
    }()

    /// So little content that 160,000 fields exceed it.
    private static let little = {
        var limits = Limits.untrusted
        limits.expansion = 1
        return limits
    }()

    private func large(_ limits: Limits = few) throws -> KeyedArchive {
        try KeyedArchive(Self.large.get(), limits: limits)
    }

    private func isOf(_ limit: String, _ error: ArchiveError?) -> Bool {
        error?.code == .limitExceeded && error?.reason.contains("`\(limit)`") == true
    }

    @Test func `walks over few of them come to their end`() throws {
        var archive = try Self.small.get()
        try expectRows {
            (archive.sharedUIDs(), [2])
            (try archive.uids(ofClass: "Thing").count, 22)
            (try archive.uid(of: ArchivedClass(name: "Thing", hierarchy: ["Thing"])), 3)
        }
        var search = PathSearch(archive.index)
        #expect(search.steps(to: 5) == [.key("last"), .key("k")])
        #expect(try archive.dropOrphans() == 0)
        try archive.removeTopLevelValue(forKey: "all")
        #expect(try archive.dropOrphans() == 20)
    }

    @Test func `archives are compared container by container, however many entries each is`() throws {
        let (old, large) = (try Self.small.get(), try large())
        #expect(try large.difference(from: large).isEmpty)
        let new = try KeyedArchive(Self.archive(count: 20, width: 20, leaf: "other"), limits: .untrusted)
        let difference = try new.difference(from: old)
        // Each of the fields under the same key differs, and is found at the first of the entries only.
        #expect(difference.changes.map(\.kind) == Array(repeating: .value, count: 20))
        #expect(Set(difference.changes.map(\.newPath)) == [ArchivePath([.key("root"), .key("k")])])
    }

    @Test func `finding what is shared ends at the limit of content, and takes everything for shared`() throws {
        let archive = try large(Self.little)
        #expect(archive.sharedUIDs().count == archive.objectCount - 1)
    }

    @Test func `objects of a class are found within the limit of steps`() throws {
        let archive = try large()
        #expect(isOf("steps", #expect(throws: ArchiveError.self) { try archive.uids(ofClass: "Thing") }))
    }

    @Test func `class records are found within the limit of steps`() throws {
        var archive = try large()
        #expect(isOf("steps", #expect(throws: ArchiveError.self) { try archive.uid(of: ArchivedClass(name: "Other")) }))
    }

    @Test func `orphans stay where finding them exceeds the limit of content`() throws {
        var archive = try large(Self.little)
        #expect(isOf("expansion", #expect(throws: ArchiveError.self) { try archive.dropOrphans() }))
        #expect(!archive.isChanged)
        try archive.removeTopLevelValue(forKey: "all")
        #expect(try archive.dropOrphans() == 400)
    }

    @Test func `an edit that drops orphans drops none where finding them exceeds the limit of content`() throws {
        var archive = try large(Self.little)
        try archive.remove(at: "last")
        #expect(try archive.entry(at: 5) == .value("end"))
    }

    @Test(.rows)
    func `the path of an error is left out where finding it exceeds the limit of content`() {
        forEachRow([(Self.little, false), (.unlimited, true)]) { (limits: Limits, isFound: Bool) throws in
            var search = PathSearch(try large(limits).index)
            #expect(search.steps(to: 2) == [.key("root"), .key("k")])
            #expect(search.steps(to: 5) == (isFound ? [.key("last"), .key("k")] : nil))
        }
    }
}
