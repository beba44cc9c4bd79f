import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

/// What walks over an archive take from the budget.
@Suite struct BudgetChargingTests {
    @Test(.rows)
    func `a container takes a step, and one for each look at each member, or nothing beyond the limit`() {
        forEachRow([(count: 0, looks: 1, steps: 1), (count: 3, looks: 1, steps: 4), (count: 3, looks: 2, steps: 7)]) {
            (row: (count: Int, looks: Int, steps: Int)) throws in
            var budget = Budget(inputSize: 100, limits: .default)
            try budget.step(through: row.count, looks: row.looks)
            #expect(budget.used.steps == row.steps)
        }

        forEachRow([Int.max, .max / 2 + 1]) { (count: Int) throws in
            var budget = Budget(inputSize: 100, limits: .default)
            #expect(code { try budget.step(through: count, looks: 2) } == .limitExceeded)
            #expect(budget.used.steps == 0)
        }
    }

    @Test func `a class record that many places lead to is charged by each`() throws {
        // 50 entries that are one record with 200 names.
        var table = BinaryObjectTable()
        let names = table.addArray((0..<200).map { table.addString("Class\($0)") })
        let record = table.addDictionary(
            keys: [table.addString("$classname"), table.addString("$classes")],
            values: [table.addString("Class0"), names])
        let all = table.addArray((0..<50).map { table.uid(UID(UInt64($0 + 3))) })
        let list = table.addDictionary(
            keys: [table.addString("NS.objects"), table.addString("$class")], values: [all, table.uid(2)])
        let arrayClass = table.add(.classRecord("NSArray", "NSObject"))
        let entries = [table.addString("$null"), list, arrayClass] + Array(repeating: record, count: 50)
        let archive = try KeyedArchive(table.archive(of: entries))
        var matcher = PathMatcher(from: .topLevel(SharedArchive(archive)), chargedTo: archive.budget)
        #expect(try matcher.matches(ArchivePath("root[*].*")).isEmpty)
        #expect(matcher.budget.used.steps >= 50 * 200)
    }
}
