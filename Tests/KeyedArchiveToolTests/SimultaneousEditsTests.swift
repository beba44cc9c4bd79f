#if os(Linux)
    import Foundation
    import KeyedArchiving
    import TestSupport
    import Testing

    /// Edits of one file that come at the same time, are killed, or find something in their way.
    @Suite struct SimultaneousEditsTests {
        private let scratch: Scratch

        init() throws {
            scratch = try Scratch()
        }

        /// A file with an array of numbers.
        @discardableResult
        private func numbers(_ count: Int) throws -> [UInt8] {
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: Array(repeating: 0, count: count))
            try scratch.file("file", bytes)
            return bytes
        }

        private func values() throws -> [Int?] {
            try KeyedArchive(scratch.bytes("file"))["root"].require(\.elements).map(\.int)
        }

        @Test func `of simultaneous edits, by all commands that write a file in its place, none is lost`() throws {
            try numbers(20)
            let twenty = try ToolRun(
                shell: """
                    cd '\(scratch.folder.path)'
                    for i in $(seq 0 19); do "$TOOL" set file "root[$i]" $((i + 1)) & jobs="$jobs $!"; done
                    for job in $jobs; do wait $job || exit 1; done
                    """)
            try expectRows {
                (twenty.errors, "")
                (twenty.status, 0)
                (try values(), (1...20).map { $0 })
                (try scratch.names(), ["file"])
            }
            try numbers(4)
            let run = try ToolRun(
                shell: """
                    cd '\(scratch.folder.path)'
                    for i in 0 1 2 3; do
                        "$TOOL" set file "root[$i]" 7 & jobs="$jobs $!"
                        "$TOOL" rewrite file file & jobs="$jobs $!"
                        "$TOOL" convert file file --format binary & jobs="$jobs $!"
                    done
                    for job in $jobs; do wait $job || exit 1; done
                    """)
            try expectRows {
                (run.status, 0)
                (try values(), [7, 7, 7, 7])
                (try scratch.names(), ["file"])
            }
        }

        @Test func `what a killed edit leaves is used by the next one`() throws {
            let before = try KeyedArchiver.archivedBytes(
                withRootObject: Array(repeating: String(repeating: "x", count: 1 << 20), count: 48).enumerated().map {
                    "\($0)\($1)"
                })
            try scratch.file("file", before)
            // Killed as soon as its new file is there; should that be too late, the file is complete.
            let run = try ToolRun(
                shell: """
                    cd '\(scratch.folder.path)'
                    "$TOOL" set file 'root[0]' killed & tool=$!
                    while kill -0 $tool 2>/dev/null; do
                        [ -e .file.keyed-archive ] && { kill -KILL $tool; break; }
                    done
                    wait $tool
                    """)
            try expectRows {
                (run.status, 137)
                (try scratch.bytes("file"), before)
                (try scratch.names(), [".file.keyed-archive", "file"])
            }
            // A folder's files are those that are complete.
            try expectRows {
                (try ToolRun("check", "--recursive", scratch.folder.path).status, 0)
                (try ToolRun("set", scratch.path("file"), "root[0]", "short").status, 0)
                (try KeyedArchive(scratch.bytes("file"))["root[0]"].string, "short")
                (try scratch.names(), ["file"])
            }
        }

        @Test func `a new file has the permissions of new files, whatever a killed command left`() throws {
            try numbers(1)
            let run = try ToolRun(
                shell: """
                    cd '\(scratch.folder.path)'; umask 022
                    for left in .new.keyed-archive none; do
                        touch $left; chmod 600 $left
                        "$TOOL" rewrite file new; stat -c %a new; rm new
                    done; rm -f none
                    umask 077; "$TOOL" rewrite file new; stat -c %a new
                    """)
            try expectRows {
                (run.output, "644\n644\n600\n")
                (run.errors, "")
                (try scratch.names(), ["file", "new"])
            }
        }

        @Test func `an edit that fails, or changes nothing, leaves nothing`() throws {
            let before = try numbers(1)
            try expectRows {
                (try ToolRun("set", scratch.path("file"), "root.nothing.here", "1").status, 1)
                (try ToolRun("set", scratch.path("file"), "root[0]", "0").status, 0)
                (try scratch.bytes("file"), before)
                (try scratch.names(), ["file"])
            }
        }

        @Test func `a change that another program makes meanwhile is reported, and stays`() throws {
            try numbers(1)
            try scratch.file("next", Array("something else".utf8))
            // The edit is halted while it writes, and goes on when the file is another one. One that was already done when
            // it was to be halted is made again.
            let large = try KeyedArchiver.archivedBytes(
                withRootObject: (0..<40).map { "\($0)" + String(repeating: "x", count: 1 << 20) })
            try scratch.file("file", large)
            let run = try ToolRun(
                shell: """
                    cd '\(scratch.folder.path)'
                    for number in 1 2 3 4 5 6 7 8 9; do
                        "$TOOL" set file 'root[0]' "changed $number" & tool=$!
                        until [ -s .file.keyed-archive ]; do kill -0 $tool 2>/dev/null || break; done
                        kill -STOP $tool && [ -e .file.keyed-archive ] && mv next file && halted=yes
                        kill -CONT $tool
                        wait $tool
                        status=$?
                        [ "$halted" ] && exit $status
                    done
                    """)
            try expectRows {
                (run.errors, "keyed-archive: file: another program changed it meanwhile; run the command again\n")
                (run.status, 2)
                try (scratch.bytes("file"), Array("something else".utf8))
                (try scratch.names(), ["file"])
            }
        }

        @Test func `nothing is written through what lies at the names of the new file and of the backup`() throws {
            let before = try numbers(1)
            try scratch.file("precious", [1, 2, 3])
            for name in [".file.keyed-archive", "file.bak"] {
                for makeLink in [symlink, link] {
                    unlink(scratch.path(name))
                    #expect(makeLink(scratch.path("precious"), scratch.path(name)) == 0)
                    try scratch.file("file", before)
                    try expectRows {
                        (try ToolRun("set", scratch.path("file"), "root[0]", "5", "--backup").status, 0)
                        (try scratch.bytes("precious"), [1, 2, 3])
                        (try scratch.bytes("file.bak"), before)
                        (try values(), [5])
                    }
                }
            }
            #expect(try scratch.names() == ["file", "file.bak", "precious"])
            var status = stat()
            #expect(lstat(scratch.path("file.bak"), &status) == 0 && status.st_mode & S_IFMT == S_IFREG)
        }

        @Test func `a link that is edited stays one, and its target is locked beside itself`() throws {
            try FileManager.default.createDirectory(atPath: scratch.path("folder"), withIntermediateDirectories: false)
            try scratch.file("folder/target", KeyedArchiver.archivedBytes(withRootObject: [0, 0]))
            symlink("folder/target", scratch.path("file"))
            let run = try ToolRun(
                shell: """
                    cd '\(scratch.folder.path)'
                    "$TOOL" set file 'root[0]' 1 & first=$!
                    "$TOOL" set folder/target 'root[1]' 2 && wait $first
                    """)
            try expectRows {
                (run.status, 0)
                (try values(), [1, 2])
                (try scratch.names(), ["file", "folder"])
            }
        }
    }
#endif
