import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What `diff` and `dump --stable` say of two archives.
@Suite struct DiffTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// An archive with a person of some fields, whose friend refers back.
    private func person(_ name: PropertyList, _ fields: [(String, PropertyList)] = []) -> SmallArchive {
        let fields = fields.map { (key: PropertyList.string(.init($0.0)), value: $0.1) }
        return SmallArchive(
            .dictionary(
                .init([("name", .uid(2)), ("friend", .uid(4))] + fields + [("$class", .uid(3))])),
            name,
            .classRecord("Person", "NSObject"),
            ["name": .uid(2), "friend": .uid(1), "$class": .uid(3)]
        )
    }

    private func diff(_ old: [UInt8], _ new: [UInt8], _ options: String...) throws -> ToolRun {
        let (old, new) = (try scratch.file("old", old).path, try scratch.file("new", new).path)
        return try ToolRun(["diff", old, new] + options)
    }

    @Test func `a line for each place, without numbers of objects, or an element of JSON`() throws {
        let old = try person("Ada", [("age", 7), ("size", 1.5)]).bytes()
        let run = try diff(old, person("Ada Lovelace", [("age", 8), ("isDone", true)]).bytes())
        expectRows {
            (run.status, 1)
            (run.errors, "")
            (
                run.output.split(separator: "\n").sorted(),
                [
                    "+ root.isDone: true", "- root.size: 1.5", "~ root.age: 7 → 8",
                    "~ root.friend.name: \"Ada\" → \"Ada Lovelace\"", "~ root.name: \"Ada\" → \"Ada Lovelace\"",
                ]
            )
        }
        let json = try diff(
            person("Ada", [("age", 7), ("size", .float(1.5))]).bytes(),
            person("Ada", [("age", .uid(4))]).bytes(), "--json")
        #expect(
            json.output == """
                [
                 {"kind": "value", "path": "root.age", "old": 7, "new": {"$cut": 4, "$class": "Person"}},
                 {"kind": "removed", "path": "root.size", "old": {"$float": 1.5}}
                ]

                """)
    }

    /// An archive with a date, data, a long text, a null and a dictionary whose key is a date.
    private func values(
        _ seconds: Double,
        _ data: [UInt8],
        _ text: String,
        nullChain: [String],
        key: Double
    ) -> SmallArchive {
        let names = PropertyListArray(nullChain.map { PropertyList.string(.init($0)) })
        return SmallArchive(
            entries: [
                [
                    "when": .uid(2), "data": .data(data), "text": .uid(4), "null": .uid(5), "map": .uid(7),
                    "mutable": .uid(11), "$class": .uid(10),
                ],
                ["NS.time": .double(seconds), "$class": .uid(3)], .classRecord("NSDate", "NSObject"),
                .string(.init(text)), ["$class": .uid(6)],
                ["$classname": "NSNull", "$classes": .array(names)],
                ["NS.keys": [.uid(8)], "NS.objects": [.uid(4)], "$class": .uid(9)],
                ["NS.time": .double(key), "$class": .uid(3)], .classRecord("NSDictionary", "NSObject"),
                .classRecord("Person", "NSObject"),
                ["NS.string": .string(.init(text)), "$class": .uid(12)],
                .classRecord("NSMutableString", "NSString", "NSObject"),
            ],
            top: ["root": .uid(1)])
    }

    @Test(arguments: [false, true])
    func `the key of an entry without a name is shown, in lists and in numbered fields`(_ isNumbered: Bool) throws {
        func bytes(_ value: PropertyList) throws -> [UInt8] {
            let dictionary: PropertyList =
                isNumbered
                ? ["NS.key.0": .uid(2), "NS.object.0": .uid(4), "$class": .uid(5)]
                : ["NS.keys": [.uid(2)], "NS.objects": [.uid(4)], "$class": .uid(5)]
            return try SmallArchive(
                dictionary, ["NS.time": 1.0, "$class": .uid(3)], .classRecord("NSDate", "NSObject"), value,
                .classRecord("NSDictionary", "NSObject")
            ).bytes()
        }
        let place = isNumbered ? "root.\"NS.object.0\"" : "root.\"NS.objects\"[0]"
        let output = try diff(bytes("a"), bytes("b")).output
        #expect(output.contains("~ \(place) (NSDate 2001-01-01T00:00:01Z): \"a\" → \"b\"\n"), "\(output)")
    }

    @Test func `values are told apart where they differ`() throws {
        let start = String(repeating: "x", count: 200)
        let ones = [UInt8](repeating: 1, count: 40)
        let old = values(0, ones + [2], start + "A", nullChain: ["NSNull", "NSObject"], key: 1)
        let new = values(86400, ones + [3], start + "B", nullChain: ["NSNull", "Nil", "NSObject"], key: 2)
        let lines = try diff(old.bytes(), new.bytes()).output
        let text = "…" + String(repeating: "x", count: 16)
        expectRows {
            expecting(lines, contains: "~ root.when: NSDate 2001-01-01T00:00:00Z → NSDate 2001-01-02T00:00:00Z\n")
            expecting(lines, contains: "~ root.text: \"\(text)A\" → \"\(text)B\"\n")
            expecting(lines, contains: "~ root.mutable: NSMutableString \"\(text)A\" → NSMutableString \"\(text)B\"\n")
            expecting(lines, contains: "~ root.null: NSNull : NSObject → NSNull : Nil : NSObject\n")
            expecting(lines, contains: "; at byte 38: 01 01 02 → 41 bytes: 01")
            expecting(lines, contains: "; at byte 38: 01 01 03\n")
            expecting(lines, contains: "- root.map.\"NS.objects\"[0] (NSDate 2001-01-01T00:00:01Z): \"")
            expecting(lines, contains: "+ root.map.\"NS.objects\"[0] (NSDate 2001-01-01T00:00:02Z): \"")
        }
        let seconds = try diff(old.bytes(), new.bytes(), "--dates", "seconds").output
        #expect(seconds.contains("~ root.when: NSDate 0.0 s since 2001-01-01 → NSDate 86400.0 s since 2001-01-01\n"))
        let json = try diff(old.bytes(), new.bytes(), "--json").output
        expectRows {
            expecting(json, contains: "\"old\": {\"$date\": \"2001-01-01T00:00:00Z\"}")
            expecting(json, contains: "\"oldClasses\": [\"NSNull\", \"NSObject\"]")
            expecting(json, contains: "\"newKey\": {\"$date\": \"2001-01-01T00:00:02Z\"}")
        }
    }

    @Test func `values that look the same are told apart by their types, code units and seconds`() throws {
        let start = String(repeating: "x", count: 200)
        let old = person("caf\u{E9}", [("size", .float(0.1)), ("long", .string(.init(start + "\u{E9}")))])
        let new = person("cafe\u{301}", [("size", .double(0.1)), ("long", .string(.init(start + "e\u{301}")))])
        let lines = try diff(old.bytes(), new.bytes()).output
        expectRows {
            expecting(lines, contains: "~ root.size: 0.1 (float) → 0.1 (double)\n")
            expecting(
                lines,
                contains: "~ root.name: \"caf\u{E9}\"; at code unit 3: U+00E9 → "
                    + "\"cafe\u{301}\"; at code unit 3: U+0065 U+0301\n")
            expecting(lines, contains: "; at code unit 200: U+00E9 → ")
        }
        // Dates that differ by less than a millisecond.
        func bytes(_ seconds: Double) throws -> [UInt8] {
            try SmallArchive(["NS.time": .double(seconds), "$class": .uid(2)], .classRecord("NSDate", "NSObject"))
                .bytes()
        }
        let dates = try diff(bytes(0.1), bytes(0.1001)).output
        let shown = "NSDate 2001-01-01T00:00:00.100Z"
        #expect(dates == "~ root: \(shown) (0.1 s since 2001-01-01) → \(shown) (0.1001 s since 2001-01-01)\n")
    }

    @Test func `keys that are objects of one class are told apart by what they hold`() throws {
        func bytes(_ key: PropertyList) throws -> [UInt8] {
            try SmallArchive(
                ["NS.keys": [.uid(2)], "NS.objects": [.uid(5)], "$class": .uid(6)], key,
                .classRecord("K", "NSObject"), .classRecord("NSArray", "NSObject"), "x",
                .classRecord("NSDictionary", "NSObject"), "Ada"
            ).bytes()
        }
        let fields = try diff(
            bytes(["a": 1, "name": .uid(7), "$class": .uid(3)]), bytes(["a": 2, "name": .uid(7), "$class": .uid(3)])
        ).output
        let lists = try diff(
            bytes(["NS.objects": [.uid(7)], "$class": .uid(4)]), bytes(["NS.objects": [.uid(5)], "$class": .uid(4)])
        ).output
        expectRows {
            expecting(fields, contains: "- root.\"NS.objects\"[0] (K {a: 1, name: \"Ada\"}): \"x\"\n")
            expecting(fields, contains: "+ root.\"NS.objects\"[0] (K {a: 2, name: \"Ada\"}): \"x\"\n")
            expecting(lists, contains: "- root.\"NS.objects\"[0] (NSArray {[0]: \"Ada\"}): \"x\"\n")
            expecting(lists, contains: "+ root.\"NS.objects\"[0] (NSArray {[0]: \"x\"}): \"x\"\n")
        }
    }

    @Test func `paths of property lists are theirs, whatever the keys`() throws {
        func list(_ number: PropertyList) throws -> [UInt8] {
            try BinaryPropertyListWriter().write([
                "$class": number, "NS.objects": ["a": number], "x": [["NS.keys": number]], "b": [number],
            ])
        }
        let run = try diff(list(1), list(2))
        #expect(
            run.output == """
                ~ $class: 1 → 2
                ~ "NS.objects".a: 1 → 2
                ~ b[0]: 1 → 2
                ~ x[0]."NS.keys": 1 → 2

                """)
        let unlike = try diff(list(.set([1])), list(2))
        expectRows {
            expecting(unlike.errors, contains: "; convert both files to xml and compare the texts")
            (unlike.status, 2)
        }
    }

    @Test(.rows)
    func `long texts are shown from a little before the first character that differs`() {
        let (before, after) = (String(repeating: "a", count: 100), String(repeating: "b", count: 200))
        let shown = String(repeating: "a", count: 16)
        forEachRow(
            [
                (before + "é" + after, before + "è" + after, "…\(shown)é", "…\(shown)è"),
                (before, before + after, "…\(shown)\"", "…\(shown)bb"),
                (before + "💧", before + "💦", "…\(shown)💧\"", "…\(shown)💦\""),
                ("é" + after, "è" + after, "é" + after.prefix(78), "è" + after.prefix(78)),
            ]
        ) { (old: String, new: String, oldShown: String, newShown: String) throws in
            let (old, new) = (PropertyListString(old), PropertyListString(new))
            let line = try diff(SmallArchive(.string(old)).bytes(), SmallArchive(.string(new)).bytes()).output
            expectRows {
                expecting(line, contains: "~ root: \"\(oldShown)")
                expecting(line, contains: " → \"\(newShown)")
            }
        }
    }

    @Test func `no more changes than asked for, also in nested archives, and JSON says that there are more`() throws {
        let (ada, bob) = (try person("Ada", [("age", 7)]).bytes(), try person("Bob", [("age", 8)]).bytes())
        let run = try diff(ada, bob, "--max-changes", "1")
        try expectRows {
            (run.output, "~ root.name: \"Ada\" → \"Bob\"\n… and more; see --max-changes\n")
            (run.status, 1)
            (try diff(ada, bob, "--max-changes", "0").status, 1)
        }
        func holder(_ age: Int64) throws -> [UInt8] {
            let inner = SmallArchive(
                ["a": .integer(age), "b": .integer(age), "$class": .uid(2)], .classRecord("Inner", "NSObject"))
            let data = PropertyList.data(try inner.bytes())
            return try SmallArchive(
                ["p": .uid(3), "q": .uid(4), "r": .integer(age), "$class": .uid(2)], .classRecord("Holder", "NSObject"),
                data, data
            ).bytes()
        }
        let (old, new) = (try holder(1), try holder(2))
        for limit in 0...6 {
            let count = min(limit, 5)
            let lines = try diff(old, new, "--max-changes", "\(limit)").output.split(separator: "\n")
            #expect(lines.count { $0.hasPrefix("~") } == count)
            #expect((lines.last == "… and more; see --max-changes") == (limit < 5))
            let json = try diff(old, new, "--max-changes", "\(limit)", "--json").outputBytes
            let changes = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [[String: Any]])
            let kinds = changes.compactMap { $0["kind"] as? String }
            #expect(kinds == Array(repeating: "value", count: count) + (limit < 5 ? ["more"] : []))
        }
    }

    @Test func `archives in data are compared, and differ only in what they hold`() throws {
        func holder(_ data: [UInt8]) throws -> [UInt8] { try person(.data(data)).bytes() }
        let inner = person("Ada")
        let xml = try XMLPropertyListWriter().write(inner.propertyList)
        #expect(try diff(holder(inner.bytes()), holder(xml)).status == 0)
        let run = try diff(holder(inner.bytes()), holder(person("Bob").bytes()))
        #expect(
            run.output.split(separator: "\n").sorted() == [
                "~ root.friend.name!root.friend.name: \"Ada\" → \"Bob\"",
                "~ root.friend.name!root.name: \"Ada\" → \"Bob\"",
                "~ root.name!root.friend.name: \"Ada\" → \"Bob\"", "~ root.name!root.name: \"Ada\" → \"Bob\"",
            ])
    }

    @Test func `plain property lists, in any form`() throws {
        let (old, new): (PropertyList, PropertyList) = (
            ["a": [1, 2, 3], "b": .data(try person("Ada").bytes())],
            ["b": .data(try person("Ada", [("age", 1)]).bytes()), "a": [1, 3], "c": "x"]
        )
        let run = try diff(BinaryPropertyListWriter().write(old), XMLPropertyListWriter().write(new))
        #expect(run.output == "+ b!root.age: 1\n+ c: \"x\"\n- a[1]: 2\n")
        #expect(run.status == 1)
        let marked = try diff(
            BinaryPropertyListWriter().write(["a": .uid(5), "b": [.null, 1], "c": .uid(7)]),
            BinaryPropertyListWriter().write(["a": .uid(6), "b": [.null, 2], "c": .uid(7)]))
        #expect(marked.output == "~ a: 5 → 6\n~ b[1]: 1 → 2\n")
        let mixed = try diff(BinaryPropertyListWriter().write(old), person("Ada").bytes())
        #expect(mixed.status == 2)
        #expect(mixed.errors.contains("it is a plain property list and"))
    }

    @Test func `the same values differently numbered, or stored in another form, are the same`() throws {
        let one = SmallArchive(
            ["a": .uid(2), "b": .uid(3), "$class": .uid(4)], "x", "y", .classRecord("Person", "NSObject"))
        let numbered = SmallArchive(
            .classRecord("Person", "NSObject"), ["b": .uid(3), "$class": .uid(1), "a": .uid(4)], "y", "x",
            top: ["root": .uid(2)])
        let run = try diff(one.bytes(), XMLPropertyListWriter().write(numbered.propertyList))
        #expect((run.status, run.output, run.errors) == (0, "", ""))
        let json = try diff(one.bytes(), numbered.bytes(), "--json")
        #expect((json.status, json.output) == (0, "[]\n"))

        func archive(mantissa: UInt8, exponent: PropertyList, list: [UInt8]) throws -> [UInt8] {
            try SmallArchive(
                ["number": .uid(2), "list": .data(list), "$class": .uid(4)],
                [
                    "NS.mantissa": .data([mantissa] + Array(repeating: 0, count: 15)), "NS.mantissa.bo": 1,
                    "NS.length": 1, "NS.exponent": exponent, "NS.negative": false, "NS.compact": true,
                    "$class": .uid(3),
                ],
                .classRecord("NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject"),
                .classRecord("Holder", "NSObject")
            ).bytes()
        }
        let (binary, xml) = (BinaryPropertyListWriter(), XMLPropertyListWriter())
        let first = try archive(mantissa: 50, exponent: 0, list: binary.write(["a": 1]))
        let same = try diff(first, archive(mantissa: 5, exponent: 1, list: xml.write(["a": 1])))
        #expect((same.status, same.output, same.errors) == (0, "", ""))
        let other = try diff(first, archive(mantissa: 5, exponent: 2, list: xml.write(["a": 2])))
        #expect(other.status == 1)
        #expect(other.output.contains("NSDecimalNumberPlaceholder 50 → NSDecimalNumberPlaceholder 500\n"))
        #expect(other.output.contains("~ root.list: "))
    }

    @Test func `what can't be read is status 2, and the error names the file that it is about`() throws {
        func nested(_ text: PropertyList) throws -> [UInt8] {
            var bytes = try SmallArchive(text).bytes()
            for _ in 0..<12 { bytes = try SmallArchive(.data(bytes)).bytes() }
            return bytes
        }
        let run = try diff(nested("old"), nested("new"))
        expectRows {
            expecting(run.errors, hasPrefix: "keyed-archive: \(scratch.path("old")): ")
            expecting(run.errors, contains: "the limit `nestedArchives` of 8 is exceeded")
            (run.status, 2)
        }
        let bytes = try person("Ada").bytes()
        try expectRows {
            (try diff(bytes, Array(bytes.dropLast(40))).status, 2)
            (try diff(Array("text".utf8), bytes).status, 2)
            (try ToolRun("diff", scratch.path("old"), scratch.path("none")).status, 2)
        }
    }

    @Test func `a stable dump names objects by their paths and sorts keys`() throws {
        let old = SmallArchive(
            ["NS.keys": [.uid(2), .uid(3)], "NS.objects": [.uid(4), .uid(1)], "$class": .uid(5)], "b", "a",
            ["self": .uid(4), "owner": .uid(1), "$class": .uid(6)],
            .classRecord("NSDictionary", "NSObject"), .classRecord("Person", "NSObject"))
        let expected = """
            root: NSDictionary, 2 entries
              "a": → root NSDictionary (cycle)
              "b": Person
                owner: → root NSDictionary (cycle)
                self: → root.b Person (cycle)

            """
        #expect(try ToolRun("dump", "--stable", "-", input: old.bytes()).output == expected)
        let set = SmallArchive(
            ["NS.objects": [.uid(2), .uid(3), .uid(4)], "$class": .uid(5)], "z", "b", "c",
            .classRecord("NSSet", "NSObject"))
        #expect(
            try ToolRun("get", "--stable", "-", "root", input: set.bytes()).output
                == "NSSet, 3 elements\n  [0]: \"b\"\n  [1]: \"c\"\n  [2]: \"z\"\n")
        #expect(try ToolRun("dump", "--stable", "-", "--format=json", input: old.bytes()).status == 2)
    }

    @Test func `a long chain is named where it goes on`() throws {
        let output = try ToolRun("dump", "--stable", "-", input: LinkedList.bytes(count: 200)).output
        expectRows {
            expecting(output, contains: "→ continued[0] ")
            expecting(output, contains: "\ncontinued[0]: ")
            !output.contains("#")
        }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git"), "git is missing"))
    func `git shows changes of archives by the recipe in the help`() throws {
        let help = try ToolRun("dump", "--help").output
        let recipe = help.split(separator: "\n").filter { $0.contains("diff=") || $0.contains("git config") }
        #expect(recipe.count == 2)
        try scratch.file("a.plist", person("Ada").bytes())
        let run = try ToolRun(
            shell: """
                set -e; cd '\(scratch.folder.path)'; PATH="$(dirname "$TOOL"):$PATH"
                git init -q .
                \(recipe.joined(separator: "\n"))
                echo '# text 1' > b.plist
                git add a.plist b.plist
                keyed-archive set a.plist root.name Grace; echo '# text 2' > b.plist
                git diff | grep '^[-+]'
                """)
        #expect(run.errors == "")
        #expect(
            run.output == """
                --- a/a.plist
                +++ b/a.plist
                -  name: "Ada"
                +  name: "Grace"
                --- a/b.plist
                +++ b/b.plist
                -# text 1
                +# text 2

                """)
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `an archive of the corpus is the same in both forms, and its stable dump has no numbers`() throws {
        for row in try Corpus.sample("archives", atMost: 25) {
            let bytes = try row.bytes()
            let xml = try? KeyedArchive(bytes).bytes(format: .xml)
            let run = try diff(bytes, xml ?? bytes)
            #expect((run.status, run.output) == (0, ""), "\(row.file)")
            let dump = try ToolRun("dump", "--stable", scratch.path("old"))
            #expect(dump.status == 0)
            // XML says of reals not how many bits they have.
            let (old, new) = (dump.output, try ToolRun("dump", "--stable", scratch.path("new")).output)
            func lines(_ text: String) -> [Substring] { text.split(separator: "\n").filter { !$0.contains(".") } }
            #expect(lines(old) == lines(new), "\(row.file)")
            let labels = dump.output.split(separator: "\n").map { $0.prefix { $0 != "\"" } }
            #expect(!labels.contains { $0.contains(": #") || $0.contains("→ #") }, "\(row.file)")
        }
    }
}
