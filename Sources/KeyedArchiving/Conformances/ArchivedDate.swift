internal import PropertyLists

/// `NSDate`: a point in time, for programs without Foundation.
///
/// ```swift
/// try archiver.encode(ArchivedDate(timeIntervalSinceReferenceDate: 86_400), forKey: "opened")
/// ```
public struct ArchivedDate: Hashable, Codable, Sendable {
    /// Seconds since 2001-01-01T00:00:00Z, negative before.
    public var timeIntervalSinceReferenceDate: Double

    /// Creates a date.
    public init(timeIntervalSinceReferenceDate: Double) {
        self.timeIntervalSinceReferenceDate = timeIntervalSinceReferenceDate
    }
}

extension ArchivedDate: Codingable {
    /// `NSDate`.
    public static var codedClassName: String { "NSDate" }

    /// Writes the date under `NS.time`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(timeIntervalSinceReferenceDate, forKey: DateFields.time)
    }

    /// Reads the date from `NS.time`; other writers store a whole number of seconds as an integer.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        guard let seconds = try unarchiver.decodeNumber(forKey: DateFields.time) else {
            throw unarchiver.damaged("a date has no NS.time", key: DateFields.time)
        }
        timeIntervalSinceReferenceDate = seconds
    }
}
