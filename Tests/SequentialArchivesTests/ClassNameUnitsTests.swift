import SequentialArchives
import Testing

/// Class names are compared code unit by code unit, as in keyed archives: `é` as one character isn't `e` with an accent.
@Suite struct ClassNameUnitsTests {
    private static let composed = "Caf\u{E9}"
    private static let decomposed = "Cafe\u{301}"

    private class Composed: SequentialCodingable {
        class var codedClassName: String { composed }
        class var version: Int { 1 }
        private(set) var versions: [Int?] = []

        init() {}

        required init(coder unarchiver: SequentialUnarchiver) throws {
            versions = [composed, decomposed].map { unarchiver.version(forClassName: $0) }
        }

        func encode(with archiver: SequentialArchiver) throws {}
    }

    private final class Decomposed: Composed {
        override class var codedClassName: String { decomposed }
        override class var version: Int { 2 }
    }

    @Test func `a registry, a call that names a type and a version mean the class of the name itself only`() throws {
        var registry = ClassRegistry()
        registry.register(Composed.self)
        #expect(registry.sequentialType(forClassName: Self.composed) == Composed.self)
        #expect(registry.sequentialType(forClassName: Self.decomposed) == nil)

        let bytes = try SequentialArchiver.archivedBytes(withRootObject: Composed())
        #expect(try SequentialUnarchiver.unarchivedObject(of: Composed.self, from: bytes)?.versions == [1, nil])
        #expect(throws: ArchiveError.self) {
            try SequentialUnarchiver.unarchivedObject(of: Decomposed.self, from: bytes)
        }

        let both = try SequentialArchiver.archivedBytes(withRootObject: Decomposed())
        let decoded = try SequentialUnarchiver.unarchivedObject(of: Decomposed.self, from: both)
        #expect(decoded?.versions == [1, 2])
    }
}
