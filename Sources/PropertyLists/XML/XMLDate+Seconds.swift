// Both conversions count days from 0000-03-01, so that the leap day is the last day of its year. From March on, the
// days before a month are (153 * month + 2) / 5. The count is shifted by one cycle of 400 years, because year 0 begins
// before its March, and the divisions need numbers that are not negative.

extension XMLDate {
    private static let daysBeforeReferenceDate = 730_791  // from 0000-03-01 to 2001-01-01
    private static let daysInCycle = 146_097  // 400 years
    private static let firstSecond: Double = -63_145_526_400  // 0000-01-01T00:00:00Z
    private static let endSecond: Double = 252_423_993_600  // 10000-01-01T00:00:00Z

    /// The seconds since 2001-01-01T00:00:00Z.
    var secondsSinceReferenceDate: Double {
        let shiftedYear = (month > 2 ? year : year - 1) + 400
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let leapDays = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
        let shiftedDays = shiftedYear * 365 + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1
        // In 64 bits, because some platforms have an `Int` of 32.
        let days = Int64(shiftedDays - Self.daysInCycle - Self.daysBeforeReferenceDate)
        return Double(days * 86400 + Int64(hour * 3600 + minute * 60 + second))
    }

    /// The date at a number of seconds since 2001-01-01T00:00:00Z, fractions dropped downwards as Apple's writer does.
    ///
    /// - Returns: Nil for a date outside the years 0 to 9999, or one that isn't a number.
    init?(secondsSinceReferenceDate seconds: Double) {
        guard seconds >= Self.firstSecond, seconds < Self.endSecond else { return nil }
        // `rounded(.down)` would need the C mathematics library.
        let truncated = Int64(seconds)
        let wholeSeconds = Double(truncated) > seconds ? truncated - 1 : truncated
        let count = wholeSeconds + Int64(Self.daysBeforeReferenceDate + Self.daysInCycle) * 86400
        let time = Int(count % 86400)
        self.init(shiftedDays: Int(count / 86400))
        (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
    }

    private init(shiftedDays: Int) {
        let (cycle, dayOfCycle) = shiftedDays.quotientAndRemainder(dividingBy: Self.daysInCycle)
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
}
