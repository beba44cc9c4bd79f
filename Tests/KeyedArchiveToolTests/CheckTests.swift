import Foundation
import PropertyLists
import TestSupport
import Testing

/// What `check` says of archives.
@Suite struct CheckTests {
    @Test func `a valid archive gets one line, an invalid one the first problem with its places and the remedy`() throws
    {
        let valid = try ToolRun("check", "-", input: try SmallArchive("text").bytes())
        expectRows {
            (valid.output, "-: valid, 2 objects\n")
            (valid.errors, "")
            (valid.status, 0)
        }
        let archive = SmallArchive(
            ["items": .uid(2), "$class": .uid(3)],
            ["NS.objects": [.uid(4), .uid(9)], "$class": .uid(5)],
            .classRecord("Holder", "NSObject"),
            ["$class": .uid(4)],
            .classRecord("NSArray", "NSObject")
        )
        let run = try ToolRun("check", "-", input: try archive.bytes())
        #expect(
            run.output == """
                -: invalid: root.items."NS.objects", object #2, byte 139: there is no object #9; the archive has 6; \
                the file was damaged or made by a faulty writer (and 1 more, see --all)

                """
        )
        #expect(run.status == 1)
        let all = try ToolRun("check", "-", "--all", input: try archive.bytes())
        #expect(
            all.output == """
                -: invalid
                  root.items."NS.objects", object #2, byte 139: there is no object #9; the archive has 6; \
                the file was damaged or made by a faulty writer
                  root.items[0], object #4, byte 187: object #4 is not a class record, which $class has to refer to; \
                the file was damaged or made by a faulty writer

                """
        )
    }

    @Test func `what Apple never writes is a problem in strict checking only`() throws {
        let archive = SmallArchive(["$class": .uid(2)], ["$classname": "A", "$classes": ["B", "NSObject"]])
        #expect(try ToolRun("check", "-", input: try archive.bytes()).status == 0)
        let strict = try ToolRun("check", "--strict", "-", input: try archive.bytes())
        #expect(strict.output.contains("$classes does not start with $classname"))
        #expect(strict.status == 1)
    }

    @Test func `what is odd about a property list is named behind the answer, valid or not`() throws {
        let list = Array("<plist><dict><key>a</key><true/><key>a</key><false/></dict></plist>".utf8)
        let run = try ToolRun("check", "-", input: list)
        #expect(run.output.hasPrefix("-: invalid: this is a property list, but no keyed archive"))
        #expect(
            run.output.hasSuffix(
                "; odd: line 1, column 8: the dictionary has the key \"a\" more than once; "
                    + "the last entry counts; remove the other entries\n"))
        let strict = try ToolRun("check", "--strict", "--all", "-", input: list)
        #expect(strict.output.split(separator: "\n").count == 3, "\(strict.output)")
        let archive = try ToolRun("convert", "-", "-", "--format", "xml", input: SmallArchive("text").bytes()).output
            .replacing("</dict>\n</plist>", with: "<key>$version</key><integer>100000</integer></dict>\n</plist>")
        let all = try ToolRun("check", "--all", "-", input: Array(archive.utf8))
        #expect(all.output.hasPrefix("-: valid, 2 objects\n  odd: line "), "\(all.output)")
        #expect(all.status == 0)
    }

    @Test func `a dictionary that loses an entry is named behind the answer, and is a problem in strict checking`()
        throws
    {
        let bytes = try SmallArchive(
            ["list": .uid(3), "$class": .uid(2)], .classRecord("Thing", "NSObject"),
            ["NS.keys": [.uid(4), .uid(4)], "NS.objects": [.uid(4), .uid(5)], "$class": .uid(6)], "a", "b",
            .classRecord("NSDictionary", "NSObject")
        ).bytes()
        let reason = "two entries of the dictionary have the key \"a\"; the last counts"
        let plain = try ToolRun("check", "-", input: bytes)
        let strict = try ToolRun("check", "--strict", "-", input: bytes)
        let json = try ToolRun("check", "--json", "-", input: bytes)
        expectRows {
            (plain.status, 0)
            expecting(plain.output, hasPrefix: "-: valid, 7 objects; odd: root.list, object #3, byte ")
            expecting(plain.output, contains: reason)
            (strict.status, 1)
            expecting(strict.output, hasPrefix: "-: invalid: root.list, object #3, byte ")
            expecting(strict.output, contains: reason)
            expecting(json.output, contains: "\"oddities\"")
        }
    }

    @Test func `archives in the data of an archive are looked at, with the path through all`() throws {
        let losing = try SmallArchive(
            ["list": .uid(3), "$class": .uid(2)], .classRecord("Thing", "NSObject"),
            ["NS.keys": [.uid(4), .uid(4)], "NS.objects": [.uid(4), .uid(5)], "$class": .uid(6)], "a", "b",
            .classRecord("NSDictionary", "NSObject")
        ).bytes()
        func holding(_ bytes: [UInt8], inField: Bool) throws -> [UInt8] {
            let value: PropertyList = inField ? .data(bytes) : .uid(2)
            return try SmallArchive(
                ["payload": value, "$class": .uid(3)], inField ? "" : .data(bytes), .classRecord("Holder", "NSObject")
            ).bytes()
        }
        let twice = try holding(holding(losing, inField: true), inField: false)
        let run = try ToolRun("check", "-", input: twice)
        let strict = try ToolRun("check", "--strict", "-", input: twice)
        let list = try ToolRun(
            "check", "-", input: BinaryPropertyListWriter().write(["a": .data(twice)] as PropertyList))
        let damaged = try ToolRun("check", "-", input: holding(Array(losing.dropLast(20)), inField: true))
        expectRows {
            expecting(run.output, contains: "-: valid, 4 objects; odd: root.payload!root.payload!root.list")
            (run.status, 0)
            expecting(strict.output, contains: "-: invalid: root.payload!root.payload!root.list")
            (strict.status, 1)
            expecting(damaged.output, contains: "-: invalid: root.payload!, byte 246: ")
            expecting(
                list.output, contains: "holds 1 archive of 4 objects; odd: a!root.payload!root.payload!root.list")
            (damaged.status, 1)
        }
    }

    @Test func `the worst of several files decides the exit status`() throws {
        let scratch = try Scratch()
        try scratch.file("good", SmallArchive("text").bytes())
        try scratch.file("bad", Array("bplist00".utf8))
        let (good, bad, none) = (scratch.path("good"), scratch.path("bad"), scratch.path("none"))
        #expect(try ToolRun("check", good, bad).status == 1)
        let run = try ToolRun("check", none, bad, good)
        expectRows {
            (run.status, 2)
            (run.errors, "keyed-archive: \(none): No such file or directory\n")
            expecting(run.output, hasPrefix: "\(bad): invalid: byte 8: the input")
            expecting(run.output, hasSuffix: "\(good): valid, 2 objects\n")
        }
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `every archive of the corpus is valid, strictly too`() throws {
        let rows = try Corpus.rows("archives")
        #expect(rows.count == 317)
        let files = Corpus.sample(rows).map(\.url.path)
        for options in [[], ["--strict"]] {
            let run = try ToolRun(["check"] + options + files)
            expectRows {
                (run.output.split(separator: "\n").filter { !$0.contains(": valid, ") }, [])
                (run.output.split(separator: "\n").count, files.count)
                (run.status, 0)
            }
        }
    }

    @Test(.rows)
    func `a list is as valid as the archives in its data`() {
        let top = SmallArchive("text").propertyList
        forEachRow(
            [
                ({ Array(try SmallArchive("text").bytes().dropLast(8)) }, "invalid: b[1]!, byte "),
                (
                    { try BinaryPropertyListWriter().write(["$archiver": "NSKeyedArchiver", "$objects": ["$null"]]) },
                    "invalid: b[1]!, byte "
                ),
                ({ try Array(XMLPropertyListWriter().write(top).dropLast(30)) }, "invalid: b[1]!, "),
                ({ Array("<?xml version=\"1.0\"?><svg/>".utf8) }, "valid, a property list that holds 1 archive of "),
                ({ try BinaryPropertyListWriter().write(["a": 1]) }, "valid, a property list that holds 1 archive of "),
            ] as [(() throws -> [UInt8], String)]
        ) { (make: () throws -> [UInt8], answer: String) throws in
            let list: PropertyList = ["a": .data(try SmallArchive("text").bytes()), "b": [1, .data(try make())]]
            let run = try ToolRun("check", "-", input: try BinaryPropertyListWriter().write(list))
            expectRows { expecting(run.output, hasPrefix: "-: \(answer)") }
        }
    }
}
