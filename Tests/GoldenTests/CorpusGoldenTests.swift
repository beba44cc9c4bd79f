import Foundation
import GoldenSupport
import TestSupport
import Testing

/// What is seen and changed in files of the corpus.
@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct CorpusLookingGoldenTests {
    @Test(arguments: [("archives", 9), ("more", 3)])
    func `what is seen, changed and asked in files of the corpus is as recorded`(
        part: String,
        every: Int
    ) async throws {
        let calls = GoldenCall.looks + GoldenCall.edits + GoldenCall.fields
        try await GoldenFamily(
            "corpus-\(part)-looks", inputs(of: part, every: every), calls, inDigests: true, stride: 4
        )
        .expectNoDifferences()
    }

    /// One in so many of the smaller files of a folder.
    private func inputs(of part: String, every: Int) -> [GoldenInput] {
        GoldenInput.files(in: Corpus.folder.appendingPathComponent(part), sizes: 0..<2_048)
            .enumerated().filter { $0.offset.isMultiple(of: every) }.map(\.element)
    }
}

@Suite(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
struct CorpusGoldenTests {
    @Test(arguments: [("archives", 3), ("more", 3), ("malformed", 1), ("hostile", 1)])
    func `what becomes of the files of the corpus is as recorded`(part: String, stride: Int) async throws {
        let inputs = GoldenInput.files(in: Corpus.folder.appendingPathComponent(part))
        let family = GoldenFamily("corpus-\(part)", inputs, GoldenCall.everything, inDigests: true, stride: stride)
        try await family.expectNoDifferences()
    }

    @Test(arguments: [("archives", 12), ("typedstream/dev", 24)])
    func `what the newer commands make of some real archives is as recorded`(part: String, every: Int) async throws {
        let files = GoldenInput.files(in: Corpus.folder.appendingPathComponent(part), sizes: 0..<4096)
        let inputs = files.enumerated().filter { $0.offset.isMultiple(of: every) }.map(\.element)
        let name = "corpus-\(part.replacingOccurrences(of: "/dev", with: ""))-commands"
        try await GoldenFamily(name, inputs, GoldenCall.commands, inDigests: true, stride: 8).expectNoDifferences()
    }

    @Test func `what becomes of sequential archives, which the tool alone reads, is as recorded`() async throws {
        let inputs = GoldenInput.files(in: Corpus.folder.appendingPathComponent("typedstream"))
        let calls = GoldenCall.lists + GoldenCall.archives.prefix(1) + GoldenCall.sequential
        try await GoldenFamily("corpus-typedstream", inputs, calls, inDigests: true, stride: 12).expectNoDifferences()
    }
}
