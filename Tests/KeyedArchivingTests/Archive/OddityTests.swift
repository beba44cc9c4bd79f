import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What archives and documents say of odd property lists, and of fields that contradict each other.
@Suite struct OddityTests {
    private static let archive = SmallArchive(
        ["name": .uid(2), "$class": .uid(3)], "Ada", .classRecord("Thing", "NSObject"))

    /// An archive as XML, with a change of its text.
    private static func xml(_ change: (String) -> String) throws -> [UInt8] {
        let text = try KeyedArchive(archive.bytes()).bytes(format: .xml)
        return Array(change(String(decoding: text, as: UTF8.self)).utf8)
    }

    @Test func `archives and documents list what is odd, which only the strict check calls a problem`() throws {
        let bytes = try Self.xml { $0 + "more" }
        let archive = try KeyedArchive(bytes)
        expectRows {
            (archive.oddities.map(\.code), [.malformedText])
            (archive.oddities.first?.byteOffset, bytes.count - 4)
            (archive.problems(), [])
            (archive.problems(strict: true), archive.oddities)
            (archive["root.name"].string, "Ada")
        }
        var limits = Limits.default
        limits.refusesOddInput = true
        #expect(throws: ArchiveError.self) { try KeyedArchive(bytes, limits: limits) }
        #expect(throws: ArchiveError.self) { try KeyedUnarchiver(forReadingFrom: bytes, limits: limits) }
        #expect(try KeyedArchive(Self.archive.bytes(), limits: limits).oddities.isEmpty)

        let binary = try Self.archive.bytes()
        let followed = try KeyedArchive(binary + [0x0A])
        #expect(followed.oddities.map(\.byteOffset) == [binary.count])
        #expect(try followed.bytes() == binary)

        for text in ["{a = 1; a = 2;}", "<plist><dict><key>a</key><true/><key>a</key><true/></dict></plist>"] {
            #expect(try PropertyListDocument(Array(text.utf8)).oddities.map(\.code) == [.duplicateKey])
        }
        let list = try BinaryPropertyListWriter().write(["a": 1, "a": 2])
        #expect(try PropertyListDocument(list).oddities.map(\.code) == [.duplicateKey])
    }

    @Test func `lists are found behind a prefix, in other bytes and one after the other`() throws {
        let first = try BinaryPropertyListWriter().write(["a": 1])
        let second = try BinaryPropertyListWriter().write([.data(first), "b"])
        let ranges = BinaryPropertyListReader.lists(in: [0, 0, 0, 7] + first + [1] + second + [2])
        let start = 4 + first.count + 1
        #expect(ranges.first == 4..<4 + first.count)
        #expect(ranges.last.map { second[($0.lowerBound - start)...].starts(with: first) } == true)
        #expect(ranges.contains(start..<start + second.count))
        let error = #expect(throws: ArchiveError.self) { try KeyedArchive([0, 0, 0, 7] + first) }
        #expect(error?.remedy?.contains("begins at byte 4") == true)
    }

    @Test func `what is no property list is told by name, with what opens it`() {
        func remedy(_ start: [UInt8]) -> String? {
            let error = #expect(throws: ArchiveError.self) { try KeyedArchive(start) }
            return error.map { "\($0.reason): \($0.remedy ?? "")" }
        }
        expectRows {
            expecting(remedy([4, 11] + Array("streamtyped".utf8)) ?? "", contains: "SequentialArchive")
            expecting(remedy(Array("SQLite format 3\0".utf8)) ?? "", contains: "an SQLite database")
            expecting(remedy([0x1F, 0x8B]) ?? "", contains: "gunzip")
            expecting(remedy(Array("{\"a\": 1}".utf8)) ?? "", contains: "this is JSON")
            expecting(remedy(Array(" [1, 2]".utf8)) ?? "", contains: "this is JSON")
            expecting(remedy(Array("BOMStore".utf8)) ?? "", contains: "a BOM store")
            expecting(remedy(Array("<plist><dict/></plist>".utf8)) ?? "", contains: "PropertyListDocument")
        }
    }

    private typealias Opening = ([UInt8]) throws -> Void

