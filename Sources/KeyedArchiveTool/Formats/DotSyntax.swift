/// The language of Graphviz.
enum DotSyntax: DiagramSyntax {
    static let header = "digraph {\n  node [shape=box, style=\"rounded,filled\", fillcolor=white];\n"
    static let footer = "}\n"

    static let bounds = DiagramBounds.dot
    static let formatName = "dot"

    static func box(_ name: String, _ lines: [String], color: Int?) -> String {
        // `\l` ends a line that is set flush left.
        "  \(name) [label=\"\(lines.map { escaped($0) + "\\l" }.joined())\"\(fill(color))];\n"
    }

    static func arrow(_ from: String, _ to: String, _ label: String) -> String {
        "  \(from) -> \(to) [label=\"\(escaped(label))\"];\n"
    }

    static func style(ofColor color: Int) -> String { "" }

    private static func fill(_ color: Int?) -> String {
        color.map { ", fillcolor=\"\(DiagramColors.color($0))\"" } ?? ""
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
