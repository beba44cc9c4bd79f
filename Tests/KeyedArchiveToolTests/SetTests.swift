import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What `set` and `delete` make of files.
@Suite struct SetTests {
    private let scratch: Scratch
    private let file: String

    init() throws {
        scratch = try Scratch()
        let archive = SmallArchive(
            [
                "name": .uid(3), "alias": .uid(3), "age": 7, "height": 1.5, "isDone": false, "born": .uid(4),
                "data": .uid(6), "friend": .uid(0), "width": .float(2.5), "$class": .uid(2),
            ],
            .classRecord("Person", "NSObject"),
            "Ada",
            ["NS.time": 0.0, "$class": .uid(5)],
            .classRecord("NSDate", "NSObject"),
            .data([1, 2])
        )
        file = try scratch.file("file", archive.bytes()).path
    }

    private func archive(_ name: String = "file") throws -> KeyedArchive {
        try KeyedArchive(try scratch.bytes(name))
    }

    @Test func `a value is of the kind of what it replaces`() throws {
        let run = try ToolRun(
            "set", file, "root.name", "42", "root.age", "-8", "root.height", "2", "root.isDone", "yes", "root.born",
            "2001-01-01T00:00:01.5Z", "root.data", "AwQF", "root.width", "3")
        #expect((run.status, run.output, run.errors) == (0, "", ""))
        let archive = try archive()
        expectRows {
            (archive["root.name"].string, "42")
            (archive["root.alias"].string, "Ada")
            (archive["root.age"].value, .integer(-8))
            (archive["root.height"].value, .double(2))
            (archive["root.isDone"].value, .boolean(true))
            (archive["root.born"].date?.timeIntervalSinceReferenceDate, 1.5)
            (archive["root.born"].className, "NSDate")
            (archive["root.data"].bytes, [3, 4, 5])
            (archive["root.width"].value, .float(3))
            archive.problems(strict: true).isEmpty
        }
    }

    @Test func `what get prints as JSON can be set, however deep it is`() throws {
        let deep = String(repeating: "[", count: 45) + "1" + String(repeating: "]", count: 45)
        let json = #"{"$graph":1.0,"root":{"$class":"P","list":\#(deep)}}"#
        let path = try scratch.file("deep", ToolRun("convert", "-", "-", input: Array(json.utf8)).outputBytes).path
        for place in ["root.list", "root"] {
            let shown = try ToolRun("get", path, place, "--json").output
            #expect(shown.contains("$continued"))
            let run = try ToolRun("set", path, place, shown, "--json", "--output", scratch.path("out"))
            #expect(run.errors == "")
            #expect(try ToolRun("diff", path, scratch.path("out")).output == "")
        }
    }

