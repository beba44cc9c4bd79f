import Foundation
import TestSupport
import Testing

/// What each shell completes with the script that the tool prints for it, asked of the shell itself.
@Suite struct CompletionsTests {
    private static let hasFish = InstalledProgram.path("fish") != nil
    private static let hasZsh = InstalledProgram.path("zsh") != nil

    private static let formats = ["tree", "json", "plain", "paths", "xml", "mermaid", "dot", "html"]

    /// The words that bash offers after a command line.
    private func bash(_ words: String...) throws -> Set<String> {
        let list = (["keyed-archive"] + words).map { "'\($0)'" }.joined(separator: " ")
        let script = """
            . /dev/stdin; COMP_WORDS=(\(list)); COMP_CWORD=\(words.count); _keyed_archive
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let run = try ToolRun(
            shell: "\"$TOOL\" completions bash | bash --norc -c \(quoted(script))")
        #expect(run.errors == "")
        return Set(run.output.split(separator: "\n").map(String.init))
    }

    /// The words that fish offers after a command line, without what it says of them.
    private func fish(_ line: String) throws -> Set<String> {
        let script = "source; complete -C '\(line)'"
        let run = try ToolRun(
            shell: "HOME=/nonexistent; \"$TOOL\" completions fish | fish --no-config -c \(quoted(script))")
        return Set(run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) })
    }

    private func quoted(_ text: String) -> String { "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'" }

    @Test func `bash offers commands, options and their values`() throws {
        try expectRows {
            (try bash("di"), ["diff"])
            (try bash("dump", "--form"), ["--format"])
            (try bash("dump", "--format", ""), Set(Self.formats))
            (
                try bash("convert", "--format", ""),
                ["binary", "xml", "typedstream", "json", "envelope", "plain", "plain-json"]
            )
            (try bash("rewrite", "--format", ""), ["binary", "xml"])
            (
                try bash("set", "--type", ""),
                ["string", "integer", "real", "boolean", "date", "data", "hex", "uid", "nil"]
            )
            (try bash("completions", ""), ["bash", "zsh", "fish"])
            (try bash("dump", "-f", ""), Set(Self.formats))
            (try bash("dump", "-f"), ["-f"])
            (try bash("help", "di"), ["diff"])
        }
        let zsh = try ToolRun("completions", "zsh").output
        let fish = try ToolRun("completions", "fish").output
        #expect(zsh.contains("'(-o --output)'{-o,--output}'["))
        #expect(fish.contains(" -s o -l output -r "))
        #expect(fish.contains("-n '__fish_seen_subcommand_from help' -f -a 'dump "))
    }

    @Test(.enabled(if: hasFish, "fish isn't installed"))
    func `fish offers commands, options and their values`() throws {
        try expectRows {
            (try fish("keyed-archive di"), ["diff"])
            (try fish("keyed-archive dump --form"), ["--format"])
            (try fish("keyed-archive dump --format "), Set(Self.formats))
            (try fish("keyed-archive completions "), ["bash", "zsh", "fish"])
        }
    }

    @Test(.enabled(if: hasZsh, "zsh isn't installed"))
    func `zsh offers commands, options and their values`() throws {
        let scratch = try Scratch()
        let driver = """
            zmodload zsh/zpty
            zpty z zsh -f -i
            zpty -w z 'PS1=; fpath=("\(scratch.folder.path)" $fpath); autoload -Uz compinit; compinit -u -D; print ready'
            zpty -r -m z found '*ready*ready*'
            zpty -w -n z "$1"$'\\t\\t'
            for turn in {1..40}; do
              sleep 0.1
              while zpty -r -t z part; do found+=$part; done
            done
            print -r -- "$found"
            zpty -d z
            """
        let file = try scratch.file("driver", Array(driver.utf8)).path
        _ = try scratch.file("_keyed-archive", ToolRun("completions", "zsh").outputBytes)
        func zsh(_ line: String) throws -> String {
            try ToolRun(shell: "zsh -f '\(file)' '\(line)'").output
        }
        let commands = try zsh("keyed-archive d")
        for command in ["delete", "diff", "dump"] { #expect(commands.contains(command), "\(commands)") }
        let values = try zsh("keyed-archive dump --format ")
        for value in Self.formats {
            #expect(values.contains(value), "\(values)")
        }
    }
}