    /// Programs that know no UIDs turn the references of an XML archive into dictionaries when they convert it.
    @Test func `an archive whose references are dictionaries is refused with the cause and the way to repair it`()
        throws
    {
        let archive = SmallArchive(
            ["name": ["CF$UID": 2], "$class": ["CF$UID": 3]], "Ada", .classRecord("Person", "NSObject"),
            top: ["root": ["CF$UID": 1]])
        let bytes = try archive.bytes()
        for open in [{ _ = try KeyedArchive($0) }, { _ = try KeyedUnarchiver(forReadingFrom: $0) }] as [Opening] {
            let error = #expect(throws: ArchiveError.self) { try open(bytes) }
            expectRows {
                (error?.code, .notAKeyedArchive)
                (error?.reason.contains("CF$UID"), true)
                (error?.remedy?.contains("convert it back to XML"), true)
            }
        }
    }

    @Test func `fields that contradict each other are a problem of the strict check alone`() throws {
        func reasons(_ object: PropertyList, _ names: String..., strict: Bool = true) throws -> [String] {
            let record = PropertyList.classRecord(names[0], names[1])
            return try KeyedArchive(SmallArchive(object, "text", record).bytes()).problems(strict: strict).map(\.reason)
        }
        let runs: PropertyList = [
            "NSString": .uid(2), "NSAttributeInfo": .data([2, 0, 1, 0]), "$class": .uid(3),
        ]
        let whole: PropertyList = ["NSString": .uid(2), "NSAttributeInfo": .data([2, 0, 2, 0]), "$class": .uid(3)]
        let ranges: PropertyList = ["NSRangeCount": 2, "NSRangeData": .data([1, 1]), "$class": .uid(3)]
        let strings: PropertyList = ["NS.string": "a", "NS.bytes": .data([0x61]), "$class": .uid(3)]
        let data: PropertyList = ["NS.data": .data([1]), "NS.bytes": .data([1]), "$class": .uid(3)]
        let color: PropertyList = ["UIRed": .float(0.5), "UIRed-Double": 0.25, "$class": .uid(3)]
        let same: PropertyList = ["UIRed": .float(0.1), "UIRed-Double": 0.1, "$class": .uid(3)]
        let set: PropertyList = ["NSString": "abc", "$class": .uid(3)]
        try expectRows {
            expecting(try reasons(runs, "NSAttributedString", "NSObject").joined(), contains: "runs have 3 code units")
            (try reasons(whole, "NSAttributedString", "NSObject"), [])
            expecting(try reasons(ranges, "NSIndexSet", "NSObject").joined(), contains: "contradict")
            expecting(try reasons(color, "UIColor", "NSObject").joined(), contains: "UIRed is 0.5")
            (try reasons(same, "UIColor", "NSObject"), [])
            (try reasons(strings, "NSString", "NSObject"), ["NS.string and NS.bytes are both there"])
            (try reasons(data, "NSData", "NSObject"), ["NS.data and NS.bytes are both there"])
            (try reasons(set, "NSCharacterSet", "NSObject"), [])
            (try reasons(set, "Other", "NSObject").count, 1)
            (try reasons(runs, "NSAttributedString", "NSObject", strict: false), [])
            (try reasons(color, "UIColor", "NSObject", strict: false), [])
        }
    }

    @Test func `a color has as many components as its kind`() throws {
        func reasons(_ kind: Int64, _ key: PropertyListString, _ text: String) throws -> [String] {
            let color: PropertyList = .dictionary(
                PropertyListDictionary([
                    ("NSColorSpace", .integer(kind)), (.string(key), .data(Array(text.utf8))), ("$class", .uid(2)),
                ]))
            let archive = try KeyedArchive(SmallArchive(color, .classRecord("NSColor", "NSObject")).bytes())
            return archive.problems(strict: true).map(\.reason)
        }
        try expectRows {
            (try reasons(1, "NSRGB", "0.25 0.5 1\0"), [])
            (try reasons(2, "NSRGB", "0.25 0.5 1 0.75"), [])
            (try reasons(1, "NSRGB", "0.25 0.5"), ["NSRGB has 2 numbers, and a color of kind 1 has 3 or 4"])
            (try reasons(3, "NSWhite", ""), ["NSWhite has 0 numbers, and a color of kind 3 has 1 or 2"])
            (try reasons(5, "NSCMYK", "0 0 0 0 1 1"), ["NSCMYK has 6 numbers, and a color of kind 5 has 4 or 5"])
            (try reasons(4, "NSWhite", "white"), ["the text of NSWhite isn't one of numbers"])
            (try reasons(10, "NSRGB", "none"), [])
        }
    }

