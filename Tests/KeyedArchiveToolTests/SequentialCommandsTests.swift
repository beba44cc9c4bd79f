import Foundation
import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// Sequential archives in the commands that show, search, compare and convert keyed archives.
@Suite struct SequentialCommandsTests {
    /// A message as `NSArchiver` stores it, as the JSON of `convert`.
    private static let message = """
        {"$typedstream": {"byteOrder": "little", "systemVersion": 1000},
         "$groups": [{"@": {"$class": "NSAttributedString", "$groups": [
           {"@": {"$class": "NSString", "$groups": [{"+": "Hi, Ada"}]}},
           {"iI": [1, 4]}, {"@": {"$class": "NSDictionary", "$groups": [{"i": 1},
             {"@": {"$id": 1, "$class": "NSString", "$groups": [{"+": "part"}]}},
             {"@": {"$class": "NSNumber", "$groups": [{"*": "q"}, {"q": 0}]}}]}},
           {"iI": [2, 3]}, {"@": {"$class": "NSDictionary", "$groups": [{"i": 2},
             {"@": {"$ref": 1}}, {"@": {"$class": "NSNumber", "$groups": [{"*": "q"}, {"q": 1}]}},
             {"@": {"$class": "NSString", "$groups": [{"+": "box"}]}},
             {"@": {"$class": "Box", "$groups": [{"{_NSPoint=ff}": [0.1, 2.0]}, {"cs": [-1, 300]},
               {"@": {"$class": "NSData", "$groups": [{"i": 3}, {"[3c]": {"$data": "AQL/"}}]}},
               {"@": null}]}}]}}]}}],
         "$classes": {"NSObject": {"version": 0}, "NSString": {"version": 1, "superclass": "NSObject"},
           "NSAttributedString": {"version": 0, "superclass": "NSObject"},
           "NSDictionary": {"version": 0, "superclass": "NSObject"}, "NSValue": {"version": 0, "superclass": "NSObject"},
           "NSNumber": {"version": 0, "superclass": "NSValue"}, "NSData": {"version": 0, "superclass": "NSObject"},
           "Box": {"version": 3, "superclass": "NSObject"}}}
        """

    private static func archive(_ json: String) throws -> [UInt8] {
        let run = try ToolRun("convert", "-", "-", input: Array(json.utf8))
        #expect(run.errors == "")
        return run.outputBytes
    }

    /// `dump` of the message.
    private static let tree = """
        root: NSAttributedString "Hi, Ada"
          "Hi, ": NSDictionary, 1 entry
            "part": NSNumber 0
          "Ada": NSDictionary, 2 entries
            "part": NSNumber 1
            "box": Box
              $types: "{_NSPoint=ff} cs @ @"
              $0: array, 2 elements
                [0]: 0.1
                [1]: 2.0
              $1: -1
              $2: 300
              $3: NSData, 3 bytes: 01 02 FF
              $4: nil

        """

    @Test func `dump shows an archive as one of keyed objects is shown`() throws {
        let bytes = try Self.archive(Self.message)
        let run = try ToolRun("dump", "-", input: bytes)
        #expect(run.output == "sequential archive, little-endian, system version 1000\n" + Self.tree)
        #expect(try ToolRun("dump", "-", "--stable", input: bytes).status == 0)
        for form in ["json", "xml", "html", "dot", "mermaid"] {
            let run = try ToolRun("dump", "-", "--format", form, input: bytes)
            #expect(run.status == 0, "\(form): \(run.errors)")
            // JSON has the runs.
            #expect(run.output.contains(form == "json" ? "Hi, " : "Hi, Ada"), "\(form)")
            #expect(run.output.contains("Box"), "\(form)")
        }
        let json = try ToolRun("dump", "-", "--json", input: bytes).output
        #expect(json.contains("\"$typedstream\": {\"byteOrder\": \"little\", \"systemVersion\": 1000}"))
    }

