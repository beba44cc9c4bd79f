import Foundation
import PropertyLists
import TestSupport
import Testing

/// How the tool treats pipes, full disks and terminals.
@Suite struct StreamTests {
    @Test func `a reader that goes away ends long output, and the waiting for further lines, without an error`() throws
    {
        let scratch = try Scratch()
        let list = try scratch.file("list", LinkedList.bytes(count: 20_000))
        let output = try ToolRun(
            shell: "{ \"$TOOL\" dump '\(list.path)'; echo \"status $?\" >&2; } | head -n 1"
        )
        #expect(output.output == "root: Node\n")
        #expect(output.errors == "status 0\n")

        let line = try SmallArchive("text").bytes().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        try scratch.file("lines", Array("\(line)\n\(line)\n".utf8))
        // More lines come once the reader has gone, and then none for far too long.
        let run = try ToolRun(
            shell: """
                cd '\(scratch.folder.path)'; mkfifo input
                { cat lines; while [ ! -e gone ]; do sleep 0.1; done; cat lines; sleep 100; } > input & writer=$!
                { "$TOOL" dump - --lines < input; echo "status $?" >&2; kill $writer; } |
                    { head -n 1; exec <&-; touch gone; }
                """)
        #expect(run.output == "{\"$line\": 1, \"$graph\": 1.0, \"root\": \"text\"}\n")
        #expect(run.errors == "status 0\n")
    }

    @Test(.enabled(if: isLinux, "only there is a thread refused for want of addresses"))
    func `files are shown one after the other where no thread can be started`() throws {
        let scratch = try Scratch()
        let list = try scratch.file("list", LinkedList.bytes(count: 10_000))
        // More output than is kept back until it is the turn of a file.
        let count = try ToolRun("dump", list.path, list.path, "--jobs", "1").outputBytes.count
        #expect(count > 512 << 10)
        for size in [60_000, 80_000] {
            let run = try ToolRun(
                shell: "ulimit -v \(size); timeout 100 \"$TOOL\" dump '\(list.path)' '\(list.path)' --jobs 4 | wc -c")
            #expect(run.output == "\(count)\n", "\(size) \(run.errors)")
        }
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

    @Test(.enabled(if: InstalledProgram.path("python3") != nil, "Python, which opens a terminal, is missing"))
    func `binary data isn't written to a terminal, and text is`() throws {
        let scratch = try Scratch()
        let file = try scratch.file("file", SmallArchive(.data([1, 2, 3])).bytes()).path
        let script = """
            import pty, subprocess, sys
            other_end, terminal = pty.openpty()
            sys.exit(subprocess.run(sys.argv[1:], stdout=terminal).returncode)
            """
        func run(_ command: String) throws -> ToolRun {
            try ToolRun(shell: "python3 -c '\(script)' \"$TOOL\" \(command)")
        }
        let refusal = "standard output is a terminal, which shows no binary data; write to a file or to a pipe"
        for command in [
            "rewrite '\(file)' -", "convert '\(file)' - --format binary", "get '\(file)' root --bytes",
            "set '\(file)' root AAAA --output -",
        ] {
            let result = try run(command)
            #expect(result.errors.hasPrefix("keyed-archive: \(refusal);"), "\(command)")
            #expect(result.status == 2, "\(command)")
        }
        for command in ["convert '\(file)' - --format xml", "get '\(file)' root", "dump '\(file)'"] {
            #expect(try run(command).status == 0, "\(command)")
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
    func `a terminal gets colors, unless NO_COLOR is set, and the progress of work on many files`() throws {
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
        // A pipe never gets any.
        #expect(try !ToolRun(built: "dump", file.path).output.contains("\u{1B}"))
        // Progress is taken away again.
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
