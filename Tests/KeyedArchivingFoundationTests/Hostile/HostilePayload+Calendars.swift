import Foundation
import KeyedArchiving
import KeyedArchivingFoundation
import PropertyLists

extension HostilePayload {
    private static func zone(_ name: String, _ text: String) -> HostilePayload {
        HostilePayload(name, TimeZone.self) { ["NS.name": .object(text), "NS.data": .null] }
    }

    private static func calendar(_ name: String, _ key: String, _ value: Int64) -> HostilePayload {
        HostilePayload(name, Calendar.self) { ["NS.identifier": "gregorian", "\(key)": .integer(value)] }
    }

    private static func interval(_ name: String, _ start: Double, _ end: Double) -> HostilePayload {
        HostilePayload(name, DateInterval.self) {
            [
                "NS.startDate": .object(Date(timeIntervalSinceReferenceDate: start)),
                "NS.endDate": .object(Date(timeIntervalSinceReferenceDate: end)),
            ]
        }
    }

    static let calendars: [HostilePayload] = [
        HostilePayload("no name", TimeZone.self) { ["NS.data": .null] },
        zone("an unknown name", "Mars/Olympus"),
        zone("no text", ""),
        zone("a path out of the tables", "../../etc/passwd"),
        zone("an absolute path", "/etc/localtime"),
        // Foundation takes this for a time zone of a name that no other system knows.
        zone("a name with a NUL at its end", "UTC\0"),
        zone("a name of 100,000 characters", String(repeating: "A", count: 100_000)),
        HostilePayload("no identifier", Locale.self) { [:] },
        HostilePayload("no identifier", Calendar.self) { [:] },
        HostilePayload("an unknown identifier", Calendar.self) { ["NS.identifier": "lunar"] },
        calendar("day 0 as the first of the week", "NS.firstwkdy", 0),
        calendar("day 8 as the first of the week", "NS.firstwkdy", 8),
        calendar("minus one day in the first week", "NS.mindays", -1),
        calendar("the greatest number of days", "NS.mindays", .max),
        HostilePayload("a real for the year", DateComponents.self, .invalidUnarchiveOperation) {
            ["NS.year": .real(2000.5)]
        },
        HostilePayload("no start", DateInterval.self) { ["NS.duration": .real(1)] },
        HostilePayload("neither end nor duration", DateInterval.self) {
            ["NS.startDate": .object(Date(timeIntervalSinceReferenceDate: 0))]
        },
        interval("an end before the start", 10, 5),
        interval("an end that is infinitely early", 0, -.infinity),
        interval("from infinity to infinity", .infinity, .infinity),
        HostilePayload("a duration that is not a number", DateInterval.self) {
            ["NS.startDate": .object(Date(timeIntervalSinceReferenceDate: 0)), "NS.duration": .real(.nan)]
        },
    ]
}