    /// What the strict check says of a color with a space of its own.
    private static func reasons(
        _ fields: KeyValuePairs<PropertyListString, PropertyList>, space: PropertyList
    ) throws -> [String] {
        let more: [(PropertyListString, PropertyList)] = [("NSCustomColorSpace", .uid(3)), ("$class", .uid(2))]
        let entries: [PropertyList] = [
            .dictionary(PropertyListDictionary((fields.map { ($0, $1) } + more).map { (.string($0), $1) })),
            .classRecord("NSColor", "NSObject"), space, .classRecord("NSColorSpace", "NSObject"),
        ]
        return try KeyedArchive(SmallArchive(entries: entries).bytes()).problems(strict: true).map(\.reason)
    }

    private static func text(_ text: String) -> PropertyList { .data(Array(text.utf8)) }

    @Test(.rows)
    func `two forms of one color are the same color`() {
        let (sRGB, gray): (PropertyList, PropertyList) = (
            ["NSID": 7, "$class": .uid(4)], ["NSID": 9, "$class": .uid(4)]
        )
        let generic: PropertyList = ["NSID": 1, "$class": .uid(4)]
        typealias Row = (KeyValuePairs<PropertyListString, PropertyList>, PropertyList, [String])
        let rgb = Self.text("0.2809 0.6826 0.2734\0")
        let other = "NSComponents has 0.9, and NSRGB 0.2809, of another color"
        forEachRow(
            [
                // As the theme of WWDC 2016 has them.
                (["NSColorSpace": 1, "NSRGB": rgb, "NSComponents": Self.text("0.3337 0.7233 0.3429 1")], sRGB, []),
                (["NSColorSpace": 1, "NSRGB": rgb, "NSComponents": Self.text("0.9 0.7233 0.3429 1")], sRGB, [other]),
                (
                    ["NSColorSpace": 1, "NSRGB": rgb, "NSComponents": Self.text("0.3337 0.7233 0.3429 0.5")], sRGB,
                    ["the opacity in NSComponents is 0.5, and in NSRGB 1.0"]
                ),
                (
                    ["NSColorSpace": 1, "NSRGB": rgb, "NSComponents": Self.text("0.3337 0.7233")], sRGB,
                    ["NSComponents has 2 numbers, and its space has 3, and the opacity"]
                ),
                (
                    ["NSColorSpace": 1, "NSRGB": rgb, "NSComponents": Self.text("green")], sRGB,
                    ["the text of NSComponents isn't one of numbers"]
                ),
                // Of the same space, the numbers are the same.
                (["NSColorSpace": 1, "NSRGB": rgb, "NSComponents": Self.text("0.2809 0.6826 0.2734 1")], generic, []),
                (
                    ["NSColorSpace": 1, "NSRGB": rgb, "NSComponents": Self.text("0.3337 0.7233 0.3429 1")], generic,
                    ["NSComponents has 0.3337, and NSRGB 0.2809, of another color"]
                ),
                (["NSColorSpace": 3, "NSWhite": Self.text("0.4247"), "NSComponents": Self.text("0.5 1")], gray, []),
                (
                    ["NSColorSpace": 3, "NSWhite": Self.text("0.4247"), "NSComponents": Self.text("0.75 1")], gray,
                    ["NSComponents has 0.75, and NSWhite 0.4247, of another color"]
                ),
                // A space of another model.
                (["NSColorSpace": 5, "NSCMYK": Self.text("0 1 1 0"), "NSComponents": Self.text("1 0 0 1")], sRGB, []),
                // Brighter than the screen.
                (["NSColorSpace": 1, "NSRGB": Self.text("1 1 1"), "NSComponents": Self.text("3 3 3 1")], sRGB, []),
            ] as [Row]
        ) { (fields, space, expected) throws in
            #expect(try Self.reasons(fields, space: space) == expected)
        }
    }

