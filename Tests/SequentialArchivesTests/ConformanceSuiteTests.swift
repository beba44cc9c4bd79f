import SequentialArchives
import TestSupport
import Testing

/// The typedstreams of `Fixtures/conformance`, which other readers run too.
@Suite struct ConformanceSuiteTests {
    @Test func `typedstreams are read, refused and written as the conformance suite says`() throws {
        try expectConformance("typedstream") { bytes in
            try TaggedJSON(groupsOf: try SequentialArchive(bytes))
        } rewrite: { bytes in
            // An archive that isn't changed gives its bytes back; this one is written from its contents.
            try SequentialArchive(bytes).rewritten()
        }
    }
}
