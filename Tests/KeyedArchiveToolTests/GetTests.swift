import Foundation
import PropertyLists
import TestSupport
import Testing

/// What `get` prints.
@Suite struct GetTests {
    private let archive = SmallArchive(
        ["items": .uid(2), "name": .uid(4), "blob": .uid(6), "$class": .uid(5)],
        ["NS.objects": [.uid(3), .uid(4)], "$class": .uid(7)],
        ["value": 1.5, "parent": .uid(1), "$class": .uid(5)],
        "Ada\nLovelace",
        .classRecord("Person", "NSObject"),
        .data((try? SmallArchive("inner").bytes()) ?? []),
        .classRecord("NSArray", "NSObject")
    )

    private func get(_ path: String, _ options: String...) throws -> ToolRun {
        try ToolRun(["get", "-", path] + options, input: try archive.bytes())
    }

    @Test func `a value is shown whole, an object as its tree, in nested archives too`() throws {
        let text = String(repeating: "x", count: 2000)
        let long = try SmallArchive(.string(PropertyListString(text))).bytes()
        try expectRows {
            (try get("root.name").output, "\"Ada\\nLovelace\"\n")
            (try get("root.name", "--json").output, "\"Ada\\nLovelace\"\n")
            (try get("root.items[0].value").output, "1.5\n")
            (try ToolRun("get", "-", "root", input: long).output, "\"\(text)\"\n")
            (try get("root.blob!root").output, "\"inner\"\n")
        }
        let output = try get("root.items[0]").output
        #expect(
            output.hasPrefix(
                """
                #3 Person
                  value: 1.5
                  parent: #1 Person
                    items: NSArray, 2 elements
                      [0]: → #3 Person (cycle)
                      [1]: "Ada\\nLovelace"
                    name: "Ada\\nLovelace"
                    blob:
                """
            ),
            "\(output)"
        )
    }

    @Test func `nothing at the path is exit status 1, a path that cannot be read 2`() throws {
        let missing = try get("root.item")
        expectRows {
            (missing.status, 1)
            (missing.output, "")
            expecting(
                missing.errors,
                hasPrefix: "keyed-archive: -: root.item: the object has no field \"item\"; there are \"items\"")
        }
        let malformed = try get("root..x")
        #expect(malformed.status == 2)
        #expect(malformed.errors.hasPrefix("keyed-archive: the path \"root..x\" needs a name at character 6"))
    }

    @Test func `a pattern prints a line for each place, also of what several share`() throws {
        let array = try get("root.items[*].value", "--json").output
        try expectRows {
            (try get("root.items[*]").output, "root.items[0]: Person\nroot.items[1]: \"Ada\\nLovelace\"\n")
            (try get("root.items[*]", "--format", "paths").output, try get("root.items[*]").output)
            (try get("**<Person>").output, "root: Person\nroot.items[0]: Person\n")
            (try get("root.blob!*").output, "root.blob!root: \"inner\"\n")
            (try get("**!").output, "root.blob!: archive\n")
            (try get("root.items[*].value", "--text").output, "1.5\n")
            (try get("**!root", "--text").output, "inner\n")
            (array, "[\n {\"$path\": \"root.items[0].value\", \"$value\": 1.5}\n]\n")
            (try get("root.*", "--format", "xml").status, 2)
            expecting(try get("root.*.nothing").errors, contains: "root.*.nothing: nothing matches the pattern")
            (try get("root.*.nothing").status, 1)
        }
        let archive = SmallArchive(
            ["NS.objects": [.uid(2), .uid(2), .uid(4), .uid(4)], "$class": .uid(3)], ["$class": .uid(5)],
            .classRecord("NSArray", "NSObject"), "a text that is long enough to be one entry that is referred to twice",
            .classRecord("Person", "NSObject"))
        let run = try ToolRun("get", "-", "root[*]", input: try archive.bytes())
        let text = "\"a text that is long enough to be one entry that is referred to twice\""
        #expect(run.output == "root[0]: Person\nroot[1]: Person\nroot[2]: \(text)\nroot[3]: \(text)\n")
    }

    @Test func `each line of standard input is asked for all matches, whose array is one line`() throws {
        let line = try archive.bytes().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let input = Array("\(line)\n\n\(line)\n".utf8)
        let json = "[{\"$path\": \"root.items[0].value\", \"$value\": 1.5}]\n"
        try expectRows {
            (try ToolRun("get", "-", "root.items[*].value", "--lines", input: input).output, "\(json)\n\(json)")
            (try ToolRun("get", "-", "**.value", "--lines", "--text", input: input).output, "1.5\n\n1.5\n")
        }
        let archive = SmallArchive(
            ["NS.objects": [.uid(3), .uid(3)], "$class": .uid(2)], .classRecord("NSArray", "NSObject"), "x")
        let scratch = try Scratch()
        let file = try scratch.file("file", archive.bytes()).path
        #expect(
            try ToolRun("get", file, "root[*]", "--lines").output
                == #"[{"$path": "root[0]", "$value": "x"}, {"$path": "root[1]", "$value": "x"}]"# + "\n")
    }

    @Test(.rows)
    func `long chains and wide lists take memory in proportion to the file`() {
        forEachRow([("root.**", 1), ("**.value", 1), ("root.*", 0), ("root[*][*]", 1)]) {
            (pattern: String, status: Int32) throws in
            var entries: [PropertyList] = (1...5000).map {
                ["next": .uid(UID(UInt64($0 + 1))), "value": 1, "$class": .uid(5002)]
            }
            entries += ["end", .classRecord("Node", "NSObject")]
            let run = try ToolRun(
                "get", "-", pattern, "--limits", "untrusted",
                input: try SmallArchive(entries: entries, top: ["root": .uid(1)]).bytes())
            #expect(run.status == status)
            #expect(run.outputBytes.count < 1 << 20)
        }
    }

    @Test func `text and bytes as they are`() throws {
        let inner = try SmallArchive("inner").bytes()
        try expectRows {
            (try get("root.name", "--text").output, "Ada\nLovelace\n")
            (try get("root.blob", "--bytes").outputBytes, inner)
            (try get("root.name", "--bytes").status, 1)
            (try get("root.blob", "--text").status, 1)
            expecting(
                try get("root", "--text").errors,
                contains: "root: Person isn't text, a number or a date; leave --text out")
            expecting(
                try get("root.name", "--bytes").errors,
                contains: "root.name: \"Ada\\nLovelace\" isn't data; print it with --text")
            expecting(try get("root.blob", "--text").errors, contains: "; print it with --bytes")
            (try get("root.name", "--text", "--json").status, 2)
        }
    }

    @Test(.rows)
    func `an array of matches is whole, also where a part can't be read or the output's limit is reached`() {
        let text = PropertyList.string(PropertyListString(String(repeating: "x", count: 1000)))
        forEachRow(
            [
                ([.uid(3), .uid(99), .uid(3)], "one part of the archive cannot be read"),
                (Array(repeating: .uid(3), count: 300), "the limit `"),
            ] as [([PropertyList], String)]
        ) { (elements: [PropertyList], reason: String) throws in
            let archive = SmallArchive(
                ["NS.objects": .array(PropertyListArray(elements)), "$class": .uid(2)],
                .classRecord("NSArray", "NSObject"), text)
            let run = try ToolRun("get", "-", "root[*]", "--json", input: archive.bytes())
            let values = try JSONSerialization.jsonObject(with: Data(run.outputBytes)) as? [[String: Any]]
            expectRows {
                (values?.first?["$path"] as? String, "root[0]")
                expecting(run.errors, contains: reason)
                (run.status, 1)
            }
        }
    }
}