    @Test func `the plain form has Foundation's values as what they stand for`() throws {
        let bytes = try Self.archive(
            """
            {"$typedstream": {}, "$groups": [{"@": {"$class": "NSArray", "$groups": [{"i": 4},
               {"@": {"$class": "NSNumber", "$groups": [{"*": "q"}, {"q": 1}]}},
               {"@": {"$class": "NSNumber", "$groups": [{"*": "d"}, {"d": 0.5}]}},
               {"@": {"$class": "NSData", "$groups": [{"i": 3}, {"[3c]": {"$data": "AQL/"}}]}},
               {"@": {"$class": "NSMutableString", "$groups": [{"+": "text"}]}}]}}],
             "$classes": {"NSObject": {}, "NSArray": {"superclass": "NSObject"}, "NSValue": {"superclass": "NSObject"},
               "NSNumber": {"superclass": "NSValue"}, "NSData": {"superclass": "NSObject"},
               "NSString": {"version": 1, "superclass": "NSObject"},
               "NSMutableString": {"version": 1, "superclass": "NSString"}}}
            """)
        let run = try ToolRun("dump", "-", "--format", "plain", "--lines", input: bytes)
        #expect(run.output == "[1, 0.5, \"AQL/\", \"text\"]\n")
        let list = try ToolRun("convert", "-", "-", "--format", "plain", input: bytes).outputBytes
        #expect(try XMLPropertyListReader().read(list) == [1, 0.5, .data([1, 2, 255]), "text"])
    }

    @Test func `numbers of objects are those of the canonical text`() throws {
        let bytes = try Self.archive(
            """
            {"$typedstream": {}, "$groups": [{"@": {"$id": 0, "$class": "Node", "$groups": [{"@": {"$ref": 0}}]}}],
             "$classes": {"Node": {}}}
            """)
        try expectRows {
            expecting(try ToolRun("dump", "-", input: bytes).output, contains: "root: #0 Node\n")
            expecting(try ToolRun("dump", "-", input: bytes).output, contains: "$0: → #0 Node (cycle)")
            expecting(try ToolRun("dump", "-", "--json", input: bytes).output, contains: "{\"$ref\": 0}")
            expecting(try ToolRun("audit", "-", input: bytes).output, contains: "1 object at root: #0")
        }
    }

    @Test func `get follows paths through objects, dictionaries and attributes`() throws {
        let bytes = try Self.archive(Self.message)
        let values = [
            ("root.NSString", "\"Hi, Ada\"\n"), ("root.NSAttributes[1].part", "NSNumber 1\n"),
            ("root.NSAttributes[1].box.$2", "300\n"), ("root.NSAttributes[1].box.$0[0]", "0.1\n"),
        ]
        for (path, value) in values { #expect(try ToolRun("get", "-", path, input: bytes).output == value, "\(path)") }
        let missing = try ToolRun("get", "-", "root.NSAttributes[1].bix", input: bytes)
        #expect(missing.errors.contains("bix"))
        #expect(missing.status == 1)
    }

    @Test func `diff finds what differs, also in versions of classes, and says numbers as what they stand for`() throws
    {
        let bytes = try Self.archive(Self.message)
        let scratch = try Scratch()
        let old = try scratch.file("old", bytes).path
        #expect(try ToolRun("diff", old, old).status == 0)
        let other = try Self.archive(
            Self.message.replacingOccurrences(of: "300", with: "301").replacingOccurrences(
                of: "{\"version\": 3", with: "{\"version\": 4"))
        let new = try scratch.file("new", other).path
        let run = try ToolRun("diff", old, new)
        #expect(
            run.output == """
                ~ root.NSAttributes[1].box.$2: 300 → 301
                ~ class Box: version 3 → 4

                """)
        #expect(run.status == 1)
        let json = try ToolRun("diff", old, new, "--json").output
        #expect(json.contains("{\"kind\": \"classVersion\", \"class\": \"Box\", \"old\": [3], \"new\": [4]}"))
        let types = try scratch.file(
            "types", Self.archive(Self.message.replacingOccurrences(of: "\"cs\"", with: "\"ci\""))
        ).path
        #expect(try ToolRun("diff", old, types).output.contains("$types: \"{_NSPoint=ff} cs @ @\""))
        let five = try scratch.file("five", Self.archive(Self.message.replacing("{\"q\": 1}", with: "{\"q\": 5}"))).path
        let narrow = try scratch.file(
            "narrow",
            Self.archive(Self.message.replacing("[{\"*\": \"q\"}, {\"q\": 1}]", with: "[{\"*\": \"i\"}, {\"i\": 1}]"))
        ).path
        try expectRows {
            (try ToolRun("diff", old, five).output, "~ root.NSAttributes[1].part: NSNumber 1 → NSNumber 5\n")
            (try ToolRun("diff", old, narrow).output, "~ root.NSAttributes[1].part.\"NS.type\": \"q\" → \"i\"\n")
        }
    }

