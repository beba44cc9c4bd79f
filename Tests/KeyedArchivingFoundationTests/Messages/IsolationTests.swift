import Foundation
import TestSupport
import Testing

/// What the compiler says of types that belong to the main actor, and of those that belong to none.
///
/// Each file of Fixtures/isolation is compiled in Swift 6 mode. Every error has to be announced by a comment at the end of
/// its line, `// error:` with a part of what the compiler says, and every announced error has to come.
@Suite(.enabled(if: Compiler.obstacle == nil, "\(Compiler.obstacle ?? "")"))
struct IsolationTests {
    private static let mainActorDefault = ["-default-isolation", "MainActor"]

    /// A file, and the options with which it is compiled.
    private static let files: [(name: String, options: [String])] = [
        ("compiles", []), ("compiles", mainActorDefault),
        ("refused", []), ("refused", mainActorDefault),
        ("main-actor-default", mainActorDefault),
    ]

    @Test(.rows)
    func `what belongs to the main actor is coded there only, and the compiler says so`() {
        forEachRow(Self.files) { (name: String, options: [String]) throws in
            let file = Corpus.packageFolder.appendingPathComponent("Fixtures/isolation/\(name).swift")
            let text = try String(contentsOf: file, encoding: .utf8)
            var errors = try Compiler.errors(in: text, options: options)
            for (index, line) in text.components(separatedBy: "\n").enumerated() {
                guard let comment = line.range(of: "  // error: ") else { continue }
                let found = errors.removeValue(forKey: index + 1) ?? []
                let expected = line[comment.upperBound...]
                #expect(found.contains { $0.contains(expected) }, "\(name), line \(index + 1): \(found)")
            }
            #expect(errors.isEmpty, "\(name) \(options): \(errors)")
        }
    }
}
