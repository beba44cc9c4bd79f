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
        #expect(bytes.count == archive.size)
        #expect(SHA256.hexDigest(bytes) == archive.digest)
    }

    @Test(.enabled(if: Corpus.isPresent, "the corpus is not present"), arguments: try AppleArchive.all())
    func `the table holds the digests of the files`(archive: AppleArchive) throws {
        let bytes = Array(try Data(contentsOf: Corpus.folder.appendingPathComponent("archives/\(archive.name)")))
        #expect(bytes.count == archive.size)
        #expect(SHA256.hexDigest(bytes) == archive.digest)
    }
}
