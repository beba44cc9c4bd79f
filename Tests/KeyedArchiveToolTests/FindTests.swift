import Foundation
import PropertyLists
import TestSupport
import Testing

/// What `find` and `dump --format paths` print.
@Suite struct FindTests {
    /// A person with a list, a date, data that holds an archive, and a dictionary with keys that aren't text.
    private static func archive() throws -> SmallArchive {
        SmallArchive(
            entries: [
                [
                    "name": .uid(2), "age": 36, "born": .uid(3), "items": .uid(5), "blob": .uid(7), "table": .uid(8),
                    "$class": .uid(9),
                ],
                "Ada: Countess", ["NS.time": 0.0, "$class": .uid(4)], .classRecord("NSDate", "NSObject"),
                ["NS.objects": [.uid(1), .uid(2)], "$class": .uid(6)], .classRecord("NSArray", "NSObject"),
                .data(try SmallArchive("Adam").bytes()),
                [
                    "NS.keys": [.uid(10), .uid(11), .uid(12)], "NS.objects": [.uid(2), .uid(13), .uid(10)],
                    "$class": .uid(14),
                ],
                .classRecord("Person", "Human", "NSObject"), 36, 2.5, "$null", "adagio",
                .classRecord("NSDictionary", "NSObject"),
            ],
            top: ["root": .uid(1)])
    }

    private func find(_ arguments: String...) throws -> ToolRun {
        let scratch = try Scratch()
        let file = try scratch.file("person.plist", try Self.archive().bytes()).path
        var run = try ToolRun(["find"] + arguments + [file])
        run.outputBytes = Array(run.output.replacingOccurrences(of: file, with: "FILE").utf8)
        return run
    }

    /// A dictionary whose keys are a real number, a date and `$class`, in each form in which archives have one.
    private static let dictionaries: [(name: String, fields: PropertyListDictionary)] = [
        ("lists", ["NS.keys": [.uid(4), .uid(5), .uid(6)], "NS.objects": [.uid(7), .uid(8), .uid(9)]]),
        (
            "numbered fields",
            [
                "NS.key.0": .uid(4), "NS.object.0": .uid(7), "NS.key.1": .uid(5), "NS.object.1": .uid(8),
                "NS.key.2": .uid(6), "NS.object.2": .uid(9),
            ]
        ),
        (
            "known keys",
            ["searchMapping": .uid(10), "values": [.uid(12), .uid(7), .uid(8), .uid(9)], "emptyToken": .uid(12)]
        ),
    ]

    @Test func `the paths to what is under keys that aren't text are those that get takes, in each form`() throws {
        for (name, fields) in Self.dictionaries {
            var root = fields
            root["$class"] = .uid(3)
            let bytes = try SmallArchive(
                .dictionary(root), "unused", .classRecord("NSKnownKeysDictionary1", "NSDictionary", "NSObject"), 2.5,
                ["NS.time": 5.0, "$class": .uid(13)], "$class", "needle 1", "needle 2", "needle 3",
                ["keys": [.uid(2), .uid(4), .uid(5), .uid(6)], "$class": .uid(11)],
                .classRecord("NSKnownKeysMappingStrategy1", "NSObject"), "empty", .classRecord("NSDate", "NSObject")
            ).bytes()
            let scratch = try Scratch()
            let file = try scratch.file("dictionary.plist", bytes).path
            let lines = try ToolRun(["find", "needle", file]).output.split(separator: "\n").filter {
                !$0.contains("searchMapping")
            }
            #expect(lines.count == 3, "\(name): \(lines)")
            for line in lines {
                let parts = line.components(separatedBy: ": ")
                #expect(try ToolRun(["get", file, parts[1]]).output == "\(parts[2])\n", "\(name): \(line)")
            }
            let key = try ToolRun(["find", "--class", "NSDate", file]).output.components(separatedBy: ": ")
            #expect(try ToolRun(["get", file, key[1], "--json"]).status == 0, "\(name): \(key)")
        }
    }