    @Test func `edits of one command leave what the same edits leave one by one`() throws {
        let edits = [
            ["root.name", "Grace"], ["root.born", "2001-01-01T00:00:09Z"], ["root.age", "8"], ["root.data", "AwQF"],
            ["root.born", "2001-01-01T00:00:02Z"], ["root.alias", "G"],
        ]
        let original = try scratch.bytes("file")
        #expect(try ToolRun(["set", file] + edits.joined()).errors == "")
        #expect(try ToolRun("delete", file, "root.data", "root.width").errors == "")
        let one = try scratch.file("one", original).path
        for edit in edits { #expect(try ToolRun(["set", one] + edit).errors == "") }
        for path in ["root.data", "root.width"] { #expect(try ToolRun("delete", one, path).errors == "") }
        try expectRows {
            (try ToolRun("diff", file, one).output, "")
            (try ToolRun("dump", file).output, try ToolRun("dump", one).output)
            try archive().problems(strict: true).isEmpty
        }
    }

    @Test func `a pattern sets everything that it leads to, or nothing, and says how many values`() throws {
        let before = try scratch.bytes("file")
        let refused = try ToolRun("set", file, "root.*", "word")
        #expect((refused.status, refused.output) == (2, ""))
        #expect(try scratch.bytes("file") == before)
        let both = try ToolRun("set", file, "root.*<NSDate>", "2001-01-01T00:00:09Z", "root.age", "9")
        #expect((both.status, both.output) == (0, "\(file): 2 values set\n"))
        #expect(try archive()["root.born"].date?.timeIntervalSinceReferenceDate == 9)
        let named = SmallArchive(
            ["items": .uid(2), "$class": .uid(7)], ["NS.objects": [.uid(3), .uid(4)], "$class": .uid(8)],
            ["name": .uid(5), "$class": .uid(7)], ["name": .uid(6), "$class": .uid(7)], "a", "b",
            .classRecord("Person", "NSObject"), .classRecord("NSArray", "NSObject"))
        let names = try scratch.file("names", try named.bytes()).path
        let run = try ToolRun("set", names, "root.items[*].name", "c", "--output", scratch.path("out"))
        let edited = try archive("out")
        try expectRows {
            (run.output, "\(names): 2 values set\n")
            (try edited.matches("root.items[*].name").map(\.string), ["c", "c"])
            edited.problems(strict: true).isEmpty
            (try scratch.bytes("names"), try named.bytes())
            (try ToolRun("set", names, "**.nothing", "c").status, 1)
            (try ToolRun("set", names, "**.name", "c", "--output", "-").errors, "")
        }
    }

    @Test func `a pattern sets the elements of collections that have a field for each, where they are`() throws {
        func changed(_ fields: PropertyList, _ className: String) throws -> [String] {
            let archive = SmallArchive(fields, "a", "b", .classRecord(className, "NSObject"))
            let path = try scratch.file("numbered", try archive.bytes()).path
            let run = try ToolRun("set", path, "root[*]", "c")
            #expect((run.output, run.errors) == ("\(path): 3 values set\n", ""))
            let edited = try self.archive("numbered")
            #expect(edited.problems(strict: true).isEmpty)
            #expect(try edited.matches("root[*]").map(\.string) == ["c", "c", "c"])
            guard case .object(let record) = try edited.entry(at: UID(1)) else { return [] }
            return record.fields.map { $0.key.repaired }
        }
        try expectRows {
            (
                try changed(
                    [
                        "NS.object.1": .uid(2), "NS.object.0": .uid(2), "NS.object.2": .uid(3), "$class": .uid(4),
                        "z": 1,
                    ], "NSArray"),
                ["NS.object.1", "NS.object.0", "NS.object.2", "z"]
            )
            (
                try changed(
                    ["$0": 0, "$1": .uid(2), "$2": .uid(2), "$3": .uid(3), "$4": .uid(0), "$class": .uid(4)],
                    "NSHashTable"),
                ["$0", "$1", "$2", "$3", "$4"]
            )
        }
    }

    @Test(.rows)
    func `a value that is in a field itself isn't made an object in silence`() {
        forEachRow([#"{"$inline":[{"$inline":1}]}"#, #"{"$inline":{"a":1}}"#, #"{"$inline":{"$date":0}}"#]) {
            (json: String) throws in
            let archive = SmallArchive(["list": [1], "$class": .uid(2)], .classRecord("Holder", "NSObject"))
            let path = try scratch.file("inline", archive.bytes()).path
            let run = try ToolRun("set", "--json", path, "root.list", json)
            expectRows {
                (run.status, 2)
                expecting(
                    run.errors, contains: "root.list, line 1, column 1: a list, a dictionary or a date in the field")
            }
        }
    }

    @Test func `a pattern sets values of property lists and of archives in their data`() throws {
        let inner = SmallArchive(["size": 1, "$class": .uid(2)], .classRecord("NSFont", "NSObject"))
        let list: PropertyList = ["a": .data(try inner.bytes()), "b": .data(try inner.bytes()), "list": [1, 2]]
        let path = try scratch.file("list", try XMLPropertyListWriter().write(list)).path
        let run = try ToolRun("set", path, "*!root.size", "7", "list[*]", "8")
        #expect((run.output, run.errors) == ("\(path): 4 values set\n", ""))
        #expect(try ToolRun("get", path, "*!root.size", "--text").output == "7\n7\n")
        #expect(try ToolRun("get", path, "list[*]", "--text").output == "8\n8\n")
    }

    @Test func `what replaces nothing is what it looks like, if it looks like one thing only`() throws {
        let words = ["true", "12", "-.5", "1.5e3", "infinity", "0x10", "18446744073709551615"]
        let edits = words.enumerated().flatMap { ["root.new\($0.offset)", $0.element] }
        #expect(try ToolRun(["set", file] + edits).status == 0)
        let values = try words.indices.map { try archive()["root.new\($0)"] }
        try expectRows {
            (values.map(\.value)[..<4], [.boolean(true), .integer(12), .double(-0.5), .double(1500)])
            (values[4...5].map(\.string), ["infinity", "0x10"])
            (values[6].value, .unsignedInteger(.max))
            (try ToolRun("set", file, "root.friend", "Grace").status, 0)
            (try archive()["root.friend"].string, "Grace")
        }
        let run = try edited(["set", "FILE", "root.zip", "01234"]).run
        #expect(run.status == 2)
        #expect(run.errors.contains("\"01234\" is text or a number; say which with --type string or --type integer"))
        let long = String(repeating: "9", count: 41)
        let card = try edited(["set", "FILE", "root.zip", long]).run
        #expect(card.errors.contains("\"\(long)\" is text or a number too large for an integer"))
        let refused = [
            ("+491701234567", "integer"), ("+5", "integer"), ("+1.5", "real"), ("1e5", "real"), ("-12E4", "real"),
            ("007.5", "real"),
        ]
        for (text, type) in refused {
            let errors = try edited(["set", "FILE", "root.zip", text]).run.errors
            #expect(
                errors.contains("\"\(text)\" is text or a number; say which with --type string or --type \(type)"),
                "\(errors)")
        }
        for (text, shown) in [("1.5e3", "1500.0"), ("1e-5", "1e-05"), ("-7", "-7"), ("+49 170", "\"+49 170\"")] {
            let lines = try edited(["set", "FILE", "root.zip", text]).lines
            #expect(lines.contains("root.zip: \(shown)\n"), "\(lines)")
        }
        #expect(try edited(["append", "FILE", "root.list", "+5"]).run.status == 2)
        let typed = try edited(["set", "FILE", "root.zip", "01234", "-t", "string"])
        #expect(typed.lines.contains("root.zip: \"01234\"\n"))
    }

    @Test func `a named kind of value`() throws {
        for (type, text, value) in [
            ("string", "1", PropertyList.string("1")), ("integer", "1", .integer(1)), ("real", "1", .double(1)),
            ("boolean", "no", .boolean(false)), ("hex", "0a fF", .data([10, 255])), ("data", "", .data([])),
        ] {
            #expect(try ToolRun("set", file, "root.other", text, "--type", type).status == 0, "\(type)")
            let view = try archive()["root.other"]
            let found = try view.uid.map { try #require(view.archive).entry(at: $0) } ?? view.value.map { .value($0) }
            #expect(found == .value(value), "\(type)")
        }
        try expectRows {
            (try ToolRun("set", file, "root.friend", "#1", "root.name", "3", "--type=uid").status, 0)
            try (archive()["root.friend.friend.friend"].uid, UID(1))
            (try ToolRun("set", file, "root.friend", "", "--type", "nil").status, 0)
            try archive()["root.friend"].isNil
        }
    }

    @Test func `JSON becomes collections, with marks for what it lacks`() throws {
        let json = #"{"list":[1,2.5,"x",true,{"$data":"AQI="}],"day":{"$date":3},"big":1e400}"#
        #expect(try ToolRun("set", "--json", file, "root.friend", json).errors.contains("the number is too large"))
        let valid = json.replacingOccurrences(of: "1e400", with: "{\"$real\":\"inf\"}")
        #expect(try ToolRun("set", "--json", file, "root.friend", valid).status == 0)
        let friend = try archive()["root.friend"]
        expectRows {
            friend.className == "NSDictionary" || friend.className == "NSMutableDictionary"
            (friend["list"].elements?.count, 5)
            (friend["list"][4].bytes, [1, 2])
            (friend["day"].date?.timeIntervalSinceReferenceDate, 3)
            (friend["big"].double, .infinity)
        }
    }

    @Test func `JSON makes objects of unknown classes, in an archive in data too, and refers to others`() throws {
        let person =
            #"{"$class":"Person","name":"Will","born":{"$date":"1805-02-21"},"#
            + #""kids":[{"$id":1,"$class":"Child"},{"$ref":1}]}"#
        try expectRows {
            (try ToolRun("set", "--json", file, "root.spouse", person).status, 0)
            (try ToolRun("set", "--json", file, "root.best", #"{"$ref":"root.spouse.kids[1]"}"#).status, 0)
        }
        let archive = try archive()
        expectRows {
            (archive["root.spouse"].className, "Person")
            (archive["root.spouse.born"].className, "NSDate")
            (archive["root.spouse.kids[0]"].uid, archive["root.best"].uid)
            (archive["root.best"].className, "Child")
            (archive.problems(strict: true).count, 0)
        }
        let list = try scratch.file(
            "list", BinaryPropertyListWriter().write(["held": .data(try scratch.bytes("file"))])
        ).path
        try expectRows {
            (try ToolRun("append", "--json", list, "held!root.spouse.kids", #"{"$class":"Child"}"#).status, 0)
            (try ToolRun("insert", "--json", list, "held!root.spouse.kids[0]", #"{"$uuid":"x"}"#).status, 2)
            (try ToolRun("get", list, "held!root.spouse.kids[2]").output, "Child\n")
        }
        let misuse = try ToolRun("set", "--json", file, "root.best", #"{"$ref":"root.nothing"}"#)
        #expect(misuse.errors.contains("root.nothing is no object of the archive that root.best is in"))
    }

    @Test(.rows)
    func `what isn't JSON is said with its place`() {
        forEachRow([
            (#"{"a":1,"a":2}"#, "line 1, column 8: the key \"a\" is there twice"),
            ("[1,\n 2 3]", "line 2, column 4: a comma or a closing bracket is missing"),
            ("01", "line 1, column 1: this isn't a number"),
            ("\"\\x\"", "line 1, column 3: there is no such escape"),
            ("\"a", "line 1, column 1: the closing quote of a text is missing"),
            ("", "line 1, column 1: a value is missing; text stands in quotes"),
            ("1 2", "line 1, column 3: there is something after the value"),
            (#"{"$data":"*"}"#, "root.age.$data, line 1, column 10: it isn't base64"),
            (String(repeating: "[", count: 600), "line 1, column 514: it nests deeper than 512"),
        ]) { (text: String, error: String) throws in
            let before = try scratch.bytes("file")
            let run = try ToolRun("set", "--json", file, "root.age", text)
            #expect(run.status == 2)
            #expect(run.errors.contains(error), "\(run.errors)")
            #expect(try scratch.bytes("file") == before)
        }
    }

    @Test func `everywhere, or in one place only`() throws {
        try expectRows {
            (try ToolRun("set", file, "root.name", "Grace", "--everywhere").status, 0)
            (try archive()["root.alias"].string, "Grace")
            (try ToolRun("set", file, "root.name", "Ada").status, 0)
            (try archive()["root.alias"].string, "Grace")
        }
    }

    @Test func `where one edit fails, the file stays as it was`() throws {
        let before = try scratch.bytes("file")
        for edits in [
            ["root.name", "x", "root.none.name", "y"], ["root.name", "x", "root.age", "seven"],
            ["root.name", "x", "root", "text"],
        ] {
            let run = try ToolRun(["set", file] + edits)
            try expectRows {
                run.status != 0
                expecting(run.errors, hasPrefix: "keyed-archive: ")
                (try scratch.bytes("file"), before)
            }
        }
        try expectRows {
            (try ToolRun("delete", file, "root.name", "root.none").status, 1)
            (try scratch.bytes("file"), before)
            (try scratch.names(), ["file"])
        }
    }

    @Test func `in its place with its permissions, and the old file under another name`() throws {
        let before = try scratch.bytes("file")
        chmod(file, 0o600)
        #expect(try ToolRun("set", file, "root.age", "8", "--backup").status == 0)
        #expect(try scratch.bytes("file.bak") == before)
        for name in ["file", "file.bak"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
        #expect(try archive()["root.age"].int == 8)
        #expect(try scratch.names() == ["file", "file.bak"])
    }

    @Test func `to another file, or from standard input to standard output`() throws {
        let before = try scratch.bytes("file")
        try expectRows {
            (try ToolRun("set", file, "root.age", "8", "--output", scratch.path("out")).status, 0)
            (try scratch.bytes("file"), before)
            (try archive("out")["root.age"].int, 8)
        }
        let run = try ToolRun("delete", "-", "root.age", input: before)
        #expect(try KeyedArchive(run.outputBytes)["root.age"].exists == false)
        #expect(try ToolRun("set", file, "root.age", "8", "--output", "-", "--backup").status == 2)
    }

    @Test func `what a deleted field referred to goes with it`() throws {
        #expect(try ToolRun("delete", file, "root.born", "root.alias").status == 0)
        let archive = try archive()
        try expectRows {
            !archive["root.born"].exists
            (archive["root.name"].string, "Ada")
            try archive.uids(ofClass: "NSDate").isEmpty
        }
    }

    @Test(.rows)
    func `in plain property lists, and in the archives within`() {
        forEachRow([PropertyListFormat.binary, .xml]) { (format: PropertyListFormat) throws in
            let list: PropertyList = [
                "columns": 80, "names": ["a", "b"], "font": .data(try scratch.bytes("file")), "unchanged": [1.5],
            ]
            let bytes =
                format == .binary ? try BinaryPropertyListWriter().write(list) : try XMLPropertyListWriter().write(list)
            let path = try scratch.file("list", bytes).path
            #expect(try ToolRun("set", path, "columns", "99", "font!root.name", "Menlo", "names[-1]", "c").status == 0)
            #expect(try ToolRun("delete", path, "names[0]", "font!root.age").status == 0)
            for arguments in [["--type", "nil", path, "a", "x"], ["--json", path, "a", "[null]"]] {
                let run = try ToolRun(["set"] + arguments)
                #expect(run.status == 1)
                #expect(run.errors.contains("a property list has no null"))
            }
            let changed = try PropertyListDocument(try scratch.bytes("list"))
            expectRows {
                (changed.format, format)
                (changed["columns"].int, 99)
                (changed["names"].elements?.map(\.string), ["c"])
                (changed["font!root.name"].string, "Menlo")
                !changed["font!root.age"].exists
                (changed.root["unchanged"], [1.5])
            }
        }
    }

    @Test func `the text of an archive isn't replaced by the archive`() throws {
        let text = Array(Data(try scratch.bytes("file")).base64EncodedString().utf8)
        let path = try scratch.file("text", text).path
        let run = try ToolRun("set", path, "root.age", "8")
        try expectRows {
            (run.status, 1)
            (
                run.errors,
                "keyed-archive: \(path): it is a property list written as text; name another file with --output\n"
            )
            (try scratch.bytes("text"), text)
            (try ToolRun("set", path, "root.age", "8", "--output", scratch.path("out")).status, 0)
            (try archive("out")["root.age"].int, 8)
        }
    }

    @Test func `text in the place of an attributed string is sent to where its text is`() throws {
        let bytes = try SmallArchive(
            ["NSString": .uid(2), "$class": .uid(3)], "old", .classRecord("NSAttributedString", "NSObject")
        ).bytes()
        let file = try Scratch()
        let path = try file.file("text.plist", bytes).path
        let run = try ToolRun("set", path, "root", "new")
        try expectRows {
            (run.status, 2)
            expecting(run.errors, contains: "set its text with --reflow at root.NSString")
            (try ToolRun("set", path, "root.NSString", "new", "--reflow").status, 0)
            (try KeyedArchive(file.bytes("text.plist"))["root.NSString"].string, "new")
        }
    }

    @Test func `misuse is told with cures that name what the tool has`() throws {
        let path = try scratch.file("names", SmallArchive(["name": 1, "$class": .uid(2)], .classRecord("P")).bytes())
            .path
        let run = try ToolRun("delete", path, "root.*")
        expectRows {
            (run.status, 1)
            expecting(run.errors, contains: "; get and set take such paths; name one place")
        }
        for (words, error) in [
            (["set", file, "root.name"], "the operands are FILE, and a PATH and a VALUE for each edit; 2 are given"),
            (["set", file, "a", "b", "c"], "the path \"c\" has no VALUE"),
            (["set", file, "a..", "b"], "the path \"a..\" needs a name at character 3"),
            (["set", file, "root.age", "1", "--json", "--type", "real"], "--type and --json exclude each other"),
            (
                ["set", file, "root.age", "x"],
                "\(file): root.age: \"x\" isn't an integer; name another kind with --type"
            ),
            (
                ["set", file, "root", "x"],
                "\(file): root: an object of class Person is there; give one with --json '{\"$class\":\"Person\",…}'"
            ),
        ] {
            let run = try ToolRun(words)
            #expect(run.status == 2)
            #expect(run.errors.hasPrefix("keyed-archive: \(error)"), "\(run.errors)")
        }
    }

    @Test(.rows)
    func `the remedy for an object of Foundation's has its own form, which can be set`() throws {
        let members = [
            ("{\"$uuid\":\"00000000-0000-0000-0000-000000000000\"}", "{\"$uuid\":\"71DC068E-"),
            ("{\"$decimal\":\"1\"}", "{\"$decimal\":\"2.5\"}"), ("{\"$url\":\"a:b\"}", "{\"$url\":\"https://…\"}"),
            ("{\"$class\":\"NSSet\",\"$elements\":[]}", "{\"$class\":\"NSSet\",\"$elements\":[…]}"),
            ("{\"$range\":[1,2]}", "in the form in which keyed-archive get --json prints it"),
        ]
        forEachRow(members) { (json: String, remedy: String) throws in
            let archive = try ToolRun("convert", "-", "-", input: Array("{\"$graph\":1.0,\"root\":\(json)}".utf8))
            let path = try scratch.file("one", archive.outputBytes).path
            let run = try ToolRun("set", path, "root", "5")
            #expect(run.errors.contains(remedy), "\(run.errors)")
            guard let start = run.errors.firstRange(of: "--json '")?.upperBound else { return }
            let example = run.errors[start...].prefix { $0 != "'" }
            #expect(try ToolRun("set", path, "root", String(example).replacing("…", with: ""), "--json").errors == "")
        }
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `an archive of the corpus with a field set and deleted again is the same archive`() throws {
        for row in try Corpus.sample("archives", atMost: 40) {
            let before = try KeyedArchive(try row.bytes())
            let path = try scratch.file("copy", row.bytes()).path
            #expect(try ToolRun("set", path, "newTopLevelKey", "text").status == 0, "\(row.file)")
            #expect(try archive("copy")["newTopLevelKey"].string == "text")
            #expect(try ToolRun("delete", path, "newTopLevelKey").status == 0, "\(row.file)")
            #expect(try archive("copy").difference(from: before).isEmpty, "\(row.file)")
        }
    }

    /// An array of texts, edited and shown line by line.
    private func edited(_ words: [String]) throws -> (run: ToolRun, lines: String) {
        let scratch = try Scratch()
        let archive = SmallArchive(
            ["list": .uid(2), "$class": .uid(4)], ["NS.objects": [.uid(3), .uid(3)], "$class": .uid(5)], "a",
            .classRecord("Holder", "NSObject"), .classRecord("NSArray", "NSObject"))
        let file = try scratch.file("file", try archive.bytes()).path
        let run = try ToolRun(words.map { $0 == "FILE" ? file : $0 })
        return (run, try ToolRun("dump", "--format", "paths", file).output)
    }

    @Test func `elements are appended, inserted and moved, and where they can't be it is said where they can`() throws {
        let appended = try edited(["append", "FILE", "root.list", "b", "7"])
        #expect(appended.lines.contains("root.list[2]: \"b\"\nroot.list[3]: 7\n"), "\(appended.run.errors)")
        let inserted = try edited(["insert", "FILE", "root.list[0]", "01", "--type", "string"])
        #expect(inserted.lines.contains("root.list[0]: \"01\"\nroot.list[1]: \"a\"\n"), "\(inserted.run.errors)")
        let moved = try edited(["move", "FILE", "root.list[0]", "root.name"])
        #expect(moved.lines.contains("NSArray, 1 element\n"), "\(moved.lines)")
        #expect(moved.lines.contains("root.name: \"a\"\n"), "\(moved.lines)")
        let dictionary = try ToolRun("append", "-", "a", "b", input: Array("{ a = { b = c; }; }".utf8))
        try expectRows {
            expecting(
                try edited(["append", "FILE", "root.list[0]", "b"]).run.errors,
                contains: "root.list[0]: a string has no elements that another could follow; name an array")
            expecting(dictionary.errors, contains: "set the value of a new key, such as a.\"key\"")
            expecting(
                try edited(["move", "FILE", "root", "root.x"]).run.errors,
                contains: "root.x: a value isn't moved into itself; name a destination outside of root")
            (try edited(["move", "FILE", "root.list", "root.list"]).run.errors, "")
        }
    }

    @Test func `the value that is a whole property list is at $value, in data too`() throws {
        let json = #"{"$graph":1.0,"root":{"$class":"P","d":{"$document":{"$propertyList":"xml","$value":"a"}}}}"#
        let held = try scratch.file("held", ToolRun("convert", "-", "-", input: Array(json.utf8)).outputBytes).path
        try expectRows {
            (try ToolRun("get", held, "root.d!$value").output, "\"a\"\n")
            (try ToolRun("get", held, "root.d!").output, "$value: \"a\"\n")
            (try ToolRun("get", held, "root.d!", "--json").output, "{\"$propertyList\": \"xml\", \"$value\": \"a\"}\n")
            (try ToolRun("set", held, "root.d!$value", "b").errors, "")
            (try ToolRun("get", held, "root.d!$value").output, "\"b\"\n")
        }
        let path = try scratch.file("list", Array("\"x\"".utf8)).path
        try expectRows {
            (try ToolRun("dump", "--format", "paths", path).output, "$value: \"x\"\n")
            (try ToolRun("find", "x", path).output, "\(path): $value: \"x\"\n")
            (try ToolRun("get", path, "$value").output, "\"x\"\n")
            (try ToolRun("set", path, "$value", "y z").errors, "")
            (String(decoding: try scratch.bytes("list"), as: UTF8.self), "\"y z\"\n")
            (try ToolRun("set", path, "$value", "word").errors, "")
            expecting(
                try ToolRun("delete", path, "$value").errors,
                contains: "$value: the value is the whole property list; set another in its place")
            (try ToolRun("dump", path).output, "$value: \"word\"\n")
            (try ToolRun("get", path, "*").output, "$value: \"word\"\n")
            (try ToolRun("get", path, "**").output, "$value: \"word\"\n")
            (try ToolRun("set", path, "*", "other", "--output", "-").output, "\"other\"\n")
            expecting(
                try ToolRun("set", path, "name", "Ada").errors,
                contains: "the dictionary has no key \"name\"; there is only \"$value\"")
            expecting(
                try ToolRun("get", path, "$value.$value").errors,
                contains: "$value.$value: a string has no fields; end the path before this step")
            (
                try ToolRun("diff", path, try scratch.file("number", Array("\"word2\"".utf8)).path).output,
                "~ $value: \"word\" → \"word2\"\n"
            )
        }
    }

    @Test func `a note says that OpenStep text has no numbers, booleans and dates`() throws {
        func run(_ list: String, _ arguments: String...) throws -> ToolRun {
            try ToolRun(["set", "-"] + arguments, input: Array(list.utf8))
        }
        let note =
            "keyed-archive: -: note: text and data are all that an OpenStep property list has: other values are "
            + "written as text; keyed-archive convert --format xml makes a list that keeps them apart\n"
        try expectRows {
            (try run("{ a = x; }", "a", "5", "--type", "integer").errors, note)
            (try run("{ a = x; }", "b", "true").errors, note)
            (try run("{ a = x; }", "a", #"{"b":[1]}"#, "--json").errors, note)
            (try run("{ a = x; }", "a", "2026-01-01", "--type", "date").errors, note)
            (try run("{ a = x; }", "a", "5").errors, "")
            (try run("{ a = x; }", "a", "0102", "--type", "hex").errors, "")
            (try run("{ a = <*I4>; }", "b", "true").errors, "")
            expecting(try run("{ a = x; }", "a", "5", "--type", "integer").output, contains: "a = 5;")
        }
    }
}
