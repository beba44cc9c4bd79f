import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

@Suite struct ArchivedNumberTests {
    static let numbers: [ArchivedNumber] = [
        .integer(7), .double(1.5), .integer(.min), .double(-0.0), .boolean(true), .float(0.1),
        .unsignedInteger(.max), .integer128(5), .integer(-1), .boolean(false),
    ]

    @Test
    func `a list of numbers of all kinds is written as those of the standard library, and keeps the kind of each`()
        throws
    {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Self.numbers)
        let decoded = try KeyedUnarchiver.unarchivedObject(of: [ArchivedNumber].self, from: bytes)
        #expect(decoded == Self.numbers)
        #expect(decoded?[3].doubleValue.sign == .minus)
        let plain = ArchivedArray([
            Int64(7), 1.5, Int64.min, -0.0, true, Float(0.1), UInt64.max, Integer128(Int64(5)), Int64(-1), false,
        ])
        #expect(
            try KeyedArchiver.archivedBytes(withRootObject: Self.numbers)
                == KeyedArchiver.archivedBytes(withRootObject: plain))
        // An unsigned integer that fits 64 bits with a sign is an integer when it is decoded.
        let unsigned = try KeyedArchiver.archivedBytes(withRootObject: [ArchivedNumber.unsignedInteger(3)])
        #expect(try KeyedUnarchiver.unarchivedObject(of: [ArchivedNumber].self, from: unsigned) == [.integer(3)])
    }

    @Test func `a number under a key may be inline or an object`() throws {
        let archiver = KeyedArchiver()
        try archiver.encode(2.5, forKey: "inline")
        try archiver.encode(ArchivedNumber.integer(2), forKey: "object")
        try archiver.encode("two", forKey: "text")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        try expectRows {
            try (unarchiver.decode(ArchivedNumber.self, forKey: "inline"), .double(2.5))
            try (unarchiver.decode(ArchivedNumber.self, forKey: "object"), .integer(2))
            (try unarchiver.decodeIfPresent(ArchivedNumber.self, forKey: "none"), nil)
        }
        #expect { try unarchiver.decode(ArchivedNumber.self, forKey: "text") } throws: {
            ($0 as? ArchiveError)?.code == .unexpectedClass
        }
    }

    @Test func `nil among numbers is refused with its position`() throws {
        let bytes = try SmallArchive(
            ["NS.objects": [.uid(2), .uid(0)], "$class": .uid(3)], 4, .classRecord("NSArray", "NSObject")
        ).bytes()
        #expect { try KeyedUnarchiver.unarchivedObject(of: [ArchivedNumber].self, from: bytes) } throws: {
            ($0 as? ArchiveError)?.reason.contains("element 1 ") == true
        }
    }

    @Test func `a delegate is shown the numbers of the standard library and may replace them`() throws {
        final class Doubler: KeyedUnarchiverDelegate {
            func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) -> (any Codingable)? {
                (object as? Int64).map { $0 * 2 } ?? object
            }
        }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: [ArchivedNumber.integer(4), .double(0.5)])
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let delegate = Doubler()
        unarchiver.delegate = delegate
        #expect(try unarchiver.decode([ArchivedNumber].self, forKey: "root") == [.integer(8), .double(0.5)])
    }

    @Test func `a number object of another coder is read from its field, as any number and as one of its kind`() throws
    {
        func number(_ key: String, _ value: PropertyList) throws -> ArchivedNumber? {
            let fields: PropertyList = [.string(PropertyListString(key)): value, "$class": .uid(2)]
            let archive = SmallArchive(fields, .classRecord("NSNumber", "NSValue", "NSObject"))
            return try KeyedUnarchiver.unarchivedObject(of: ArchivedNumber.self, from: archive.bytes())
        }
        try expectRows {
            try (number("NS.boolval", true), .boolean(true))
            try (number("NS.intval", 12), .integer(12))
            try (number("NS.dblval", 1.25), .double(1.25))
        }
        #expect { try number("NS.other", 1) } throws: { ($0 as? ArchiveError)?.code == .invalidValue }
        let archive = SmallArchive(
            ["NS.intval": 12, "$class": .uid(2)], .classRecord("NSNumber", "NSValue", "NSObject"),
            top: ["a": .uid(1), "b": .uid(1)])
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive.bytes())
        try expectRows {
            try (unarchiver.decode(ArchivedNumber.self, forKey: "a"), .integer(12))
            (try unarchiver.decode(Int.self, forKey: "b"), 12)
            try (unarchiver.decode(ArchivedNumber.self, forKey: "b"), .integer(12))
            (try unarchiver.decodePropertyList(forKey: "b"), 12)
        }
    }

    private static let conversions: [(ArchivedNumber, Double, Int64?)] = [
        (.boolean(true), 1, 1), (.integer(-3), -3, -3), (.unsignedInteger(.max), 0x1p64, nil),
        (.integer128(Integer128(high: 1, low: 0)), 0x1p64, nil), (.integer128(5), 5, 5), (.float(0.5), 0.5, nil),
        (.double(4), 4, 4), (.double(1e300), 1e300, nil), (.double(.infinity), .infinity, nil),
        (.double(-0x1p63), -0x1p63, .min), (.double(0x1p63), 0x1p63, nil), (.float(-2), -2, -2),
        (.integer128(-5), -5, -5), (.integer128(Integer128(high: .min, low: 0)), -0x1p127, nil),
        // Just above half of the last place, by a bit that 64 of the 65 bits do not show.
        (.integer128(Integer128(high: 1, low: 1 << 11 + 1)), 0x1p64 + 0x1p12, nil),
        (.integer128(Integer128(high: -2, low: .max - (1 << 11))), -0x1p64 - 0x1p12, nil),
    ]

    @Test(.rows)
    func `a number can be had as a real, and as an integer if it is one`() {
        forEachRow(Self.conversions) { (number: ArchivedNumber, real: Double, integer: Int64?) in
            #expect(number.doubleValue == real)
            #expect(number.integerValue == integer)
        }
    }
}
