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

    @Test func `plain values, in text and in JSON`() throws {
        try expectRows {
            (try get("root.name").output, "\"Ada\\nLovelace\"\n")
            (try get("root.name", "--json").output, "\"Ada\\nLovelace\"\n")
            (try get("root.items[0].value").output, "1.5\n")
        }
    }

    @Test func `a long text is shown whole`() throws {
        let text = String(repeating: "x", count: 2000)
        let archive = SmallArchive(.string(PropertyListString(text)))
        #expect(try ToolRun("get", "-", "root", input: try archive.bytes()).output == "\"\(text)\"\n")
    }

    @Test func `objects as their trees`() throws {
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

    @Test func `into nested archives`() throws {
        #expect(try get("root.blob!root").output == "\"inner\"\n")
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

    @Test func `text and bytes as they are`() throws {
        let inner = try SmallArchive("inner").bytes()
        try expectRows {
            (try get("root.name", "--text").output, "Ada\nLovelace\n")
            (try get("root.blob", "--bytes").outputBytes, inner)
            (try get("root.name", "--bytes").status, 1)
            (try get("root.blob", "--text").status, 1)
            expecting(
                try get("root", "--text").errors, contains: "root is Person; --text prints text, numbers and dates")
            (try get("root.name", "--text", "--json").status, 2)
        }
    }
}
