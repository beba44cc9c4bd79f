/// The language of Graphviz.
enum DotSyntax: DiagramSyntax {
    static let header = "digraph {\n  node [shape=box];\n"
    static let footer = "}\n"

    static func box(_ name: String, _ lines: [String]) -> String {
        // `\l` ends a line that is set flush left.
        "  \(name) [label=\"\(lines.map { escaped($0) + "\\l" }.joined())\"];\n"
    }

    static func arrow(_ from: String, _ to: String, _ label: String) -> String {
        "  \(from) -> \(to) [label=\"\(escaped(label))\"];\n"
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.escaped(limit: .max).unicodeScalars {
            if scalar == "\"" || scalar == "\\" { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
