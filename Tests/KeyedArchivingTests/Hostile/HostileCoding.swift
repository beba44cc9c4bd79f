import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// One row of the catalogue that is more than an archive: what a program does, and what must come of it.
struct HostileCoding: Sendable, CustomTestStringConvertible {
    /// The number of the row in the catalogue.
    var row: Int
    var name: String
    var expected: HostileArchive.Verdict
    /// Does it, with expectations of its own where it succeeds.
    var run: @Sendable () throws -> Void

    init(
        _ row: Int,
        _ name: String,
        _ expected: HostileArchive.Verdict = .ok,
        _ run: @escaping @Sendable () throws -> Void
    ) {
        self.row = row
        self.name = name
        self.expected = expected
        self.run = run
    }

    var testDescription: String { "\(row): \(name)" }

    /// The path to the first object that nests too deep, in a chain of one key.
    static func deepPath(_ key: String) -> String { "root" + String(repeating: ".\(key)", count: Limits.default.depth) }

    static let all = classes + graphs + hooks + writers
}

@Suite struct HostileCodingTests {
    @Test(arguments: HostileCoding.all)
    func `it succeeds, or a typed error tells where it failed`(coding: HostileCoding) throws {
        var found = HostileArchive.Verdict.ok
        do {
            try coding.run()
        } catch let error as ArchiveError {
            found = HostileArchive.Verdict(error)
        }
        #expect(found == coding.expected)
    }

    @Test func `every row of the catalogue from 66 to 92 and from 105 to 108 is tried, with all its inputs`() {
        var counts: [Int: Int] = [:]
        for row in HostileArchive.all.map(\.row) + HostileCoding.all.map(\.row) { counts[row, default: 0] += 1 }
        counts[105] = StoredValueTests.cases.count
        counts[106] = LimitProbe.all.count
        counts[108] = ErrorTextTests.errors.count
        #expect(Set(counts.keys) == HostileCatalogue.rows(of: .archives))
        for (row, count) in counts {
            #expect(count >= HostileCatalogue.leastInputCounts[row] ?? 1, "row \(row)")
        }
    }

    @Test func `the parts of the catalogue have every row from 1 to 108 once`() {
        let rows = HostileCatalogue.Part.allCases.flatMap { HostileCatalogue.rows(of: $0) }
        #expect(rows.sorted() == Array(1...HostileCatalogue.rowCount))
        #expect(Set(HostileCatalogue.leastInputCounts.keys) == Set(rows))
    }
}
