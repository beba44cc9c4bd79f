public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSDate`. The older `NSCalendarDate` is read too, without its format and time zone.
///
/// Dates may be infinite, as Apple's may. A date that is not a number (NaN) is neither read nor written, because most
/// calculations with it trap; ``/KeyedArchiving/ArchivedDate`` keeps it.
extension Date: Codingable, ValueCoding {
    /// `NSDate`.
    public static var codedClassName: String { "NSDate" }

    /// Writes the seconds since 2001 under `NS.time`.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if the date is not a number.
    public func encode(with archiver: KeyedArchiver) throws {
        guard !timeIntervalSinceReferenceDate.isNaN else {
            throw ArchiveError(
                .unrepresentable,
                "a date is not a number of seconds",
                key: DateFields.time,
                className: Self.codedClassName,
                remedy: "encode an ArchivedDate, which keeps any value"
            )
        }
        try archiver.encode(timeIntervalSinceReferenceDate, forKey: DateFields.time)
    }

    /// Reads the seconds since 2001 from `NS.time`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let date = try ArchivedDate(coder: unarchiver)
        guard !date.timeIntervalSinceReferenceDate.isNaN else {
            throw unarchiver.failure(
                .invalidValue,
                "a date is not a number of seconds",
                key: DateFields.time,
                remedy: "decode it as ArchivedDate, which keeps any value"
            )
        }
        self.init(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
    }

    /// Objects that may be decoded as another type, too.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The date, also from one that another coder read.
    @usableFromInline
    package static func converted(_ object: any Codingable) -> Date? {
        switch object {
        case let date as Date: date
        case let date as ArchivedDate where !date.timeIntervalSinceReferenceDate.isNaN:
            Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        default: nil
        }
    }
}

/// `NSDateInterval`.
extension DateInterval: Codingable {
    /// `NSDateInterval`.
    public static var codedClassName: String { "NSDateInterval" }

    /// Writes the start under `NS.startDate` and the end under `NS.endDate`, and a duration that isn't the time between
    /// them under `NS.duration`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(start, forKey: "NS.startDate")
        try archiver.encode(end, forKey: "NS.endDate")
        // A date far from 2001 is too coarse for a short duration.
        if !isWholeAsObject { try archiver.encode(duration, forKey: "NS.duration") }
    }

    /// Reads the start, and the end or the duration under `NS.duration`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        guard let start = try unarchiver.decodeObject(of: Date.self, forKey: "NS.startDate") else {
            throw unarchiver.missing("NS.startDate")
        }
        let duration: TimeInterval
        if let end = try unarchiver.decodeObject(of: Date.self, forKey: "NS.endDate"),
            try !unarchiver.containsValue(forKey: "NS.duration")
        {
            duration = end.timeIntervalSince(start)
        } else {
            duration = try unarchiver.requiredReal(forKey: "NS.duration")
        }
        // Foundation traps where an interval would end before it starts.
        guard duration >= 0 else {
            throw unarchiver.damaged("a date interval ends before it starts", key: "NS.startDate")
        }
        self.init(start: start, duration: duration)
    }
}

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
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` for a component of `Int.max` or `Int32.max`, by
    ///   which the class marks one that isn't set, and for the day of the year, which the class doesn't have.
    public func encode(with archiver: KeyedArchiver) throws {
        for (path, key) in Self.integers {
            guard let value = self[keyPath: path], Self.undefined.contains(Int64(value)) else { continue }
            throw ArchiveError(
                .unrepresentable, "\(value) marks a component that isn't set", key: key,
                remedy: "leave the component nil, or give it another value")
        }
        if !isWholeAsObject {
            throw ArchiveError(
                .unrepresentable, "an object of NSDateComponents has no day of the year",
                remedy: "encode the components with `encodeEncodable(_:forKey:)`, or set the month and the day")
        }
        if let calendar { try archiver.encode(calendar, forKey: "NS.calendar") }
        if let timeZone { try archiver.encode(timeZone, forKey: "NS.timezone") }
        for (path, key) in Self.integers {
            if let value = self[keyPath: path] { try archiver.encode(value, forKey: key) }
        }
        if let isLeapMonth { try archiver.encode(isLeapMonth, forKey: Self.leapMonth) }
    }

    private static let leapMonth = "NS.leapMonth"

    /// Whether an object holds every component that is set.
    package var isWholeAsObject: Bool {
        var stored = DateComponents()
        stored.calendar = calendar
        stored.timeZone = timeZone
        for (path, _) in Self.integers {
            guard let value = self[keyPath: path], !Self.undefined.contains(Int64(value)) else { continue }
            stored[keyPath: path] = value
        }
        stored.isLeapMonth = isLeapMonth
        return stored == self
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
        isLeapMonth =
            try unarchiver.decodeIfPresent(Bool.self, forKey: Self.leapMonth)
            // Earlier versions of this library wrote it so.
            ?? unarchiver.decodeIfPresent(Bool.self, forKey: "NS.isLeapMonth")
    }
}
