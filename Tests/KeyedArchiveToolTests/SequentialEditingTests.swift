import Foundation
import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// `set` and `delete` on sequential archives.
@Suite struct SequentialEditingTests {
    /// A list of a text, a number and an object with values that have no names; the text is there twice.
    private static let json = """
        {"$typedstream": {"byteOrder": "little", "systemVersion": 1000},
         "$groups": [{"@": {"$class": "NSDictionary", "$groups": [{"i": 2},
           {"@": {"$class": "NSString", "$groups": [{"+": "list"}]}},
           {"@": {"$class": "NSArray", "$groups": [{"i": 4},
             {"@": {"$id": 1, "$class": "NSString", "$groups": [{"+": "Ada"}]}},
             {"@": {"$class": "NSNumber", "$groups": [{"*": "q"}, {"q": 7}]}},
             {"@": {"$class": "NSString", "$groups": [{"+": "alone"}]}}, {"@": {"$ref": 1}}]}},
           {"@": {"$class": "NSString", "$groups": [{"+": "box"}]}},
           {"@": {"$class": "Box", "$groups": [{"{_NSPoint=ff}": [0.5, 2.0]}, {"cs": [-1, 300]},
             {"@": {"$class": "NSData", "$groups": [{"i": 3}, {"[3c]": {"$data": "AQL/"}}]}}, {"@": null}]}}]}}],
         "$classes": {"NSObject": {"version": 0}, "NSString": {"version": 1, "superclass": "NSObject"},
           "NSArray": {"version": 0, "superclass": "NSObject"},
           "NSDictionary": {"version": 0, "superclass": "NSObject"}, "NSValue": {"version": 0, "superclass": "NSObject"},
           "NSNumber": {"version": 0, "superclass": "NSValue"}, "NSData": {"version": 0, "superclass": "NSObject"},
           "Box": {"version": 3, "superclass": "NSObject"}}}
        """

    private let scratch: Scratch
    private let file: String
    private let original: [UInt8]

    init() throws {
        original = try ToolRun("convert", "-", "-", input: Array(Self.json.utf8)).outputBytes
        scratch = try Scratch()
        file = try scratch.file("list", original).path
    }

    private func get(_ path: String) throws -> String { try ToolRun("get", file, path).output }

    @Test func `a string of OPENSTEP is set in its character set`() throws {
        let json = """
            {"$typedstream": {}, "$groups": [{"@": {"$class": "NSString", "$groups": [{"i": 3},
              {"[3c]": {"$data": "QWRh"}}]}}],
             "$classes": {"NSObject": {"version": 0}, "NSString": {"version": 0, "superclass": "NSObject"}}}
            """
        let bytes = try ToolRun("convert", "-", "-", input: Array(json.utf8)).outputBytes
        let path = try scratch.file("old", bytes).path
        try expectRows {
            (try ToolRun("set", path, "root", "Zoë").errors, "")
            (try ToolRun("get", path, "root").output, "\"Zoë\"\n")
            expecting(
                try ToolRun("set", path, "root", "zażółć").errors,
                contains: "lacks a character; use other characters, or give NSString the version 1")
        }
    }

    @Test func `set changes values of every kind in the file itself, and edits that are undone leave the bytes`() throws
    {
        let undone = try ToolRun("set", file, "root.box.$1", "-5", "root.box.$1", "-1", "--output", "-")
        #expect(undone.errors == "")
        #expect(undone.outputBytes == original)
        let run = try ToolRun(
            "set", file, "root.list[2]", "changed", "root.box.$1", "-5", "root.box.$2", "301", "root.box.$0[1]", "2.5")
        try expectRows {
            (run.errors, "")
            (run.status, 0)
            (try get("root.list[2]"), "\"changed\"\n")
            (try get("root.box.$1"), "-5\n")
            (try get("root.box.$2"), "301\n")
            (try get("root.box.$0[1]"), "2.5\n")
            (try ToolRun("check", "--strict", file).status, 0)
            (try ToolRun("set", file, "root.list[1]", "8", "--type", "integer").status, 0)
            (try get("root.list[1]"), "NSNumber 8\n")
            // It is of the kind that is there.
            (try ToolRun("set", file, "root.list[1]", "9").status, 0)
            (try get("root.list[1]"), "NSNumber 9\n")
            (try ToolRun("find", "--number", "9", file).output, "\(file): root.list[1]: NSNumber 9\n")
            (try ToolRun("set", file, "root.box.$3", "0a0b", "--type", "hex").status, 0)
            expecting(try get("root.box.$3"), hasPrefix: "NSData, 2 bytes: 0A 0B")
        }
    }

    @Test func `what get prints of a value without a name is set again`() throws {
        let json = """
            {"$typedstream": {}, "$groups": [{"@": {"$class": "Item", "$groups": [{":": "open:"}]}}],
             "$classes": {"Item": {}}}
            """
        let item = try scratch.file("item", ToolRun("convert", "-", "-", input: Array(json.utf8)).outputBytes).path
        try expectRows {
            (try ToolRun("get", item, "root.$0", "--json").output, "\"open:\"\n")
            (try ToolRun("set", "--json", item, "root.$0", "\"close:\"").status, 0)
            (try ToolRun("get", item, "root.$0").output, "\"close:\"\n")
            expecting(
                try ToolRun("set", item, "root", "5").errors,
                contains: "put another one in its place with --type uid '#3', or nil with --type nil")
        }
    }

