import PropertyLists
import TestSupport
import Testing

/// The archives of the catalog of hostile inputs, given to each command of the tool.
@Suite struct HostileCatalogTests {
    private static let commands = [
        ["check", "-"], ["check", "--strict", "--all", "-"], ["dump", "-"], ["dump", "--nested", "--raw", "-"],
        ["dump", "--format", "json", "-"], ["dump", "--format", "xml", "-"], ["dump", "--format", "mermaid", "-"],
        ["dump", "--format", "dot", "-"], ["objects", "-"], ["objects", "--json", "-"], ["get", "-", "root.next.name"],
        ["rewrite", "-", "-"],
    ]

    @Test(.rows)
    func `check says what the library says, and no command crashes or prints what a terminal obeys`() {
        forEachRow(HostileArchive.tried.filter { !$0.isLarge }) { (input: HostileArchive) throws in
            let bytes = try input.bytes()
            for command in Self.commands {
                let run = try ToolRun(command, input: bytes)
                #expect(run.status == 0 || run.status == 1, "\(command)")
                #expect(isPlain(run.errors), "\(command)")
                if command != ["rewrite", "-", "-"] { #expect(isPlain(run.output), "\(command)") }
                if command == ["check", "-"] { #expect(run.status == (input.checked == .ok ? 0 : 1)) }
            }
        }
    }

    /// Whether text has no characters but line breaks that a terminal would not show as they are.
    private func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar == "\n"
            case .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }
}
