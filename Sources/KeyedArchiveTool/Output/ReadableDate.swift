#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Dates in text made for people.
enum ReadableDate {
    /// A date as `2001-02-03T04:05:06Z`, with milliseconds if it has a fraction of a second.
    ///
    /// Dates outside the years 1 to 9999, which that form cannot hold, are given in seconds since 2001.
    static func text(of seconds: Double) -> String {
        guard earliest...latest ~= seconds else { return "\(seconds) s since 2001-01-01" }
        let hasFraction = seconds != seconds.rounded(.down)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
        return Date(timeIntervalSinceReferenceDate: seconds).formatted(style)
    }

    private static let earliest: Double = -63_114_076_800  // 0001-01-01T00:00:00Z, Foundation's distant past
    private static let latest: Double = 252_423_993_599  // 9999-12-31T23:59:59Z
}
