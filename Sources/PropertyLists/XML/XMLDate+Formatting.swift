extension XMLDate {
    /// The date at a number of seconds since 2001-01-01T00:00:00Z, fractions dropped downwards as Apple's writer does.
    ///
    /// - Returns: Nil for a date outside the years 0 to 9999, or one that is no number.
    init?(secondsSinceReferenceDate seconds: Double) {
        guard seconds >= Self.firstSecond, seconds < Self.endSecond else { return nil }
        // `rounded(.down)` would need the C mathematics library.
        let truncated = Int64(seconds)
        let wholeSeconds = Double(truncated) > seconds ? truncated - 1 : truncated
        let count = wholeSeconds + Int64(Self.daysBeforeReferenceDate + Self.daysInCycle) * 86400
        let time = Int(count % 86400)
        self.init(daysSinceCycleStart: Int(count / 86400))
        (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
    }

    private static let firstSecond: Double = -63_145_526_400  // 0000-01-01T00:00:00Z
    private static let endSecond: Double = 252_423_993_600  // 10000-01-01T00:00:00Z

    /// The midnight that begins a day, counted from one cycle of 400 years before 0000-03-01.
    private init(daysSinceCycleStart days: Int) {
        let (cycle, dayOfCycle) = days.quotientAndRemainder(dividingBy: Self.daysInCycle)
        // The leap days of the cycle before this day are taken out, so that every year counts 365 days.
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            year: (cycle - 1) * 400 + yearOfCycle + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }

    /// The text `YYYY-MM-DDThh:mm:ssZ`.
    var text: String {
        func padded(_ number: Int, to width: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
        }
        let day = "\(padded(year, to: 4))-\(padded(month))-\(padded(day))"
        return "\(day)T\(padded(hour)):\(padded(minute)):\(padded(second))Z"
    }
}
