import KeyedArchiving
import TestSupport
import Testing

/// The keyed archives of `Fixtures/conformance`, which other readers run too.
///
/// The scoreboard there has the counts of this run as the row of `keyed-archive`.
@Suite struct ConformanceSuiteTests {
    @Test func `keyed archives are read, refused and written as the conformance suite says`() throws {
        let refused = ["i-keyed-depth-2000": "the script that turns the tool's JSON into content recurses too deep"]
        try expectConformance("keyed", refusedByTool: refused) { bytes in
            let archive = try KeyedArchive(bytes)
            if let problem = archive.problems(strict: false, limit: 1).first { throw problem }
            return try TaggedJSON(graphOf: archive)
        } rewrite: { bytes in
            try KeyedArchive(bytes).bytes()
        }
    }
}
