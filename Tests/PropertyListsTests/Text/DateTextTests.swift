import PropertyLists
import TestSupport
import Testing

/// Dates as XML has them and as people type and see them; `OddInputTests` compares them with CoreFoundation's.
@Suite struct DateTextTests {
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
        ("0000-03-01T00:00:00Z", -63_140_342_400), ("-001-01-01T00:00:00Z", -63_177_062_400),
        ("1066-10-14T00:00:00Z", -29_481_062_400), ("33658-09-27T01:46:39Z", 999_021_692_799),
    ]

    @Test func `dates are read and written, without fractions of a second`() throws {
        for (text, seconds) in Self.dates {
            #expect(try readXML("<date>\(text)</date>") == .date(seconds))
            #expect(try writeXML(.date(seconds)) == "<date>\(text)</date>")
        }
        // Days all over four hundred years.
        for day in stride(from: -73_000, through: 73_097, by: 13) {
            let seconds = Double(day) * 86400 + 43_210
            #expect(try readXML(writeXML(.date(seconds))) == .date(seconds))
        }
        // Fractions are dropped downwards.
        try expectRows {
            (try writeXML(.date(0.999)), "<date>2001-01-01T00:00:00Z</date>")
            (try writeXML(.date(-0.001)), "<date>2000-12-31T23:59:59Z</date>")
            (try writeXML(.date(-978_307_200.5)), "<date>1969-12-31T23:59:59Z</date>")
        }
    }

    @Test(.rows)
    func `numbers that no date has count on, and are reported`() {
        // As CoreFoundation reads them; month 0 and those from 14 on count as January.
        forEachRow(
            [
                ("2024-01-32T20:43:14Z", 728_512_994), ("2024-01-31T24:00:00Z", 728_438_400),
                ("2016-12-31T23:59:60Z", 504_921_600), ("2016-12-31T23:60:59Z", 504_921_659),
                ("2024-01-00T00:00:00Z", 725_673_600), ("2026-02-30T10:00:00Z", 794_138_400),
                ("2023-02-29T00:00:00Z", 699_321_600), ("2024-13-01T00:00:00Z", 757_382_400),
                ("2024-00-10T00:00:00Z", 726_537_600), ("2024-99-10T00:00:00Z", 726_537_600),
            ] as [(String, Double)]
        ) { (text: String, seconds: Double) throws in
            var oddities: [ArchiveError] = []
            let bytes = Array("<date>\(text)</date>".utf8)
            #expect(try XMLPropertyListReader().read(bytes, oddities: &oddities) == .date(seconds))
            #expect(oddities.map(\.code) == [.invalidDate] && oddities.first?.byteOffset == 6)
        }
    }

    @Test func `what people type has a day that exists, and perhaps a time`() throws {
        func typed(_ text: String) -> Double? { DateText.seconds(ofTyped: text) }
        expectRows {
            (typed("2001-01-01"), 0)
            (typed("1066-10-14"), -29_481_062_400)
            (typed("2001-01-01T00:01"), 60)
            (typed("2001-01-01 00:00:30"), 30)
            (typed("2001-01-01T00:00:00.25Z"), 0.25)
            (typed("2001-01-01T02:00:00+01:30"), 1_800)
            (typed("2000-12-31T22:30-01:30"), 0)
            (typed("-001-01-01"), -63_177_062_400)
            (typed("-0001-01-01"), -63_177_062_400)
            (typed("002001-01-01"), 0)
            (
                [
                    "2026-02-30", "2001-13-01", "2001-01-01T24:00", "01-01-01", "2001-01-01T", "2001-01-01T1:00",
                    "2001-01-01T00:00:60", "2001-01-01T00:00+0100", "2001-01-01T00:00:00.Z", "today", "",
                ].compactMap(typed),
                []
            )
        }
    }

    @Test func `the beginning of a date is typed as a date is, and gives that of the dates that are shown`() {
        expectRows {
            (DateText.beginning(ofTyped: "-0004"), "-004")
            (DateText.beginning(ofTyped: "-004"), "-004")
            (DateText.beginning(ofTyped: "-00"), "-00")
            (DateText.beginning(ofTyped: "-0044-03-15 1"), "-044-03-15T1")
            (DateText.beginning(ofTyped: "02026-01"), "2026-01")
            (DateText.beginning(ofTyped: "00004"), "0004")
            (DateText.beginning(ofTyped: "0004-12-3"), "0004-12-3")
            (DateText.beginning(ofTyped: "2026-02-28 10:30"), "2026-02-28T10:30")
            (DateText.beginning(ofTyped: "33658-09"), "33658-09")
            (["-", "", "T", "2026-02-30", "4-01", "2026-02-28  10", "2026 "].compactMap(DateText.beginning), [])
        }
    }

    @Test(.rows)
    func `the ends of the years are written as what they are read from`() {
        // Doubles are 8 seconds apart there, so that the last seconds are one of them.
        forEachRow(
            [
                ("2147483647-12-31T23:59:59Z", "2147483647-12-31T23:59:59Z"),
                ("2147483647-12-31T23:59:57Z", "2147483647-12-31T23:59:59Z"),
                ("2147483647-12-31T23:59:55Z", "2147483647-12-31T23:59:52Z"),
                ("-2147483648-01-01T00:00:00Z", "-2147483648-01-01T00:00:00Z"),
            ] as [(String, String)]
        ) { (text: String, written: String) throws in
            let date = try readXML("<date>\(text)</date>")
            #expect(try writeXML(date) == "<date>\(written)</date>")
            #expect(try readXML("<date>\(written)</date>") == date)
            #expect(DateText.seconds(ofTyped: text).map(PropertyList.date) == date)
            let other = try OpenStepPropertyListWriter(dialect: .gnuStep).write(date)
            #expect(try OpenStepPropertyListReader().read(other) == date)
        }
        let beyond = ["2147483647-12-31T23:59:59-12:00", "-2147483648-01-01T00:00+12:00"]
        #expect(beyond.compactMap { DateText.seconds(ofTyped: $0) } == [])
        for text in ["2147483647-13-01T00:00:00Z", "2147483647-12-32T00:00:08Z", "-2147483648-01-00T00:00:00Z"] {
            #expect(errorOfReadingXML("<date>\(text)</date>")?.code == .invalidDate, "\(text)")
        }
    }

    @Test func `dates are shown with milliseconds where there are any, each as itself`() {
        expectRows {
            (DateText.shown(0), "2001-01-01T00:00:00Z")
            (DateText.shown(0.5), "2001-01-01T00:00:00.500Z")
            (DateText.shown(-0.25), "2000-12-31T23:59:59.750Z")
            (DateText.shown(1.001), "2001-01-01T00:00:01.001Z")
            (DateText.shown(2.9999), "2001-01-01T00:00:03.000Z")
            (DateText.shown(-0.0001), "2001-01-01T00:00:00.000Z")
            (DateText.shown(-29_481_062_400), "1066-10-14T00:00:00Z")
            (DateText.shown(1e17), "1e+17 s since 2001-01-01")
            (DateText.shown(.nan), "nan s since 2001-01-01")
        }
        let texts = (1..<1000).map { DateText.shown(805_709_350 + Double($0) / 1000) }
        #expect(texts == (1..<1000).map { "2026-07-14T08:09:10.\("\(1000 + $0)".dropFirst())Z" })
    }

    @Test(.rows)
    func `any other date is refused`() {
        forEachRow([
            "", " ", "2001-13-01T00:00:00Z", "2001-00-01T00:00:00Z", "2001-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
            "2001-02-31T00:00:00Z", "2001-04-31T00:00:00Z", "2001-01-00T00:00:00Z", "2001-01-32T00:00:00Z",
            "2001-01-01T24:00:00Z", "2001-01-01T00:60:00Z", "2001-01-01T00:00:60Z", "2001-01-01T23:59:60Z",
            "2001-01-01T00:00:00", "2001-01-01T00:00:00z", "2001-01-01t00:00:00Z", "2001-01-01 00:00:00Z",
            "2147483648-01-01T00:00:00Z", "-2147483649-01-01T00:00:00Z", "2001-1-1T00:00:00Z", "--001-01-01T00:00:00Z",
            "2001-01-01T00:00:00.5Z", "2001-01-01T00:00:00+01:00", "2001-01-01", " 2001-01-01T00:00:00Z",
            "2001-01-01T00:00:00Z\n", "\u{662}001-01-01T00:00:00Z",
        ]) { (text: String) in
            let error = errorOfReadingXML("<date>\(text)</date>")
            #expect(error?.code == .invalidDate)
            #expect(error?.byteOffset == 6)
        }
    }

    @Test func `a date outside of the years of 32 bits has no XML form`() throws {
        // 2147483647-12-31T00:00:00Z and -2147483648-01-01T00:00:00Z.
        for seconds in [67_767_976_233_446_400 - 978_307_200, -67_768_040_609_740_800 - 978_307_200] as [Double] {
            #expect(try readXML(writeXML(.date(seconds))) == .date(seconds))
        }
        for seconds in [6.78e16, -6.78e16, 1e300, -1e300, .infinity, -.infinity, .nan] {
            #expect(errorOfWritingXML(.date(seconds))?.code == .unrepresentable, "\(seconds)")
        }
    }
}
