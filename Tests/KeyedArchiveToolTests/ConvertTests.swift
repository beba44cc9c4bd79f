import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What `convert` makes of files, and of their JSON.
@Suite struct ConvertTests {
    private let archive = SmallArchive(
        [
            "name": .uid(3), "age": 7, "size": .float(0.5), "friend": .uid(1), "list": .uid(4), "table": .uid(7),
            "blob": .uid(10), "home": .uid(12), "$class": .uid(2),
        ],
        .classRecord("Person", "NSObject"), "Ada",
        ["NS.objects": [.uid(3), .uid(6), .uid(11)], "$class": .uid(5)],
        .classRecord("NSMutableArray", "NSArray", "NSObject"),
        "second",
        ["NS.keys": [.uid(3)], "NS.objects": [.uid(8)], "$class": .uid(9)], .data([1, 2]),
        .classRecord("NSDictionary", "NSObject"), .data([3]), 2.5,
        ["NS.base": .uid(0), "NS.relative": .uid(13), "$class": .uid(14)], "https://example.com",
        .classRecord("NSURL", "NSObject")
    )

    /// The archive after an edit of its JSON, and how it differs.
    private func edited(_ old: String, _ new: String) throws -> (
        archive: KeyedArchive, changes: [String], errors: String
    ) {
        let bytes = try archive.bytes()
        let json = try ToolRun("convert", "-", "-", "--format", "json", input: bytes).output
        let text = json.replacingOccurrences(of: old, with: new)
        #expect(text != json)
        let run = try ToolRun("convert", "-", "-", input: Array(text.utf8))
        guard run.status == 0 else { return (try KeyedArchive(bytes), [], run.errors) }
        let archive = try KeyedArchive(run.outputBytes)
        #expect(archive.problems(strict: true).isEmpty)
        let difference = try archive.difference(from: try KeyedArchive(bytes))
        return (archive, difference.changes.map { "\($0.kind) \($0.newPath ?? $0.oldPath ?? ArchivePath())" }, "")
    }

    @Test func `JSON that wasn't changed becomes the same objects and chains, in the form of the file`() throws {
        for format in [PropertyListFormat.binary, .xml] {
            let bytes = try KeyedArchive(archive.bytes()).bytes(format: format)
            let json = try ToolRun("convert", "-", "-", "--format", "json", input: bytes)
            let again = try KeyedArchive(try ToolRun("convert", "-", "-", input: json.outputBytes).outputBytes)
            #expect(again.format == format)
            #expect(try again.difference(from: try KeyedArchive(bytes)).changes.isEmpty)
        }
        // A chain with its own class twice.
        let bytes = try SmallArchive(["$class": .uid(2)], .classRecord("P", "P", "NSObject")).bytes()
        let json = try ToolRun("convert", "-", "-", "--format", "json", input: bytes)
        #expect(try ToolRun("convert", "-", "-", input: json.outputBytes).outputBytes == bytes)
    }

