import Foundation
import GoldenSupport
import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct CorpusGoldenTests {
    @Test(arguments: [("archives", 8), ("more", 8), ("malformed", 4), ("hostile", 2)])
    func `what becomes of the files of the corpus is as recorded`(part: String, stride: Int) async throws {
        let inputs = GoldenInput.files(in: Corpus.folder.appendingPathComponent(part))
        let family = GoldenFamily("corpus-\(part)", inputs, GoldenCall.everything, stride: stride)
        try await family.expectNoDifferences()
    }

    @Test(arguments: [("archives", 12), ("typedstream/dev", 24)])
    func `what the newer commands make of some real archives is as recorded`(part: String, every: Int) async throws {
        let files = GoldenInput.files(in: Corpus.folder.appendingPathComponent(part), sizes: 0..<4096)
        let inputs = files.enumerated().filter { $0.offset.isMultiple(of: every) }.map(\.element)
        let name = "corpus-\(part.replacingOccurrences(of: "/dev", with: ""))-commands"
        try await GoldenFamily(name, inputs, GoldenCall.commands, stride: 8).expectNoDifferences()
    }

    @Test func `what becomes of sequential archives, which the tool alone reads, is as recorded`() async throws {
        let inputs = GoldenInput.files(in: Corpus.folder.appendingPathComponent("typedstream"))
        let calls = GoldenCall.lists + GoldenCall.archives.prefix(1) + GoldenCall.sequential
        try await GoldenFamily("corpus-typedstream", inputs, calls, stride: 32).expectNoDifferences()
    }
}
