import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What refers many times to one object costs in proportion to the archive, or is refused by the name of a limit.
@Suite struct SharingArchiveTests {
    /// Everything that can be done with an archive.
    private static let uses: KeyValuePairs<String, @Sendable ([UInt8]) throws -> Void> = [
        "check": { _ = try KeyedArchive($0).problems(strict: true) },
        "count references": { _ = try KeyedArchive($0).sharedUIDs() },
        "find objects of a class": { _ = try KeyedArchive($0).uids(ofClass: "Wide") },
        "find a class record": {
            var archive = try KeyedArchive($0)
            _ = try archive.uid(of: ArchivedClass(name: "None"))
        },
        "read the root": { bytes in
            let archive = try KeyedArchive(bytes)
            _ = try archive.entry(at: 1)
            _ = try archive.value(at: ArchivePath("root[0].key"))
        },
        "rewrite": { _ = try KeyedArchive($0).bytes() },
        "rewrite as XML": { _ = try KeyedArchive($0).bytes(format: .xml) },
        "change": {
            var archive = try KeyedArchive($0)
            _ = archive.add(.value("new"))
            _ = try archive.bytes()
        },
        "decode any object": { _ = try KeyedUnarchiver.unarchivedGraph(from: $0) },
        "decode arrays": { _ = try KeyedUnarchiver.unarchivedObject(of: [[String]].self, from: $0) },
        "decode texts": { _ = try KeyedUnarchiver.unarchivedObject(of: [String].self, from: $0) },
        "decode data": { _ = try KeyedUnarchiver.unarchivedObject(of: [ArchivedData].self, from: $0) },
        "fail": { _ = try KeyedUnarchiver.unarchivedObject(of: Never0.self, from: $0) },
        "read as a property list": { _ = try BinaryPropertyListReader($0).tree() },
    ]

    /// A class that no archive has.
    private struct Never0: Codingable {
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    @Test(.rows)
    func `each use ends soon`() {
        forEachRow(SharingArchive.allCases, Self.uses.indices) { (archive: SharingArchive, use: Int) throws in
            let bytes = try archive.bytes(TestScale.count(1000, quick: 75))
            #expect(bytes.count < 100_000)
            let time = try WorkTime.of {
                do {
                    try Self.uses[use].value(bytes)
                } catch is ArchiveError {}
            }
            #expect(time < .seconds(60), "\(Self.uses[use].key)")
        }
    }
}
