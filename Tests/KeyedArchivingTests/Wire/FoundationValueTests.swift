import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What objects of Foundation's classes stand for, in each of the layouts that archives have.
@Suite struct FoundationValueTests {
    /// What an object with the given fields stands for, if it is of the first class and the others are its
    /// superclasses.
    private func foundationValue(_ fields: PropertyListDictionary, _ names: [String]) throws -> FoundationValue? {
        var record = fields
        record["$class"] = .uid(2)
        let opened = try KeyedArchive(SmallArchive(.dictionary(record), .classRecord("Any")).bytes())
        let object = try #require(try opened.record(at: 1))
        return opened.foundationValue(of: object, ofClass: ArchivedClass(name: names[0], hierarchy: names))
    }

    private func text(_ fields: PropertyListDictionary, _ names: String...) throws -> String {
        switch try foundationValue(fields, names)?.content {
        case .string(let string): string.repaired
        case .decimal(let digits): digits
        case .indexSet(let ranges): "\(ranges)"
        case .indexPath(let indexes): "\(indexes)"
        case let content?: "\(content)"
        case nil: "nothing"
        }
    }

    @Test
    func `an attributed string of nil is empty, a date may be an integer, and a negative decimal without words is NaN`()
        throws
    {
        #expect(try text(["NSString": .uid(.null)], "NSAttributedString") == "")
        #expect(try text(["NS.time": 42], "NSDate") == "date(42.0)")
        let fields: PropertyListDictionary = [
            "NS.mantissa": .data([]), "NS.length": 0, "NS.exponent": 0, "NS.negative": true,
        ]
        #expect(try text(fields, "NSDecimalNumber") == "NaN")
    }

    @Test func `index sets have ranges of one index or more, ascending and apart, in numbers and in data`() throws {
        func ranges(_ bytes: UInt8...) -> PropertyListDictionary { ["NSRangeCount": 2, "NSRangeData": .data(bytes)] }
        func range(_ location: Int64, _ length: Int64) -> PropertyListDictionary {
            ["NSRangeCount": 1, "NSLocation": .integer(location), "NSLength": .integer(length)]
        }
        try expectRows {
            (try text(["NSRangeCount": 0], "NSIndexSet"), "[]")
            (try text(range(3, 2), "NSIndexSet"), "[Range(3..<5)]")
            (try text(ranges(0, 2, 3, 1), "NSIndexSet"), "[Range(0..<2), Range(3..<4)]")
        }
        let impossible = [
            ["NSRangeCount": -1, "NSRangeData": .data([])], range(3, 0), range(-1, 1), range(.max, 1),
            ranges(0, 2, 2, 1), ranges(5, 1, 0, 1), ranges(0, 1, 4, 0), ranges(0, 1, 4),
        ]
        for fields in impossible { #expect(try text(fields, "NSIndexSet") == "nothing") }
        // Also in index paths, and none where they would overflow.
        let data: PropertyList = .data([0x00, 0x32, 0x64, 0x32])
        let huge: PropertyList = .data([UInt8](repeating: 0xFF, count: 9) + [1, 0x01, 0x00, 0x00])
        try expectRows {
            (try text(["NSRangeCount": 1, "NSLocation": 0, "NSLength": 5], "NSIndexSet"), "[Range(0..<5)]")
            (try text(["NSRangeCount": 2, "NSRangeData": data], "NSIndexSet"), "[Range(0..<50), Range(100..<150)]")
            (try text(["NSRangeCount": 3, "NSRangeData": data], "NSIndexSet"), "nothing")
            (try text(["NSRangeCount": 2, "NSRangeData": huge], "NSIndexSet"), "nothing")
            (try text(["NSRangeCount": 2, "NSRangeData": .data([0x80])], "NSIndexSet"), "nothing")
            (try text(["NSRangeCount": 1, "NSLocation": -3, "NSLength": 2], "NSIndexSet"), "nothing")
            (try text(["NSIndexPathLength": 2, "NSIndexPathData": .data([4, 8])], "NSIndexPath"), "[4, 8]")
            (try text(["NSIndexPathLength": .integer(.max)], "NSIndexPath"), "nothing")
        }
    }

    @Test func `strings are in a field or as bytes, also in an object that a field refers to, and no other bytes`()
        throws
    {
        try expectRows {
            (try text(["NS.string": "a"], "NSMutableString", "NSString"), "a")
            (try text(["NS.bytes": .data([0xC3, 0xA9])], "NSString"), "é")
            (try text(["NS.bytes": .data([0xFF])], "NSString"), "nothing")
        }
        let holder: PropertyList = ["$class": .uid(2), "NSString": .uid(3)]
        for (fields, text) in [
            (["NS.string": "a"], "a"), (["NS.bytes": .data([0xC3, 0xA9])], "é"),
        ] as [(PropertyListDictionary, String)] {
            var string = fields
            string["$class"] = .uid(4)
            let archive = SmallArchive(
                holder, .classRecord("NSAttributedString"), .dictionary(string), .classRecord("NSString"))
            let opened = try KeyedArchive(archive.bytes())
            let value = opened.foundationValue(
                of: try #require(try opened.record(at: 1)), ofClass: ArchivedClass(name: "NSAttributedString"))
            guard case .string(let found)? = value?.content else {
                Issue.record("\(String(describing: value))")
                continue
            }
            #expect(found.repaired == text)
        }
    }

    /// Mantissa, byte order, number of words, exponent, and the number.
    private static let decimals: [(mantissa: [UInt8], order: Int64, length: Int64, exponent: Int64, text: String)] = [
        ([8, 0], 1, 1, 1, "80"),
        ([0, 8], 2, 1, 1, "80"),
        ([0x39, 0x30, 0xFF, 0xFF], 1, 1, -2, "123.45"),
        ([0, 0, 1, 0], 1, 2, 0, "65536"),
        ([5, 0], 1, 1, -3, "0.005"),
        ([5, 0], 1, 1, -1, "0.5"),
        ([5, 0], 1, 0, 0, "0"),
        ([0, 0], 1, 1, 5, "0"),
        ([UInt8](repeating: 0xFF, count: 16), 1, 8, 0, "340282366920938463463374607431768211455"),
        ([5, 0], 1, 2, 0, "nothing"),
        ([5, 0], 1, 1, 999, "nothing"),
        ([5], 1, 0, 0, "nothing"),
    ]

    @Test(.rows)
    func `decimal numbers`() {
        forEachRow(Self.decimals.indices) { (index: Int) throws in
            let row = Self.decimals[index]
            let fields: PropertyListDictionary = [
                "NS.mantissa": .data(row.mantissa), "NS.mantissa.bo": .integer(row.order),
                "NS.length": .integer(row.length),
                "NS.exponent": .integer(row.exponent), "NS.negative": false, "NS.compact": true,
            ]
            #expect(try text(fields, "NSDecimalNumberPlaceholder") == row.text)
        }
    }

    @Test func `subclasses are known by their superclasses, and their own fields are left over`() throws {
        let fields: PropertyListDictionary = ["NS.string": "text", "NSDev": .uid(0)]
        let found = try #require(try foundationValue(fields, ["NSLocalizableString", "NSString", "NSObject"]))
        #expect(found.otherFields.map { $0.key.repaired } == ["NSDev"])
        #expect(try foundationValue(fields, ["NSLocalizableString"]) == nil)
    }

    @Test func `collections in both layouts, and empty ones without fields`() throws {
        for (fields, count) in [
            (["NS.objects": [.uid(0), .uid(0)]], 2), (["NS.object.0": .uid(0)], 1), ([:], 0),
        ] as [(PropertyListDictionary, Int)] {
            guard case .list(let elements) = try foundationValue(fields, ["NSOrderedSet"])?.content else {
                throw ArchiveError(.invalidValue, "no list")
            }
            #expect(elements.count == count)
        }
        try expectRows {
            (try foundationValue(["NS.keys": [.uid(0)], "NS.objects": []], ["NSDictionary"]), nil)
            (try foundationValue(["NS.count": .integer(.max)], ["NSCountedSet"]), nil)
            (try foundationValue(["NS.count": 1, "NS.object0": .uid(0)], ["NSCountedSet"]), nil)
        }
    }

    @Test func `the indexes of an index set are charged before there is memory for them`() throws {
        let data = (0..<20).flatMap { [4 * $0, 2] as [UInt8] }
        let archive = try KeyedArchive(
            SmallArchive(
                ["NSRangeCount": 20, "NSRangeData": .data(data), "$class": .uid(2)], .classRecord("NSIndexSet")
            ).bytes())
        let object = try #require(try archive.record(at: 1))
        var limits = Limits.unlimited
        for (allocation, isEnough) in [(1000, true), (500, false)] {
            limits.allocation = allocation
            var (cache, budget) = (FoundationValueCache(), Budget(inputSize: 1, limits: limits))
            let name = ArchivedClass(name: "NSIndexSet")
            if isEnough {
                #expect(
                    try archive.foundationValue(
                        of: object, ofClass: name, caching: &cache, charging: &budget) != nil)
            } else {
                #expect(throws: ArchiveError(.limitExceeded, "")) {
                    try archive.foundationValue(
                        of: object, ofClass: name, caching: &cache, charging: &budget)
                }
            }
        }
    }

