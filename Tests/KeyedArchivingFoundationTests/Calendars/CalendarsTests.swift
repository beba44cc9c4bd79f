import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import TestSupport
import Testing

@Suite struct CalendarsTests {
    @Test(.rows)
    func `time zones come back, and one without tables is one of a fixed offset`() throws {
        forEachRow(["GMT", "Europe/Berlin", "GMT+0100", "America/Argentina/Buenos_Aires"]) { (name: String) throws in
            let zone = try #require(TimeZone(identifier: name))
            #expect(try roundTrip(zone) == zone)
            #expect(try graphRoundTrip(zone) as? TimeZone == zone)
        }

        let bytes = try ArchiveBuilder.bytes("NSTimeZone", ["NS.name": "GMT+0100", "NS.data": .null])
        let zone = try #require(try KeyedUnarchiver.unarchivedObject(of: TimeZone.self, from: bytes))
        #expect(zone.secondsFromGMT() == 3600)
    }

    @Test func `locales, calendars and the components that are set come back, and marks of others are nil`() throws {
        #expect(try roundTrip(Locale(identifier: "ja-JP")).identifier == "ja-JP")
        for identifier: Calendar.Identifier in [.gregorian, .hebrew, .japanese, .islamicUmmAlQura, .iso8601] {
            var calendar = Calendar(identifier: identifier)
            calendar.locale = Locale(identifier: "de_AT")
            calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
            calendar.firstWeekday = 3
            calendar.minimumDaysInFirstWeek = 4
            let decoded = try roundTrip(calendar)
            expectRows {
                (decoded.identifier, identifier)
                (decoded.firstWeekday, 3)
                (decoded.minimumDaysInFirstWeek, 4)
                (decoded.timeZone, calendar.timeZone)
                (decoded.locale?.identifier, "de_AT")
            }
        }

        var components = DateComponents()
        components.year = 1815
        components.nanosecond = 7
        components.isLeapMonth = true
        components.timeZone = TimeZone(identifier: "GMT")
        #expect(try roundTrip(components) == components)
        let bytes = try ArchiveBuilder.bytes(
            "NSDateComponents",
            ["NS.year": .integer(1815), "NS.month": .integer(.max), "NS.day": .integer(2_147_483_647)]
        )
        let marked = try KeyedUnarchiver.unarchivedObject(of: DateComponents.self, from: bytes)
        #expect(marked == DateComponents(year: 1815))
    }

    @Test func `intervals come back, also if their dates are too coarse for them, and both forms are read`() throws {
        let start = Date(timeIntervalSinceReferenceDate: 100)
        let interval = DateInterval(start: start, duration: 50)
        #expect(try roundTrip(interval) == interval)
        let instant = DateInterval(start: start, duration: 0)
        #expect(try roundTrip(instant) == instant)
        let bytes = try ArchiveBuilder.bytes(
            "NSDateInterval", ["NS.startDate": .object(start), "NS.duration": .real(50)])
        #expect(try KeyedUnarchiver.unarchivedObject(of: DateInterval.self, from: bytes) == interval)

        let short = DateInterval(start: Date(timeIntervalSinceReferenceDate: 1e9), duration: 1e-12)
        #expect(try roundTrip(short) == short)
    }
}
