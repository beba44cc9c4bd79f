import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import Testing
import TestSupport

@Suite struct AppleArchivesTests {
    @Test(arguments: try AppleArchive.all())
    func `the archiver writes the bytes that Apple's wrote for the same value`(archive: AppleArchive) throws {
        guard archive.reproduced == "yes" else {
            #expect(archive.reproduced.hasPrefix("no: "))
            return
        }
        let recipe = try #require(try Recipe.recipe(for: archive), "no recipe for \(archive.name)")
        let bytes = try recipe.bytes()
        // With this in the environment, the test writes the files of `Fixtures/apple-layout` anew.
        if ProcessInfo.processInfo.environment["KEYED_ARCHIVE_WRITE_FIXTURES"] != nil {
            try Data(bytes).write(to: archive.fixture)
        }
        #expect(bytes.count == archive.size)
        #expect(SHA256.hexDigest(bytes) == archive.digest)
        #expect(bytes == Array(try Data(contentsOf: archive.fixture)))
    }

    @Test func `every archive that is reproduced is kept as our output, and no other`() throws {
        let kept = try FileManager.default.contentsOfDirectory(
            atPath: AppleArchive.fixtures.appendingPathComponent("apple-layout").path)
        let reproduced = try AppleArchive.all().filter { $0.reproduced == "yes" }.map(\.fixture.lastPathComponent)
        #expect(Set(kept) == Set(reproduced))
        #expect(Set(reproduced).count == reproduced.count)
    }

    @Test(.enabled(if: Corpus.isPresent, "the corpus is not present"), arguments: try AppleArchive.all())
    func `the table holds the digests of the files`(archive: AppleArchive) throws {
        let bytes = Array(try Data(contentsOf: Corpus.folder.appendingPathComponent("archives/\(archive.name)")))
        #expect(bytes.count == archive.size)
        #expect(SHA256.hexDigest(bytes) == archive.digest)
    }
}
