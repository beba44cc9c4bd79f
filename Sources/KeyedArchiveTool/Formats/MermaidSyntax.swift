/// The language of Mermaid flowcharts, which Markdown viewers draw.
enum MermaidSyntax: DiagramSyntax {
    static let header = "flowchart LR\n"
    static let footer = ""

    static let bounds = DiagramBounds.mermaid
    static let formatName = "mermaid"

    static func box(_ name: String, _ lines: [String], color: Int?) -> String {
        let style = color.map { ":::c\($0)" } ?? ""
        return "  \(name)[\"\(lines.map(escaped).joined(separator: "<br/>"))\"]\(style)\n"
    }

    static func arrow(_ from: String, _ to: String, _ label: String) -> String {
        "  \(from) -->|\"\(escaped(label))\"| \(to)\n"
    }

    static func style(ofColor color: Int) -> String {
        "  classDef c\(color) fill:\(DiagramColors.color(color))\n"
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
