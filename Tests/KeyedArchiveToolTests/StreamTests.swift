import Foundation
import PropertyLists
import TestSupport
import Testing

/// How the tool treats pipes, full disks and terminals.
@Suite struct StreamTests {
    @Test func `a reader that goes away ends long output without an error`() throws {
        let scratch = try Scratch()
        let list = try scratch.file("list", LinkedList.bytes(count: 20_000))
        let run = try ToolRun(
            shell: "{ \"$TOOL\" dump '\(list.path)'; echo \"status $?\" >&2; } | head -n 1"
        )
        #expect(run.output == "root: Node\n")
        #expect(run.errors == "status 0\n")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
    func `output that cannot be written is exit status 2 and said so`() throws {
        let scratch = try Scratch()
        let file = try scratch.file("file", SmallArchive("text").bytes())
        for command in ["dump", "objects", "check"] {
            let run = try ToolRun(shell: "\"$TOOL\" \(command) '\(file.path)' > /dev/full")
            #expect(run.status == 2)
            #expect(run.errors == "keyed-archive: standard output: No space left on device\n")
        }
    }

    @Test func `a pipe in place of a file is read`() throws {
        let scratch = try Scratch()
        let file = try scratch.file("file", SmallArchive("text").bytes())
        let run = try ToolRun(shell: "cat '\(file.path)' | \"$TOOL\" dump /dev/stdin")
        #expect(run.output == "root: \"text\"\n")
        #expect(run.errors == "")
    }

    /// `script` lends the tool a terminal; systems differ in its options, these are those of Linux.
    private static let hasTerminals = FileManager.default.fileExists(atPath: "/usr/bin/script") && isLinux

    #if os(Linux)
        private static let isLinux = true
    #else
        private static let isLinux = false
    #endif

    @Test(.enabled(if: hasTerminals, "there is no way to get a terminal"))
    func `a terminal gets colors, unless NO_COLOR is set, and a pipe never`() throws {
        let scratch = try Scratch()
        let file = try scratch.file("file", SmallArchive("text").bytes())
        func onTerminal(_ variables: String) throws -> String {
            try ToolRun(
                shell:
                    "env -u NO_COLOR TERM=xterm \(variables) script -qec \"'$TOOL' dump '\(file.path)'\" /dev/null < /dev/null"
            ).output
        }
        let colored = try onTerminal("")
        #expect(colored.contains("\u{1B}[32m\"text\"\u{1B}[0m"), "\(colored.debugDescription)")
        #expect(try !onTerminal("NO_COLOR=1").contains("\u{1B}"))
        #expect(try !ToolRun(built: "dump", file.path).output.contains("\u{1B}"))
    }

    @Test(.enabled(if: hasTerminals, "there is no way to get a terminal"))
    func `work on many files shows progress on a terminal, and takes it away`() throws {
        let scratch = try Scratch()
        let file = try scratch.file("file", SmallArchive("text").bytes())
        let run = try ToolRun(
            shell: "script -qec \"'$TOOL' check '\(file.path)' '\(file.path)' > /dev/null\" /dev/null < /dev/null"
        )
        expectRows {
            expecting(run.output, contains: "\r\u{1B}[K[1/2] ")
            expecting(run.output, contains: "\r\u{1B}[K[2/2] ")
            expecting(run.output, hasSuffix: "\r\u{1B}[K")
        }
    }
}
