internal import PropertyLists

/// `NSDate`: a point in time, for programs without Foundation.
///
/// ```swift
/// try archiver.encode(ArchivedDate(secondsSince2001: 86_400), forKey: "opened")
/// ```
public struct ArchivedDate: Hashable, Codable, Sendable {
    /// Seconds since 2001-01-01T00:00:00Z, negative before.
    public var secondsSince2001: Double

    /// Creates a date.
    public init(secondsSince2001: Double) {
        self.secondsSince2001 = secondsSince2001
    }
}

extension ArchivedDate: Codingable {
    /// `NSDate`.
    public static var codedClassName: String { "NSDate" }

    /// Writes the date under `NS.time`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(secondsSince2001, forKey: DateFields.time)
    }

    /// Reads the date from `NS.time`; other writers store a whole number of seconds as an integer.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        guard let seconds = try unarchiver.decodeNumber(forKey: DateFields.time) else {
            throw unarchiver.damaged("a date has no NS.time", key: DateFields.time)
        }
        secondsSince2001 = seconds
    }
}