    @Test func `classes and audit count objects, with the versions of chains`() throws {
        let bytes = try Self.archive(Self.message)
        let table = try ToolRun("classes", "-", input: bytes).output
        expectRows {
            expecting(table, contains: "NSNumber:0 : NSValue:0 : NSObject:0: 2 objects\n")
            expecting(table, contains: "NSString:1 : NSObject:0: 3 objects\n")
            expecting(table, contains: "Box:3 : NSObject:0: 1 object\n")
            !table.split(separator: "\n").contains { $0.hasPrefix("NSObject") }
        }
        let json = try ToolRun("classes", "-", "--json", input: bytes).output
        #expect(json.contains("\"versions\": [3, 0]"))
        let audit = try ToolRun("audit", "-", input: bytes).output
        #expect(audit.hasPrefix("-: \(bytes.count) bytes, "))
        #expect(audit.contains("unreachable: none\n  container: none\n  lost entries: none\n  odd classes: none\n"))
    }

    @Test func `archives in data, in hexadecimal digits, in base64 and in folders are found`() throws {
        let bytes = try Self.archive(Self.message)
        let hexadecimal = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        for text in [hexadecimal, Data(bytes).base64EncodedString()] {
            #expect(try ToolRun("dump", "-", input: Array(text.utf8)).output.hasSuffix(Self.tree))
        }
        let list = try XMLPropertyListWriter().write(["body": .data(bytes), "other": 1])
        let shown = try ToolRun("dump", "-", input: list).output
        #expect(shown.contains("\"body\": data, \(bytes.count) bytes, holds a sequential archive\n"))
        #expect(try ToolRun("get", "-", "body!root.NSAttributes[0].part", input: list).output == "NSNumber 0\n")
        let missing = try ToolRun("get", "-", "body!root.none", input: list)
        try expectRows {
            expecting(missing.errors, contains: "body!root.none: the object has no field \"none\"")
            expecting(try ToolRun("classes", "-", input: list).output, contains: "Box:3")
            expecting(try ToolRun("check", "-", input: list).output, contains: "holds 1 archive of 10 objects")
        }
        let keyed = try SmallArchive(["NS.data": .data(bytes), "$class": .uid(2)], .classRecord("Holder", "NSObject"))
            .bytes()
        try expectRows {
            expecting(try ToolRun("dump", "-", "--nested", input: keyed).output, contains: "\"Hi, Ada\"")
            (try ToolRun("get", "-", "root.\"NS.data\"!root.NSString", input: keyed).output, "\"Hi, Ada\"\n")
            expecting(try ToolRun("classes", "-", "--nested", input: keyed).output, contains: "Box:3")
        }
        let scratch = try Scratch()
        try scratch.file("message", bytes)
        try scratch.file("notes.txt", Array("nothing".utf8))
        let found = try ToolRun("dump", "--recursive", scratch.folder.path)
        expectRows {
            (found.status, 0)
            expecting(found.output, contains: "message:\n")
            !found.output.contains("notes")
        }
    }

    // MARK: - JSON

    @Test func `an edit of the JSON is that edit, and JSON that wasn't changed becomes the same bytes`() throws {
        let bytes = try Self.archive(Self.message)
        // Zeros at the end aren't what the writer writes.
        for original in [bytes, bytes + [0, 0]] {
            let json = try ToolRun("convert", "-", "-", "--format", "envelope", input: original)
            #expect(try ToolRun("convert", "-", "-", input: json.outputBytes).outputBytes == bytes)
        }
        let json = try ToolRun("convert", "-", "-", "--format", "envelope", input: bytes).output
        let old = try SequentialArchive(bytes).canonicalText().split(separator: "\n")
        for (from, to, line) in [
            ("Hi, Ada", "Hi, Bob", "bytes 48692c20426f62"), ("[-1, 300]", "[-1, 301]", "int 301"),
            ("0.1", "0.25", "real 3fd0000000000000"), ("\"version\": 3", "\"version\": 4", "class #17 \"Box\" v4"),
        ] {
            let text = json.replacingOccurrences(of: from, with: to)
            #expect(text != json, "\(from)")
            let edited = try ToolRun("convert", "-", "-", input: Array(text.utf8))
            #expect(edited.errors == "")
            let new = try SequentialArchive(edited.outputBytes).canonicalText().split(separator: "\n")
            let changed = zip(old, new).filter { $0 != $1 }.map { $1.drop { $0 == " " } }
            #expect(changed.map { String($0) } == [line])
            #expect(old.count == new.count)
        }
    }

