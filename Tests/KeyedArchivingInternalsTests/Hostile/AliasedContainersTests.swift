import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

/// Many entries that are one wide object, each with a separate offset in the offset table: walks over all entries go
/// through the same fields again and again, and begin only within the limit.
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

    private static let small = Result { try KeyedArchive(archive(count: 20, width: 20), limits: .untrusted.exact) }
    private static let large = Result { try archive(count: 400, width: 400) }

    /// An archive of 160,000 fields in some 20 KB.
    private func large(_ limits: Limits = .untrusted) throws -> KeyedArchive {
        try KeyedArchive(Self.large.get(), limits: limits)
    }

    private func isOfExpansion(_ error: ArchiveError?) -> Bool {
        error?.reason == "the limit `expansion` of 4 is exceeded"
    }

    @Test func `walks over few of them come to their end, and over more than the limit allows don't begin`() throws {
        var archive = try Self.small.get()
        #expect(try archive.sharedUIDs() == [2])
        #expect(try archive.uids(ofClass: "Thing").count == 22)
        #expect(try archive.uid(of: ArchivedClass(name: "Thing", hierarchy: ["Thing"])) == 3)
        let search = PathSearch(archive)
        #expect(search.steps(to: 5) == [.key("last"), .key("k")])
        #expect(try archive.dropOrphans() == 0)
        try archive.removeTopLevelValue(forKey: "all")
        #expect(try archive.dropOrphans() == 20)

        var large = try self.large()
        #expect(isOfExpansion(#expect(throws: ArchiveError.self) { try large.sharedUIDs() }))
        #expect(isOfExpansion(#expect(throws: ArchiveError.self) { try large.uids(ofClass: "Thing") }))
        #expect(isOfExpansion(#expect(throws: ArchiveError.self) { try large.uid(of: ArchivedClass(name: "Other")) }))
        #expect(isOfExpansion(#expect(throws: ArchiveError.self) { try large.classSummary }))
        #expect(isOfExpansion(#expect(throws: ArchiveError.self) { try large.audit() }))
        #expect(isOfExpansion(#expect(throws: ArchiveError.self) { try large.dropOrphans() }))
        #expect(!large.isChanged)
        #expect(large.layout == .current)
        let problems = large.problems()
        #expect(problems.count == 1 && isOfExpansion(problems.first))
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

    @Test func `a large entry isn't read, small ones are, and only an edit that keeps orphans is made`() throws {
        let archive = try large()
        #expect(isOfExpansion(#expect(throws: ArchiveError.self) { try archive.entry(at: 1) }))
        #expect(archive["root"].fields == nil)
        #expect(try archive.entry(at: 5) == .value("end"))
        #expect(archive["last.k"].string == "end")

        var edited = try large()
        #expect(isOfExpansion(#expect(throws: ArchiveError.self) { try edited.remove(at: "last") }))
        #expect(!edited.isChanged)
        try edited.remove(at: "last", orphans: .kept)
        #expect(edited.isChanged)
        #expect(try edited.entry(at: 5) == .value("end"))
    }

    @Test(.rows)
    func `errors have no path where finding it exceeds the limit`() {
        forEachRow([(Limits.untrusted, false), (.unlimited, true)]) { (limits: Limits, isFound: Bool) throws in
            let search = PathSearch(try large(limits))
            #expect(search.steps(to: 2) == (isFound ? [.key("root"), .key("k")] : nil))
            #expect(search.steps(to: 5) == (isFound ? [.key("last"), .key("k")] : nil))
        }
    }
}
