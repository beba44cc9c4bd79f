import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What `objects` prints: the parts of an archive as they are stored.
@Suite struct ObjectsTests {
    @Test func `the table has a line for each entry, in file order`() throws {
        let archive = SmallArchive(
            ["name": .uid(2), "list": [.uid(1), .uid(0)], "$class": .uid(3)],
            "Ada",
            .classRecord("Person", "NSObject")
        )
        let run = try ToolRun("objects", "-", input: try archive.bytes())
        #expect(
            run.output == """
                $version   100000
                $archiver  "NSKeyedArchiver"
                $top       {root: #1}
                #0 "$null"
                #1 Person {name: #2, list: [#1, #0], $class: #3}
                #2 "Ada"
                #3 class Person {$classname: "Person", $classes: ["Person", "NSObject"]}

                """
        )
    }

    @Test func `each line has the byte at which its object begins`() throws {
        let archive = SmallArchive(["name": .uid(2), "$class": .uid(3)], "Ada", .classRecord("Person", "NSObject"))
        let bytes = try archive.bytes()
        let run = try ToolRun("objects", "-", "--offsets", input: bytes)
        let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("#") }.map { $0.split(separator: " ") }
        let found = try lines.map { try #require(Int($0[1], radix: 16)) }
        // The marker of a text of five or three ASCII characters, and those of dictionaries of two pairs.
        #expect(found.map { bytes[$0] } == [0x55, 0xD2, 0x53, 0xD2])
        #expect(Array(bytes[found[2]...].prefix(4).dropFirst()) == Array("Ada".utf8))
        let xml = try ToolRun("convert", "-", "-", "--format", "xml", input: bytes).output
        let refused = try ToolRun("objects", "-", "--offsets", input: Array(xml.utf8))
        #expect(refused.errors.contains("leave --offsets out"), "\(refused.errors)")
    }

    @Test("a dictionary with keys that aren't strings is shown, converted to JSON and back, and found by check")
    func otherKeys() throws {
        let table = PropertyListDictionary([(key: 7, value: "seven"), (key: .data([1]), value: .uid(2))])
        let bytes = try SmallArchive(
            ["table": .dictionary(table), "$class": .uid(3)], "text", .classRecord("Person", "NSObject")
        ).bytes()
        let shown = #"{"$dictionary": [[7, "seven"], [{"$data": "AQ=="}, {"CF$UID": 2}]]}"#
        #expect(try ToolRun("objects", "--json", "-", input: bytes).output.contains(shown))
        #expect(try ToolRun("objects", "-", input: bytes).status == 0)
        let json = try ToolRun("convert", "-", "-", "--format", "json", input: bytes)
        let again = try KeyedArchive(try ToolRun("convert", "-", "-", input: json.outputBytes).outputBytes)
        #expect(try again.difference(from: try KeyedArchive(bytes)).changes.isEmpty)
        #expect(try ToolRun("check", "-", input: bytes).status == 0)
        let strict = try ToolRun("check", "--strict", "-", input: bytes)
        #expect(strict.status == 1 && strict.output.contains("a dictionary key is not a string"))

        let list = try BinaryPropertyListWriter().write(.dictionary(table))
        let text = try ToolRun("convert", "-", "-", "--format", "json", input: list)
        #expect(try ToolRun("convert", "-", "-", input: text.outputBytes).outputBytes == list)
        let plain = try ToolRun("convert", "-", "-", "--format", "plain", input: list)
        #expect(plain.outputBytes == list)
    }

    @Test func `JSON has every value, in file order and with all digits`() throws {
        let archive = SmallArchive(
            .integer(.min), .unsignedInteger(.max), .integer128(Integer128(high: 1, low: 0)),
            1.0, 0.1, 1e300, .double(-0.0), .double(.nan), .double(.infinity), .double(-.infinity),
            .float(0.1), .float(1), false, .data([1, 2]), .date(-0.5), .date(.nan), .null,
            ["b": .uid(3), "a": [1, 2]], .set([1]), .orderedSet([2])
        )
        let run = try ToolRun("objects", "--json", "-", input: try archive.bytes())
        #expect(
            run.output == """
                {
                "$version": 100000,
                "$archiver": "NSKeyedArchiver",
                "$top": {"root": {"CF$UID": 1}},
                "$objects": [
                "$null",
                -9223372036854775808,
                18446744073709551615,
                18446744073709551616,
                1.0,
                0.1,
                1e+300,
                -0.0,
                {"$real": "nan"},
                {"$real": "inf"},
                {"$real": "-inf"},
                {"$float": 0.1},
                {"$float": 1.0},
                false,
                {"$data": "AQI="},
                {"$date": -0.5},
                {"$date": {"$real": "nan"}},
                null,
                {"b": {"CF$UID": 3}, "a": [1, 2]},
                {"$set": [1]},
                {"$orderedSet": [2]}
                ],
                "$envelope": {"version": 1.0}
                }

                """
        )
        #expect(run.status == 0)
    }

    @Test func `strings are escaped where JSON asks for it, unpaired surrogates too`() throws {
        let archive = SmallArchive(
            "a\"b\\c\n\t\u{1}\u{7F}é漢😀",
            .string(PropertyListString(utf16: [0xD800, 0x61, 0xDC00]))
        )
        let run = try ToolRun("objects", "--json", "-", input: try archive.bytes())
        #expect(run.output.contains("\n\"a\\\"b\\\\c\\n\\t\\u0001\\u007Fé漢😀\",\n\"\\uD800a\\uDC00\"\n"))
    }

    @Test func `what is wrong with an archive does not keep its table from being shown`() throws {
        let run = try ToolRun(
            "objects", "-", "--json",
            input: try BinaryPropertyListWriter().write(["$objects": [["a": 1], [.uid(7)]], "more": 2])
        )
        #expect(
            run.output == """
                {
                "$objects": [
                {"a": 1},
                [{"CF$UID": 7}]
                ],
                "more": 2,
                "$envelope": {"version": 1.0}
                }

                """)
    }

    @Test func `a property list that isn't an archive is refused`() throws {
        let run = try ToolRun("objects", "-", input: try BinaryPropertyListWriter().write([1, 2]))
        expectRows {
            (run.status, 1)
            (run.output, "")
            expecting(run.errors, hasPrefix: "keyed-archive: -: the property list has no array $objects; it is a plain")
        }
    }

    @Test(.enabled(if: Corpus.isPresent, "the folder of real archives is missing"))
    func `the JSON of every archive of the corpus has the values that Python's reader finds, in their order`() throws {
        let scratch = try Scratch()
        var pairs = ""
        let rows = try Corpus.sample("archives")
        #expect(rows.count == 317 || !TestScale.isFull)
        for (number, row) in rows.enumerated() {
            let run = try ToolRun("objects", "--json", row.url.path)
            #expect(run.status == 0, "\(row.file)")
            pairs += "\(row.url.path)\t\(try scratch.file("\(number).json", run.outputBytes).path)\n"
        }
        let list = try scratch.file("pairs", Array(pairs.utf8))
        let script = try scratch.file("compare.py", Array(PythonScript.compareObjects.utf8))
        let run = try ToolRun(shell: "python3 '\(script.path)' '\(list.path)'")
        if run.status == 127 { return }  // There is no Python on this machine.
        #expect(run.output == "\(rows.count) equal\n")
        #expect(run.errors == "")
    }
}