    @Test func `JSON that contradicts itself is refused with the reason`() throws {
        let mistakes = [
            ("{\"*\": \"q\"}, {\"q\": 0}", "{\"*\": \"q\"}, {\"q\": \"x\"}", "\"x\" isn't of the type q"),
            ("{\"$ref\": 1}", "{\"$ref\": 7}", "nothing has the \"$id\" 7"),
            ("\"$class\": \"Box\"", "\"$class\": \"Bix\"", "the class \"Bix\" isn't in \"$classes\""),
            ("[-1, 300]", "[-1, 70000]", "70000 doesn't fit the type s"),
            ("\"cs\": [-1, 300]", "\"cs\": [-1]", "the group \"cs\" takes 2 values, 1 is given"),
            ("\"NSObject\": {\"version\": 0}", "\"NSObject\": {\"superclass\": \"NSString\"}", "lead back to it"),
            ("{\"{_NSPoint=ff}\"", "{\"{_NSPoint=ff\"", "aren't well formed"),
        ]
        for (from, to, reason) in mistakes {
            let text = Self.message.replacingOccurrences(of: from, with: to)
            #expect(text != Self.message, "\(from)")
            let run = try ToolRun("convert", "-", "-", input: Array(text.utf8))
            #expect(run.errors.contains(reason), "\(run.errors)")
            #expect(run.errors.contains("$groups[") && run.errors.contains("line "), "\(run.errors)")
            #expect(run.status == 1)
        }
    }

