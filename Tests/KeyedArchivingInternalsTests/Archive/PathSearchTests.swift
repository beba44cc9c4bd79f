import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

@Suite struct PathSearchTests {
    @Test func `of a path of more than 24 steps the ends are shown`() {
        expectRows {
            expecting(ArchivePath(Array(repeating: .index(0), count: 24)).shortDescription, hasSuffix: "[0][0]")
            !ArchivePath(Array(repeating: .index(0), count: 24)).shortDescription.contains("…")
            expecting(ArchivePath(Array(repeating: .index(0), count: 25)).shortDescription, contains: "(25 steps)")
        }
    }

    @Test("finding the path of an error costs nothing of the length of keys")
    func longKeys() throws {
        var table = BinaryObjectTable()
        let long = table.addString(String(repeating: "\u{E9}", count: 500_000))
        let root = table.addDictionary(
            keys: Array(repeating: long, count: 200_000) + [table.addString("f"), table.addString("$class")],
            values: Array(repeating: table.uid(0), count: 200_000) + [table.uid(2), table.uid(3)])
        let bytes = try table.archive(of: [
            table.addString("$null"), root, table.addDictionary(keys: [], values: []),
            table.add(.classRecord("Thing", "NSObject")),
        ])
        let archive = try KeyedArchive(bytes, limits: .unlimited)
        let search = PathSearch(archive)
        let time = WorkTime.of { #expect(search.steps(to: 2) == [.key("root"), .key("f")]) }
        #expect(time < .seconds(10))
    }
}
