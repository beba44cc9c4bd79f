import Foundation
import PropertyLists
import TestSupport
import Testing

/// The articles about the tool: their transcripts are what it prints, and the manual's reference is the help.
///
/// `KEYED_ARCHIVING_GOLDENS=record swift test --filter ManualArticleTests` writes both again.
@Suite(.serialized) struct ManualArticleTests {
    private static let articles = Corpus.packageFolder
        .appendingPathComponent("Sources/KeyedArchiving/Documentation.docc")
    private static let article = articles.appendingPathComponent("CommandLineTool.md")
    private static let isRecording = ProcessInfo.processInfo.environment["KEYED_ARCHIVING_GOLDENS"] == "record"

    /// How many lines of an output the article has.
    private static let shownLineCount = 24

    @Test func `transcripts are what the tool prints, and recipes work where their programs are`() throws {
        try Self.expectTranscripts(in: Self.article, run: RecipeFolder())
    }

    @Test func `transcripts about many archives are what the tool prints, after the scripts before them`() throws {
        let folder = try RecipeFolder()
        try folder.addManyArchives()
        try Self.expectTranscripts(in: Self.articles.appendingPathComponent("ManyArchives.md"), run: folder)
    }

    /// Runs the commands of an article, and the scripts between them.
    private static func expectTranscripts(in article: URL, run folder: RecipeFolder) throws {
        var recorded: [String] = []
        var place = Place.text
        var needs: [String] = []
        var command: (line: String, output: [String])?
        func finishCommand() throws {
            guard let (line, output) = command else { return }
            command = nil
            let shown = try folder.missing(needs).isEmpty ? folder.output(of: line) : output
            let lines = shortened(shown)
            if !isRecording { #expect(output == lines, "$ \(line)") }
            recorded += ["$ \(line)"] + lines
        }
        for line in try String(contentsOf: article, encoding: .utf8).components(separatedBy: "\n") {
            switch place {
            case .text:
                if line.hasPrefix("<!-- needs: ") {
                    needs = line.split(separator: " ").dropFirst(2).dropLast().map(String.init)
                } else if line == "```console" {
                    place = .console
                } else if line == "```sh" {
                    place = .script([])
                }
                recorded.append(line)
            case .script(let lines) where line == "```":
                if try folder.missing(needs).isEmpty {
                    #expect(try folder.output(of: lines.joined(separator: "\n")).isEmpty, "\(lines)")
                }
                recorded.append(line)
                (place, needs) = (.text, [])
            case .script(let lines):
                recorded.append(line)
                place = .script(lines + [line])
            case .console where line.hasPrefix("$ "):
                try finishCommand()
                command = (String(line.dropFirst(2)), [])
            case .console where line == "```":
                try finishCommand()
                recorded.append(line)
                (place, needs) = (.text, [])
            case .console: command?.output.append(line)
            }
        }
        if isRecording {
            try recorded.joined(separator: "\n").write(to: article, atomically: true, encoding: .utf8)
        }
    }

    private enum Place {
        case text, console
        case script([String])
    }

    /// The first lines, and a sign that there are more.
    private static func shortened(_ lines: [String]) -> [String] {
        if lines.last == "…" { return lines }
        return lines.count <= shownLineCount ? lines : lines.prefix(shownLineCount) + ["…"]
    }

    @Test func `the reference is the help of all commands`() throws {
        let heading = "\n## Reference\n"
        let text = try String(contentsOf: Self.article, encoding: .utf8)
        let parts = text.components(separatedBy: heading)
        #expect(parts.count == 2)
        let expected = try Self.reference()
        if Self.isRecording {
            try (parts[0] + heading + expected).write(to: Self.article, atomically: true, encoding: .utf8)
        } else {
            #expect(parts.last == expected)
        }
    }

    private static func reference() throws -> String {
        let help = try ToolRun("--help").output
        var text = "\n```text\n\(help)```\n"
        for line in help.components(separatedBy: "\n") where line.hasPrefix("  ") && !line.hasPrefix("   ") {
            guard let name = line.split(separator: " ").first.map(String.init) else { continue }
            text += "\n### \(name)\n\n```text\n\(try ToolRun("help", name).output)```\n"
        }
        return text
    }

    @Test func `the programs of the article about many archives are those of Fixtures`() throws {
        let recipes = Corpus.packageFolder.appendingPathComponent("Fixtures/recipes")
        let names = ["sqlite.sh", "with-duckdb.py", "with-pandas.py", "with-spark.py"]
        let files = try names.map {
            Self.code(try String(contentsOf: recipes.appendingPathComponent($0), encoding: .utf8))
        }
        let article = try String(contentsOf: Self.articles.appendingPathComponent("ManyArchives.md"), encoding: .utf8)
        let blocks = ["```sh\n", "```python\n"].flatMap { fence in
            article.components(separatedBy: fence).dropFirst().map { Self.code($0.components(separatedBy: "\n```")[0]) }
        }
        #expect(blocks.count == 1 + names.count)
        // The first is a command line with a folder of its own; of the last lines of a program some are left out.
        let others = blocks.filter { !$0.contains("xargs") }
        for (block, file) in zip(others, files) {
            let rest = block.split(separator: "\n").suffix(1).joined()
            let isWhole = file.contains(block)
            #expect(
                isWhole || file.contains(block.dropLast(rest.count)) && file.contains("\n" + rest + "\n"), "\(block)")
        }
    }