    @Test(.rows)
    func `a color of UIKit has as many components as it says, the same as text, and one of a catalog has names`() {
        let reals: [(PropertyListString, PropertyList)] = [
            ("UIRed", .float(0.25)), ("UIGreen", .float(0.5)), ("UIBlue", .float(0.75)), ("UIAlpha", .float(1)),
        ]
        typealias Row = ([(PropertyListString, PropertyList)], [String])
        let catalog: [(PropertyListString, PropertyList)] = [("NSColorSpace", 6), ("NSCatalogName", .uid(3))]
        forEachRow(
            [
                (reals + [("UIColorComponentCount", 4)], []),
                (reals + [("UIColorComponentCount", 2)], ["UIColorComponentCount is 2, and there are 4"]),
                (
                    [("UIWhite", .float(1)), ("UIColorComponentCount", 4)],
                    ["UIColorComponentCount is 4, and there are 2"]
                ),
                (
                    [("NSColorSpace", 2), ("NSRGB", Self.text("0 0 1")), ("UIColorComponentCount", 2)],
                    ["UIColorComponentCount is 2, and there are 4"]
                ),
                (reals + [("NSColorSpace", 2), ("NSRGB", Self.text("0.25 0.5 0.75"))], []),
                (
                    reals + [("NSColorSpace", 2), ("NSRGB", Self.text("0.25 0.5 0.5"))],
                    ["UIBlue is 0.75, and NSRGB has 0.5"]
                ),
                (
                    reals + [("NSColorSpace", 4), ("NSWhite", Self.text("0.25"))],
                    ["NSWhite has 1 component, and UIRed is one of 3"]
                ),
                (catalog + [("NSColorName", .uid(3))], []),
                (catalog, ["it is a color of a catalog, and lacks NSColorName"]),
                (
                    [("NSColorSpace", 6)],
                    ["NSCatalogName", "NSColorName"].map { "it is a color of a catalog, and lacks \($0)" }
                ),
                ([("NSColorSpace", 6), ("UISystemColorName", .uid(3))], []),
            ] as [Row]
        ) { (fields, expected) throws in
            for name in ["NSColor", "UIColor", "Dye"] {
                let color: PropertyList = .dictionary(
                    PropertyListDictionary(fields.map { (.string($0), $1) } + [("$class", .uid(2))]))
                let record = PropertyList.classRecord(name, name == "Dye" ? "NSColor" : "NSObject")
                let archive = try KeyedArchive(SmallArchive(color, record, "textColor").bytes())
                #expect(archive.problems(strict: true).map(\.reason) == expected, "\(name)")
                #expect(archive.problems() == [])
            }
        }
    }

