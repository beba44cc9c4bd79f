import SequentialArchives
import TestSupport
import Testing

/// The typedstreams of `Fixtures/conformance`, which other readers run too.
///
/// The scoreboard there has the counts of this run as the row of `keyed-archive`.
@Suite struct ConformanceSuiteTests {
    @Test func `typedstreams are read, refused and written as the conformance suite says`() throws {
        let refused = ["i-typedstream-depth-2000": "the tool prints text, which exceeds its limit `output` here"]
        try expectConformance("typedstream", refusedByTool: refused) { bytes in
            try TaggedJSON(groupsOf: try SequentialArchive(bytes))
        } rewrite: { bytes in
            // An archive that isn't changed gives its bytes back; this one is written from its contents.
            try SequentialArchive(bytes).rewritten()
        }
    }
}
