import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Objects of Foundation's classes as types of the standard library, and how numbers are converted.
struct KeyedArchiveDecoderValueTests {
    /// Decodes an object of one of Foundation's classes.
    private func decode<Value: Decodable>(
        _ type: Value.Type,
        _ classes: [String],
        _ fields: [(String, PropertyList)],
        _ others: [PropertyList] = []
    ) throws -> Value {
        var archive = SmallArchive()
        let entries = [("$class", PropertyList.uid(2))] + fields
        archive.objects =
            [
                .dictionary(
                    PropertyListDictionary(entries.map { (key: .string(PropertyListString($0.0)), value: $0.1) })),
                [
                    "$classname": .string(PropertyListString(classes[0])),
                    "$classes": .array(
                        PropertyListArray((classes + ["NSObject"]).map { .string(PropertyListString($0)) })),
                ],
            ] + others
        return try KeyedArchiveDecoder().decode(type, from: archive.bytes())
    }

    @Test(.rows)
    func `strings with a class are strings`() {
        forEachRow([["NSString"], ["NSMutableString", "NSString"], ["MyString", "NSMutableString", "NSString"]]) {
            (classes: [String]) throws in
            #expect(try decode(String.self, classes, [("NS.string", "text")]) == "text")
            #expect(try decode(String?.self, classes, [("NS.string", "text")]) == "text")
        }
    }

    @Test func `objects of Foundation's classes are the text, numbers or bytes that they hold`() throws {
        let styled = ["NSMutableAttributedString", "NSAttributedString"]
        let number = ["NSNumber", "NSValue"]
        let data = ["NSMutableData", "NSData"]
        let stored: [(String, PropertyList)] = [("NS.data", .data([1, 2]))]
        let url: [(String, PropertyList)] = [("NS.base", .uid(0)), ("NS.relative", .uid(3))]
        let bytes = [UInt8](0..<14) + [0x0F, 0x10]
        let uuid: [(String, PropertyList)] = [("NS.uuidbytes", .data(bytes))]
        try expectRows {
            (try decode(String.self, ["NSAttributedString"], [("NSString", .uid(3))], ["styled"]), "styled")
            (try decode(String.self, styled, [("NSString", .uid(3))], ["s"]), "s")
            (try decode(Int.self, number, [("NS.intval", 5)]), 5)
            (try decode(Double.self, number, [("NS.dblval", 0.5)]), 0.5)
            try decode(Bool.self, number, [("NS.boolval", true)])
            (try decode(Double.self, ["NSDate"], [("NS.time", 12.5)]), 12.5)
            (try decode([UInt8].self, data, stored), [1, 2])
            (try decode(Set<UInt8>.self, data, stored), [1, 2])
            (try decode(String.self, ["NSURL"], url, ["https://example.com"]), "https://example.com")
            (try decode(String.self, ["NSUUID"], uuid), "00010203-0405-0607-0809-0A0B0C0D0F10")
            (try decode([UInt8].self, ["NSUUID"], uuid), bytes)
        }
    }

    @Test func `plain data is bytes only, and dates and data of this library are decoded as themselves`() throws {
        let archive = SmallArchive(.data([3, 4]))
        #expect(try KeyedArchiveDecoder().decode([UInt8].self, from: archive.bytes()) == [3, 4])
        #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode([Int].self, from: archive.bytes()) }
        struct Stamp: Decodable {
            var time: Double
            var data: [UInt8]
        }
        let archiver = KeyedArchiver()
        try archiver.encode(
            ArchivedDictionary([
                (key: "time", value: ArchivedDate(timeIntervalSinceReferenceDate: 5)),
                (key: "data", value: ArchivedData([1])),
            ]), forKey: "root")
        let stamp = try KeyedArchiveDecoder().decode(Stamp.self, from: archiver.encodedBytes)
        #expect(stamp.time == 5 && stamp.data == [1])
    }

    @Test func `decimals are numbers and text`() throws {
        func decimal<Value: Decodable>(_ type: Value.Type, _ mantissa: UInt8, exponent: Int64) throws -> Value {
            let bytes = [mantissa] + [UInt8](repeating: 0, count: 15)
            return try decode(
                type, ["NSDecimalNumber", "NSNumber", "NSValue"],
                [
                    ("NS.mantissa", .data(bytes)), ("NS.length", 1), ("NS.exponent", .integer(exponent)),
                    ("NS.negative", false), ("NS.compact", true), ("NS.mantissa.bo", 1),
                ])
        }
        try expectRows {
            (try decimal(Double.self, 125, exponent: -1), 12.5)
            (try decimal(String.self, 125, exponent: -1), "12.5")
            (try decimal(Int.self, 12, exponent: 1), 120)
        }
        #expect(throws: DecodingError.self) { try decimal(Int.self, 125, exponent: -1) }
    }

    @Test func `null objects and the text that stands for nil, in UTF-16 too, are nil`() throws {
        #expect(try decode(Int?.self, ["NSNull"], []) == nil)
        let archive = SmallArchive(
            ["$class": .uid(2), "NS.objects": [.uid(3), .uid(5)]], .classRecord("NSArray", "NSObject"),
            ["$class": .uid(4)], .classRecord("NSNull", "NSObject"), "x")
        #expect(try KeyedArchiveDecoder().decode([String?].self, from: archive.bytes()) == [nil, "x"])
        struct Holder: Decodable {
            var value: String?
        }
        var bytes = try SmallArchive(
            ["value": .uid(3), "$class": .uid(2)], .classRecord("Thing", "NSObject"), "ñnull"
        ).bytes()
        let place = try #require(bytes.firstRange(of: [0x65, 0x00, 0xF1]))
        bytes[place.upperBound - 1] = UInt8(ascii: "$")
        try expectRows {
            (try KeyedArchive(bytes).entry(at: 3), .null)
            (try KeyedArchiveDecoder().decode(Holder.self, from: bytes).value, nil)
            (try KeyedArchiveDecoder().decode([String: String?].self, from: bytes), ["value": nil])
        }
    }

