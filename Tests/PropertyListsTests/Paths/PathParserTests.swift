import PropertyLists
import TestSupport
import Testing

/// What is said of texts that aren't paths.
@Suite struct PathParserTests {
    private static func remedy(_ text: String) -> String? {
        do throws(ArchiveError) {
            _ = try ArchivePath(text)
            return nil
        } catch {
            return error.remedy
        }
    }

    @Test func `the name that needs quotes is quoted, unless another needs them too`() {
        expectRows {
            (Self.remedy("root.a?b.c"), "quote the name: root.\"a?b\".c")
            (Self.remedy("root.a?b.c?d"), "write paths like root.items[2].name")
            (Self.remedy("root.!x"), "quote the name: root.\"!x\"")
            (Self.remedy("root.!"), "quote the name: root.\"!\"")
            (Self.remedy("root..x"), "write paths like root.items[2].name")
        }
    }

    @Test(.rows)
    func `a path of many bad names is refused without a stack`() {
        forEachRow([2, 250, 5000]) { (count: Int) throws in
            let text = Array(repeating: "?", count: count).joined(separator: ".")
            let remedy = try SmallStack.run(size: SmallStack.least) { Self.remedy(text) }
            #expect(remedy == "write paths like root.items[2].name")
        }
    }
}
