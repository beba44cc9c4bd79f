import Foundation
import PropertyLists
import TestSupport
import Testing

/// What `dump` prints for people.
@Suite struct DumpTreeTests {
    private func dump(_ archive: SmallArchive, _ options: String...) throws -> ToolRun {
        try ToolRun(["dump", "-"] + options, input: try archive.bytes())
    }

    @Test func `objects, fields and plain values`() throws {
        let run = try dump(
            SmallArchive(
                [
                    "name": .uid(2), "age": 36, "height": 1.65, "weight": .float(0.1), "isMember": true,
                    "photo": .data([0xFF, 0xD8, 0xFF]), "note": .data(Array("0 0 1\0".utf8)), "friend": .uid(0),
                    "$class": .uid(3),
                ],
                "Ada",
                .classRecord("Person", "NSObject")
            )
        )
        #expect(
            run.output == """
                root: Person
                  name: "Ada"
                  age: 36
                  height: 1.65
                  weight: 0.1
                  isMember: true
                  photo: 3 bytes, a JPEG picture: FF D8 FF
                  note: 6 bytes: "0 0 1"
                  friend: nil

                """
        )
        #expect(run.status == 0)
        #expect(run.errors == "")
    }

    @Test func `collections are shown as what they hold`() throws {
        let run = try dump(
            SmallArchive(
                ["NS.objects": [.uid(2), .uid(3), .uid(6), .uid(8), .uid(10)], "$class": .uid(12)],
                ["NS.keys": [.uid(4), .uid(5)], "NS.objects": [.uid(5), .uid(4)], "$class": .uid(13)],
                ["NS.keys": [.uid(5)], "NS.objects": [.uid(4)], "$class": .uid(13)],
                "key",
                7,
                ["NS.objects": [], "$class": .uid(14)],
                .classRecord("NSNull", "NSObject"),
                ["NS.count": 1, "NS.object0": .uid(4), "NS.count0": 3, "$class": .uid(9)],
                .classRecord("NSCountedSet", "NSMutableSet", "NSSet", "NSObject"),
                ["NS.object.0": .uid(5), "NS.object.1": .uid(11), "$class": .uid(15)],
                ["$class": .uid(7)],
                .classRecord("NSMutableArray", "NSArray", "NSObject"),
                .classRecord("NSDictionary", "NSObject"),
                .classRecord("NSSet", "NSObject"),
                .classRecord("NSOrderedSet", "NSObject")
            )
        )
        #expect(
            run.output == """
                root: NSMutableArray, 5 elements
                  [0]: NSDictionary, 2 entries
                    "key": 7
                    7: "key"
                  [1]: NSDictionary, 1 entry
                    7: "key"
                  [2]: NSSet, 0 elements
                  [3]: NSCountedSet, 1 element
                    [0] × 3: "key"
                  [4]: NSOrderedSet, 2 elements
                    [0]: 7
                    [1]: NSNull

                """
        )
    }

    @Test func `Foundation's values are shown by value, and with their fields on demand`() throws {
        let archive = SmallArchive(
            [
                "date": .uid(2), "later": .uid(3), "url": .uid(4), "uuid": .uid(5), "text": .uid(6), "data": .uid(7),
                "number": .uid(8), "indexes": .uid(9), "path": .uid(10), "rect": .uid(11), "styled": .uid(12),
                "$class": .uid(13),
            ],
            ["NS.time": 0.0, "$class": .uid(14)],
            ["NS.time": 1e300, "$class": .uid(14)],
            ["NS.base": .uid(0), "NS.relative": .uid(15), "$class": .uid(16)],
            ["NS.uuidbytes": .data(Array(0..<16)), "$class": .uid(17)],
            ["NS.string": "changeable", "$class": .uid(18)],
            ["NS.data": .data([1, 2]), "$class": .uid(19)],
            [
                "NS.mantissa": .data([0x39, 0x30] + Array(repeating: 0xAA, count: 14)), "NS.mantissa.bo": 1,
                "NS.length": 1, "NS.exponent": -2, "NS.negative": true, "NS.compact": true, "$class": .uid(20),
            ],
            ["NSRangeCount": 1, "NSLocation": 3, "NSLength": 4, "$class": .uid(21)],
            ["NSIndexPathLength": 1, "NSIndexPathValue": 5, "$class": .uid(22)],
            ["NS.special": 3, "NS.rectval": .uid(23), "$class": .uid(24)],
            ["NSString": .uid(15), "NSAttributes": .uid(25), "$class": .uid(26)],
            .classRecord("Holder", "NSObject"),
            .classRecord("NSDate", "NSObject"),
            "https://example.com/",
            .classRecord("NSURL", "NSObject"),
            .classRecord("NSUUID", "NSObject"),
            .classRecord("NSMutableString", "NSString", "NSObject"),
            .classRecord("NSMutableData", "NSData", "NSObject"),
            .classRecord("NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue", "NSObject"),
            .classRecord("NSIndexSet", "NSObject"),
            .classRecord("NSIndexPath", "NSObject"),
            "{{0, 0}, {1, 2}}",
            .classRecord("NSValue", "NSObject"),
            ["NS.keys": [], "NS.objects": [], "$class": .uid(27)],
            .classRecord("NSAttributedString", "NSObject"),
            .classRecord("NSDictionary", "NSObject")
        )
        #expect(
            try dump(archive).output == """
                root: Holder
                  date: NSDate 2001-01-01T00:00:00Z
                  later: NSDate 1e+300 s since 2001-01-01
                  url: NSURL "https://example.com/"
                  uuid: NSUUID 00010203-0405-0607-0809-0A0B0C0D0E0F
                  text: NSMutableString "changeable"
                  data: NSMutableData, 2 bytes: 01 02
                  number: NSDecimalNumberPlaceholder -123.45
                  indexes: NSIndexSet {3-6}
                  path: NSIndexPath [5]
                  rect: NSValue {{0, 0}, {1, 2}}
                  styled: NSAttributedString "https://example.com/"
                    NSAttributes: NSDictionary, 0 entries

                """
        )
        let raw = try dump(archive, "--raw").output
        #expect(raw.contains("  date: NSDate\n    NS.time: 0.0\n"))
        #expect(raw.contains("  rect: NSValue\n    NS.special: 3\n    NS.rectval: \"{{0, 0}, {1, 2}}\"\n"))
    }

    @Test func `a shared object is printed once, and cycles are marked`() throws {
        let run = try dump(
            SmallArchive(
                ["left": .uid(2), "right": .uid(2), "me": .uid(1), "$class": .uid(3)],
                ["owner": .uid(1), "$class": .uid(3)],
                .classRecord("Node", "NSObject")
            )
        )
        #expect(
            run.output == """
                root: #1 Node
                  left: #2 Node
                    owner: → #1 Node (cycle)
                  right: → #2 Node
                  me: → #1 Node (cycle)

                """
        )
    }

    @Test func `an object stands where its shortest path leads, whatever is shown first`() throws {
        let archive = SmallArchive(
            ["first": .uid(2), "last": .uid(3), "$class": .uid(6)], ["list": .uid(4), "$class": .uid(6)],
            ["name": "Ada", "inside": .uid(7), "$class": .uid(6)],
            ["NS.objects": [.uid(3), .uid(1), .uid(7)], "$class": .uid(5)], .classRecord("NSArray", "NSObject"),
            .classRecord("Person", "NSObject"), ["age": 36, "$class": .uid(6)])
        #expect(
            try dump(archive).output == """
                root: #1 Person
                  first: Person
                    list: NSArray, 3 elements
                      [0]: → #3 Person
                      [1]: → #1 Person (cycle)
                      [2]: → #7 Person
                  last: #3 Person
                    name: "Ada"
                    inside: #7 Person
                      age: 36

                """)
        let whole = try ToolRun("dump", "-", "--format", "html", input: archive.bytes()).output
        let places = ["NSArray", "Ada", "36"].map { whole.range(of: $0)?.lowerBound }
        #expect(places == places.sorted { ($0 ?? whole.endIndex) < ($1 ?? whole.endIndex) })
        // A value that is asked for is where paths begin.
        let part = try ToolRun("get", "-", "root.first", input: archive.bytes()).output
        #expect(part.contains("[0]: #3 Person"))
    }

    @Test func `a depth limit cuts, and an object that is cut in one place may be printed in another`() throws {
        let archive = SmallArchive(
            ["deep": .uid(2), "flat": .uid(3), "$class": .uid(4)],
            ["leaf": .uid(3), "$class": .uid(4)],
            ["value": 1, "$class": .uid(4)],
            .classRecord("Node", "NSObject")
        )
        #expect(
            try dump(archive, "--max-depth", "2").output == """
                root: Node
                  deep: Node
                    leaf: → #3 Node (below --max-depth)
                  flat: #3 Node
                    value: 1

                """
        )
        #expect(try dump(archive, "--max-depth=0").output == "root: → #1 Node (below --max-depth)\n")
    }

    @Test func `names and texts that would flood or rearrange a terminal are escaped and shortened`() throws {
        let run = try dump(
            SmallArchive(
                [
                    "a\u{1B}[31m": "\u{202E}txt\n\"",
                    "long": .string(PropertyListString(String(repeating: "x", count: 99))),
                    "half": .string(PropertyListString(utf16: [0x61, 0xD800, 0x62])), "$class": .uid(2),
                ],
                .classRecord("Evil\u{7}Class", "NSObject")
            )
        )
        #expect(
            run.output == """
                root: "Evil\\u{7}Class"
                  "a\\u{1B}[31m": "\\u{202E}txt\\n\\""
                  long: "\(String(repeating: "x", count: 80))…"
                  half: "a\\u{D800}b"

                """
        )
    }

    @Test func `archives in data are opened on demand, each with its own numbers`() throws {
        let inner = try SmallArchive(["me": .uid(1), "$class": .uid(2)], .classRecord("Inner", "NSObject")).bytes()
        let archive = SmallArchive(
            ["data": .uid(2), "again": .uid(2), "inline": .data(inner), "$class": .uid(3)],
            .data(inner),
            .classRecord("Outer", "NSObject")
        )
        #expect(try dump(archive).output.contains("  inline: \(inner.count) bytes, an archive: 62 70 6C 69 73 74"))
        #expect(
            try dump(archive, "--nested").output == """
                root: Outer
                  data: #2 data, \(inner.count) bytes, holds an archive
                    root: #1 Inner
                      me: → #1 Inner (cycle)
                  again: → #2 data
                  inline: data, \(inner.count) bytes, holds an archive
                    root: #1 Inner
                      me: → #1 Inner (cycle)

                """
        )
    }

    @Test func `parts that cannot be read are named in their place, and the rest is shown`() throws {
        let run = try dump(
            SmallArchive(["good": 1, "bad": .uid(99), "$class": .uid(2)], .classRecord("Holder", "NSObject"))
        )
        expectRows {
            expecting(
                run.output, hasPrefix: "root: Holder\n  good: 1\n  bad: cannot be read: object #99: there is no object")
            (run.errors, "keyed-archive: -: one part of the archive cannot be read; see keyed-archive check\n")
            (run.status, 1)
        }
    }

    /// An object whose class record is missing, which holds one whose class record is damaged, and is shared.
    private static let withoutClasses = SmallArchive(
        ["name": "Ada", "friend": .uid(2), "$class": .uid(99)], ["harbor": 36, "again": .uid(1), "$class": .uid(3)],
        ["$classname": 5]
    )

    @Test func `an object whose class record is missing or damaged is shown with its fields`() throws {
        let run = try dump(Self.withoutClasses)
        let lines = run.output.split(separator: "\n").map { $0.replacing(/(object #\d+).*/) { "\($0.1)" } }
        expectRows {
            (
                lines,
                [
                    "root: #1 unknown class", "  $class: cannot be read: object #99", "  name: \"Ada\"",
                    "  friend: unknown class", "    $class: cannot be read: object #3", "    harbor: 36",
                    "    again: → #1 unknown class (cycle)",
                ]
            )
            (run.errors, "keyed-archive: -: 2 parts of the archive cannot be read; see keyed-archive check\n")
            (run.status, 1)
        }
    }

    @Test(.rows)
    func `each format shows the fields of an object without a class record, and the problem`() {
        forEachRow(["json", "xml", "dot", "mermaid", "html"]) { (format: String) throws in
            let run = try ToolRun("dump", "-", "--format", format, input: Self.withoutClasses.bytes())
            for part in ["Ada", "harbor", "there is no object"] { #expect(run.output.contains(part), "\(part)") }
            if format == "json" { #expect(run.output.contains(#""$problem": "object #99: "#)) }
            #expect(run.status == 1)
        }
    }

    @Test func `several top-level keys, other keys, none at all and an empty list are shown as that`() throws {
        let none = try SmallArchive(entries: [], top: [:]).bytes()
        #expect(try ToolRun("dump", "-", input: none).output == "no top-level keys\n")
        for list: PropertyList in [[:], []] {
            let bytes = try BinaryPropertyListWriter().write(list)
            #expect(try ToolRun("dump", "-", input: bytes).output == "empty property list\n")
        }
        var list = SmallArchive("text", top: ["number": 3, "$0": .uid(1), "nothing": .uid(0)]).propertyList
        if case .dictionary(var dictionary) = list {
            dictionary["extra"] = true
            list = .dictionary(dictionary)
        }
        let run = try ToolRun("dump", "-", input: BinaryPropertyListWriter().write(list))
        #expect(run.output == "number: 3\n$0: \"text\"\nnothing: nil\nextra (beside $top): true\n")
    }

    @Test func `several files get their names above`() throws {
        let scratch = try Scratch()
        try scratch.file("a", SmallArchive("A").bytes())
        try scratch.file("b", SmallArchive("B").bytes())
        let run = try ToolRun("dump", scratch.path("a"), scratch.path("b"))
        #expect(run.output == "\(scratch.path("a")):\nroot: \"A\"\n\(scratch.path("b")):\nroot: \"B\"\n")
    }
}