    @Test func `index sets are their indexes, and an error if one isn't an integer of Swift`() throws {
        #expect(
            try decode([Int].self, ["NSIndexSet"], [("NSRangeCount", 1), ("NSLocation", 3), ("NSLength", 2)]) == [3, 4])
        #expect(
            try decode(
                Set<Int>.self, ["NSMutableIndexSet", "NSIndexSet"],
                [("NSRangeCount", 2), ("NSRangeData", .uid(3))],
                [["$class": .uid(4), "NS.data": .data([1, 1, 5, 2])], .classRecord("NSData", "NSObject")]) == [1, 5, 6])
        #expect(throws: DecodingError.self) {
            try decode(
                [Int].self, ["NSIndexSet"], [("NSRangeCount", 1), ("NSLocation", 0), ("NSLength", .integer(.max))])
        }
        // 2^63 - 2 and 2^63 - 1 in groups of seven bits, and lengths of 1.
        let (greatest, tooGreat) = (
            [0xFE] + Array(repeating: 0xFF, count: 7) + [0x7F] as [UInt8],
            Array(repeating: 0xFF, count: 8) + [0x7F] as [UInt8]
        )
        func indexes(_ last: [UInt8]) throws -> [Int] {
            try decode(
                [Int].self, ["NSIndexSet"], [("NSRangeCount", 2), ("NSRangeData", .uid(3))],
                [["$class": .uid(4), "NS.data": .data([1, 1] + last + [1])], .classRecord("NSData", "NSObject")])
        }
        #expect(try indexes(greatest) == [1, .max - 1])
        #expect(throws: DecodingError.self) { try indexes(tooGreat) }
    }

    @Test func `geometry is numbers`() throws {
        let value = ["NSValue"]
        try expectRows {
            (try decode([Double].self, value, [("NS.special", 1), ("NS.pointval", .uid(3))], ["{1, 2.5}"]), [1, 2.5])
            (
                try decode([[Double]].self, value, [("NS.special", 3), ("NS.rectval", .uid(3))], ["{{1, 2}, {3, 4}}"]),
                [[1, 2], [3, 4]]
            )
        }
        for text in ["{1, 2", "{1 2}", "{{1}, {{2}}}", "1, 2", "{}", "{1, 2} "] {
            #expect(throws: DecodingError.self) {
                try decode(
                    [Double].self, value, [("NS.special", 1), ("NS.pointval", .uid(3))],
                    [.string(PropertyListString(text))])
            }
        }
    }

    @Test(.rows)
    func `a text is no list of numbers, whatever it looks like`() {
        forEachRow(["{1, 2}", "{{1, 2}, {3, 4}}"]) { (text: String) throws in
            let bytes = try SmallArchive(.string(PropertyListString(text))).bytes()
            #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode([Double].self, from: bytes) }
            #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode([[Double]].self, from: bytes) }
            #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(Set<Double>.self, from: bytes) }
            #expect(try KeyedArchiveDecoder().decode(String.self, from: bytes) == text)
        }
    }

    // MARK: Numbers

    @Test func `integers are converted exactly or not at all, reals are the nearest, and booleans are neither`() throws
    {
        let decoder = KeyedArchiveDecoder()
        try expectRows {
            (try decoder.decode(UInt8.self, from: SmallArchive(255).bytes()), 255)
            (try decoder.decode(Int.self, from: SmallArchive(2.0).bytes()), 2)
            (try decoder.decode(Double.self, from: SmallArchive(3).bytes()), 3)
            (try decoder.decode(UInt64.self, from: SmallArchive(.unsignedInteger(.max)).bytes()), .max)
            // The nearest real to 2⁶³ − 1 is 2⁶³.
            (try decoder.decode(Double.self, from: SmallArchive(.integer(.max)).bytes()), 0x1p63)
            (try decoder.decode(Float.self, from: SmallArchive(16_777_217).bytes()), 16_777_216)
        }
        for (value, type) in [
            (256, UInt8.self), (-1, UInt.self), (2.5, Int.self), (1e300, Float.self),
            (.unsignedInteger(.max), Int.self),
        ] as [(PropertyList, any Decodable.Type)] {
            let error = #expect(throws: DecodingError.self) {
                try decode(type, SmallArchive(value).bytes())
            }
            #expect(error?.archiveError?.code == .range)
        }
        #expect(throws: DecodingError.self) { try decode(Bool.self, SmallArchive(1).bytes()) }
        #expect(throws: DecodingError.self) { try decode(Int.self, SmallArchive(true).bytes()) }
        #expect(throws: DecodingError.self) { try decode(String.self, SmallArchive(1).bytes()) }
    }

    private func decode(_ type: (some Decodable).Type, _ bytes: [UInt8]) throws {
        _ = try KeyedArchiveDecoder().decode(type, from: bytes)
    }

    @Test func `an unpaired surrogate is an error`() throws {
        let archive = SmallArchive(.string(PropertyListString(utf16: [0x61, 0xD800])))
        let error = #expect(throws: DecodingError.self) { try decode(String.self, archive.bytes()) }
        #expect(error?.archiveError?.code == .invalidValue)
    }
}
