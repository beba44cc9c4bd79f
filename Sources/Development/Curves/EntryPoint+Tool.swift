import Foundation
import KeyedArchiveTool

// The commands of the tool.

extension EntryPoint {
    static let tool: [EntryPoint] = [
        command("dump"), command("dump", "--format", "json"), command("dump", "--format", "xml"),
        command("dump", "--format", "mermaid"), command("dump", "--format", "dot"), command("dump", "--nested"),
        command("dump", "--raw"), command("check"), command("check", "--strict", "--all"), command("objects"),
        command("objects", "--json"), command("objects", "--canonical"), command("get", operand: "root"),
        command("get", operand: "root[1]"),
        command("rewrite", operand: "/dev/null"), command("rewrite", "--format", "xml", operand: "/dev/null"),
    ]

    private static func command(_ words: String..., operand: String? = nil) -> EntryPoint {
        let name = (["tool"] + words + (operand.map { [$0] } ?? [])).joined(separator: " ")
        return EntryPoint(
            name, makesText: words == ["rewrite", "--format", "xml"] || words == ["objects", "--canonical"]
        ) { input in
            var words = [words[0], input.path] + words.dropFirst()
            if let operand { words.insert(operand, at: 2) }
            words += ["--limits", "untrusted"]
            _ = Tool.run(words, on: Console(output: input.drain, errors: input.drain))
        }
    }
}
