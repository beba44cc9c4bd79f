import Foundation
import PropertyLists
import TestSupport
import Testing

/// Folders, and many files at a time.
@Suite struct InputFoldersTests {
    /// A folder with archives at several depths, and with other files.
    private func folder() throws -> Scratch {
        let scratch = try Scratch()
        for folder in ["b", "b/deep", ".hidden", "skip"] {
            try FileManager.default.createDirectory(atPath: scratch.path(folder), withIntermediateDirectories: true)
        }
        for name in ["b/deep/one.plist", "b/two.nib", "c.plist", ".hidden/h.plist", "skip/s.plist", "B.plist"] {
            try scratch.file(name, SmallArchive(.string(PropertyListString(name))).bytes())
        }
        let list = try SmallArchive("in a list").bytes()
        try scratch.file("list.plist", XMLPropertyListWriter().write(["data": .data(list)]))
        try scratch.file("plain.plist", XMLPropertyListWriter().write(["data": 1]))
        try scratch.file("code.c", Array("// text = \"archive\";\n{ int a = 1; }\n".utf8))
        try scratch.file("page.html", Array("<html><body>plist</body></html>".utf8))
        try scratch.file("picture.png", [0x89, 0x50, 0x4E, 0x47])
        try scratch.file("empty")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("loop"), withDestinationPath: scratch.folder.path)
        return scratch
    }

    private func names(_ run: ToolRun, in scratch: Scratch) -> [String] {
        run.output.split(separator: "\n").map {
            String($0.split(separator: ":")[0].dropFirst(scratch.folder.path.count + 1))
        }
    }

    @Test func `folders are read in order, and what holds no archive is passed over`() throws {
        let scratch = try folder()
        let run = try ToolRun("check", "--recursive", scratch.folder.path)
        expectRows {
            (
                names(run, in: scratch),
                [
                    "B.plist", "c.plist", "list.plist", ".hidden/h.plist", "b/two.nib", "b/deep/one.plist",
                    "skip/s.plist",
                ]
            )
            (run.errors, "")
            (run.status, 0)
        }
        let slash = try ToolRun("check", "--recursive", scratch.folder.path + "/", "--jobs", "1")
        #expect(slash.output == run.output)
        let dump = try ToolRun("dump", "--recursive", scratch.folder.path, "--jobs", "3")
        #expect(dump.output.split(separator: "\n").count == 15)
        #expect(dump.output.contains("list.plist:\n\"data\": data, "))
    }

    /// Patterns, and which files are left.
    private static let patterns: [(words: [String], names: [String])] = [
        (["--include", "*.nib"], ["b/two.nib"]),
        (["--include", "*.nib,[c].plist,c.plist"], ["c.plist", "b/two.nib"]),
        (["--include", "b/**"], ["b/two.nib", "b/deep/one.plist"]), (["--include", "b/*"], ["b/two.nib"]),
        (["--include", "?.plist", "--exclude", ".*,skip"], ["B.plist", "c.plist"]),
        (["--include=**/o*e.plist"], ["b/deep/one.plist"]),
    ]

    @Test("patterns choose among names, and among paths if they have a slash", .rows)
    func choice() {
        forEachRow(Self.patterns.indices) { (index: Int) throws in
            let (words, expected) = Self.patterns[index]
            let scratch = try folder()
            let run = try ToolRun(["check", "--recursive", scratch.folder.path] + words)
            #expect(names(run, in: scratch) == expected)
        }
    }

    @Test func `many files at a time print the same as one after the other`() throws {
        let scratch = try Scratch()
        var files: [String] = []
        for number in 0..<40 {
            // Some are larger than what is kept in memory before its turn comes.
            let count = number % 10 == 3 ? 12_000 : 3
            let strings = (0..<count).map { PropertyList.string(PropertyListString("string \($0) of \(number)")) }
            let references = (0..<count).map { PropertyList.uid(UID(UInt64($0 + 3))) }
            let list: PropertyList = ["NS.objects": .array(PropertyListArray(references)), "$class": .uid(2)]
            let archive = SmallArchive(entries: [list, .classRecord("NSArray", "NSObject")] + strings)
            files.append(try scratch.file("\(number)", number % 7 == 5 ? [1, 2, 3] : archive.bytes()).path)
        }
        files.append(scratch.path("missing"))
        let alone = try ToolRun(["dump", "--jobs", "1"] + files)
        let together = try ToolRun(["dump", "--jobs", "4"] + files)
        expectRows {
            alone.outputBytes.count > 1 << 20
            (together.outputBytes, alone.outputBytes)
            (together.errors, alone.errors)
            (together.status, 2)
            (alone.status, 2)
        }
    }

    @Test func `a reader that goes away ends the work on many files`() throws {
        let scratch = try Scratch()
        let archive = SmallArchive(.string(PropertyListString(String(repeating: "x", count: 70))))
        let files = try (0..<300).map { try scratch.file("\($0)", archive.bytes()).path }
        let words = (Array(repeating: files, count: 40).flatMap { $0 }).joined(separator: " ")
        try scratch.file("words", Array(words.utf8))
        let run = try ToolRun(shell: "xargs \"$TOOL\" dump --jobs 3 < \(scratch.path("words")) | head -n 2")
        #expect(run.output.split(separator: "\n").count == 2)
        #expect(run.errors == "")
    }
}