    @Test(.rows)
    func `an edit of the JSON is that edit of the archive, and new objects may refer to themselves`() throws {
        let made = try edited(
            #""friend": {"$ref": 1}"#, #""friend": {"$id": 99, "$class": "Animal", "self": {"$ref": 99}}"#
        ).archive["root.friend"]
        #expect(made.className == "Animal")
        #expect(made["self"].uid == made.uid)
        forEachRow(
            [
                (#""name": "Ada""#, #""name": "Grace""#, ["value root.name"]),
                (#""age": 7"#, #""age": 8"#, ["value root.age"]),
                (#""size": {"$float": 0.5}"#, #""size": {"$float": 3}"#, ["value root.size"]),
                (#""age": 7,"#, "", ["removed root.age"]),
                (#""age": 7"#, #""age": 7, "new": {"a": [1, "x", true, null]}"#, ["added root.new"]),
                (#""second""#, #""between", "second""#, ["added root.list[1]"]),
                (#""second","#, "", ["removed root.list[1]"]),
                (#"{"$data": "AQI="}"#, #"{"$data": "AQID"}"#, ["value root.table.Ada"]),
                (
                    #"{"$url": "https://example.com"}"#, #"{"$url": "https://example.org"}"#,
                    ["value root.home.\"NS.relative\""]
                ),
                (#""friend": {"$ref": 1}"#, #""friend": null"#, ["value root.friend"]),
                (
                    #""friend": {"$ref": 1}"#, #""friend": {"$id": 99, "$class": "Animal", "self": {"$ref": 99}}"#,
                    ["objectClass root.friend"]
                ),
            ] as [(String, String, [String])]
        ) { (old: String, new: String, expected: [String]) throws in
            let (_, changes, errors) = try edited(old, new)
            #expect(Set(changes).isSuperset(of: expected), "\(changes) \(errors)")
            if !expected[0].hasPrefix("objectClass") { #expect(changes.count == 1, "\(changes)") }
        }
    }

    @Test func `what can't be made is said with its line and its path`() throws {
        let errors = try edited(#"{"$ref": 1}"#, #"{"$ref": 77}"#).errors
        #expect(errors.contains("root.friend.$ref, line "))
        #expect(
            errors.contains(
                "nothing has the \"$id\" 77; give an object that number"))
        let run = try ToolRun("convert", "-", "-", input: Array("{\"a\": 1 2}".utf8))
        #expect(run.errors.contains("line 1, column 9: a comma or a closing brace is missing"))
        #expect(run.status == 1)
    }

    @Test func `a key twice is kept by pairs`() throws {
        let bytes = try SmallArchive(
            .dictionary(PropertyListDictionary(dictionaryLiteral: ("k", 1), ("l", 2), ("k", 3), ("$class", .uid(2)))),
            .classRecord("Holder", "NSObject")
        ).bytes()
        let json = try ToolRun("convert", "-", "-", "--format", "json", input: bytes)
        #expect(json.output.contains(#""$fields": [["k", 1], ["l", 2], ["k", 3]]"#))
        let run = try ToolRun("convert", "-", "-", input: json.outputBytes)
        #expect(run.errors.contains("the key \"k\" is there twice") && run.status == 1)
    }

    @Test func `JSON of a property list becomes one, whose keys may be like those of the graph form`() throws {
        let values = Array(#"{"a": [1, 2.5, {"$data": "AQI="}], "b": {"$date": 0}}"#.utf8)
        let xml = try ToolRun("convert", "-", "-", "--format", "xml", input: values)
        #expect(
            try XMLPropertyListReader().read(xml.outputBytes) == ["a": [1, 2.5, .data([1, 2])], "b": .date(0)])
        let plain = Array(##"{"$type": 1, "a": {"$ref": "b"}, "$grade": [{"$id": 1.5, "$class": 2}]}"##.utf8)
        #expect(try ToolRun("convert", "-", "-", input: plain).status == 1)
        let told = Array(##"{"$propertyList": "binary", "$$grade": 1, "a": {"$$class": "P", "$$id": 1}}"##.utf8)
        let list = try ToolRun("convert", "-", "-", input: told)
        #expect(
            try PropertyListDocument(list.outputBytes).root == ["$grade": 1, "a": ["$class": "P", "$id": 1]])
        let other = Array(##"{"$type": 1, "graph": 2, "a": {"$ref": "b"}, "b": {"$class": 2}}"##.utf8)
        #expect(try ToolRun("convert", "-", "-", input: other).errors == "")
    }

    @Test func `numbers, booleans and dates of OpenStep text stay what they are`() throws {
        let text = Array("{\n    a = <*BY>;\n    b = <*I5>;\n    c = (\n        <*R1.5>\n    );\n}\n".utf8)
        for format in ["json", "envelope"] {
            let json = try ToolRun("convert", "-", "-", "--format", format, input: text)
            let back = try ToolRun("convert", "-", "-", input: json.outputBytes)
            #expect((back.errors, back.outputBytes) == ("", text), "\(format)")
        }
        #expect(try ToolRun("rewrite", "-", "-", input: text).outputBytes == text)
        let added = Array("{ a = b; }".utf8)
        let set = try ToolRun("set", "-", "n", "5", input: added)
        #expect(set.output == "{\n    a = b;\n    n = 5;\n}\n", "\(set.errors)")
    }

    @Test func `a file that is named as one of a kind is of that kind`() throws {
        let scratch = try Scratch()
        let fixtures = Corpus.packageFolder.appendingPathComponent("Fixtures").path
        let message = "\(fixtures)/sequential/message.typedstream"
        let json = scratch.path("m.json")
        #expect(try ToolRun("convert", message, json).errors == "")
        for input in [message, json] {
            #expect(try ToolRun("convert", input, scratch.path("m.plist")).errors == "")
            #expect(try scratch.bytes("m.plist").starts(with: "bplist00".utf8))
            #expect(try ToolRun("convert", input, scratch.path("m.typedstream")).errors == "")
            #expect(try scratch.bytes("m.typedstream").starts(with: [4, 11] + Array("streamtyped".utf8)))
        }
        let family = try ToolRun("convert", "\(fixtures)/archives/family.plist", scratch.path("f.typedstream"))
        #expect(
            family.errors.contains(
                "in a typedstream Person has groups; convert it with --format json, add \"$typedstream\":{}, give"))
        let list = try ToolRun("convert", "-", "-", "--format", "typedstream", input: Array("{ a = x; }".utf8))
        #expect(list.errors.contains("name another form, such as --format binary, or convert it with --format json"))
        #expect(try !scratch.names().contains("f.typedstream"))
    }

    @Test(.rows)
    func `plain property lists, too`() {
        forEachRow([PropertyListFormat.binary, .xml]) { (format: PropertyListFormat) throws in
            let list: PropertyList = ["a": .float(0.5), "b": [.data([1]), .date(1)], "c": "x", "$d": ["$e": 1]]
            let bytes =
                try format == .binary ? BinaryPropertyListWriter().write(list) : XMLPropertyListWriter().write(list)
            let json = try ToolRun("convert", "-", "-", "--format", "json", input: bytes)
            #expect(try ToolRun("convert", "-", "-", input: json.outputBytes).outputBytes == bytes)
            let changed = Array(json.output.replacingOccurrences(of: "\"x\"", with: "\"y\"").utf8)
            let document = try PropertyListDocument(try ToolRun("convert", "-", "-", input: changed).outputBytes)
            expectRows {
                (document.format, format)
                (document.root["a"], (format == .binary ? .float(0.5) : .double(0.5)))
                (document["c"].string, "y")
            }
        }
    }

    @Test func `plain JSON of what an archive stands for`() throws {
        let inner = SmallArchive(["name": .uid(2), "$class": .uid(3)], "Eve", .classRecord("Person"))
        let archive = SmallArchive(
            [
                "name": .uid(2), "born": .uid(3), "list": .uid(5), "self": .uid(1), "data": .uid(8),
                "size": .float(0.1), "$class": .uid(7),
            ],
            "Ada", ["NS.time": 0.0, "$class": .uid(4)], .classRecord("NSDate", "NSObject"),
            ["NS.objects": [.uid(2), .uid(0)], "$class": .uid(6)], .classRecord("NSArray", "NSObject"),
            .classRecord("Person", "NSObject"), .data(try inner.bytes()))
        let bytes = try archive.bytes()
        let scratch = try Scratch()
        let file = try scratch.file("file", bytes).path
        let text = try ToolRun("dump", file, "--format", "plain", "--nested").output
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        expectRows {
            (object["name"] as? String, "Ada")
            (object["born"] as? String, "2001-01-01T00:00:00Z")
            ((object["list"] as? [Any])?.first as? String, "Ada")
            ((object["self"] as? [String: String]), ["$ref": "root"])
            ((object["data"] as? [String: String]), ["name": "Eve"])
            (object["size"] as? Double, 0.1)
            (Set(object.keys), ["name", "born", "list", "self", "data", "size"])
        }
        let closed = try ToolRun("dump", file, "--format", "plain").output
        #expect(try ToolRun("convert", file, "-", "--format", "plain-json").output == closed)
        #expect(try ToolRun("convert", file, scratch.path("out.json"), "--format", "plain").status == 0)
        #expect(String(decoding: try scratch.bytes("out.json"), as: UTF8.self) == closed)
        try expectRows {
            (try ToolRun("get", file, "root.list", "--format", "plain").output, "[\"Ada\", null]\n")
            (try ToolRun("get", file, "root.born", "--format", "plain", "--dates", "seconds").output, "0.0\n")
            (try ToolRun("dump", file, "--format", "plain", "--lines").output.split(separator: "\n").count, 1)
            expecting(try ToolRun("dump", file, file, "--format", "plain").output, hasPrefix: "[\n")
        }
        let list = try XMLPropertyListWriter().write(["a": [1, .date(0)], "b": .data([1])])
        let plain = try ToolRun("dump", "-", "--format", "plain", input: list).output
        #expect(plain == "{\"a\": [1, \"2001-01-01T00:00:00Z\"], \"b\": \"AQ==\"}\n")
    }

    @Test func `a plain list of what an archive stands for`() throws {
        let run = try ToolRun("convert", "-", "-", "--format", "plain", input: archive.bytes())
        let list = try XMLPropertyListReader().read(run.outputBytes)
        expectRows {
            (list["friend"], ["$ref": "root"])
            (list["$class"], nil)
            (list["list"], ["Ada", "second", 2.5])
            (list["table"], ["Ada": .data([1, 2])])
            (list["home"], "https://example.com")
        }
        let odd = SmallArchive("a\u{1}b")
        let binary = try ToolRun("convert", "-", "-", "--format", "plain", input: odd.bytes())
        #expect(try BinaryPropertyListReader(binary.outputBytes).tree() == "a\u{1}b")
    }

    @Test(.rows)
    func `what XML can't hold is said, and makes a plain list binary`() throws {
        let characters =
            "note: it holds 1 control character, which XML forbids; Apple's systems read it, others may not"
        forEachRow(
            [
                ("a\u{1}b", characters), ("a\u{FFFF}b", characters), (.dictionary(["a\u{1}b": 1]), characters),
                (
                    "a\rb",
                    "note: it holds 1 carriage return, which XML readers change; Apple's systems read it, others may not"
                ),
                (
                    .array([.date(0.5), .date(2), .date(-0.25)]),
                    "note: 2 dates lost the fraction of a second, for which XML has no place"
                ),
                (.array(["a\tb\n", .date(1)]), ""),
            ] as [(PropertyList, String)]
        ) { (list: PropertyList, note: String) throws in
            let bytes = try BinaryPropertyListWriter().write(list)
            let json = try ToolRun("convert", "-", "-", "--format", "json", input: bytes).outputBytes
            let errors = note.isEmpty ? "" : "keyed-archive: -: \(note)\n"
            try expectRows {
                (try ToolRun("convert", "-", "-", "--format", "xml", input: bytes).errors, errors)
                (try ToolRun("rewrite", "-", "-", "--format", "xml", input: bytes).errors, errors)
                (try ToolRun("convert", "-", "-", "--format", "xml", input: json).errors, errors)
                (
                    PropertyListFormat(
                        recognizing: try ToolRun("convert", "-", "-", "--format", "plain", input: bytes).outputBytes),
                    note.isEmpty || note.contains("date") ? .xml : .binary
                )
            }
        }
        let archive = SmallArchive(["NS.time": 0.5, "$class": .uid(2)], .classRecord("NSDate", "NSObject"))
        let run = try ToolRun("convert", "-", "-", "--format", "plain", input: archive.bytes())
        #expect(try XMLPropertyListReader().read(run.outputBytes) == .date(0))
    }

    @Test func `dates are written as asked for, and each form is built`() throws {
        let archive = try SmallArchive(
            ["when": .uid(2), "plain": .uid(4), "$class": .uid(5)], ["NS.time": 86400.0, "$class": .uid(3)],
            .classRecord("NSDate", "NSObject"), .date(3600), .classRecord("Holder", "NSObject")
        ).bytes()
        for (form, when, plain) in [
            ("iso", "\"2001-01-02T00:00:00Z\"", "\"2001-01-01T01:00:00Z\""), ("seconds", "86400.0", "3600.0"),
        ] {
            let json = try ToolRun("convert", "-", "-", "--format", "json", "--dates", form, input: archive)
            let short = try ToolRun("convert", "-", "-", "--format", "plain-json", "--dates", form, input: archive)
            let scratch = try Scratch()
            let built = try scratch.file("built", try ToolRun("convert", "-", "-", input: json.outputBytes).outputBytes)
            let old = try scratch.file("old", archive)
            try expectRows {
                expecting(json.output, contains: "\"$date\": \(when)")
                expecting(json.output, contains: "\"$date\": \(plain)")
                expecting(short.output, contains: "\"when\": \(when)")
                expecting(short.output, contains: "\"plain\": \(plain)")
                (try ToolRun("diff", old.path, built.path).status, 0)
            }
        }
        for form in ["binary", "xml", "envelope", "plain"] {
            let run = try ToolRun("convert", "-", "-", "--format", form, "--dates", "iso", input: archive)
            #expect(run.status == 2)
            #expect(run.errors.contains("--dates is for --format json and --format plain-json"))
        }
    }

    @Test func `the other forms, and misuse`() throws {
        let bytes = try archive.bytes()
        try expectRows {
            expecting(try ToolRun("convert", "-", "-", "--format", "xml", input: bytes).output, hasPrefix: "<?xml")
            (try ToolRun("convert", "-", "-", "--format", "binary", input: bytes).outputBytes, bytes)
            (try ToolRun("convert", "-", "-", "--bare", input: bytes).status, 2)
            (try ToolRun("convert", "-", "-", "--format", "yaml", input: bytes).status, 2)
        }
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `archives of the corpus go through JSON and back, object for object`() throws {
        for row in try Corpus.sample("archives", atMost: 60) where try row.bytes().count < 100_000 {
            let bytes = try row.bytes()
            guard let before = try? KeyedArchive(bytes) else { continue }
            let json = try ToolRun("convert", row.url.path, "-", "--format", "json", "--bare")
            let run = try ToolRun("convert", "-", "-", input: json.outputBytes)
            #expect(run.errors == "", "\(row.file)")
            guard run.status == 0 else { continue }
            let after = try KeyedArchive(run.outputBytes)
            // Of a decimal number, the order of its words and whether there are too many isn't kept.
            let words = ["NS.compact", "NS.mantissa", "NS.mantissa.bo", "NS.length"]
            let changes = try after.difference(from: before).changes.filter { change in
                guard change.kind == .value, case .key(let key)? = change.newPath?.steps.last else { return true }
                return !words.contains(key)
            }
            #expect(changes.isEmpty, "\(row.file)")
        }
    }
}
