public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSDate`. The older `NSCalendarDate` is read too, without its format and time zone.
///
/// Apple's dates may be infinite, and so may these. What is not a number is neither read nor written, because most
/// calculations with it trap; ``/KeyedArchiving/ArchivedDate`` keeps it.
extension Date: Codingable {
    /// `NSDate`.
    public static var codedClassName: String { "NSDate" }

    /// `NSCalendarDate`.
    public static var codedClassAliases: [String] { ["NSCalendarDate"] }

    /// Writes the seconds since 2001 under `NS.time`.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/unrepresentable`` if the date is not a number.
    public func encode(with archiver: KeyedArchiver) throws {
        guard !timeIntervalSinceReferenceDate.isNaN else {
            throw ArchiveError(
                .unrepresentable,
                "a date is not a number of seconds",
                key: "NS.time",
                className: Self.codedClassName,
                remedy: "encode an ArchivedDate, which keeps any value"
            )
        }
        try archiver.encode(timeIntervalSinceReferenceDate, forKey: "NS.time")
    }

    /// Reads the seconds since 2001 from `NS.time`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let date = try ArchivedDate(coder: unarchiver)
        guard !date.secondsSince2001.isNaN else {
            throw unarchiver.failure(
                .invalidValue,
                "a date is not a number of seconds",
                key: "NS.time",
                remedy: "decode it as ArchivedDate, which keeps any value"
            )
        }
        self.init(timeIntervalSinceReferenceDate: date.secondsSince2001)
    }

    /// The date, also from one that another coder read.
    public static func _cast(_ object: any Codingable) -> Date? {
        switch object {
        case let date as Date: date
        case let date as ArchivedDate where !date.secondsSince2001.isNaN:
            Date(timeIntervalSinceReferenceDate: date.secondsSince2001)
        default: nil
        }
    }
}
