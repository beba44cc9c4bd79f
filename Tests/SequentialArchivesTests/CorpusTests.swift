import SequentialArchives
import TestSupport
import Testing

/// The text and the bytes of every real archive.
@Suite(.enabled(if: SequentialCorpus.isPresent, "the corpus of sequential archives is not here"))
struct CorpusTests {
    @Test func `every undamaged archive has the canonical text of an independent reader`() throws {
        let files = TestScale.sample(
            try SequentialCorpus.undamaged(), every: 8, of: "sequential archives", by: \.name)
        for file in files {
            let archive = try SequentialArchive(file.bytes())
            let text = try archive.canonicalText()
            #expect(SHA256.hexDigest(Array(text.utf8)) == file.canon, "\(file.name)")
            #expect(archive.groups.count == file.groupCount, "\(file.name)")
        }
    }

    @Test func `every undamaged archive is written from its contents as the same bytes`() throws {
        let undamaged = try SequentialCorpus.undamaged()
        #expect(undamaged.count == 518)
        for file in TestScale.sample(undamaged, every: 4, of: "sequential archives", by: \.name) {
            let bytes = try file.bytes()
            let archive = try SequentialArchive(bytes)
            #expect(archive.isNormal, "\(file.name)")
            #expect(archive.bytes() == bytes, "\(file.name)")
            #expect(archive.trailingZeroCount == 0, "\(file.name)")
        }
    }

    @Test func `the archive that its authors damaged ends too early, and the error says where`() throws {
        let bytes = try SequentialCorpus.bytes("ExtraData")
        let error = #expect(throws: ArchiveError.self) { try SequentialArchive(bytes) }
        expectRows {
            (error?.code, .truncated)
            (error?.reason.contains("byte \(bytes.count)"), true)
            error?.byteOffset ?? 0 > 0
            (error?.path?.description.hasPrefix("root"), true)
            error?.remedy != nil
        }
    }
}
