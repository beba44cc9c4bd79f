package import Testing

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

    /// Expects that all came to their end, and that no example of a source file was left out.
    package consuming func expectAll(of file: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let notRun = try DocumentationExamples.notRun(in: file).map { "\($0) is not run" }
        guard !failures.isEmpty || !notRun.isEmpty else { return }
        Issue.record("\((failures + notRun).joined(separator: "\n"))", sourceLocation: sourceLocation)
    }
}
