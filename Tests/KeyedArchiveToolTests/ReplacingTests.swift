#if os(Linux)
    import Foundation
    import PropertyLists
    import TestSupport
    import Testing

    /// What `rewrite` makes of the file whose place it takes: its owner, its names and links to it.
    @Suite struct ReplacingTests {
        private static let isRoot = geteuid() == 0

        private let scratch: Scratch
        private let archive: [UInt8]

        init() throws {
            scratch = try Scratch()
            archive = try SmallArchive("text").bytes()
            try scratch.file("in", archive)
        }

        private func rewrite(_ name: String) throws -> ToolRun {
            try ToolRun("rewrite", scratch.path("in"), scratch.path(name))
        }

        private func status(_ name: String) throws -> stat {
            var status = stat()
            try #require(lstat(scratch.path(name), &status) == 0)
            return status
        }

        @Test("F1: another user's file stays theirs, and doesn't run as them", .enabled(if: isRoot, "not root"))
        func ownership() throws {
            try scratch.file("out", [1, 2, 3])
            chown(scratch.path("out"), 65_534, 65_533)
            chmod(scratch.path("out"), 0o6751)
            #expect(try rewrite("out").status == 0)
            let status = try status("out")
            #expect(status.st_uid == 65_534)
            #expect(status.st_gid == 65_533)
            #expect(status.st_mode & 0o7777 == 0o751)
            #expect(try scratch.bytes("out") == archive)
        }

        @Test("F1: one's own file doesn't keep the right to run as its owner either")
        func ownSetuid() throws {
            try scratch.file("out", [1, 2, 3])
            chmod(scratch.path("out"), 0o4755)
            #expect(try rewrite("out").status == 0)
            #expect(try status("out").st_mode & 0o7777 == 0o755)
        }

        @Test("F1: a file that can't be given to its owner is written to", .enabled(if: isRoot, "not root"))
        func strangersFile() throws {
            let file = try scratch.file("out", [UInt8](repeating: 1, count: 5000)).path
            chown(file, 65_533, 65_533)
            chmod(file, 0o666)
            chmod(scratch.folder.path, 0o777)
            let inode = try status("out").st_ino
            let command = "rewrite '\(scratch.path("in"))' '\(file)'"
            let nobody = "setpriv --reuid 65534 --regid 65534 --clear-groups"
            #expect(try ToolRun(shell: "\(nobody) \"$TOOL\" \(command)").status == 0)
            #expect(try scratch.bytes("out") == archive)
            #expect(try status("out").st_ino == inode)
            #expect(try status("out").st_uid == 65_533)
            chmod(file, 0o644)
            #expect(try ToolRun(shell: "\(nobody) \"$TOOL\" \(command)").status == 2)
            #expect(try scratch.names() == ["in", "out"])
        }

        @Test("F1: all names of a file show the new bytes, or the old ones if writing fails")
        func hardLinks() throws {
            try scratch.file("out", [UInt8](repeating: 1, count: 5000))
            #expect(link(scratch.path("out"), scratch.path("other")) == 0)
            #expect(try rewrite("out").status == 0)
            #expect(try scratch.bytes("other") == archive)
            #expect(try status("out").st_nlink == 2)

            let text = String(repeating: "long ", count: 4000)
            let large = try scratch.file("large", SmallArchive(.string(.init(text))).bytes())
            // No file may become larger than some kilobytes.
            let run = try ToolRun(shell: "ulimit -f 8; \"$TOOL\" rewrite '\(large.path)' '\(scratch.path("out"))'")
            #expect(run.status == 2)
            #expect(run.errors == "keyed-archive: \(scratch.path("out")): File too large\n")
            #expect(try scratch.bytes("other") == archive)
            #expect(try scratch.names() == ["in", "large", "other", "out"])
        }

        @Test("F1: a link to a file that isn't there stays a link, and the file is created")
        func danglingLink() throws {
            try FileManager.default.createDirectory(atPath: scratch.path("folder"), withIntermediateDirectories: false)
            symlink("folder/second", scratch.path("first"))
            symlink("../new", scratch.path("folder/second"))
            #expect(try rewrite("first").status == 0)
            #expect(try scratch.bytes("new") == archive)
            for link in ["first", "folder/second"] { #expect(try status(link).st_mode & S_IFMT == S_IFLNK) }

            symlink("no/folder", scratch.path("astray"))
            symlink("round", scratch.path("round"))
            for (name, reason) in [
                ("astray", "No such file or directory"), ("round", "Too many levels of symbolic links"),
            ] {
                let run = try rewrite(name)
                #expect(run.status == 2)
                #expect(run.errors == "keyed-archive: \(scratch.path(name)): \(reason)\n")
                #expect(try status(name).st_mode & S_IFMT == S_IFLNK)
            }
            #expect(try scratch.names() == ["astray", "first", "folder", "in", "new", "round"])
        }

        @Test("F1: a name may be as long as the system allows")
        func longName() throws {
            let name = String(repeating: "n", count: 255)
            for _ in 0..<2 { #expect(try rewrite(name).status == 0) }
            #expect(try scratch.bytes(name) == archive)
            #expect(try scratch.names() == ["in", name])
        }

        @Test(
            "F2: a signal that ends the tool leaves one whole file and nothing beside it",
            arguments: ["TERM", "HUP"]
        )
        func signals(_ signal: String) throws {
            let large = try scratch.file(
                "large",
                SmallArchive(.data([UInt8](repeating: 7, count: TestScale.count(128 << 20, quick: 64 << 20)))).bytes())
            try scratch.file("out", [1, 2, 3])
            // The signal is sent as soon as there is a new file; should it come too late, the file is complete.
            let run = try ToolRun(
                shell: """
                    cd '\(scratch.folder.path)'
                    "$TOOL" rewrite large out & tool=$!
                    while kill -0 $tool 2>/dev/null; do
                        set -- .*.tmp
                        [ -e "$1" ] && { kill -\(signal) $tool; break; }
                    done
                    wait $tool
                    """
            )
            let isReplaced = try scratch.bytes("out") != [1, 2, 3]
            #expect(try !isReplaced || scratch.bytes("out") == Array(Data(contentsOf: large)))
            #expect(isReplaced || run.status == (signal == "TERM" ? 143 : 129))
            #expect(try scratch.names() == ["in", "large", "out"])
        }

        @Test("F2: a signal that the tool ignores doesn't stop its work")
        func ignoredSignal() throws {
            let run = try ToolRun(
                shell: """
                    trap '' HUP
                    cd '\(scratch.folder.path)'
                    (exec env --block-signal=HUP sh -c 'kill -HUP $$; exec "$TOOL" rewrite in out')
                    """
            )
            #expect(run.status == 0)
            #expect(try scratch.bytes("out") == archive)
        }
    }
#endif