    @Test(.rows)
    func `a number says how many there are, and in which form`() {
        typealias Row = (String, [(PropertyListString, PropertyList)], [String])
        let member: PropertyList = .uid(2)
        let number: [(PropertyListString, PropertyList)] = [
            ("NS.exponent", 0), ("NS.negative", false), ("NS.compact", true), ("NS.mantissa.bo", 1),
        ]
        let none = "its fields contradict each other, so that it has no value"
        forEachRow(
            [
                ("NSIndexSet", [("NSRangeCount", 1), ("NSLocation", 4), ("NSLength", 2)], []),
                (
                    "NSIndexSet",
                    [("NSRangeCount", 1), ("NSLocation", 4), ("NSLength", 2), ("NSRangeData", .data([4, 2, 9, 1]))],
                    ["NSRangeCount is 1, and NSRangeData is there as well"]
                ),
                (
                    "NSMutableIndexSet", [("NSRangeCount", 0), ("NSLocation", 4), ("NSLength", 2)],
                    ["NSRangeCount is 0, and NSLocation is there as well"]
                ),
                ("NSIndexPath", [("NSIndexPathLength", 2), ("NSIndexPathData", .data([1, 2]))], []),
                (
                    "NSIndexPath",
                    [("NSIndexPathLength", 1), ("NSIndexPathValue", 7), ("NSIndexPathData", .data([1, 2]))],
                    ["NSIndexPathLength is 1, and NSIndexPathData is there as well"]
                ),
                ("NSIndexPath", [("NSIndexPathLength", 3), ("NSIndexPathData", .data([1, 2]))], [none]),
                ("NSCountedSet", [("NS.count", 1), ("NS.object0", member), ("NS.count0", 2)], []),
                (
                    "NSCountedSet",
                    [
                        ("NS.count", 1), ("NS.object0", member), ("NS.count0", 2), ("NS.object1", member),
                        ("NS.count1", 1),
                    ],
                    ["NS.count is 1, and NS.object1 is there as well"]
                ),
                ("NSValue", [("NS.special", 1), ("NS.pointval", member)], []),
                (
                    "NSValue", [("NS.special", 1), ("NS.pointval", member), ("NS.rectval", member)],
                    ["NS.special is 1, and NS.rectval is there as well"]
                ),
                ("NSValue", [("NS.special", 99), ("NS.rectval", member)], []),
                ("NSDecimalNumber", number + [("NS.length", 2), ("NS.mantissa", .data([1, 0, 2, 0]))], []),
                // The words that don't count may hold anything.
                ("NSDecimalNumber", number + [("NS.length", 1), ("NS.mantissa", .data([1, 0, 2, 0]))], []),
                ("NSDecimalNumber", number + [("NS.length", 3), ("NS.mantissa", .data([1, 0, 2, 0]))], [none]),
                (
                    "NSDecimalNumber",
                    number + [("NS.length", 9), ("NS.mantissa", .data(Array(repeating: 1, count: 18)))], [none]
                ),
            ] as [Row]
        ) { (name, fields, expected) throws in
            let object: PropertyList = .dictionary(
                PropertyListDictionary(fields.map { (.string($0), $1) } + [("$class", .uid(3))]))
            let archive = try KeyedArchive(SmallArchive(object, "{1, 2}", .classRecord(name, "NSObject")).bytes())
            #expect(archive.problems(strict: true).map(\.reason) == expected)
            #expect(archive.problems() == [])
        }
    }

    @Test func `a run names attributes that there are`() throws {
        func reasons(_ runs: [UInt8], _ attributes: PropertyList) throws -> [String] {
            let string: PropertyList = [
                "NSString": .uid(2), "NSAttributeInfo": .data(runs), "NSAttributes": .uid(4), "$class": .uid(3),
            ]
            let entries = [
                string, "text", .classRecord("NSAttributedString", "NSObject"), attributes,
                .classRecord("NSArray", "NSObject"), ["NS.keys": [], "NS.objects": [], "$class": .uid(7)],
                .classRecord("NSDictionary", "NSObject"),
            ]
            return try KeyedArchive(SmallArchive(entries: entries).bytes()).problems(strict: true).map(\.reason)
        }
        let two: PropertyList = ["NS.objects": [.uid(6), .uid(6)], "$class": .uid(5)]
        let one: PropertyList = ["NS.keys": [], "NS.objects": [], "$class": .uid(7)]
        try expectRows {
            (try reasons([2, 0, 2, 1], two), [])
            (try reasons([2, 0, 2, 2], two), ["a run has the attributes 2 of 2"])
            (try reasons([4, 0], one), [])
            (try reasons([4, 5], one), ["a run has the attributes 5 of 1"])
        }
    }

    @Test func `an audit of XML gives the size of the file, and the objects that its text needs`() throws {
        let bytes = try Self.xml { $0 }
        let audit = try KeyedArchive(bytes).audit()
        #expect(audit.byteCount == bytes.count)
        var limits = Limits.default
        limits.objects = audit.requiredLimits.objects
        #expect(throws: Never.self) { try KeyedArchive(bytes, limits: limits) }
        limits.objects -= 1
        #expect(throws: ArchiveError.self) { try KeyedArchive(bytes, limits: limits) }
    }
}