    @Test func `text is found in values, keys and nested archives, with the paths that get takes`() throws {
        let run = try find("Ada")
        #expect(
            run.output == """
                FILE: root.name: "Ada: Countess"
                FILE: root.blob!root: "Adam"
                FILE: root.items[1]: "Ada: Countess"
                FILE: root.table.36: "Ada: Countess"

                """)
        #expect((run.status, run.errors) == (0, ""))
        // Each match as a line of JSON.
        let text = try find("Ada", "--json")
        let lines = try text.output.split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: String]
        }
        #expect(lines.map { $0?["$path"] } == ["root.name", "root.blob!root", "root.items[1]", "root.table.36"])
        #expect(lines.map { $0?["$value"] } == ["Ada: Countess", "Adam", "Ada: Countess", "Ada: Countess"])
        #expect(lines.allSatisfy { $0?["$file"] == "FILE" })
        try expectRows {
            (
                try find("--class", "Human", "--json").output,
                #"{"$file": "FILE", "$path": "root", "$value": {"$cut": 1, "$class": "Person", "age": 36}}"# + "\n"
            )
            (
                try find("--number", "36", "--json").output.split(separator: "\n").first,
                "{\"$file\": \"FILE\", \"$path\": \"root.age\", \"$value\": 36}"
            )
            (try find("none", "--json").status, 1)
            (try find("Ada", "--json", "--strings", "3").status, 2)
        }
    }

    @Test func `where no text is found, but the number that it is, a hint says so`() throws {
        let run = try find("2.5")
        #expect(run.errors.contains("no text has 2.5 in it, but there is the number; find it by --number 2.5"))
        #expect((run.status, run.output) == (1, ""))
        for text in ["Ada", "2.6", "x2.5"] { #expect(try find(text).errors == "") }
        #expect(try find("2.5", "--regex").errors == "")
    }

    @Test func `letters of either case, and regular expressions with ranges whose ends are any characters`() throws {
        try expectRows {
            (try find("ADAG", "-i").output, "FILE: root.table.\"NS.objects\"[1]: \"adagio\"\n")
            (try find("^a.*o$", "--regex").output, "FILE: root.table.\"NS.objects\"[1]: \"adagio\"\n")
            (try find("^A[a-d]a[m]+$", "--regex").output, "FILE: root.blob!root: \"Adam\"\n")
            (try find("^(A|x)dam?\\b.{2}", "--regex", "-i").status, 0)
            (try find("^dam", "--regex").status, 1)
        }
        let scratch = try Scratch()
        let list = try BinaryPropertyListWriter().write(["Ay", "-y", "/y", "_y", ".y"])
        let file = try scratch.file("list", list).path
        func found(_ pattern: String) throws -> String {
            try ToolRun("find", "--regex", pattern, file).output.split(separator: "\n")
                .compactMap { $0.split(separator: "\"").last.map(String.init) }.joined(separator: " ")
        }
        // Escaped or not.
        try expectRows {
            (try found(#"[!-\/]y"#), "-y /y .y")
            (try found(#"[\.-\/]y"#), "/y .y")
            (try found(#"[\--.]y"#), "-y .y")
            (try found(#"[\w-]y"#), "Ay -y _y")
            (try ToolRun("find", "--regex", #"[\w-.]y"#, file).status, 2)
            (try ToolRun("find", "--regex", #"[!-\w]y"#, file).status, 2)
        }
    }

    /// The status of the search for a number in an archive of a decimal number.
    private func findDecimal(_ number: String, _ decimal: String) throws -> Int32 {
        let json = #"{"$graph":1.0,"root":{"$decimal":"\#(decimal)"}}"#
        let archive = try ToolRun("convert", "-", "-", input: Array(json.utf8)).outputBytes
        return try ToolRun("find", "--number", number, "-", input: archive).status
    }

    @Test func `numbers, dates and classes are found as they are shown and stored`() throws {
        let list = try BinaryPropertyListWriter().write(["f": .float(0.1), "d": .double(0.1)])
        func found(_ number: String) throws -> [String] {
            try ToolRun("find", "--number", number, "-", input: list).output.split(separator: "\n").map(String.init)
                .sorted()
        }
        try expectRows {
            // A real of 32 bits is found as the number that is shown, and as the one that is stored.
            (try found("0.1"), ["-: d: 0.1", "-: f: 0.1"])
            (try found("0.10000000149011612"), ["-: f: 0.1"])
            (try found("0.10000000001"), [])
        }
        try expectRows {
            (try find("--number", "36").output.split(separator: "\n").prefix(1), ["FILE: root.age: 36"])
            (try find("--number", "36.0").output, try find("--number", "36").output)
            (try find("--number", "3.5").status, 1)
            // Numbers are keys, too.
            (try find("--number", "2.5").output, "FILE: root.table.\"NS.keys\"[1]: 2.5\n")
            expecting(try find("--number", "36").output, contains: "FILE: root.table.36: \"Ada: Countess\"\n")
            // A double holds the two as one number.
            (try findDecimal("9007199254740993", "9007199254740992"), 1)
            (try findDecimal("9007199254740993", "9007199254740993"), 0)
            (try findDecimal("250", "250"), 0)
            (try findDecimal("2.5", "2.50"), 0)
            (try find("--date", "2001-01").output, "FILE: root.born: NSDate 2001-01-01T00:00:00Z\n")
            (try find("--date", "02001-01").output, "FILE: root.born: NSDate 2001-01-01T00:00:00Z\n")
            (try find("--date", "2001-01-01 00").output, "FILE: root.born: NSDate 2001-01-01T00:00:00Z\n")
            (try find("--class", "Human").output, "FILE: root: Person\n")
            (try find("--class", "Person").output, "FILE: root: Person\n")
            (try find("--class", "Pers").status, 1)
        }
    }

    @Test func `a beginning of a date is one that a date can have`() throws {
        let right = [
            "2", "2026", "2026-", "2026-1", "2026-12", "2024-02-2", "2024-02-29", "2026-12-3", "2026-02-28T",
            "1066-10-14T2",
            "2026-02-28T10:30", "2026-02-28T10:30:59Z", "2026-02-28T10:30:59.12", "2026-02-28T10:30:59.125Z",
            "-044-03-15", "-0044-03-15", "-0004", "2026-02-28 10", "02026-01",
        ]
        let wrong = [
            "", "banana", "2026-02-30", "2026-02-3", "2023-02-29", "2026-13", "2026-13-45", "1066-10-14T25",
            "2026-2-3", "26-02-03", "2026-02-28T10:30:59.1234", "2026-02-28T10:30:59Zx", "2026-02-28x10",
        ]
        #expect(try right.filter { try find("--date", $0).status == 2 } == [])
        #expect(try wrong.filter { try find("--date", $0).status != 2 } == [])
    }

    @Test func `nothing found is exit status 1, and a file that can't be read 2, also in lines of JSON`() throws {
        let nothing = try find("Bob")
        #expect((nothing.status, nothing.output, nothing.errors) == (1, "", ""))
        #expect(try ToolRun("find", "Ada", "/nonexistent/file").status == 2)
        let scratch = try Scratch()
        let bytes = try Self.archive().bytes()
        let file = try scratch.file("file", bytes).path
        let damaged = try scratch.file("damaged", Array(bytes.dropLast(40))).path
        // Whatever others hold.
        for text in ["Adam", "none"] { #expect(try ToolRun("find", text, file, damaged).status == 2, "\(text)") }
        for search in [["Adam"], ["--archives"]] {
            let run = try ToolRun(["find", "--json"] + search + [scratch.path("none"), file])
            expectRows {
                (run.status, 2)
                (run.errors, "")
                expecting(
                    run.output,
                    hasPrefix: "{\"$file\": \"\(scratch.path("none"))\", \"$error\": {\"code\": \"fileError\", ")
                expecting(run.output, contains: "\n{\"$file\": \"\(file)\"")
            }
        }
    }

    @Test(.rows)
    func `what can't be searched for is said`() {
        forEachRow([
            (["find", "Ada"], "the operands are TEXT and FILE; 1 is given"),
            (["find", "(", "f", "--regex"], "the regular expression needs a closing parenthesis at character 2"),
            (["find", "a{2000}", "f", "--regex"], "the regular expression repeats too often at character 8"),
            (["find", "*a", "f", "--regex"], "the regular expression has nothing to repeat at character 1"),
            (["find", "--number", "x", "f"], "--number is a number, not \"x\""),
            (["find", "--number", "1", "--class", "A", "f"], "--number and --class exclude each other"),
        ]) { (words: [String], message: String) throws in
            let run = try ToolRun(words)
            #expect((run.status, run.errors) == (2, "keyed-archive: \(message); see keyed-archive find --help\n"))
        }
    }

    @Test func `a name of a file that could be taken for something else stands in quotes, without colons`() throws {
        let scratch = try Scratch()
        let file = try scratch.file("a:b", try SmallArchive("x").bytes()).path
        let line = try ToolRun("find", "x", file).output
        #expect(line.hasPrefix("\"") && line.hasSuffix("a\\u{3A}b\": root: \"x\"\n"), "\(line)")
    }

    @Test func `each place has a line, an object at its shortest path`() throws {
        let archive = SmallArchive(
            ["deep": .uid(2), "child": .uid(3), "a:b": 1, "$class": .uid(4)],
            ["deeper": .uid(3), "$class": .uid(4)], ["owner": .uid(1), "$class": .uid(4)],
            .classRecord("Node", "NSObject"))
        let run = try ToolRun("dump", "-", "--format", "paths", input: try archive.bytes())
        #expect(
            run.output == """
                root: Node
                root.deep: Node
                root.child: Node
                root."a\\u{3A}b": 1
                root.deep.deeper: → root.child
                root.child.owner: → root

                """)
        #expect(try ToolRun("get", "-", "root.\"a\\u{3A}b\"", input: try archive.bytes()).output == "1\n")
    }

    /// The fixtures that are archives of either kind.
    private static var fixtures: [String] {
        [
            "archives/family.plist", "archives/collections.plist", "sequential/panel.nib",
            "sequential/message.typedstream",
        ]
        .map { Corpus.packageFolder.appendingPathComponent("Fixtures/\($0)").path }
    }

    @Test(.rows)
    func `get finds at each path what the line says`() {
        forEachRow(Self.fixtures) { (file: String) throws in
            let lines = try ToolRun("dump", file, "--format", "paths").output.split(separator: "\n")
            #expect(lines.count > 5)
            for line in lines where !line.contains(": → ") {
                let path = String(line.prefix { $0 != ":" })
                let found = try ToolRun("get", file, path, "--format", "paths")
                #expect(found.output.split(separator: "\n").first == line, "\(path): \(found.errors)")
            }
        }
    }

    @Test(.rows)
    func `a path leads to its entry, whatever the key`() {
        forEachRow(
            [
                (["NS.keys", "NS.objects", "$class", "$null", "plain"], "NSDictionary"),
                ([1, "1", 2, 2, -3, "2.5", 2.5, true], "NSDictionary"),
                ([1, ["NS.string": "1", "$class": .uid(2)], 3], "NSDictionary"),
                (["own", "name"], "Settings"),
            ] as [([PropertyList], String)]
        ) { (keys: [PropertyList], name: String) throws in
            // The keys, each with another value: v0, v1 …
            let first = 4
            let keyUIDs = keys.indices.map { PropertyList.uid(UID(UInt64(first + $0))) }
            let valueUIDs = keys.indices.map { PropertyList.uid(UID(UInt64(first + keys.count + $0))) }
            let values = keys.indices.map { PropertyList.string(PropertyListString("v\($0)")) }
            let archive = SmallArchive(
                entries: [
                    [
                        "NS.keys": .array(PropertyListArray(keyUIDs)),
                        "NS.objects": .array(PropertyListArray(valueUIDs)), "own": .uid(0), "$class": .uid(3),
                    ],
                    .classRecord("NSMutableString", "NSString", "NSObject"),
                    name == "NSDictionary"
                        ? .classRecord(name, "NSObject") : .classRecord(name, "NSDictionary", "NSObject"),
                ] + keys + values)
            let scratch = try Scratch()
            let file = try scratch.file("file", archive.bytes()).path
            for position in keys.indices {
                let line = try #require(
                    try ToolRun("find", "v\(position)", file).output.split(separator: "\n").first)
                let path = line.dropFirst(file.count + 2).split(separator: ": ")[0]
                #expect(try ToolRun("get", file, String(path)).output == "\"v\(position)\"\n", "\(line)")
            }
        }
    }
}