    @Test func `a sequential archive in data isn't edited, and it is said how to`() throws {
        let archive = SmallArchive(["held": .data(original), "$class": .uid(2)], .classRecord("Holder", "NSObject"))
        let holder = try scratch.file("holder", archive.bytes()).path
        for words in [["set", "root.held!root.list[2]", "x"], ["delete", "root.held!root.list[2]"]] {
            let run = try ToolRun([words[0], holder] + words.dropFirst())
            expectRows {
                (run.status, 1)
                expecting(
                    run.errors,
                    contains: "a sequential archive in data isn't edited by path; edit it as a separate file")
            }
        }
        #expect(try scratch.bytes("holder") == archive.bytes())
    }

    @Test func `an object that other places refer to is changed with --everywhere only`() throws {
        let run = try ToolRun("set", file, "root.list[0]", "Bea")
        try expectRows {
            run.status != 0
            expecting(run.errors, contains: "other places refer to the object, too")
            (try get("root.list[3]"), "\"Ada\"\n")
            (try ToolRun("set", file, "root.list[0]", "Bea", "--everywhere").status, 0)
            (try get("root.list[3]"), "\"Bea\"\n")
        }
    }

    @Test func `delete takes elements and entries out, and their number is right`() throws {
        try expectRows {
            (try ToolRun("delete", file, "root.list[1]", "root.list[-1]").errors, "")
            expecting(try ToolRun("dump", file).output, contains: "\"list\": NSArray, 2 elements")
            (try get("root.list[1]"), "\"alone\"\n")
            (try ToolRun("delete", file, "root.box").status, 0)
            expecting(try ToolRun("dump", file).output, contains: "root: NSDictionary, 1 entry")
            (try ToolRun("check", "--strict", file).status, 0)
        }
    }

    @Test(.rows)
    func `what can't be edited is an error, and the file stays as it was`() {
        forEachRow([
            ["set", "root.box.$2", "70000"], ["set", "root.box.$1", "text", "--type", "string"],
            ["set", "root.list", "x", "--type", "string"], ["set", "root.none", "1"], ["delete", "root.box.$1"],
            ["delete", "root.list[9]"], ["delete", "root.none"],
        ]) { (words: [String]) throws in
            let run = try ToolRun([words[0], file] + words.dropFirst())
            #expect(run.status != 0)
            #expect(run.errors.hasPrefix("keyed-archive: "), "\(run.errors)")
            #expect(try ToolRun("convert", file, "-", "--format", "json").output.contains("300"))
        }
    }

    @Test func `a single run follows the text, and a text without runs stays empty`() throws {
        for (old, run, new, error) in [
            ("Hi", #"{"iI": [1, 2]}, {"@": {"$class": "NSObject", "$groups": []}}"#, "Hello", ""),
            ("", "", "", "cover 0 UTF-16 units, not 5; edit text and runs in its JSON"),
        ] {
            let text = #"{"@": {"$class": "NSString", "$groups": [{"+": "\#(old)"}]}}"#
            let groups = run.isEmpty ? text : "\(text), \(run)"
            let message = """
                {"$typedstream": {}, "$groups": [{"@": {"$class": "NSAttributedString", "$groups": [\(groups)]}}],
                 "$classes": {"NSObject": {"version": 0}, "NSString": {"version": 1, "superclass": "NSObject"},
                   "NSAttributedString": {"version": 0, "superclass": "NSObject"}}}
                """
            let bytes = try ToolRun("convert", "-", "-", input: Array(message.utf8)).outputBytes
            let name = try scratch.file("message", bytes).path
            let set = try ToolRun("set", name, "root.NSString", "Hello")
            try expectRows {
                (set.status, error.isEmpty ? 0 : 1)
                expecting(set.errors, contains: error)
                (try ToolRun("get", name, "root.NSString").output, "\"\(new)\"\n")
                (try ToolRun("check", name, "--strict").status, 0)
            }
        }
    }

    /// The texts of the runs, as `dump` prints them.
    @Test func `several runs follow the text where that is asked for`() throws {
        let file = Corpus.packageFolder.appendingPathComponent("Fixtures/sequential/message.typedstream").path
        let (text, link) = ("See you at 8 — bring the map: ", "example.com")
        for (new, runs) in [
            ("See you at 9 — bring the map: example.com", ["See you at 9 — bring the map: ", link]),
            ("See you at 10 — bring the map: example.com", ["See you at 10 — bring the map: ", link]),
            (text + "example.com/map", [text, "example.com/map"]),
            ("Mind: " + text + link, ["Mind: " + text, link]),
            (text, []), ("", []),
        ] {
            let changed = scratch.path("changed")
            let refused = try ToolRun("set", file, "root.NSString", new, "--output", changed)
            let run = try ToolRun("set", file, "root.NSString", new, "--reflow", "--output", changed)
            let dump = try ToolRun("dump", changed).output
            try expectRows {
                (refused.status, (text + link).utf16.count == new.utf16.count ? 0 : 1)
                expecting(refused.errors, contains: refused.status == 0 ? "" : "pass --reflow")
                (run.status, 0)
                expecting(dump, contains: "root: NSMutableAttributedString \"\(new)\"")
                (runs.filter { !dump.contains("  \"\($0)\": NSDictionary") }, [])
                (try ToolRun("check", changed, "--strict").status, 0)
            }
        }
    }
}
