import RandomNumbers
import TestSupport
import Testing

/// Random edits of small archives, each made in a model of plain values, too.
@Suite struct RandomEditTests {
    private static let editCount = TestScale.count(20_000, quick: 400)
    /// How many edits are made in one archive.
    private static let editsOfArchive = 40

    @Test func `after any edits an archive holds what plain values hold that are edited alike`() throws {
        var (made, failed, seed) = (0, 0, UInt64(0))
        while made < Self.editCount {
            seed += 1
            var pair = try EditedPair(SplitMix64(seed: seed))
            #expect(try pair.differences(replaced: []) == [], "archive \(seed)")
            var names: [String] = []
            for _ in 0..<Self.editsOfArchive {
                let outcome = try pair.step()
                names.append(outcome.name)
                made += 1
                if outcome.hasFailed { failed += 1 }
                guard outcome.differences.isEmpty else {
                    Issue.record("archive \(seed), \(names.suffix(4)): \(outcome.differences.prefix(6))")
                    break
                }
            }
        }
        // Edits that must fail are among them, and most succeed.
        #expect(failed > made / 20 && failed < made / 2)
    }
}
