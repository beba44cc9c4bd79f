import Foundation
import GoldenSupport
import KeyedArchiving
import TestSupport
import Testing

/// What every call makes of every input, compared with what was recorded in `Tests/Goldens`.
///
/// A difference that is meant is recorded again with `.ci/goldens`; the commit says which, and why. The suites are
/// several so that each is quick.
@Suite struct GoldenTests {
    @Test func `what becomes of the files of Fixtures is as recorded`() async throws {
        try await GoldenFamily("fixtures", fixtures, GoldenCall.everything, stride: 6).expectNoDifferences()
    }

    @Test func `what becomes of a value of each type is as recorded`() async throws {
        try await GoldenFamily("values", GoldenInput.values(), GoldenCall.everything, stride: 2).expectNoDifferences()
    }

    @Test func `what the newer commands make of some files of Fixtures is as recorded`() async throws {
        let inputs = fixtures.enumerated().filter { $0.offset.isMultiple(of: 4) }.map(\.element)
        try await GoldenFamily("fixtures-commands", inputs, GoldenCall.commands, stride: 8).expectNoDifferences()
    }
}

/// What calls that look into, change and ask archives make of values.
@Suite struct LookingGoldenTests {
    @Test func `what is seen, changed and asked in a value of each type is as recorded`() async throws {
        let inputs = try small(GoldenInput.values(), every: 2)
        try await GoldenFamily("values-looks", inputs, lookingCalls, stride: 16).expectNoDifferences()
    }
}

/// What they make of files.
@Suite struct LookingIntoFilesGoldenTests {
    @Test func `what is seen, changed and asked in files of Fixtures is as recorded`() async throws {
        try await GoldenFamily(
            "fixtures-looks", small(fixtures, every: 16), lookingCalls, stride: 8, maximumSize: 2_048
        ).expectNoDifferences()
    }

    @Test func `what is seen, changed and asked in the hostile archives is as recorded`() async throws {
        let inputs = small(hostileArchives, every: 4)
        try await GoldenFamily("hostile-archives-looks", inputs, lookingCalls, stride: 8, maximumSize: 2_048)
            .expectNoDifferences()
    }
}

/// What calls make of the inputs under small limits.
@Suite struct LimitGoldenTests {
    @Test func `what limits refuse of a value of each type is as recorded`() async throws {
        let inputs = try small(GoldenInput.values(), every: 6)
        try await GoldenFamily("values-limits", inputs, GoldenCall.limits, inDigests: true, stride: 24)
            .expectNoDifferences()
    }

    @Test func `what limits refuse of files of Fixtures is as recorded`() async throws {
        let inputs = small(fixtures, every: 24)
        try await GoldenFamily(
            "fixtures-limits", inputs, GoldenCall.limits, inDigests: true, stride: 8, maximumSize: 2_048
        )
        .expectNoDifferences()
    }
}

@Suite struct HostileGoldenTests {
    @Test func `what becomes of the hostile archives is as recorded`() async throws {
        try await GoldenFamily("hostile-archives", hostileArchives, GoldenCall.everything, stride: 16)
            .expectNoDifferences()
    }
}

private let lookingCalls = GoldenCall.looks + GoldenCall.edits + GoldenCall.fields

/// One in so many inputs that aren't large.
private func small(_ inputs: [GoldenInput], every stride: Int) -> [GoldenInput] {
    inputs.filter { !$0.isLarge }.enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element)
}

/// The files of Fixtures, except the conformance suite, which has its own tests.
private let fixtures = GoldenInput.files(
    in: Corpus.packageFolder.appendingPathComponent("Fixtures", isDirectory: true)
)
.filter { !$0.name.hasPrefix("conformance/") }

private let hostileArchives = HostileArchive.all.map { row in
    GoldenInput(row.description, type: row.type, isLarge: row.isLarge, bytes: row.bytes)
}
