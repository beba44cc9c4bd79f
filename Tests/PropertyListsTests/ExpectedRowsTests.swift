import TestSupport
import Testing

/// The table that many suites are written in.
@Suite struct ExpectedRowsTests {
    private struct Opaque {}

    @Test func `rows that are as expected are no issue`() throws {
        let opaque: Opaque? = nil
        expectRows {
            ([1, 2].count, 2)
            ([1, 2].first, 1)
            (opaque, nil)
            ([1].dropFirst().first, nil)
            [1].isEmpty == false
            expecting("one two", contains: "e t")
            expecting(["one", "two"], contains: "two")
            expecting("one two", hasPrefix: "one")
            expecting("one two", hasSuffix: "two")
        }
    }

    @Test func `one issue names every row that differs, with its line`() {
        let opaque: Opaque? = Opaque()
        let line = #line + 4
        withKnownIssue {
            expectRows {
                ([1, 2].count, 2)
                ([1, 2].count, 3)
                ([1, 2].first, nil)
                (opaque, nil)
                [1].isEmpty
                expecting("one two", contains: "three")
                expecting(["one", "two"], contains: "on")
                expecting("one two", hasPrefix: "two")
                expecting("one two", hasSuffix: "one")
            }
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            let lines = text.split(separator: "\n")
            return lines.count == 8 && lines.enumerated().allSatisfy { $1.hasPrefix("line \(line + $0): ") }
        }
    }

    @Test func `a row that throws an error differs by it, and those after it are judged all the same`() throws {
        func fail() throws -> Int { throw CancellationError() }
        let line = #line + 4
        try withKnownIssue {
            try expectRows {
                (1, 1)
                (try fail(), 1)
                try fail() == 1
                (try [fail()].first, nil)
                expecting(try "\(fail())", contains: "1")
                (2, 3)
            }
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            let rows = (0..<4).map { "line \(line + $0): threw CancellationError()" }
            return text.split(separator: "\n") == rows.map { $0[...] } + ["line \(line + 4): 2 is not 3"]
        }
    }
}
