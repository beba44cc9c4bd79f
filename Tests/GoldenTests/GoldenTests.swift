import Foundation
import GoldenSupport
import KeyedArchiving
import TestSupport
import Testing

/// What every call makes of every input, compared with what was recorded in `Tests/Goldens`.
///
/// A difference that is meant is recorded again with `.ci/goldens`; the commit says which, and why.
@Suite struct GoldenTests {
    private static let everything = GoldenCall.lists + GoldenCall.archives + GoldenCall.coding + GoldenCall.tool

    @Test func `what becomes of the files of Fixtures is as recorded`() async throws {
        let folder = Corpus.packageFolder.appendingPathComponent("Fixtures", isDirectory: true)
        let family = GoldenFamily("fixtures", GoldenInput.files(in: folder), Self.everything, stride: 3)
        try await family.expectNoDifferences()
    }

    @Test func `what becomes of the hostile archives is as recorded`() async throws {
        let inputs = HostileArchive.all.map { row in
            GoldenInput(row.description, type: row.type, isLarge: row.isLarge, bytes: row.bytes)
        }
        try await GoldenFamily("hostile-archives", inputs, Self.everything, stride: 4).expectNoDifferences()
    }

    @Test func `what becomes of a value of each type is as recorded`() async throws {
        try await GoldenFamily("values", GoldenInput.values(), Self.everything, stride: 2).expectNoDifferences()
    }

    @Test(
        .enabled(if: Corpus.isPresent, "the folder of real archives is missing"),
        arguments: [("archives", 8), ("more", 8), ("malformed", 4), ("hostile", 2)]
    )
    func `what becomes of the files of the corpus is as recorded`(part: String, stride: Int) async throws {
        let inputs = GoldenInput.files(in: Corpus.folder.appendingPathComponent(part))
        let family = GoldenFamily("corpus-\(part)", inputs, Self.everything, stride: stride)
        try await family.expectNoDifferences()
    }

    @Test func `what the newer commands make of some files of Fixtures is as recorded`() async throws {
        let folder = Corpus.packageFolder.appendingPathComponent("Fixtures", isDirectory: true)
        let inputs = GoldenInput.files(in: folder).enumerated().filter { $0.offset.isMultiple(of: 4) }.map(\.element)
        try await GoldenFamily("fixtures-commands", inputs, GoldenCall.commands, stride: 4).expectNoDifferences()
    }

    @Test(
        .enabled(if: Corpus.isPresent, "the folder of real archives is missing"),
        arguments: [("archives", 12), ("typedstream/dev", 24)]
    )
    func `what the newer commands make of some real archives is as recorded`(part: String, every: Int) async throws {
        let files = GoldenInput.files(in: Corpus.folder.appendingPathComponent(part), sizes: 0..<4096)
        let inputs = files.enumerated().filter { $0.offset.isMultiple(of: every) }.map(\.element)
        let name = "corpus-\(part.replacingOccurrences(of: "/dev", with: ""))-commands"
        try await GoldenFamily(name, inputs, GoldenCall.commands, stride: 4).expectNoDifferences()
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `what becomes of sequential archives, which the tool alone reads, is as recorded`() async throws {
        let inputs = GoldenInput.files(in: Corpus.folder.appendingPathComponent("typedstream"))
        let calls = GoldenCall.lists + GoldenCall.archives.prefix(1) + GoldenCall.sequential
        try await GoldenFamily("corpus-typedstream", inputs, calls, stride: 16).expectNoDifferences()
    }
}
