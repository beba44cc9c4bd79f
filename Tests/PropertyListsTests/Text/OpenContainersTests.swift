import PropertyLists
import TestSupport
import Testing

/// The place of a value that can't be written, at the depth from which on only both ends of its path are shown.
@Suite struct OpenContainersTests {
    private static func nested(_ depth: Int) -> PropertyList {
        let innermost: PropertyList = .string(PropertyListString("a\u{0}b"))
        return (0..<depth).reduce(innermost) { value, level in
            level.isMultiple(of: 2) ? ["text", value] : ["key": value]
        }
    }

    @Test(.rows)
    func `a path of more than twenty-four steps is shown by its ends, and one of none as the root`() {
        forEachRow([1, 2, 23, 24, 25, 26, 100]) { (depth: Int) throws in
            let steps = (0..<depth).reversed().map { $0.isMultiple(of: 2) ? "[1]" : "key" }
            func joined(_ steps: some Collection<String>) -> String {
                steps.reduce("") { $0 + ($1 == "key" && !$0.isEmpty ? "." : "") + $1 }
            }
            let expected =
                depth > 24
                ? "\(joined(steps.prefix(8)))…(\(depth) steps)….\(joined(steps.suffix(8)))" : joined(steps)
            let error = #expect(throws: ArchiveError.self) { try XMLPropertyListWriter().write(Self.nested(depth)) }
            #expect(error?.reason.contains("at \(expected) has no XML form") == true, "\(error?.reason ?? "")")
        }
        let error = #expect(throws: ArchiveError.self) { try XMLPropertyListWriter().write(Self.nested(0)) }
        #expect(error?.reason.contains("at the root has no XML form") == true)
    }
}
