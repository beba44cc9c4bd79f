import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// One row of the catalog that is more than an archive: what a program does, and what must come of it.
struct HostileCoding: Sendable, CustomTestStringConvertible {
    /// The number of the row in the catalog.
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
    @Test(.rows)
    func `it succeeds, or a typed error tells where it failed`() {
        forEachRow(HostileCoding.all) { (coding: HostileCoding) throws in
            var found = HostileArchive.Verdict.ok
            do {
                try coding.run()
            } catch let error as ArchiveError {
                found = HostileArchive.Verdict(error)
            }
            #expect(found == coding.expected)
        }
    }

    @Test func `rows 66 to 92 and 105 to 108 are tried with all inputs, and the parts have every row once`() {
        var counts: [Int: Int] = [:]
        for row in HostileArchive.all.map(\.row) + HostileCoding.all.map(\.row) { counts[row, default: 0] += 1 }
        counts[105] = StoredValueTests.cases.count
        counts[106] = LimitProbe.all.count
        counts[108] = ErrorTextTests.errors.count
        #expect(Set(counts.keys) == HostileCatalog.rows(of: .archives))
        for (row, count) in counts {
            #expect(count >= HostileCatalog.leastInputCounts[row] ?? 1, "row \(row)")
        }

        let rows = HostileCatalog.Part.allCases.flatMap { HostileCatalog.rows(of: $0) }
        #expect(rows.sorted() == Array(1...HostileCatalog.rowCount))
        #expect(Set(HostileCatalog.leastInputCounts.keys) == Set(rows))
    }
}
