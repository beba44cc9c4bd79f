import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import Testing
import TestSupport

@Suite struct AppleArchivesTests {
    /// Whether the files of `Fixtures/apple-layout` are written again, from nothing but the values in
    /// `ReplicaArchive*.swift`.
    private static let writesFixtures = ProcessInfo.processInfo.environment["KEYED_ARCHIVE_WRITE_FIXTURES"] != nil

    @Test(.rows)
    func `the archiver writes the bytes that Apple's wrote for the same value`() throws {
        forEachRow(try AppleArchive.all()) { (archive: AppleArchive) throws in
            guard archive.reproduced == "yes" else {
                #expect(archive.reproduced.hasPrefix("no: "))
                return
            }
            let recipe = try #require(try ReplicaArchive.recipe(for: archive), "no recipe for \(archive.name)")
            let bytes = try recipe.bytes()
            if Self.writesFixtures {
                let folder = archive.fixture.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(bytes).write(to: archive.fixture)
            }
            try expectRows {
                (bytes.count, archive.size)
                (SHA256.hexDigest(bytes), archive.digest)
                (bytes, Array(try Data(contentsOf: archive.fixture)))
            }
        }
    }

    @Test(.enabled(if: !writesFixtures, "the files are being written"))
    func `every archive that is reproduced is kept as our output, and no other`() throws {
        let kept = try FileManager.default.contentsOfDirectory(
            atPath: AppleArchive.fixtures.appendingPathComponent("apple-layout").path)
        let reproduced = try AppleArchive.all().filter { $0.reproduced == "yes" }.map(\.fixture.lastPathComponent)
        #expect(Set(kept) == Set(reproduced))
        #expect(Set(reproduced).count == reproduced.count)
    }

    @Test(.enabled(if: Corpus.isPresent, "the corpus is not present"), .rows)
    func `the table holds the digests of the files`() throws {
        forEachRow(try AppleArchive.all()) { (archive: AppleArchive) throws in
            let bytes = Array(try Data(contentsOf: Corpus.folder.appendingPathComponent("archives/\(archive.name)")))
            #expect(bytes.count == archive.size)
            #expect(SHA256.hexDigest(bytes) == archive.digest)
        }
    }
}