    @Test func `runs that don't cover the text are reported, in data and in JSON too, and not built`() throws {
        let edited = Self.message.replacing("{\"iI\": [2, 3]}", with: "{\"iI\": [2, 9]}")
        let built = try ToolRun("convert", "-", "-", input: Array(edited.utf8))
        expectRows {
            (built.status, 1)
            expecting(
                built.errors, contains: #"$groups[0]."@", line 2, column 20: the runs of the attributed string cover"#)
        }
        let file = Corpus.packageFolder.appendingPathComponent("Fixtures/sequential/message.typedstream")
        var bytes = [UInt8](try Data(contentsOf: file))
        // The first run: attributes 1, 30 code units.
        let run = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x69, 0x49, 0x01, 0x1E]) })
        bytes[run + 3] = 0x1D
        let list = try BinaryPropertyListWriter().write(["body": .data(bytes)])
        let json = try ToolRun("convert", "-", "-", "--format", "json", input: bytes).outputBytes
        for run in [
            try ToolRun("check", "-", input: bytes), try ToolRun("check", "-", input: list),
            try ToolRun("convert", "-", "-", input: json),
        ] {
            #expect(run.status == 1)
            #expect((run.output + run.errors).contains("the runs of the attributed string cover"), "\(run.output)")
        }
        #expect(try ToolRun("check", file.path).status == 0)
    }

    @Test func `archives in the data of a sequential archive are checked, too`() throws {
        let inner = try SmallArchive(
            ["name": .uid(2), "$class": .uid(3)], "Ada", .classRecord("Person", "NSObject")
        ).bytes()
        let damaged = try SmallArchive(
            ["name": .uid(9), "$class": .uid(3)], "Ada", .classRecord("Person", "NSObject")
        ).bytes()
        for (bytes, status, text) in [
            (inner, 0, "-: valid, a sequential archive of 3 objects"),
            (damaged, 1, #"-: invalid: root.d."NS.data"!root.name, object #1"#),
        ] {
            let json = """
                {"$graph":1.0,"$typedstream":{},"root":{"d":{"$data":"\(Data(bytes).base64EncodedString())"}}}
                """
            let outer = try ToolRun("convert", "-", "-", input: Array(json.utf8)).outputBytes
            let run = try ToolRun("check", "-", input: outer)
            try expectRows {
                (run.status, Int32(status))
                expecting(run.output, contains: text)
                (try ToolRun("check", "-", "--strict", input: outer).status, Int32(status))
            }
        }
    }

    @Test func `a form that sequential archives don't have is refused by each command alike`() throws {
        let bytes = try Self.archive(Self.message)
        let runs = try ["rewrite", "convert"].map { try ToolRun($0, "-", "-", "--format", "xml", input: bytes) }
        expectRows {
            (runs.map(\.status), [1, 1])
            expecting(
                runs[0].errors, contains: "isn't a property list, binary or XML; keyed-archive convert makes a keyed")
            expecting(runs[1].errors, contains: "root.$runs[1].$attributes.part.$groups: NSNumber has groups here")
        }
    }

    @Test func `a long chain of objects is shown, compared and converted without nesting`() throws {
        let count = TestScale.count(4000, quick: 500)
        var bytes: [UInt8] = [4, 11] + Array("streamtyped".utf8) + [0x81, 0xE8, 0x03, 0x84, 1] + Array("@".utf8)
        bytes += [0x84, 0x84, 0x84, 1] + Array("A".utf8) + [0, 0x85]
        // The group and the class of each further object are references.
        for _ in 1..<count { bytes += [0x92, 0x84, 0x93] }
        bytes += [UInt8](repeating: 0x86, count: count)
        for arguments in [["dump", "-"], ["dump", "-", "--json"], ["audit", "-"], ["classes", "-"]] {
            #expect(try ToolRun(arguments, input: bytes).status == 0, "\(arguments)")
        }
        let json = try ToolRun("convert", "-", "-", "--format", "json", input: bytes)
        try expectRows {
            expecting(json.output, contains: "$continued")
            (try ToolRun("convert", "-", "-", input: json.outputBytes).outputBytes, bytes)
        }
    }

    @Test func `text that is returned very often is refused rather than repeated`() throws {
        // An atom of 20,000 bytes, and 3,000 references to it, of one byte each.
        var bytes: [UInt8] = [4, 11] + Array("streamtyped".utf8) + [0x81, 0xE8, 0x03, 0x84, 1] + Array("%".utf8)
        bytes += [0x84, 0x81, 0x20, 0x4E] + [UInt8](repeating: 0x61, count: 20_000)
        for _ in 0..<3000 { bytes += [0x92, 0x93] }
        for arguments in [["dump", "-"], ["convert", "-", "-", "--format", "json"]] {
            let run = try ToolRun(arguments + ["--limits", "untrusted"], input: bytes)
            #expect(run.status == 1)
            #expect(run.errors.contains("see --limits"), "\(run.errors)")
        }
    }

    @Test func `many objects of a class with many superclasses take no longer for that`() throws {
        // 200 classes, each below the next, and objects of the first of them.
        var bytes: [UInt8] =
            [4, 11] + Array("streamtyped".utf8) + [0x81, 0xE8, 0x03, 0x84, 1] + Array("@".utf8) + [0x84]
        for number in 0..<200 {
            let name = Array("C\(number)".utf8)
            bytes += [0x84, 0x84, UInt8(name.count)] + name + [0]
        }
        bytes += [0x85, 0x86]
        // The group and the class are references: to the first string, and to the second number.
        for _ in 0..<TestScale.count(20_000, quick: 4000) { bytes += [0x92, 0x84, 0x93, 0x86] }
        let time = try WorkTime.of { () throws in
            for command in ["dump", "classes"] {
                let run = try ToolRun(command, "-", input: bytes)
                #expect(run.status == 0)
            }
        }
        #expect(time < .seconds(10))
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `real archives become JSON and the same bytes again`() throws {
        let files = try SequentialSamples.all()
        for url in TestScale.sample(files, every: 40, of: "sequential archives", by: \.lastPathComponent) {
            let json = try ToolRun("convert", url.path, "-", "--format", "envelope")
            // One is damaged.
            guard json.status == 0 else {
                #expect(json.errors.contains("the archive ends at byte 244"))
                continue
            }
            let bytes = Array(try Data(contentsOf: url))
            #expect(try ToolRun("convert", "-", "-", input: json.outputBytes).outputBytes == bytes)
        }
    }
}

/// The sequential archives of the corpus that the tests of the tool read: all that are small, and one of ten others.
enum SequentialSamples {
    static func all() throws -> [URL] {
        let folder = Corpus.folder.appendingPathComponent("typedstream/dev")
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try names.sorted().enumerated().compactMap { position, name in
            let url = folder.appendingPathComponent(name)
            let values = try url.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
            guard values.isRegularFile == true, let size = values.fileSize else { return nil }
            return size < 1000 || position.isMultiple(of: 10) ? url : nil
        }
    }
}
