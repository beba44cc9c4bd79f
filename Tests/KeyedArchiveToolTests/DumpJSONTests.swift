import Foundation
import PropertyLists
import TestSupport
import Testing

/// What `dump --format json` prints for programs.
@Suite struct DumpJSONTests {
    private func dump(_ archive: SmallArchive, _ options: String...) throws -> ToolRun {
        try ToolRun(["dump", "--format", "json", "-"] + options, input: try archive.bytes())
    }

    @Test func `objects with their classes, shared objects, long texts and cycles`() throws {
        let text = String(repeating: "x", count: 1000)
        let long = try dump(
            SmallArchive(
                ["a": .uid(2), "b": .uid(2), "$class": .uid(3)],
                .string(PropertyListString(text)),
                .classRecord("Holder", "NSObject")
            )
        )
        // It is stored once.
        #expect(long.output.contains("\"$value\": \"\(text)\"") && long.output.contains("\"b\": {\"$ref\": 2}"))
        let run = try dump(
            SmallArchive(
                ["name": .uid(2), "items": .uid(3), "me": .uid(1), "$class": .uid(4)],
                "Ada",
                ["NS.objects": [.uid(2), .uid(0), .uid(5), .uid(5)], "$class": .uid(6)],
                .classRecord("Person", "NSObject"),
                ["value": 1.0, "$class": .uid(4)],
                .classRecord("NSArray", "NSObject")
            )
        )
        #expect(
            run.output == """
                {
                  "$file": "-",
                  "$graph": 1.0,
                  "root": {
                    "$id": 1,
                    "$class": "Person",
                    "name": "Ada",
                    "items": ["Ada", {"$ref": null}, {"$id": 5, "$class": "Person", "value": 1.0}, {"$ref": 5}],
                    "me": {"$ref": 1}
                  }
                }

                """
        )
        #expect(run.status == 0)
    }

    @Test func `dictionaries with keys of every kind`() throws {
        let run = try dump(
            SmallArchive(
                [
                    "NS.keys": [.uid(2), .uid(3), .uid(4)], "NS.objects": [.uid(3), .uid(2), .uid(2)],
                    "$class": .uid(5),
                ],
                "text",
                7,
                ["value": 1, "$class": .uid(6)],
                .classRecord("NSDictionary", "NSObject"),
                .classRecord("Key", "NSObject")
            )
        )
        let root = try json(run.output)["root"] as? [String: Any]
        let entries = try #require(root?["$entries"] as? [[Any]])
        #expect(entries.map(\.count) == [2, 2, 2])
        #expect(entries[0][0] as? String == "text" && entries[0][1] as? Int == 7)
        #expect(entries[1][0] as? Int == 7 && entries[1][1] as? String == "text")
        #expect((entries[2][0] as? [String: Any])?["$class"] as? String == "Key")
    }

    @Test func `objects that nest very deep follow under continued, and all of them are there`() throws {
        let run = try ToolRun("dump", "--format", "json", "-", input: try LinkedList.bytes(count: 1000))
        let document = try json(run.output)
        #expect((document["$continued"] as? [Any])?.count ?? 0 > 10)
        for value in [0, 1, 500, 999] { #expect(run.output.contains("\"value\": \(value)")) }
    }

    @Test func `an entry that is a list or a reference is a problem, also where it leads to itself`() throws {
        for (entry, kind) in [(PropertyList.array([.uid(1)]), "an array"), (.uid(1), "a reference")] {
            let run = try dump(SmallArchive(entry))
            let root = try json(run.output)["root"] as? [String: String]
            #expect(root?["$problem"]?.contains("an entry of $objects is \(kind)") == true)
            #expect(run.status == 1)
        }
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `every archive of the corpus gives JSON`() throws {
        let files = try Corpus.sample("archives").map(\.url.path)
        let run = try ToolRun(["dump", "--format", "json", "--nested"] + files)
        #expect(run.status == 0)
        #expect(run.errors == "")
        let documents = try JSONSerialization.jsonObject(with: Data(run.outputBytes)) as? [[String: Any]]
        #expect(documents?.count == files.count)
    }

    private func json(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `what nests too deep for JSON is said to, and is no damage`() throws {
        let list = (0..<200).reduce(PropertyList.integer(1)) { list, _ in .array([list]) }
        let bytes = try SmallArchive(["list": list, "$class": .uid(2)], .classRecord("Holder", "NSObject")).bytes()
        let reason = "one part of the archive cannot be shown in JSON, which nests no deeper; see keyed-archive dump"
        for arguments in [
            ["dump", "-", "--lines"], ["dump", "-", "--lines", "--format", "plain"],
            ["convert", "-", "-", "--format", "json"],
        ] {
            let run = try ToolRun(arguments, input: bytes)
            expectRows {
                expecting(run.errors, contains: reason)
                (run.status, 1)
            }
        }
        try expectRows {
            (try ToolRun("check", "-", input: bytes).status, 0)
            (try ToolRun("dump", "-", input: bytes).status, 0)
        }
    }
}
