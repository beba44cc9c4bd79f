package import Testing

// Tables of cases that one test judges: a test with arguments prints two lines for each of them also where all is well.

extension Trait where Self == IssueHandlingTrait {
    /// Lets each issue in a call of ``forEachRow(_:sourceLocation:_:)`` name its row.
    package static var rows: Self {
        .compactMapIssues { issue in
            guard let row = Row.current else { return issue }
            var issue = issue
            issue.comments.append("in the row \(row)")
            return issue
        }
    }
}

/// Runs a check for each row of a table, whatever came of the rows before.
///
/// An error that a check throws is an issue of its row. The test has the trait `.rows`.
package func forEachRow<Rows: Sequence>(
    _ rows: Rows,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ check: (Rows.Element) throws -> Void
) {
    for (position, row) in rows.enumerated() {
        Row.$current.withValue(Row(position, row)) {
            do {
                try check(row)
            } catch is ExpectationFailedError {
                // `#require` has recorded its issue.
            } catch {
                Issue.record(error, sourceLocation: sourceLocation)
            }
        }
    }
}

/// Runs a check for each row of one table with each of another.
package func forEachRow<Rows: Sequence, Columns: Collection>(
    _ rows: Rows,
    _ columns: Columns,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ check: (Rows.Element, Columns.Element) throws -> Void
) {
    let pairs = rows.lazy.flatMap { row in columns.lazy.map { (row, $0) } }
    forEachRow(pairs, sourceLocation: sourceLocation) { try check($0.0, $0.1) }
}

/// The row of a table that is being checked.
private struct Row: Sendable, CustomStringConvertible {
    @TaskLocal static var current: Row?

    private let position: Int
    /// The row itself, which is described only in an issue: most rows have none, and some are large.
    private nonisolated(unsafe) let content: Any

    init(_ position: Int, _ content: Any) {
        self.position = position
        self.content = content
    }

    var description: String {
        let text = String(describingForTest: content)
        return "\(position): \(text.count > 300 ? text.prefix(300) + "…" : text)"
    }
}
