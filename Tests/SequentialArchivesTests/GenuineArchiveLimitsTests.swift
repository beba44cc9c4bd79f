import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// What the default limits and those for untrusted input refuse: no genuine sequential archive.
@Suite struct GenuineArchiveLimitsTests {
    private static let work: [(name: String, body: @Sendable ([UInt8], Limits) throws -> Void)] = [
        ("text", { _ = try SequentialArchive($0, limits: $1).canonicalText() }),
        (
            "decode",
            { bytes, limits in
                let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes, limits: limits)
                while let types = unarchiver.nextTypes { _ = try unarchiver.decodeValues(ofObjCTypes: types) }
            }
        ),
    ]

    @Test(.enabled(if: SequentialCorpus.isPresent, "the corpus is not present"))
    func `no genuine archive exceeds the default limits, or those for untrusted input`() throws {
        let files = TestScale.sample(
            try SequentialCorpus.files(), every: 4, of: "sequential archives under limits", by: \.name)
        #expect(files.count >= (TestScale.isFull ? 500 : 100))
        var refused: [String] = []
        for file in files {
            let bytes = try file.bytes()
            for (name, body) in Self.work {
                for (preset, limits) in [("default", Limits.default), ("untrusted", .untrusted)] {
                    do {
                        try body(bytes, limits)
                    } catch let error as ArchiveError where error.code == .limitExceeded {
                        refused.append("\(file.name), \(name), \(preset): \(error)")
                    } catch {
                        // What else is wrong with a file isn't looked for here.
                    }
                }
            }
        }
        #expect(refused == [])
    }
}
