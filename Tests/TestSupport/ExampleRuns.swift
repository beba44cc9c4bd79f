package import Testing

/// Examples that print: their text is for the test, not for the tests' output.
package protocol PrintingExamples {
    var output: ExampleOutput { get }
}

extension PrintingExamples {
    package func print(_ items: Any...) { output.print(items) }
}

/// What examples have printed.
package final class ExampleOutput {
    private var lines: [String] = []

    package init() {}

    package func print(_ items: [Any]) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }

    /// The lines that were printed since this was asked last.
    package func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// Runs examples of documentation comments, each of which has to come to its end; one issue names all that don't.
package struct ExampleRuns: ~Copyable {
    private var failures: [String] = []

    package init() {}

    /// Runs an example, or what a test does with one.
    package mutating func run(line: Int = #line, _ example: () throws -> Void) {
        do {
            try example()
        } catch {
            failures.append("line \(line): \(error)")
        }
    }

    /// Runs an example that has to come to a value.
    package mutating func expect<Value: Equatable>(
        _ expected: Value?,
        line: Int = #line,
        _ example: () throws -> Value?
    ) {
        run(line: line) {
            let value = try example()
            guard value == expected else {
                throw Difference(description: "\(value as Any), not \(expected as Any)")
            }
        }
    }

    /// What an example came to instead of what is expected.
    private struct Difference: Error, CustomStringConvertible {
        let description: String
    }

    /// Expects that all came to their end, and that no example of a source file was left out.
    package consuming func expectAll(of file: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let notRun = try DocumentationExamples.notRun(in: file).map { "\($0) is not run" }
        guard !failures.isEmpty || !notRun.isEmpty else { return }
        Issue.record("\((failures + notRun).joined(separator: "\n"))", sourceLocation: sourceLocation)
    }
}
