#if os(Linux)
    import Foundation
    import PropertyLists
    import TestSupport
    import Testing

    /// Folders with names that aren't text, long paths, and what this user may not look at.
    @Suite struct UnusualFoldersTests {
        private let scratch: Scratch

        init() throws {
            scratch = try Scratch()
            try scratch.file("archive", SmallArchive("text").bytes())
        }

        @Test func `names that aren't UTF-8 are read as they are, and shown with their bytes`() throws {
            let run = try ToolRun(
                shell: #"""
                    cd '\#(scratch.folder.path)'
                    folder=$(printf 'gr\374n') file=$(printf '\377.plist')
                    mkdir "$folder" && mv archive "$folder/$file"
                    "$TOOL" check --recursive . && "$TOOL" check "$folder/$file" && "$TOOL" set "$folder/$file" root new &&
                        "$TOOL" get "$folder/$file" root
                    """#)
            #expect(run.errors == "")
            #expect(run.status == 0)
            let lines = run.output.split(separator: "\n")
            expectRows {
                (lines.first?.contains(#"gr\xFCn/\xFF.plist"#), true)
                (lines.count, 3)
                (lines.last, #""new""#)
            }
        }

        @Test func `paths longer than the system takes at once are read and edited`() throws {
            // 40 folders with names of 200 bytes: twice the system's 4,096.
            let run = try ToolRun(
                shell: """
                    cd '\(scratch.folder.path)' && mkdir deep && cd deep || exit 9
                    name=$(printf 'd%.0s' $(seq 200))
                    path=deep
                    for i in $(seq 40); do mkdir $name && cd -P $name || exit 9; path=$path/$name; done
                    mv '\(scratch.path("archive"))' end || exit 9
                    cd '\(scratch.folder.path)'
                    "$TOOL" check --recursive deep && "$TOOL" set $path/end root new --backup &&
                        "$TOOL" get $path/end root && "$TOOL" check --recursive .
                    """)
            #expect(run.errors == "")
            #expect(run.status == 0)
            let lines = run.output.split(separator: "\n")
            expectRows {
                (lines.count, 4)
                (lines.dropFirst().first, #""new""#)
                lines.allSatisfy { $0.hasSuffix("valid, 2 objects") || $0 == #""new""# }
            }
        }

        @Test func `closed folders and files are reported, and the rest is read`() throws {
            for folder in ["closed", "listed", "open"] {
                try FileManager.default.createDirectory(
                    atPath: scratch.path(folder), withIntermediateDirectories: false)
                try scratch.file("\(folder)/inside", SmallArchive("text").bytes())
            }
            try scratch.file("unreadable", SmallArchive("text").bytes())
            // In a folder that may be read but not entered, names are known and nothing else.
            for (name, mode) in [("closed", 0o000), ("listed", 0o444), ("unreadable", 0o000), ("", 0o755)] {
                chmod(name.isEmpty ? scratch.folder.path : scratch.path(name), mode_t(mode))
            }
            defer { for name in ["closed", "listed"] { chmod(scratch.path(name), 0o755) } }
            let tool = "\(ToolRun.heedingPermissions)\"$TOOL\""
            let run = try ToolRun(shell: "cd '\(scratch.folder.path)' && \(tool) check --recursive .")
            #expect(run.status == 2)
            #expect(run.output == "./archive: valid, 2 objects\n./open/inside: valid, 2 objects\n")
            let reported = ["./unreadable", "./closed", "./listed/inside"]
            #expect(run.errors == reported.map { "keyed-archive: \($0): Permission denied\n" }.joined())
        }
    }
#endif
