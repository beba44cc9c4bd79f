import Foundation
import PropertyLists
import TestSupport
import Testing

/// What the tool says to do about an error cures it: each row makes the error, does what it says and succeeds.
@Suite struct ToolRemedyTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Runs the tool, and throws what it says if it refuses.
    private func run(_ arguments: String..., input: [UInt8] = []) throws {
        let run = try ToolRun(arguments, input: input)
        guard run.status != 0 else { return }
        throw ArchiveError(.invalidValue, "the tool refused", remedy: run.errors + run.output)
    }

    /// A file of an archive, or of another document, that JSON says.
    private func file(_ name: String, _ json: String) throws -> String {
        let run = try ToolRun("convert", "-", "-", input: Array(json.utf8))
        #expect(run.errors == "")
        return try scratch.file(name, run.outputBytes).path
    }

    private func text(_ name: String, _ text: String) throws -> String {
        try scratch.file(name, Array(text.utf8)).path
    }

    private func output(_ arguments: String...) throws -> String { try ToolRun(arguments).output }

    private static let family = #"{"$graph":1.0,"root":{"$class":"Person","name":"Ada","kids":["Byron"]}}"#
    private static let stream = """
        {"$graph":1.0,"$typedstream":{},"root":{"note":{"$class":"NSAttributedString","$runs":[{"$text":"Hi"}]},\
        "data":{"$data":"AQID"},"list":["x",{"$value":5,"$type":"i"}],"mutable":{"$class":"NSMutableString","$string":"m"},\
        "box":{"$class":"Box","$groups":[{"i":1},{"[2i]":[1,2]},{"@":"owner"}]}}}
        """

    // MARK: - Files

    @Test func `what errors of reading files say cures them`() throws {
        let family = try file("family", Self.family)
        let stream = try file("stream", Self.stream)
        let xml = scratch.path("family.xml")
        try run("rewrite", family, xml, "--format", "xml")
        let list = try text("list", "{ names = (Ada); }")
        let words = try text("words", "These are words.\n")
        let archive = try Data(contentsOf: URL(fileURLWithPath: family)).base64EncodedString()
        let lines = try text("lines", "\(archive)\n\(archive)\n")
        let prefixed = try scratch.file(
            "prefixed", Array("prefix".utf8) + scratch.bytes("family")
        ).path
        // A binary store of Core Data: a header of 64 bytes, and archives.
        let store = try scratch.file(
            "store",
            Array("CoreData".utf8) + [0, 0, 0, 1] + [UInt8](repeating: 0, count: 52) + scratch.bytes("family")
        ).path
        expectCures {
            Cure("a store of Core Data", says: "find the archives in it: `keyed-archive find --archives FILE`, and") {
                try run("dump", store)
            } cured: {
                try output("find", "--archives", store).hasPrefix("\(store)@64: ")
                    && output("dump", "\(store)@64").contains("Ada")
            }
            Cure("text", says: "open a property list or an archive instead; where each line holds one") {
                try run("dump", words)
            } cured: {
                try output("dump", lines, "--lines").contains("Ada")
            }
            Cure("many lines", says: "make a file of one line: `sed -n 1p FILE > ONE`") {
                try run("objects", lines)
            } cured: {
                let one = try text("one", archive + "\n")
                return try output("objects", one).contains("Person")
            }
            Cure("no archive at a byte", says: "keyed-archive find --archives prints where they begin") {
                try run("dump", prefixed + "@2")
            } cured: {
                let found = try output("find", "--archives", prefixed)
                return try output("dump", String(found.prefix { $0 != ":" })).contains("Ada")
            }
            Cure("a pattern without a match", says: "[*] stands for elements and .* for entries and fields") {
                try run("get", family, "root.kids.*")
            } cured: {
                try output("get", family, "root.kids[*]") == "root.kids[0]: \"Byron\"\n"
            }
            Cure("JSON", says: "make a file of it first: `keyed-archive convert FILE.json OUT`") {
                try run("dump", try text("graph", Self.family))
            } cured: {
                try run("convert", try text("graph.json", Self.family), scratch.path("made"))
                return try output("dump", scratch.path("made")).contains("Ada")
            }
            Cure("objects of a list", says: "it is a plain property list; keyed-archive dump also opens") {
                try run("objects", list)
            } cured: {
                try output("dump", list).contains("Ada")
            }
            Cure("bytes of XML", says: "leave --offsets out") {
                try run("objects", xml, "--offsets")
            } cured: {
                try output("objects", xml).contains("Ada")
            }
            Cure("a list to check", says: "a keyed archive has $archiver, $version, $top and $objects") {
                try run("check", list)
            } cured: {
                try output("check", family).contains("valid")
            }
            Cure("a sequential archive to search for shapes", says: "read it with SequentialUnarchiver, or as generic")
            {
                try run("generate", stream)
            } cured: {
                try output("dump", stream).contains("Box")
            }
            Cure("data as text", says: "print it with ") {
                try run("get", stream, "root.data", "--text")
            } cured: {
                try output("get", stream, "root.data", "--bytes").utf8.elementsEqual([1, 2, 3])
            }
            Cure("an object as text", says: "leave --text out") {
                try run("get", family, "root", "--text")
            } cured: {
                try output("get", family, "root").contains("Person")
            }
        }
    }

    @Test func `what errors of lines say cures them`() throws {
        let archive = try Data(contentsOf: URL(fileURLWithPath: file("family", Self.family))).base64EncodedString()
        func dump(_ lines: String, _ field: String) throws {
            try run("dump", "-", "--lines", "--field", field, input: Array(lines.utf8))
        }
        func isRead(_ lines: String, _ field: String) throws -> Bool {
            try ToolRun("dump", "-", "--lines", "--field", field, input: Array(lines.utf8)).output.contains("Ada")
        }
        let line = #"{"id":7,"body":"\#(archive)"}"#
        expectCures {
            Cure("a line that is no object", says: "give an object in each line") {
                try dump("[1]\n", "body")
            } cured: {
                try isRead(line + "\n", "body")
            }
            Cure("a line without members", says: "leave such lines empty") {
                try dump("{}\n", "body")
            } cured: {
                try isRead("\n\(line)\n", "body")
            }
            Cure("another field", says: "name another with --field; there are \\\"id\\\", \\\"body\\\"") {
                try dump(line + "\n", "text")
            } cured: {
                try isRead(line + "\n", "body")
            }
            Cure("a field with a number", says: "name a field that holds one with --field") {
                try dump(line + "\n", "id")
            } cured: {
                try isRead(line + "\n", "body")
            }
        }
    }

    // MARK: - Conversions

    @Test func `what errors of conversions say cures them`() throws {
        let family = try file("family", Self.family)
        let list = try text("list", "{ names = (Ada); }")
        let half = #"{"$graph":1.0,"$typedstream":{},"root":"\ud800"}"#
        let runs =
            #"{"$graph":1.0,"$typedstream":{},"root":{"$class":"NSAttributedString","$groups":"#
            + #"[{"@":"Hello"},{"iI":[1,3]},{"@":{}}]}}"#
        let envelope = #"{"$propertyList":"binary","$envelope":{"version":1.0},"$value":{"$data":"?"}}"#
        let texts = try file("texts", #"{"$graph":1.0,"$typedstream":{},"root":["x"]}"#)
        let padded = try scratch.file("padded", scratch.bytes("texts") + [0, 0, 0]).path
        let counts = #"{"$graph":1.0,"$typedstream":{},"root":{"$class":"M","$groups":[{"ii":[1]}]}}"#
        expectCures {
            Cure("a list as a typedstream", says: "name another form, such as --format binary") {
                try run("convert", list, scratch.path("list.typedstream"))
            } cured: {
                try run("convert", list, scratch.path("list.typedstream"), "--format", "binary")
                return try output("dump", scratch.path("list.typedstream")).contains("Ada")
            }
            Cure("fields in a typedstream", says: "convert it with --format json, add \"$typedstream\":{}, give") {
                try run("convert", family, scratch.path("family.typedstream"))
            } cured: {
                let json = try output("convert", family, "-", "--format", "json", "--bare")
                let groups = json.replacing("\"$graph\": 1.0,", with: "\"$graph\":1.0,\"$typedstream\":{},")
                    .replacing(#""name": "Ada""#, with: ##""$groups":[{"@":"Ada"}]"##)
                    .replacing(##", "kids": ["Byron"]"##, with: "").replacing(##"\#n    "kids": ["Byron"],"##, with: "")
                try run("convert", "-", scratch.path("groups.typedstream"), input: Array(groups.utf8))
                return try output("dump", scratch.path("groups.typedstream")).contains("Ada")
            }
            Cure("half of a surrogate pair", says: "give both halves, or take it out") {
                try run("convert", "-", "-", input: Array(half.utf8))
            } cured: {
                try run("convert", "-", "-", input: Array(half.replacing(#"\ud800"#, with: #"\ud83d\ude00"#).utf8))
                return true
            }
            Cure("too few values of a group", says: "give a value for each type, or change the types") {
                try run("convert", "-", "-", input: Array(counts.utf8))
            } cured: {
                try run("convert", "-", "-", input: Array(counts.replacing("[1]", with: "[1,2]").utf8))
                return true
            }
            Cure("runs that cover less than the text", says: "let the lengths in its \"iI\" groups add up to") {
                try run("convert", "-", "-", input: Array(runs.utf8))
            } cured: {
                try run("convert", "-", "-", input: Array(runs.replacing("[1,3]", with: "[1,5]").utf8))
                return true
            }
            Cure("data in an envelope that aren't base64", says: "give it the form that keyed-archive objects --json") {
                try run("convert", "-", "-", input: Array(envelope.utf8))
            } cured: {
                try run("convert", "-", "-", input: Array(envelope.replacing("?", with: "AQID").utf8))
                return true
            }
            Cure("a sequential archive as XML", says: "keyed-archive convert makes a keyed archive of it where its") {
                try run("rewrite", texts, scratch.path("texts.xml"), "--format", "xml")
            } cured: {
                try run("convert", texts, scratch.path("texts.xml"), "--format", "xml")
                return try output("dump", scratch.path("texts.xml")).contains("\"x\"")
            }
            Cure("zero bytes after an archive", says: "drop them: keyed-archive rewrite does") {
                try run("check", padded, "--strict")
            } cured: {
                try run("rewrite", padded, scratch.path("whole"))
                return try output("check", scratch.path("whole"), "--strict").contains("valid")
            }
            Cure("a root that is a number", says: "write {\"$value\":5} for an NSNumber") {
                let json = #"{"$graph":1.0,"root":5}"#
                try run("convert", file("number", json), "-", "--format", "typedstream")
            } cured: {
                let json = #"{"$graph":1.0,"root":{"$value":5}}"#
                try run("convert", file("object", json), "-", "--format", "typedstream")
                return true
            }
            Cure("no object that a reference leads to", says: "correct the JSON there") {
                try run("convert", "-", "-", input: Array(#"{"$graph":1.0 "root":5}"#.utf8))
            } cured: {
                try run("convert", "-", "-", input: Array(#"{"$graph":1.0,"root":5}"#.utf8))
                return true
            }
        }
    }

    // MARK: - Edits

    @Test func `what errors of edits say cures them`() throws {
        let family = try file("family", Self.family)
        let list = try text("list", "{ names = (Ada); }")
        let stream = try file("stream", Self.stream)
        let inner = try ToolRun("convert", "-", "-", input: Array(#"{"$graph":1.0,"$typedstream":{},"root":"x"}"#.utf8))
        let data = Data(inner.outputBytes).base64EncodedString()
        let holder = try file("holder", #"{"$graph":1.0,"root":{"$class":"P","data":{"$data":"\#(data)"}}}"#)
        let held = try ToolRun("convert", holder, "-", "--format", "binary").outputBytes
        let archiveData = Data(held).base64EncodedString()
        let outer = try file(
            "outer", #"{"$graph":1.0,"$typedstream":{},"root":{"d":{"$data":"\#(archiveData)"}}}"#)
        let old = try file(
            "old",
            #"{"$graph":1.0,"$typedstream":{},"root":"OK","$classes":{"NSString":{"version":0,"superclasses":["NSObject"]}}}"#
        )
        func attributed(_ runs: String) -> String {
            #"{"$graph":1.0,"$typedstream":{},"root":{"$class":"NSAttributedString","$runs":[\#(runs)]}}"#
        }
        let runs = try file("runs", attributed(#"{"$text":"Hi"},{"$text":"!","$attributes":{"a":1}}"#))
        let noRuns = try file("no runs", attributed(""))
        expectCures {
            Cure("a class of a list", says: "rename in the archives in its data: --nested") {
                try run("rename", "Person", "Human", list)
            } cured: {
                let keeper = try scratch.file(
                    "keeper", BinaryPropertyListWriter().write(["a": .data(scratch.bytes("family"))])
                ).path
                try run("rename", "Person", "Human", keeper, "--nested")
                return try output("classes", keeper).contains("Human")
            }
            Cure("an element of a sequential archive", says: "edit the JSON of keyed-archive convert") {
                try run("append", stream, "root.list", "y")
            } cured: {
                let json = try output("convert", stream, "-", "--format", "json", "--bare")
                let edited = try ToolRun(
                    "convert", "-", "-", input: Array(json.replacing("[\"x\"", with: "[\"y\", \"x\"").utf8))
                return try ToolRun("get", "-", "root.list[0]", input: edited.outputBytes).output == "\"y\"\n"
            }
            Cure(
                "a sequential archive in data",
                says: "edit it as a separate file, which keyed-archive get --bytes gives"
            ) {
                try run("set", holder, "root.data!root", "y")
            } cured: {
                let bytes = try ToolRun("get", holder, "root.data", "--bytes").outputBytes
                let edited = try ToolRun("set", "-", "root", "y", input: bytes).outputBytes
                let hex = edited.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
                try run("set", holder, "root.data", hex, "--type", "hex")
                return try output("get", holder, "root.data!root") == "\"y\"\n"
            }
            Cure(
                "an archive in data of a sequential one",
                says: "edit it as a separate file, and set the data: --type hex"
            ) {
                try run("set", outer, "root.d!root.name", "y")
            } cured: {
                let hex = held.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
                try run("set", outer, "root.d", hex, "--type", "hex")
                return true
            }
            Cure("null in a list", says: "take what is there out with keyed-archive delete") {
                try run("set", list, "names", "", "--type", "nil")
            } cured: {
                try run("delete", list, "names", "--output", scratch.path("deleted"))
                return try output("dump", scratch.path("deleted")).contains("names") == false
            }
            Cure(
                "a field of a sequential archive to delete",
                says: "set an object to nil instead: keyed-archive set FILE"
            ) {
                try run("delete", stream, "root.box.$2")
            } cured: {
                try run("set", stream, "root.box.$2", "nil", "--type", "nil")
                return try output("get", stream, "root.box.$2") == "nil\n"
            }
            Cure("an element that isn't set by path", says: "edit its JSON: keyed-archive convert FILE FILE.json") {
                try run("set", stream, "root.list[0]", "nil", "--type", "nil")
            } cured: {
                let json = try output("convert", stream, "-", "--format", "json", "--bare")
                let text = json.replacing("[\"x\"", with: "[null")
                let edited = try ToolRun("convert", "-", "-", input: Array(text.utf8))
                return try ToolRun("get", "-", "root.list[0]", input: edited.outputBytes).output == "NSNull\n"
            }
            Cure("a text under several runs", says: "pass --reflow: what stays keeps its runs") {
                try run("set", runs, "root.NSString", "Hello")
            } cured: {
                try run("set", runs, "root.NSString", "Hello", "--reflow")
                return try output("get", runs, "root.NSString") == "\"Hello\"\n"
            }
            Cure("a text without runs", says: "edit text and runs in its JSON: keyed-archive convert FILE") {
                try run("set", noRuns, "root.NSString", "Hello")
            } cured: {
                let json = try output("convert", noRuns, "-", "--format", "json", "--bare")
                    .replacing("\"$runs\": []", with: "\"$runs\": [{\"$text\": \"Hello\"}]")
                let edited = try ToolRun("convert", "-", "-", input: Array(json.utf8))
                return try ToolRun("dump", "-", input: edited.outputBytes).output.contains("Hello")
            }
            Cure("a value of another type", says: "give a number for a number, text for text, and #n of an object") {
                try run("set", stream, "root.box.$0", "word", "--type", "string")
            } cured: {
                try run("set", stream, "root.box.$0", "8")
                return try output("get", stream, "root.box.$0") == "8\n"
            }
            Cure("a character that NeXTSTEP hasn't", says: "use other characters, or give NSString the version 1 in") {
                try run("set", old, "root", "zażółć")
            } cured: {
                try run("set", old, "root", "Zoë")
                return try output("get", old, "root") == "\"Zoë\"\n"
            }
            Cure("a shared object of a sequential archive", says: "pass --everywhere to change it for all of them") {
                try run("set", shared(), "root[0]", "n")
            } cured: {
                let path = try shared()
                try run("set", path, "root[0]", "n", "--everywhere")
                return try output("get", path, "root[1]").contains("n")
            }
            Cure("a path to nothing", says: "there are ") {
                try run("get", family, "root.nmae")
            } cured: {
                try output("get", family, "root.name") == "\"Ada\"\n"
            }
        }
    }

    private func shared() throws -> String {
        let json = """
            {"$graph":1.0,"$typedstream":{},"root":[{"$id":1,"$class":"NSMutableString","$string":"m"},{"$ref":1}]}
            """
        return try file("shared", json)
    }
}
