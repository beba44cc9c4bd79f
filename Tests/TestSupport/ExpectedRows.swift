package import Testing

/// Expects something of each row of a table; one issue names all rows that differ.
///
/// A row is a condition, a value with what it has to be in brackets, or a text with its part:
///
/// ```swift
/// expectRows {
///     (view.string, "Ada")
///     view.exists
///     expecting(view.description, contains: "Ada")
/// }
/// ```
///
/// A row that throws an error differs, too, and those after it are judged all the same.
///
/// That is one expectation for the compiler too, which takes a tenth of a second for each `#expect`.
package func expectRows(
    sourceLocation: SourceLocation = #_sourceLocation,
    @ExpectedRows _ rows: () throws -> [DifferingRow?]
) rethrows {
    let differing = try rows().compactMap { $0?.text }
    guard !differing.isEmpty else { return }
    Issue.record("\(differing.joined(separator: "\n"))", sourceLocation: sourceLocation)
}

/// A row that isn't as expected.
package struct DifferingRow {
    fileprivate var text: String

    /// The row in a line if it differs.
    fileprivate init?(_ isExpected: Bool, _ line: Int, _ text: @autoclosure () -> String) {
        guard !isExpected else { return nil }
        self.text = "line \(line): \(text())"
    }
}

/// Judges the rows of ``expectRows(sourceLocation:_:)``.
@resultBuilder
package enum ExpectedRows {
    package static func buildBlock(_ rows: DifferingRow?...) -> [DifferingRow?] { rows }

    package static func buildExpression(_ isTrue: @autoclosure () throws -> Bool, line: Int = #line) -> DifferingRow? {
        judged(line) { DifferingRow(try isTrue(), line, "the condition is false") }
    }

    package static func buildExpression<Value: Equatable>(
        _ row: @autoclosure () throws -> (Value, Value),
        line: Int = #line
    ) -> DifferingRow? {
        judged(line) {
            let (value, expected) = try row()
            return DifferingRow(value == expected, line, "\(shown(value)) is not \(shown(expected))")
        }
    }

    /// For values that can't be compared with anything else than nil.
    @_disfavoredOverload
    package static func buildExpression<Value>(
        _ row: @autoclosure () throws -> (Value?, _OptionalNilComparisonType),
        line: Int = #line
    ) -> DifferingRow? {
        judged(line) {
            let value = try row().0
            return DifferingRow(value == nil, line, "\(shown(value)) is not nil")
        }
    }

    package static func buildExpression(
        _ row: @autoclosure () throws -> DifferingRow?,
        line: Int = #line
    ) -> DifferingRow? {
        judged(line, row)
    }

    /// A row whose expressions throw an error isn't as expected either.
    private static func judged(_ line: Int, _ row: () throws -> DifferingRow?) -> DifferingRow? {
        do {
            return try row()
        } catch {
            return DifferingRow(false, line, "threw \(error)")
        }
    }
}

/// A row of ``expectRows(sourceLocation:_:)``: a text contains another, or there is one among some.
package func expecting(_ text: some StringProtocol, contains part: String, line: Int = #line) -> DifferingRow? {
    DifferingRow(text.contains(part), line, "\(shown(text)) does not contain \(shown(part))")
}

package func expecting(_ texts: [String], contains text: String, line: Int = #line) -> DifferingRow? {
    DifferingRow(texts.contains(text), line, "\(shown(texts)) does not contain \(shown(text))")
}

package func expecting(_ text: some StringProtocol, hasPrefix part: String, line: Int = #line) -> DifferingRow? {
    DifferingRow(text.hasPrefix(part), line, "\(shown(text)) does not start with \(shown(part))")
}

package func expecting(_ text: some StringProtocol, hasSuffix part: String, line: Int = #line) -> DifferingRow? {
    DifferingRow(text.hasSuffix(part), line, "\(shown(text)) does not end with \(shown(part))")
}

private func shown(_ value: some Any) -> String {
    let text = String(describingForTest: value)
    return text.count > 1_000 ? text.prefix(1_000) + "…" : text
}
