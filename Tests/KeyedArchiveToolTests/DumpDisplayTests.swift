import Foundation
import PropertyLists
import TestSupport
import Testing

/// What `dump` shows people of colors, attributed strings, ranges, bookmarks and dates, and how JSON of files is
/// joined.
@Suite struct DumpDisplayTests {
    private func dump(_ archive: SmallArchive, _ options: String...) throws -> String {
        try ToolRun(["dump", "-"] + options, input: try archive.bytes()).output
    }

    private func color(_ fields: PropertyListDictionary, _ name: String = "NSColor") -> SmallArchive {
        var fields = fields
        fields["$class"] = .uid(2)
        return SmallArchive(.dictionary(fields), .classRecord(name, "NSObject"), "System", "textColor")
    }

    /// Fields of colors, and how they are shown.
    private static let colors: [(fields: PropertyListDictionary, text: String)] = [
        (
            ["NSRGB": .data(Array("0.1568627451 0.1647058824 0.2117647059\0".utf8)), "NSColorSpace": 2],
            "#282A36 device RGB"
        ),
        (["NSWhite": .data(Array("1 0.5\0".utf8)), "NSColorSpace": 3], "calibrated gray 1, opacity 0.5"),
        (["NSWhite": .data(Array("1 0.5\0".utf8)), "NSColorSpace": 4], "#FFFFFF80 device gray, opacity 0.5"),
        (["NSCMYK": .data(Array("0 1 1 0".utf8)), "NSColorSpace": 5], "CMYK 0 1 1 0"),
        (["NSRGB": .data(Array("2 -1 nan\0".utf8)), "NSColorSpace": 2], "device RGB 2 -1 nan"),
        (
            ["NSColorSpace": 6, "NSCatalogName": .uid(3), "NSColorName": .uid(4)], "\"System\" \"textColor\""
        ),
    ]

    @Test("colors are shown with their space", .rows)
    func shownColor() {
        forEachRow(Self.colors.indices) { (index: Int) throws in
            let (fields, text) = Self.colors[index]
            try expectRows {
                (try dump(color(fields)), "root: NSColor \(text)\n")
                expecting(try dump(color(fields), "--raw"), hasPrefix: "root: NSColor\n  ")
                expecting(try dump(color(fields), "--json"), contains: "\"NSColorSpace\": ")
            }
        }
    }

