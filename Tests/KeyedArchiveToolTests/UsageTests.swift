import Foundation
import PropertyLists
import TestSupport
import Testing

/// Help, and what the tool says of arguments that it does not understand.
@Suite struct UsageTests {
    private static let commands = [
        "dump", "objects", "check", "rewrite", "get", "set", "append", "insert", "move", "delete", "diff", "classes",
        "audit", "convert",
    ]

    @Test func `help lists the commands and helps with each, and a file alone is dumped`() throws {
        for word in ["--help", "-h", "help"] {
            let run = try ToolRun(word)
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("usage: keyed-archive COMMAND"))
            for command in Self.commands {
                #expect(run.output.contains("\n  \(command) "))
            }
            #expect(run.errors == "")
        }
        for command in Self.commands {
            #expect(try ToolRun("help", command).output == ToolRun(command, "--help").output)
        }
        let scratch = try Scratch()
        let bytes = try SmallArchive("text").bytes()
        let path = try scratch.file("archive", bytes).path
        let dumped = try ToolRun("dump", path)
        try expectRows {
            (try ToolRun(path).output, dumped.output)
            try (ToolRun("--format=json", path).output, ToolRun("dump", "--format=json", path).output)
            (try ToolRun("-", input: bytes).output, dumped.output)
        }
        let missing = try ToolRun(scratch.path("none"))
        #expect((missing.status, missing.output) == (2, ""))
        #expect(missing.errors == "keyed-archive: \(scratch.path("none")): No such file or directory\n")
    }

    @Test(.rows)
    func `each command explains itself, in lines that fit a terminal`() {
        forEachRow(Self.commands) { (command: String) throws in
            let run = try ToolRun(command, "--help")
            try expectRows {
                (run.status, 0)
                expecting(run.output, hasPrefix: "usage: keyed-archive \(command) ")
                run.output.split(separator: "\n").allSatisfy { $0.count <= 120 }
                (try ToolRun(command, "FILE", "-h").output, run.output)
            }
        }
    }

    /// Arguments that do not fit, and what standard error says.
    private static let misuses: [(arguments: [String], error: String)] = [
        ([], "which command? see keyed-archive --help"),
        (["frobnicate"], "there is no command \"frobnicate\"; see keyed-archive --help"),
        (["dump"], "the operands are one FILE or more; none is given; see keyed-archive dump --help"),
        (["dump", "a", "--colour"], "there is no option \"--colour\"; see keyed-archive dump --help"),
        (["dump", "a", "--format"], "--format needs a value: FORMAT; see keyed-archive dump --help"),
        (["dump", "a", "--raw=yes"], "--raw takes no value; see keyed-archive dump --help"),
        (
            ["dump", "a", "--max-depth", "1", "--max-depth=2"],
            "--max-depth is given twice; see keyed-archive dump --help"
        ),
        (
            ["dump", "a", "--max-depth", "-1"],
            "--max-depth is a number of at least 0, not \"-1\"; see keyed-archive dump --help"
        ),
        (["objects", "a", "b"], "the operands are one FILE; 2 are given; see keyed-archive objects --help"),
        (["rewrite", "a"], "the operands are IN and OUT; 1 is given; see keyed-archive rewrite --help"),
        (
            ["rewrite", "a", "b", "--format", "json"],
            "--format is binary or xml here; keyed-archive convert writes json; see keyed-archive rewrite --help"
        ),
        (["dmup"], "there is no command \"dmup\"; did you mean dump?; see keyed-archive --help"),
        (["obj"], "there is no command \"obj\"; did you mean objects?; see keyed-archive --help"),
        (["none.plist"], "there is no command or file \"none.plist\"; see keyed-archive --help"),
        (["--verbose"], "there is no option \"--verbose\"; see keyed-archive --help"),
        (["help", "chek"], "there is no command \"chek\"; did you mean check?; see keyed-archive --help"),
        (
            ["dump", "a", "--fromat=json"],
            "there is no option \"--fromat\"; did you mean --format?; see keyed-archive dump --help"
        ),
        (
            ["check", "a", "-strict"],
            "there is no option \"-strict\"; did you mean --strict?; see keyed-archive check --help"
        ),
        (["set", "a", "b", "--type"], "--type needs a value: TYPE; see keyed-archive set --help"),
        (["get", "a"], "the operands are FILE and PATH; 1 is given; see keyed-archive get --help"),
        (
            ["dump", "a", "--json", "--strings", "1"],
            "--strings is for tree, paths, mermaid, dot, html, not for json; leave it out; see keyed-archive dump --help"
        ),
        (
            ["dump", "a", "--max-boxes", "1"],
            "--max-boxes is for mermaid, dot, not for tree; leave it out; see keyed-archive dump --help"
        ),
        (
            ["get", "a", "b", "--text", "--max-depth", "1"],
            "--text and --bytes print what is there as it is; leave --max-depth out; see keyed-archive get --help"
        ),
        (
            ["check", "a", "--salvage", "b", "--exclude", "c"],
            "--exclude and --salvage exclude each other; see keyed-archive check --help"
        ),
    ]

    @Test(.rows)
    func `misuse is exit status 2 and one line on standard error`() {
        forEachRow(Self.misuses.indices) { (index: Int) throws in
            let (arguments, error) = Self.misuses[index]
            let run = try ToolRun(arguments)
            expectRows {
                (run.status, 2)
                (run.output, "")
                (run.errors, "keyed-archive: \(error)\n")
            }
        }
    }

    @Test func `the built tool takes words and standard input, and ends with the exit status`() throws {
        let archive = try SmallArchive("text").bytes()
        let found = try ToolRun(built: "get", "-", "root", input: archive)
        #expect((found.status, found.output, found.errors) == (0, "\"text\"\n", ""))
        let missing = try ToolRun(built: "get", "-", "root.name", input: archive)
        #expect((missing.status, missing.output) == (1, ""))
        #expect(missing.errors.hasPrefix("keyed-archive: -: root.name: "))
        let copied = try ToolRun(built: "rewrite", "-", "-", input: archive)
        #expect((copied.status, copied.outputBytes, copied.errors) == (0, archive, ""))
        let misused = try ToolRun(built: "dump")
        #expect((misused.status, misused.output) == (2, ""))
        #expect(misused.errors.hasSuffix("see keyed-archive dump --help\n"))
    }

    @Test func `the version is the newest of the changelog`() throws {
        let changelog = Corpus.packageFolder.appendingPathComponent("CHANGELOG.md")
        let heading = try #require(
            String(contentsOf: changelog, encoding: .utf8).split(separator: "\n").first { $0.hasPrefix("## ") })
        let newest = try #require(heading.dropFirst(3).split(separator: ",").first)
        let version = try ToolRun("--version")
        #expect((version.status, version.output) == (0, "keyed-archive \(newest)\n"))
    }

    @Test(.rows)
    func `a file that cannot be read is exit status 2 and named, after two dashes if it starts with one`() throws {
        let dashes = try ToolRun("check", "--", "--help")
        #expect(dashes.status == 2)
        #expect(dashes.errors == "keyed-archive: --help: No such file or directory\n")
        forEachRow(Self.commands) { (command: String) throws in
            let scratch = try Scratch()
            let missing = scratch.path("missing")
            let operands =
                switch command {
                case "get", "delete": ["root"]
                case "set", "append", "insert": ["root", "text"]
                case "move": ["root", "other"]
                case "rewrite", "diff", "convert": [scratch.path("out")]
                default: [String]()
                }
            let run = try ToolRun([command, missing] + operands)
            #expect(run.status == 2)
            #expect(run.errors == "keyed-archive: \(missing): No such file or directory\n")
            let folder = try ToolRun([command, scratch.folder.path] + operands)
            try expectRows {
                (folder.status, 2)
                expecting(folder.errors, hasPrefix: "keyed-archive: \(scratch.folder.path): it is a folder; ")
                (folder.errors.contains("--recursive"), ["dump", "check", "classes", "audit"].contains(command))
                (try scratch.names(), [])
            }
        }
    }
}
