import Foundation

/// The examples in the documentation comments of modules, which tests compare with lines that were compiled.
package enum DocumentationExamples {
    /// The examples whose lines a source file of the tests doesn't have, and how many examples there are.
    ///
    /// The file is read together with those in its folder whose names begin with `DocumentationExamples`. An example
    /// with an ellipsis leaves something out and doesn't count.
    package static func missing(
        of modules: String...,
        compiledIn file: String
    ) throws -> (examples: [String], count: Int) {
        let steps = file.split(separator: "/")
        let root = steps.prefix(steps.lastIndex(of: "Tests") ?? 0).joined(separator: "/")
        let sources = URL(fileURLWithPath: "/" + root).appendingPathComponent("Sources")
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        var compiled = ""
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where name.hasPrefix("DocumentationExamples") {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            compiled += lines(text).joined(separator: "\n") + "\n"
        }
        var missing: [String] = []
        var count = 0
        for module in modules {
            let folder = sources.appendingPathComponent(module)
            let paths = FileManager.default.enumerator(atPath: folder.path)
            while let path = paths?.nextObject() as? String {
                guard path.hasSuffix(".swift") else { continue }
                let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
                for block in text.components(separatedBy: "/// ```swift\n").dropFirst() {
                    let example = lines(block.components(separatedBy: "/// ```\n")[0])
                    guard !example.contains("…") else { continue }
                    count += 1
                    if !compiled.contains("\n" + example.joined(separator: "\n") + "\n") {
                        missing.append("\(path): \(example)")
                    }
                }
            }
        }
        return (missing, count)
    }

    /// The examples of an article whose lines no source file of the tests has, and how many examples there are.
    ///
    /// The imports at the start of an example are looked for apart from its other lines.
    package static func missing(
        ofArticle article: String,
        compiledIn files: String...
    ) throws -> (examples: [String], count: Int) {
        let path = Corpus.packageFolder.appendingPathComponent("Sources/\(article)")
        let texts = try files.map { try String(contentsOf: URL(fileURLWithPath: $0), encoding: .utf8) }
        let compiledLines = texts.flatMap { lines($0) }
        let compiled = compiledLines.joined(separator: "\n")
        let imports = Set(compiledLines.filter { $0.hasPrefix("import ") })
        let blocks = try String(contentsOf: path, encoding: .utf8).components(separatedBy: "```swift\n").dropFirst()
        let examples = blocks.map { lines($0.components(separatedBy: "```\n")[0]) }
        let missing = examples.filter { example in
            let rest = example.drop { $0.hasPrefix("import ") }
            let isImported = example.prefix(example.count - rest.count).allSatisfy(imports.contains)
            return !isImported || !compiled.contains("\n\(rest.joined(separator: "\n"))\n")
        }
        return (missing.map { $0.joined(separator: "\n") }, examples.count)
    }

    /// The functions with examples in a source file that no test in it calls, as `examples.name(…)` or
    /// `otherExamples.name(…)`.
    package static func notRun(in file: String) throws -> [String] {
        let text = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
        let names = text.components(separatedBy: "\n    func ").dropFirst().map { $0.prefix { $0 != "(" && $0 != "<" } }
        return names.filter { !$0.hasPrefix("`") && !text.contains("xamples.\($0)(") }.map { String($0) }
    }

    /// The lines of a text without the slashes of comments, indentation and empty lines.
    private static func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map {
            let line = $0.drop { $0 == " " }
            return String((line.hasPrefix("///") ? line.dropFirst(3) : line).drop { $0 == " " })
        }.filter { !$0.isEmpty }
    }
}