    /// The lines of a program without their indentation and without empty lines.
    private static func code(_ text: String) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    @Test(.rows)
    func `the sequential archives of Fixtures are what their JSON becomes`() {
        forEachRow([("message.json", "message.typedstream"), ("panel.json", "panel.nib")]) {
            (json: String, archive: String) throws in
            let folder = Corpus.packageFolder.appendingPathComponent("Fixtures/sequential")
            let run = try ToolRun("convert", folder.appendingPathComponent(json).path, "-")
            #expect(run.errors == "")
            #expect(try run.outputBytes == Array(Data(contentsOf: folder.appendingPathComponent(archive))))
        }
    }
}

/// A folder with the files that the article's commands name, in which they are run.
private struct RecipeFolder {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        let fixtures = Corpus.packageFolder.appendingPathComponent("Fixtures")
        for file in [
            "archives/family.plist", "apple-layout/note.plist", "sequential/message.typedstream",
            "sequential/panel.nib",
        ] {
            let url = fixtures.appendingPathComponent(file)
            try scratch.file(url.lastPathComponent, Array(try Data(contentsOf: url)))
        }
        let font = SmallArchive(
            ["NSName": .uid(2), "NSSize": 11.0, "NSfFlags": 16, "$class": .uid(3)], "Menlo-Regular",
            .classRecord("NSFont", "NSObject"))
        try scratch.file(
            "Basic.terminal",
            try XMLPropertyListWriter().write(
                ["name": "Basic", "type": "Window Settings", "Font": .data(try font.bytes()), "columnCount": 100]))
        try scratch.file("UserInterfaceState.xcuserstate", try Self.state.bytes())
        let tools = scratch.folder.appendingPathComponent("tools")
        try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: tools.appendingPathComponent("keyed-archive"), withDestinationURL: ToolRun.executable)
        if try missing(["sqlite3"]).isEmpty {
            let body = try scratch.bytes("message.typedstream").map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
            _ = try output(
                of: "sqlite3 chat.db \"create table message(attributedBody); "
                    + "insert into message values(x'\(body.joined())'), (null), (x'\(body.joined())')\"")
        }
    }

    /// Adds the archives of the article about many of them: as lines, as files, and in a database.
    func addManyArchives() throws {
        let known: [(name: String, seconds: Double, number: PropertyList)] = [
            ("Anne King 0", 15_984_687.25, 255.0690257394217), ("Mary Клиновская 1", -46_195_629.25, 85_405),
            ("William King 2", -234_781_067, 63_944),
        ]
        let archives = try (0..<300).map { (id: Int) in
            let row = known[id % known.count]
            let name = id < known.count ? row.name : "\(row.name) \(id)"
            return try SmallArchive(
                [
                    "NS.keys": [.uid(2), .uid(3), .uid(4)], "NS.objects": [.uid(5), .uid(6), .uid(8)],
                    "$class": .uid(9),
                ],
                "name", "date", "number", .string(PropertyListString(name)),
                ["NS.time": .double(row.seconds), "$class": .uid(7)], .classRecord("NSDate", "NSObject"), row.number,
                .classRecord("NSDictionary", "NSObject")
            ).bytes()
        }
        let first = Data(archives[0]).base64EncodedString(), damaged = Data(archives[0].prefix(8)).base64EncodedString()
        let rows = "{\"id\":7,\"body\":\"\(first)\"}\n{\"id\":8,\"body\":null}\n{\"id\":9,\"body\":\"\(damaged)\"}\n"
        try scratch.file("rows.jsonl", Array(rows.utf8))
        for folder in ["files", "answers"] {
            try FileManager.default.createDirectory(
                at: scratch.folder.appendingPathComponent(folder), withIntermediateDirectories: true)
        }
        var table = "create table archive(id integer primary key, body blob);\n"
        for (id, archive) in archives.enumerated() {
            let digits = archive.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            table += "insert into archive values(\(id), x'\(digits)');\n"
            let number = String(id)
            try scratch.file("files/\(String(repeating: "0", count: 5 - number.count))\(number).plist", archive)
        }
        try scratch.file("archives.sql", Array("begin;\n\(table)commit;\n".utf8))
        if try missing(["sqlite3"]).isEmpty { _ = try output(of: "sqlite3 archives.sqlite < archives.sql") }
    }

    /// A small state of the kind that Xcode keeps for a workspace.
    private static let state = SmallArchive(
        entries: [
            ["NS.keys": [.uid(2)], "NS.objects": [.uid(3)], "$class": .uid(8)],
            "D6032FC7-5D12-4599-A894-8DDAE9DC0348",
            ["NS.keys": [.uid(4), .uid(5)], "NS.objects": [.uid(6), .uid(7)], "$class": .uid(8)],
            "IDEActiveScheme", "IDEWorkspaceDocument", "App",
            ["NS.keys": [.uid(9)], "NS.objects": [.uid(10)], "$class": .uid(8)],
            .classRecord("NSMutableDictionary", "NSDictionary", "NSObject"), "IDETabLabel", "View.swift",
        ],
        top: ["State": .uid(1)])

    /// The programs that aren't there.
    func missing(_ programs: [String]) throws -> [String] {
        try programs.filter { try ToolRun(shell: "command -v \($0)").status != 0 }
    }

    /// What a command prints on both streams, line by line.
    func output(of command: String) throws -> [String] {
        let run = try ToolRun(
            shell: """
                cd '\(scratch.folder.path)' && export PATH="$PWD/tools:$PATH" HOME="$PWD" LC_ALL=C GIT_PAGER=cat \
                GIT_CONFIG_NOSYSTEM=1 && { \(command)
                } 2>&1
                """)
        var lines = run.output.components(separatedBy: "\n")
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}