    @Test(.rows)
    func `an object of up to four fields is cached where one is long`() {
        forEachRow([(4, true), (5, false)]) { (fieldCount: Int, isCached: Bool) throws in
            let long = PropertyList.string(PropertyListString(String(repeating: "x", count: 1000)))
            var fields: [PropertyListDictionary.Element] = [
                (key: "text", value: long), (key: "$class", value: .uid(2)),
            ]
            for number in 1..<fieldCount { fields.append((key: .string(PropertyListString("\(number)")), value: 1)) }
            let object = PropertyList.dictionary(PropertyListDictionary(fields))
            let archive = try KeyedArchive(SmallArchive(object, .classRecord("Text", "NSObject")).bytes())
            func isEnough(_ bytes: Int, times: Int) -> Bool {
                var limits = Limits.unlimited
                limits.expansion = bytes
                var budget = Budget(inputSize: 1, limits: limits)
                var cache = FoundationValueCache()
                return (0..<times).allSatisfy { _ in
                    (try? cache.entry(at: 1, of: archive, charging: &budget)) != nil
                }
            }
            #expect(isEnough(1_500, times: 1))
            #expect(isEnough(1_500, times: 10) == isCached)
        }
    }

    @Test func `a long text is charged when it is read for the first time, and cached`() throws {
        let text = PropertyListString(String(repeating: "x", count: 1000))
        let archive = try KeyedArchive(SmallArchive(.string(text)).bytes())
        var limits = Limits.unlimited
        limits.expansion = 2500
        limits.allocation = 2500
        var budget = Budget(inputSize: 1, limits: limits)
        var cache = FoundationValueCache()
        for _ in 0..<100 {
            #expect(try cache.entry(at: 1, of: archive, charging: &budget) == .value(.string(text)))
        }
    }
}
