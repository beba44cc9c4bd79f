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

        @Test("another user's file stays theirs, and doesn't run as them", .enabled(if: isRoot, "not root"))
        func ownership() throws {
            try scratch.file("out", [1, 2, 3])
            chown(scratch.path("out"), 65_534, 65_533)
            chmod(scratch.path("out"), 0o6751)
            #expect(try rewrite("out").status == 0)
            let status = try status("out")
            try expectRows {
                (status.st_uid, 65_534)
                (status.st_gid, 65_533)
                (status.st_mode & 0o7777, 0o751)
                (try scratch.bytes("out"), archive)
            }
        }

        @Test("one's own file doesn't keep the right to run as its owner either")
        func ownSetuid() throws {
            try scratch.file("out", [1, 2, 3])
            chmod(scratch.path("out"), 0o4755)
            #expect(try rewrite("out").status == 0)
            #expect(try status("out").st_mode & 0o7777 == 0o755)
        }

        @Test("a file that can't be given to its owner isn't replaced", .enabled(if: isRoot, "not root"))
        func othersFile() throws {
            let old = [UInt8](repeating: 1, count: 5000)
            let file = try scratch.file("out", old).path
            chown(file, 65_533, 65_533)
            chmod(file, 0o666)
            chmod(scratch.folder.path, 0o777)
            let command = "rewrite '\(scratch.path("in"))' '\(file)'"
            let run = try ToolRun(shell: "\(ToolRun.heedingPermissions)\"$TOOL\" \(command)")
            #expect(run.status == 2)
            let reason = "its owner and group can't be given to the new file; name another file"
            try expectRows {
                (run.errors, "keyed-archive: \(file): \(reason)\n")
                (try scratch.bytes("out"), old)
                (try scratch.names(), ["in", "out"])
            }
        }

        @Test("a file with several names isn't replaced, and nothing is written into it")
        func hardLinks() throws {
            try scratch.file("out", archive)
            #expect(link(scratch.path("out"), scratch.path("other")) == 0)
            let reason = "it has 2 names (hard links), of which one alone would be replaced; name another file"
            let written = try rewrite("out")
            #expect(written.status == 2)
            #expect(written.errors == "keyed-archive: \(scratch.path("out")): \(reason)\n")
            let edited = try ToolRun("set", scratch.path("out"), "root", "other text")
            try expectRows {
                (edited.status, 2)
                (edited.errors, "keyed-archive: \(scratch.path("out")): \(reason) with --output\n")
                (try ToolRun("set", scratch.path("out"), "root", "x", "--output", scratch.path("new")).status, 0)
            }
            for name in ["out", "other"] { #expect(try scratch.bytes(name) == archive) }
            #expect(try scratch.names() == ["in", "new", "other", "out"])
        }

        @Test("a link to a file that isn't there stays a link, and the file is created")
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
                try expectRows {
                    (run.status, 2)
                    (run.errors, "keyed-archive: \(scratch.path(name)): \(reason)\n")
                    (try status(name).st_mode & S_IFMT, S_IFLNK)
                }
            }
            #expect(try scratch.names() == ["astray", "first", "folder", "in", "new", "round"])
        }

        @Test("a name may be as long as the system allows")
        func longName() throws {
            let name = String(repeating: "n", count: 255)
            for _ in 0..<2 { #expect(try rewrite(name).status == 0) }
            #expect(try scratch.bytes(name) == archive)
            #expect(try scratch.names() == ["in", name])
        }

        @Test(
            "a signal that ends the tool leaves one whole file and nothing beside it",
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
                        set -- .*.keyed-archive
                        [ -e "$1" ] && { kill -\(signal) $tool; break; }
                    done
                    wait $tool
                    """
            )
            let isReplaced = try scratch.bytes("out") != [1, 2, 3]
            try expectRows {
                try !isReplaced || scratch.bytes("out") == Array(Data(contentsOf: large))
                isReplaced || run.status == (signal == "TERM" ? 143 : 129)
                (try scratch.names(), ["in", "large", "out"])
            }
        }

        @Test("a signal that the tool ignores doesn't stop its work")
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