    @Test func `colors of UIKit, fallbacks beside names, and what isn't understood`() throws {
        let red = color(["UIRed": 1.0, "UIGreen": .float(0.5), "UIBlue": 0, "UIAlpha": 1.0], "UIColor")
        #expect(try dump(red) == "root: UIColor #FF8000 sRGB\n")
        let exact = color(["UIRed": 1.0, "UIGreen": 0.5, "UIBlue": 0, "UIBlue-Double": 1.5], "UIColor")
        #expect(try dump(exact) == "root: UIColor extended sRGB 1 0.5 1.5\n")
        let label = color(["UISystemColorName": .uid(4)], "UIColor")
        #expect(try dump(label) == "root: UIColor system \"textColor\"\n")
        let white = color(["UISystemColorName": .uid(4), "UIWhite": 1, "UIAlpha": 0.5], "UIColor")
        #expect(try dump(white) == "root: UIColor system \"textColor\", fallback sRGB 1, opacity 0.5\n")
        let pattern = color(["NSColorSpace": 10, "NSImage": .uid(0)])
        #expect(try dump(pattern) == "root: NSColor pattern\n  NSImage: nil\n")
        let broken = color(["NSColorSpace": 1, "NSRGB": .data(Array("0 x".utf8))])
        #expect(try dump(broken) == "root: NSColor\n  NSColorSpace: 1\n  NSRGB: 3 bytes: \"0 x\"\n")
        let archive = SmallArchive(
            [
                "NSColorSpace": 6, "NSCatalogName": .uid(3), "NSColorName": .uid(4), "NSColor": .uid(5),
                "$class": .uid(2),
            ],
            .classRecord("NSColor", "NSObject"), "System", "textColor",
            ["NSColorSpace": 3, "NSWhite": .data(Array("0\0".utf8)), "$class": .uid(2)])
        #expect(
            try dump(archive) == """
                root: NSColor "System" "textColor", fallback calibrated gray 0
                  NSColor: NSColor calibrated gray 0

                """)
    }

    @Test func `a color in a custom space is shown in that`() throws {
        let spaces: [(PropertyListDictionary, String, String)] = [
            (["NSID": 7, "$class": .uid(4)], "NSID: 7", "#55B857 sRGB"),
            (["NSSpaceID": 12, "$class": .uid(4)], "NSSpaceID: 12", "Display P3 0.3337 0.7233 0.3429"),
        ]
        for (space, field, text) in spaces {
            let archive = SmallArchive(
                [
                    "NSColorSpace": 1, "NSRGB": .data(Array("0.2809 0.6823 0.2722\0".utf8)),
                    "NSComponents": .data(Array("0.333714664 0.7233174443 0.3429031372 1".utf8)),
                    "NSCustomColorSpace": .uid(3), "$class": .uid(2),
                ],
                .classRecord("NSColor", "NSObject"), .dictionary(space), .classRecord("NSColorSpace", "NSObject"))
            #expect(
                try dump(archive) == """
                    root: NSColor \(text)
                      NSCustomColorSpace: NSColorSpace
                        \(field)

                    """)
        }
    }

    @Test func `an attributed string is shown run by run`() throws {
        let archive = SmallArchive(
            [
                "NSString": .uid(2), "NSAttributes": .uid(3), "NSAttributeInfo": .data([5, 0, 1, 1, 5, 0]),
                "$class": .uid(8),
            ],
            "Hello world", ["NS.objects": [.uid(4), .uid(5)], "$class": .uid(9)],
            ["NS.keys": [.uid(6)], "NS.objects": [.uid(7)], "$class": .uid(10)],
            ["NS.keys": [], "NS.objects": [], "$class": .uid(10)], "Size", 12,
            .classRecord("NSAttributedString", "NSObject"), .classRecord("NSArray", "NSObject"),
            .classRecord("NSDictionary", "NSObject")
        )
        #expect(
            try dump(archive) == """
                root: NSAttributedString "Hello world"
                  "Hello": #4 NSDictionary, 1 entry
                    "Size": 12
                  " ": NSDictionary, 0 entries
                  "world": → #4 NSDictionary

                """
        )
        #expect(try dump(archive, "--json").contains("\"NSAttributeInfo\": {\"$bytes\": \"BQABAQUA\"}"))
    }

    @Test("a range is shown as points and rectangles are")
    func range() throws {
        let archive = SmallArchive(
            [
                "NS.rangeval.length": .uid(2), "NS.rangeval.location": .uid(3), "NS.special": 4, "$class": .uid(4),
            ], 7, 3, .classRecord("NSValue", "NSObject"))
        #expect(try dump(archive) == "root: NSValue {3, 7}\n")
        #expect(try dump(archive, "--json").contains("\"$range\": [3, 7]"))
    }

    /// A number of four bytes, as bookmarks hold it.
    private func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }

    @Test func `the paths of bookmarks and aliases`() throws {
        // The head, the place of the contents, two texts, a list of them, and the contents with one entry.
        let texts = ["Users", "ada"].map { word($0.utf8.count) + word(0x0101) + Array($0.utf8) }
        let list = word(8) + word(0x0601) + word(4) + word(4 + texts[0].count)
        let listOffset = 4 + texts[0].count + texts[1].count
        let contents = word(0) + word(-2) + word(1) + word(0) + word(1) + word(0x1004) + word(listOffset) + word(0)
        let items = word(listOffset + list.count) + texts[0] + texts[1] + list + contents
        let bookmark =
            Array("book".utf8) + word(48 + items.count) + word(0x1004_0000) + word(48)
            + [UInt8](repeating: 0, count: 32) + items
        #expect(
            try dump(SmallArchive(.data(bookmark)))
                == "root: \(bookmark.count) bytes, a bookmark of \"/Users/ada\"\n")
        var alias =
            [UInt8](repeating: 0, count: 150) + [0, 18, 0, 4] + Array("docs".utf8) + [0, 19, 0, 4]
            + Array("/Vol".utf8) + [0xFF, 0xFF, 0, 0]
        (alias[5], alias[7]) = (UInt8(alias.count), 2)
        #expect(
            try dump(SmallArchive(.data(alias))) == "root: \(alias.count) bytes, an alias of \"/Vol/docs\"\n")
        for count in 0..<bookmark.count {
            #expect(try dump(SmallArchive(.data(Array(bookmark.prefix(count))))).hasPrefix("root: \(count) byte"))
        }
    }

    @Test func `large or shared data are shown at many places without being read at each`() throws {
        let part = word(200_000) + word(0x0101) + Array(repeating: UInt8(ascii: "a"), count: 200_000)
        let list = word(4 * 256) + word(0x0601) + (0..<256).flatMap { _ in word(4) }
        let listOffset = 4 + part.count
        let contents = word(0) + word(-2) + word(1) + word(0) + word(1) + word(0x1004) + word(listOffset) + word(0)
        let items = word(listOffset + list.count) + part + list + contents
        let bookmark =
            Array("book".utf8) + word(48 + items.count) + word(0x1004_0000) + word(48)
            + [UInt8](repeating: 0, count: 32) + items
        let archives = Array("bplist00".utf8) + Array(repeating: 0x78, count: 200_000)
        for data in [bookmark, archives] {
            let archive = SmallArchive(
                ["NS.objects": .array(PropertyListArray(Array(repeating: .uid(3), count: 500))), "$class": .uid(2)],
                .classRecord("NSArray", "NSObject"), .data(data))
            var text = ""
            // Each took a second where there are 256 parts of the whole size.
            let time = try WorkTime.of { text = try dump(archive) }
            #expect(text.split(separator: "\n").count { $0.contains("\(data.count) bytes") } == 500)
            #expect(time < .seconds(20))
        }
        // Data that is no document is opened once.
        let data = PropertyList.data(Array("bplist00".utf8) + Array(repeating: 0x78, count: 10_000))
        let archive = SmallArchive(
            ["NS.objects": .array(PropertyListArray(Array(repeating: .uid(3), count: 200))), "$class": .uid(2)],
            .classRecord("NSArray", "NSObject"), data)
        let run = try ToolRun("dump", "--nested", "-", input: archive.bytes())
        expectRows {
            (run.status, 0)
            (run.errors, "")
            (run.output.split(separator: "\n").count { $0.contains("10008 bytes") }, 200)
        }
    }

    @Test func `texts of a chosen length, and dates in a chosen form, in JSON and XML too`() throws {
        let text = SmallArchive(.string(PropertyListString(String(repeating: "x", count: 100))))
        #expect(try dump(text, "--strings", "3") == "root: \"xxx…\"\n")
        #expect(try dump(text, "--strings", "200") == "root: \"\(String(repeating: "x", count: 100))\"\n")
        let date = SmallArchive(["NS.time": 1.5, "$class": .uid(2)], .classRecord("NSDate", "NSObject"))
        #expect(try dump(date, "--dates", "seconds") == "root: NSDate 1.5 s since 2001-01-01\n")
        #expect(try dump(date, "--dates", "iso") == "root: NSDate 2001-01-01T00:00:01.500Z\n")
        let scratch = try Scratch()
        let file = try scratch.file("date", date.bytes()).path
        let local = try ToolRun(shell: "TZ=XYZ-5:30 \"$TOOL\" dump --dates local \(file)")
        #expect(local.output == "root: NSDate 2001-01-01T05:30:01.500+05:30\n")
        try expectRows {
            expecting(try dump(date, "--json"), contains: "\"root\": {\"$date\": \"2001-01-01T00:00:01.5Z\"}")
            expecting(try dump(date, "--json", "--dates", "seconds"), contains: "\"root\": {\"$date\": 1.5}")
            expecting(try dump(date, "--format", "xml"), contains: "<date>1.5</date>")
            expecting(
                try dump(date, "--format", "xml", "--dates", "iso"), contains: "<date>2001-01-01T00:00:01.500Z</date>")
        }
        let json = Array(try dump(date, "--json", "--dates", "seconds").utf8)
        let built = try ToolRun("convert", "-", "-", input: json).outputBytes
        #expect(try dump(date) == ToolRun("dump", "-", input: built).output)
    }

    @Test func `objects say in a line what their fields are about`() throws {
        let measurement = SmallArchive(
            ["NS.value": 45.0, "NS.unit": .uid(2), "$class": .uid(4)], ["NS.symbol": .uid(3), "$class": .uid(5)], "mi",
            .classRecord("NSMeasurement", "NSObject"), .classRecord("NSUnitLength", "NSObject"))
        let components = SmallArchive(
            ["NS.year": 2026, "NS.month": 9, "NS.day": .integer(.max), "$class": .uid(2)],
            .classRecord("NSDateComponents", "NSObject"))
        let order = SmallArchive(
            ["NSKey": .uid(2), "NSAscending": false, "NSSelector": .uid(3), "$class": .uid(4)], "name", "compare:",
            .classRecord("NSSortDescriptor", "NSObject"))
        let color = SmallArchive(
            ["red": .float(0.25), "green": .float(0.1), "blue": .float(1), "alpha": .float(1), "$class": .uid(2)],
            .classRecord("CIColor", "NSObject"))
        let format = SmallArchive(
            ["NS.format": .uid(2), "$class": .uid(3)], "%e %B %Y", .classRecord("NSDateFormatter", "NSObject"))
        func isoFormat(_ options: Int64) -> SmallArchive {
            SmallArchive(
                ["NS.formatOptions": .integer(options), "$class": .uid(2)],
                .classRecord("NSISO8601DateFormatter", "NSFormatter", "NSObject"))
        }
        func intervalFormat(_ usesTemplate: Bool) -> SmallArchive {
            SmallArchive(
                [
                    "NS.useTemplate": .boolean(usesTemplate), "NS.dateTemplate": .uid(2),
                    "NS.dateTemplateFromStyles": .uid(3), "$class": .uid(4),
                ], "MMMd", "y-MM-dd", .classRecord("NSDateIntervalFormatter", "NSFormatter", "NSObject"))
        }
        func byteFormat(_ units: Int64, _ style: Int64) -> SmallArchive {
            SmallArchive(
                ["NSUnits": .integer(units), "NSKBSize": .integer(style), "$class": .uid(2)],
                .classRecord("NSByteCountFormatter", "NSFormatter", "NSObject"))
        }
        try expectRows {
            expecting(try dump(color), hasPrefix: "root: CIColor (0.25 0.1 1.0 1.0)\n")
            expecting(try dump(isoFormat(1907)), hasPrefix: "root: NSISO8601DateFormatter internet date and time\n")
            expecting(
                try dump(isoFormat(1907 | 1 << 11)),
                hasPrefix: "root: NSISO8601DateFormatter internet date and time, fractional seconds\n")
            expecting(
                try dump(isoFormat(1 | 1 << 4)), hasPrefix: "root: NSISO8601DateFormatter year, day\n")
            expecting(try dump(isoFormat(1 << 40)), hasPrefix: "root: NSISO8601DateFormatter\n")
            expecting(try dump(intervalFormat(true)), hasPrefix: "root: NSDateIntervalFormatter \"MMMd\"\n")
            expecting(try dump(intervalFormat(false)), hasPrefix: "root: NSDateIntervalFormatter \"y-MM-dd\"\n")
            expecting(try dump(byteFormat(3, 2)), hasPrefix: "root: NSByteCountFormatter bytes, KB (decimal)\n")
            expecting(try dump(byteFormat(0xFF04, 9)), hasPrefix: "root: NSByteCountFormatter\n")
            expecting(try dump(byteFormat(0, 0)), hasPrefix: "root: NSByteCountFormatter\n")
        }
        func shortcut(_ key: Int64, _ modifiers: Int64) -> SmallArchive {
            SmallArchive(
                ["KeyCode": .integer(key), "ModifierFlags": .integer(modifiers), "$class": .uid(2)],
                .classRecord("MASShortcut", "NSObject"))
        }
        try expectRows {
            // kVK_ANSI_K with the option and command keys; kVK_F12; no key has the number 0x7F.
            expecting(try dump(shortcut(0x28, 0x18_0000)), hasPrefix: "root: MASShortcut ⌥⌘K\n")
            expecting(try dump(shortcut(0x6F, 0)), hasPrefix: "root: MASShortcut F12\n")
            expecting(try dump(shortcut(0x2F, 0x2_0000)), hasPrefix: "root: MASShortcut ⇧.\n")
            expecting(try dump(shortcut(0x7F, 0)), hasPrefix: "root: MASShortcut\n")
        }
        try expectRows {
            expecting(try dump(measurement), hasPrefix: "root: NSMeasurement 45.0 mi\n")
            expecting(try dump(measurement, "--json"), contains: "\"$derived\": \"45.0 mi\"")
            expecting(try dump(measurement, "--raw"), hasPrefix: "root: NSMeasurement\n")
            expecting(try dump(components), hasPrefix: "root: NSDateComponents year 2026, month 9\n")
            expecting(try dump(order), hasPrefix: "root: NSSortDescriptor (name, descending, compare:)\n")
            expecting(try dump(format), hasPrefix: "root: NSDateFormatter \"%e %B %Y\"\n")
        }
        let json = try dump(measurement, "--json").replacingOccurrences(of: "45.0,", with: "46.0,")
        let changed = try ToolRun("convert", "-", "-", input: Array(json.utf8))
        #expect(changed.errors.contains("NS.value gives \"46.0 mi\"; change NS.value"), "\(changed.errors)")
    }

    @Test(arguments: [false, true])
    func `conditions are written as a predicate's format, in whatever form their arrays are`(_ isNumbered: Bool) throws
    {
        let parts: PropertyList =
            isNumbered
            ? ["NS.object.0": .uid(3), "NS.object.1": .uid(3), "$class": .uid(13)]
            : ["NS.objects": [.uid(3), .uid(3)], "$class": .uid(13)]
        let argument: PropertyList =
            isNumbered
            ? ["NS.object.0": .uid(7), "$class": .uid(13)] : ["NS.objects": [.uid(7)], "$class": .uid(13)]
        let entries: [PropertyList] = [
            ["NSCompoundPredicateType": 1, "NSSubpredicates": .uid(2), "$class": .uid(12)], parts,
            [
                "NSLeftExpression": .uid(4), "NSRightExpression": .uid(8), "NSPredicateOperator": .uid(10),
                "$class": .uid(14),
            ],
            ["NSOperand": .uid(5), "NSArguments": .uid(6), "$class": .uid(15)], ["$class": .uid(16)],
            argument, ["NSKeyPath": .uid(11), "$class": .uid(17)],
            ["NSConstantValue": .uid(9), "$class": .uid(18)], 21,
            ["NSOperatorType": 3, "NSModifier": 2, "NSOptions": 1, "$class": .uid(19)], "user.age",
            .classRecord("NSCompoundPredicate", "NSPredicate", "NSObject"), .classRecord("NSArray", "NSObject"),
            .classRecord("NSComparisonPredicate", "NSPredicate", "NSObject"),
            .classRecord("NSKeyPathExpression", "NSObject"), .classRecord("NSSelfExpression", "NSObject"),
            .classRecord("NSKeyPathSpecifierExpression", "NSObject"),
            .classRecord("NSConstantValueExpression", "NSObject"),
            .classRecord("NSComparisonPredicateOperator", "NSObject"),
        ]
        let text = try dump(SmallArchive(entries: entries, top: ["root": .uid(1)]))
        #expect(
            text.hasPrefix("root: NSCompoundPredicate ANY user.age >=[c] 21 AND ANY user.age >=[c] 21\n"), "\(text)")
    }

    @Test func `expressions are written as predicates write them, wherever they stand`() throws {
        let entries: [PropertyList] = [
            ["NS.objects": [.uid(2), .uid(5), .uid(8), .uid(9), .uid(13), .uid(14)], "$class": .uid(15)],
            ["NSOperand": .uid(3), "NSArguments": .uid(4), "$class": .uid(16)], ["$class": .uid(17)],
            ["NS.objects": [.uid(11)], "$class": .uid(15)],
            ["NSOperand": .uid(6), "NSArguments": .uid(4), "$class": .uid(16)],
            ["NSVariable": .uid(7), "$class": .uid(18)], "source", ["NSConstantValue": .uid(7), "$class": .uid(19)],
            ["NSOperand": .uid(6), "NSSelectorName": .uid(10), "NSArguments": .uid(12), "$class": .uid(20)], "add:",
            ["NSKeyPath": .uid(7), "$class": .uid(21)], ["NS.objects": [.uid(8)], "$class": .uid(15)],
            ["NSSelectorName": .uid(10), "NSArguments": .uid(12), "$class": .uid(20)],
            [
                "NSLeftExpression": .uid(5), "NSRightExpression": .uid(13), "NSPredicateOperator": .uid(22),
                "$class": .uid(23),
            ],
            .classRecord("NSArray", "NSObject"), .classRecord("NSKeyPathExpression", "NSObject"),
            .classRecord("NSSelfExpression", "NSObject"), .classRecord("NSVariableExpression", "NSObject"),
            .classRecord("NSConstantValueExpression", "NSObject"), .classRecord("NSFunctionExpression", "NSObject"),
            .classRecord("NSKeyPathSpecifierExpression", "NSObject"),
            ["NSOperatorType": 4, "$class": .uid(24)], .classRecord("NSComparisonPredicate", "NSObject"),
            .classRecord("NSComparisonPredicateOperator", "NSObject"),
        ]
        let archive = SmallArchive(entries: entries, top: ["root": .uid(1)])
        let run = try ToolRun("dump", "-", "--format", "paths", input: archive.bytes())
        let lines = [
            "root[0]: NSKeyPathExpression source", "root[1]: NSKeyPathExpression $source.source",
            "root[2]: NSConstantValueExpression \"source\"",
            "root[3]: NSFunctionExpression FUNCTION($source, \"add:\", \"source\")",
            "root[4]: NSFunctionExpression add:(\"source\")",
            "root[5]: NSComparisonPredicate $source.source == add:(\"source\")",
        ]
        #expect(lines.filter { !run.output.contains($0) } == [], "\(run.output)")
        let json = try ToolRun("convert", "-", "-", "--format", "json", input: archive.bytes())
        let built = try ToolRun("convert", "-", "-", input: json.outputBytes)
        #expect(built.status == 0, "\(built.errors)")
    }

    @Test func `an expression that holds itself has no line, and one whose parts are shared many times is cut`() throws
    {
        let itself = SmallArchive(
            entries: [
                ["NSSelectorName": .uid(2), "NSArguments": .uid(3), "$class": .uid(4)], "f",
                ["NS.objects": .array(PropertyListArray(Array(repeating: .uid(1), count: 8))), "$class": .uid(5)],
                .classRecord("NSFunctionExpression", "NSObject"), .classRecord("NSArray", "NSObject"),
            ],
            top: ["root": .uid(1)])
        #expect(try dump(itself).hasPrefix("root: #1 NSFunctionExpression\n"))

        // Five levels, each of which has the next one eight times.
        let levels: [PropertyList] = (1...5).flatMap { level -> [PropertyList] in
            let part = PropertyList.uid(UID(UInt64(2 * level + 1)))
            return [
                [
                    "NSCompoundPredicateType": 1, "NSSubpredicates": .uid(UID(UInt64(2 * level))), "$class": .uid(15),
                ],
                ["NS.objects": .array(PropertyListArray(Array(repeating: part, count: 8))), "$class": .uid(16)],
            ]
        }
        let archive = SmallArchive(
            entries: levels + [
                [
                    "NSLeftExpression": .uid(12), "NSRightExpression": .uid(12), "NSPredicateOperator": .uid(13),
                    "$class": .uid(17),
                ],
                ["NSConstantValue": .uid(14), "$class": .uid(18)], ["NSOperatorType": 4, "$class": .uid(19)], "v",
                .classRecord("NSCompoundPredicate", "NSPredicate", "NSObject"), .classRecord("NSArray", "NSObject"),
                .classRecord("NSComparisonPredicate", "NSPredicate", "NSObject"),
                .classRecord("NSConstantValueExpression", "NSObject"),
                .classRecord("NSComparisonPredicateOperator", "NSObject"),
            ])
        let line = try #require(try dump(archive).split(separator: "\n").first)
        expectRows {
            expecting(String(line), hasPrefix: "root: NSCompoundPredicate ((((\"v\" == \"v\" AND ")
            expecting(String(line), hasSuffix: "AND …")
            line.utf8.count < 2000
        }
        #expect(try ToolRun("dump", "-", "--format", "json", input: archive.bytes()).status == 0)
    }

    @Test func `JSON of several files is one array, or a line for each`() throws {
        let scratch = try Scratch()
        let archive = SmallArchive(["a": [1, 2], "$class": .uid(2)], .classRecord("A", "NSObject"))
        let files = try ["a", "b", "c"].map { try scratch.file($0, archive.bytes()).path } + [scratch.path("none")]
        for jobs in ["1", "2"] {
            let array = try ToolRun(["dump", "--json", "--jobs", jobs] + files)
            let parsed = try JSONSerialization.jsonObject(with: Data(array.outputBytes)) as? [[String: Any]]
            #expect(parsed?.map { $0["$file"] as? String } == files)
            #expect(parsed?.filter { $0["$error"] != nil }.count == 1)
            let lines = try ToolRun(["dump", "--lines", "--jobs", jobs] + files).output.split(separator: "\n")
            #expect(lines.count == 4)
            for line in lines { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
        let misuse = try ToolRun("dump", "--lines", "--format", "xml", files[0])
        #expect(misuse.errors.hasPrefix("keyed-archive: --lines and --format xml exclude each other"))
    }

    @Test("rewrite says which characters of its XML other programs refuse or change")
    func charactersInXML() throws {
        let archive = try SmallArchive("a\u{1}b\rc").bytes()
        let run = try ToolRun("rewrite", "-", "-", "--format", "xml", input: archive)
        #expect(run.status == 0)
        #expect(
            run.errors == """
                keyed-archive: -: note: it holds 1 control character, which XML forbids, and 1 carriage return, which \
                XML readers change; Apple's systems read it, others may not

                """
        )
        #expect(try ToolRun("rewrite", "-", "-", input: archive).errors == "")
    }

    @Test("a declaration with doubled quotes is named for what it is")
    func declaration() throws {
        let text = "<?xml version=\"\"1.0\"\"?><plist version=\"1.0\"><dict/></plist>"
        let run = try ToolRun("check", "-", input: Array(text.utf8))
        #expect(run.output.contains("line 1, column 17: the XML declaration goes on without white space"))
    }
}
