public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSDateComponents`. Components that are not set are left out.
extension DateComponents: Codingable {
    /// The components that are integers, with their keys.
    private static let integers: [(path: any WritableKeyPath<DateComponents, Int?> & Sendable, key: String)] = [
        (\.era, "NS.era"), (\.year, "NS.year"), (\.quarter, "NS.quarter"), (\.month, "NS.month"), (\.day, "NS.day"),
        (\.hour, "NS.hour"), (\.minute, "NS.minute"), (\.second, "NS.second"), (\.nanosecond, "NS.nanosec"),
        (\.weekOfYear, "NS.weekOfYear"), (\.weekOfMonth, "NS.weekOfMonth"),
        (\.yearForWeekOfYear, "NS.yearForWOY"), (\.weekday, "NS.weekday"),
        (\.weekdayOrdinal, "NS.weekdayOrdinal"),
    ]

    /// How 64-bit and 32-bit systems mark a component that is not set, if they write it.
    private static let undefined: [Int64] = [.max, Int64(Int32.max)]

    /// `NSDateComponents`.
    public static var codedClassName: String { "NSDateComponents" }

    /// Writes the calendar and the time zone, if they are set, and every component that is.
    public func encode(with archiver: KeyedArchiver) throws {
        if let calendar { try archiver.encode(calendar, forKey: "NS.calendar") }
        if let timeZone { try archiver.encode(timeZone, forKey: "NS.timezone") }
        for (path, key) in Self.integers {
            if let value = self[keyPath: path] { try archiver.encode(value, forKey: key) }
        }
        if let isLeapMonth { try archiver.encode(isLeapMonth, forKey: "NS.isLeapMonth") }
    }

    /// Reads the components; one that is marked as not set is nil, like one that is missing.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init()
        calendar = try unarchiver.decodeObject(of: Calendar.self, forKey: "NS.calendar")
        timeZone = try unarchiver.decodeObject(of: TimeZone.self, forKey: "NS.timezone")
        for (path, key) in Self.integers {
            guard let value = try unarchiver.optionalInteger(forKey: key) else { continue }
            if !Self.undefined.contains(Int64(value)) { self[keyPath: path] = value }
        }
        isLeapMonth = try unarchiver.decodeIfPresent(Bool.self, forKey: "NS.isLeapMonth")
    }
}
