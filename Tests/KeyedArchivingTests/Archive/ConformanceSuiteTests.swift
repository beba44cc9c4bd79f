import KeyedArchiving
import TestSupport
import Testing

/// The keyed archives of `Fixtures/conformance`, which other readers run too.
@Suite struct ConformanceSuiteTests {
    @Test func `keyed archives are read, refused and written as the conformance suite says`() throws {
        try expectConformance("keyed") { bytes in
            let archive = try KeyedArchive(bytes)
            if let problem = archive.problems(strict: false, limit: 1).first { throw problem }
            return try TaggedJSON(graphOf: archive)
        } rewrite: { bytes in
            try KeyedArchive(bytes).bytes()
        }
    }
}
