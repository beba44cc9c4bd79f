public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSDateInterval`.
extension DateInterval: Codingable {
    /// `NSDateInterval`.
    public static var codedClassName: String { "NSDateInterval" }

    /// Writes the start under `NS.startDate` and the end under `NS.endDate`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(start, forKey: "NS.startDate")
        try archiver.encode(end, forKey: "NS.endDate")
    }

    /// Reads the start, and the end or the duration under `NS.duration`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        guard let start = try unarchiver.decodeObject(of: Date.self, forKey: "NS.startDate") else {
            throw unarchiver.missing("NS.startDate")
        }
        let duration: TimeInterval
        if let end = try unarchiver.decodeObject(of: Date.self, forKey: "NS.endDate") {
            duration = end.timeIntervalSince(start)
        } else {
            duration = try unarchiver.requiredReal(forKey: "NS.duration")
        }
        // Foundation traps where an interval would end before it starts.
        guard duration >= 0 else {
            throw unarchiver.failure(.invalidValue, "a date interval ends before it starts", key: "NS.startDate")
        }
        self.init(start: start, duration: duration)
    }
}
