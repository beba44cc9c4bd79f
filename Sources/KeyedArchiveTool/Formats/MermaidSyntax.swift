/// The language of Mermaid flowcharts, which Markdown viewers draw.
enum MermaidSyntax: DiagramSyntax {
    static let header = "flowchart LR\n"
    static let footer = ""

    static func box(_ name: String, _ lines: [String]) -> String {
        "  \(name)[\"\(lines.map(escaped).joined(separator: "<br/>"))\"]\n"
    }

    static func arrow(_ from: String, _ to: String, _ label: String) -> String {
        "  \(from) -->|\"\(escaped(label))\"| \(to)\n"
    }

    /// Characters with a meaning to Mermaid, Markdown or HTML as entities, which Mermaid writes with `#`.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.escaped(limit: .max).unicodeScalars {
            switch scalar {
            case "\"", "#", "&", "<", ">", "`", "*", "_", "~", "\\", "|", "[", "]", "{", "}":
                escaped += "#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
