import PropertyLists
import TestSupport
import Testing

@Suite struct XMLIntegerTests {
    @Test(.rows)
    func `integers from -2^63 to 2^64 - 1 are read`() {
        forEachRow(
            [
                ("0", 0), ("-0", 0), ("1", 1), ("+1", 1), ("-1", -1), ("007", 7), (" 42\n", 42), ("0x1F", 31),
                ("0X1f", 31),
                ("-0x10", -16), ("+0xA", 10), ("9223372036854775807", .integer(.max)),
                ("-9223372036854775808", .integer(.min)), ("-0x8000000000000000", .integer(.min)),
                ("9223372036854775808", .unsignedInteger(1 << 63)), ("18446744073709551615", .unsignedInteger(.max)),
                ("0xFFFFFFFFFFFFFFFF", .unsignedInteger(.max)), ("00000000000000000000000000000001", 1),
            ] as [(String, PropertyList)]
        ) { (text: String, value: PropertyList) throws in
            #expect(try readXML("<integer>\(text)</integer>") == value)
        }
    }

    @Test(.rows)
    func `any other integer is refused`() {
        forEachRow([
            "", " ", "-", "+", "+-1", "--1", "- 1", "1.0", "1e3", "0x", "-0x", "0xG", "x1", "1x", "1 2", "0b1",
            "\u{661}",
            "18446744073709551616", "-9223372036854775809", "0x10000000000000000", "-0x8000000000000001",
            "99999999999999999999999999999999999999999999",
        ]) { (text: String) in
            let error = errorOfReadingXML("<integer>\(text)</integer>")
            #expect(error?.code == .invalidNumber)
            #expect(error?.byteOffset == 9)
        }
    }

    @Test func `an empty integer element is refused`() {
        #expect(errorOfReadingXML("<array><integer/></array>")?.byteOffset == 7)
        #expect(errorOfReadingXML("<real/>")?.code == .invalidNumber)
    }

    @Test(.rows)
    func `integers are written in decimal`() {
        forEachRow(
            [
                (.integer(.min), "-9223372036854775808"), (-1, "-1"), (0, "0"), (.integer(.max), "9223372036854775807"),
                (.unsignedInteger(.max), "18446744073709551615"), (.integer128(5), "5"),
                (.integer128(Integer128(UInt64.max)), "18446744073709551615"), (.integer128(-5), "-5"),
            ] as [(PropertyList, String)]
        ) { (value: PropertyList, text: String) throws in
            #expect(try writeXML(value) == "<integer>\(text)</integer>")
        }
    }

    @Test func `an integer beyond 64 bits has no XML form`() {
        expectRows {
            (errorOfWritingXML(.integer128(Integer128(high: 1, low: 0)))?.code, .unrepresentable)
            (errorOfWritingXML(.integer128(Integer128(high: -2, low: 0)))?.code, .unrepresentable)
            (errorOfWritingXML(.integer128(Integer128(high: -1, low: 0)))?.code, .unrepresentable)
        }
    }
}

@Suite struct XMLDateTests {
    /// Computed by Python's `datetime`; the rows of year 0 counted by hand from the first day of year 1.
    private static let dates: [(String, Double)] = [
        ("2001-01-01T00:00:00Z", 0), ("2000-12-31T23:59:59Z", -1), ("1970-01-01T00:00:00Z", -978_307_200),
        ("2000-02-29T12:34:56Z", -26_479_504), ("1900-02-28T00:00:00Z", -3_182_284_800),
        ("1900-03-01T00:00:00Z", -3_182_198_400), ("2024-02-29T00:00:00Z", 730_857_600),
        ("2100-03-01T00:00:00Z", 3_129_235_200), ("0001-01-01T00:00:00Z", -63_113_904_000),
        ("0400-02-29T00:00:00Z", -50_517_648_000), ("1582-10-10T00:00:00Z", -13_198_032_000),
        ("4001-01-01T00:00:00Z", 63_113_904_000), ("9999-12-31T23:59:59Z", 252_423_993_599),
        ("2026-07-14T08:09:10Z", 805_709_350), ("0000-12-30T00:00:00Z", -63_114_076_800),
        ("0000-01-01T00:00:00Z", -63_145_526_400), ("0000-02-29T00:00:00Z", -63_140_428_800),
        ("0000-03-01T00:00:00Z", -63_140_342_400),
    ]

    @Test func `dates are read and written`() throws {
        for (text, seconds) in Self.dates {
            #expect(try readXML("<date>\(text)</date>") == .date(seconds))
            #expect(try writeXML(.date(seconds)) == "<date>\(text)</date>")
        }
    }

    @Test func `days all over four hundred years are written and read back`() throws {
        for day in stride(from: -73_000, through: 73_097, by: 13) {
            let seconds = Double(day) * 86400 + 43_210
            #expect(try readXML(writeXML(.date(seconds))) == .date(seconds))
        }
    }

    @Test func `fractions of a second are dropped downwards`() throws {
        try expectRows {
            (try writeXML(.date(0.999)), "<date>2001-01-01T00:00:00Z</date>")
            (try writeXML(.date(-0.001)), "<date>2000-12-31T23:59:59Z</date>")
            (try writeXML(.date(-978_307_200.5)), "<date>1969-12-31T23:59:59Z</date>")
        }
    }

    @Test(.rows)
    func `any other date is refused`() {
        forEachRow([
            "", " ", "2001-13-01T00:00:00Z", "2001-00-01T00:00:00Z", "2001-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "2001-02-31T00:00:00Z", "2001-04-31T00:00:00Z", "2001-01-00T00:00:00Z", "2001-01-32T00:00:00Z",
            "2001-01-01T24:00:00Z", "2001-01-01T00:60:00Z", "2001-01-01T00:00:60Z", "2001-01-01T23:59:60Z",
            "2001-01-01T00:00:00", "2001-01-01T00:00:00z", "2001-01-01t00:00:00Z", "2001-01-01 00:00:00Z",
            "-001-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "12001-01-01T00:00:00Z", "2001-1-1T00:00:00Z",
            "2001-01-01T00:00:00.5Z", "2001-01-01T00:00:00+01:00", "2001-01-01", " 2001-01-01T00:00:00Z",
            "2001-01-01T00:00:00Z\n", "\u{662}001-01-01T00:00:00Z",
        ]) { (text: String) in
            let error = errorOfReadingXML("<date>\(text)</date>")
            #expect(error?.code == .invalidDate)
            #expect(error?.byteOffset == 6)
        }
    }

    @Test func `a date outside the years 0 to 9999 has no XML form`() {
        for seconds in [-63_145_526_400.5, 252_423_993_600, 1e300, -1e300, .infinity, -.infinity, .nan] {
            #expect(errorOfWritingXML(.date(seconds))?.code == .unrepresentable, "\(seconds)")
        }
    }
}
