/// The integers of XML property lists: from -2^63 to 2^64 - 1, in decimal or, after `0x`, hexadecimal digits, with an
/// optional sign, between white space.
enum XMLInteger {
    /// Reads an integer, or returns nil for any other text.
    static func read(_ text: ArraySlice<UInt8>) -> PropertyList? {
        let text = text.trimmingXMLWhiteSpace()
        var position = text.startIndex
        let end = text.endIndex
        guard position < end else { return nil }
        let isNegative = text[position] == UInt8(ascii: "-")
        if isNegative || text[position] == UInt8(ascii: "+") { position += 1 }
        var radix: UInt64 = 10
        if end - position > 2, text[position] == UInt8(ascii: "0"), text[position + 1] | 0x20 == UInt8(ascii: "x") {
            radix = 16
            position += 2
        }
        guard let magnitude = magnitude(text[position..<end], radix: radix) else { return nil }
        if isNegative {
            // Int64.min has a magnitude that Int64 cannot hold.
            guard magnitude <= Int64.min.magnitude else { return nil }
            return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
        }
        return Int64(exactly: magnitude).map { .integer($0) } ?? .unsignedInteger(magnitude)
    }

    private static func magnitude(_ digits: ArraySlice<UInt8>, radix: UInt64) -> UInt64? {
        guard !digits.isEmpty else { return nil }
        var value: UInt64 = 0
        for byte in digits {
            guard let digit = radix == 10 ? byte.decimalDigit : byte.hexadecimalDigit else { return nil }
            let (product, productOverflows) = value.multipliedReportingOverflow(by: radix)
            let (sum, sumOverflows) = product.addingReportingOverflow(UInt64(digit))
            if productOverflows || sumOverflows { return nil }
            value = sum
        }
        return value
    }
}

extension ArraySlice<UInt8> {
    /// The text without white space at its ends.
    func trimmingXMLWhiteSpace() -> Self {
        guard let first = firstIndex(where: { !$0.isXMLWhiteSpace }),
            let last = lastIndex(where: { !$0.isXMLWhiteSpace })
        else { return [] }
        return self[first...last]
    }
}

/// Dates as XML property lists write them: `YYYY-MM-DDThh:mm:ssZ`, in the Gregorian calendar extended backwards.
///
/// Years run from 0 to 9999. Year 0 is needed: Foundation's distant past is `0000-12-30T00:00:00Z`, and many files of
/// Apple systems hold it.
struct XMLDate {
    var year: Int
    var month: Int
    var day: Int
    var hour = 0
    var minute = 0
    var second = 0
}

extension XMLDate {
    /// Reads a date, or returns nil for any text of another form and for dates that do not exist.
    init?(_ text: ArraySlice<UInt8>) {
        guard text.count == 20,
            let year = Self.number(in: text, at: 0, digits: 4, before: "-"),
            let month = Self.number(in: text, at: 5, before: "-"),
            let day = Self.number(in: text, at: 8, before: "T"),
            let hour = Self.number(in: text, at: 11, before: ":"),
            let minute = Self.number(in: text, at: 14, before: ":"),
            let second = Self.number(in: text, at: 17, before: "Z"),
            1...12 ~= month, 1...Self.dayCount(year, month) ~= day, hour < 24, minute < 60, second < 60
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }

    /// The number with exactly so many digits at an offset into text of 20 bytes, if the separator follows it.
    private static func number(
        in text: ArraySlice<UInt8>,
        at offset: Int,
        digits: Int = 2,
        before separator: Unicode.Scalar
    ) -> Int? {
        let start = text.startIndex + offset
        guard text[start + digits] == UInt8(ascii: separator) else { return nil }
        var number = 0
        for position in start..<start + digits {
            guard let digit = text[position].decimalDigit else { return nil }
            number = number * 10 + Int(digit)
        }
        return number
    }

    private static func dayCount(_ year: Int, _ month: Int) -> Int {
        let isLeapYear = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return switch month {
        case 2: isLeapYear ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

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
