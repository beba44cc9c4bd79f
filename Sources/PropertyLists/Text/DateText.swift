/// Dates as text, in UTC and in the Gregorian calendar extended in both directions, year 0 included.
///
/// Years run from -2^31 to 2^31 - 1, as in CoreFoundation's calendar. A property list's date is a number of seconds since
/// 2001-01-01T00:00:00Z as a double, so that beyond some 285 million years only the nearest one of some seconds is held.
package enum DateText {
    /// How a date is written.
    enum Form {
        /// `YYYY-MM-DDThh:mm:ssZ`, with any number of digits in the year and a minus before it: the form of XML.
        case xml
        /// `YYYY-MM-DD hh:mm:ss ±hhmm`: the form of GNUstep's text property lists.
        case gnuStep
        /// The form that people type: a day alone or, after `T` or a space, a time: `hh:mm` with or without seconds, a
        /// fraction of them, and a time zone, `Z` or `±hh:mm`. Without a zone it is UTC.
        case typed
    }

    /// Reads a date as seconds since 2001-01-01T00:00:00Z.
    ///
    /// Numbers out of range count on, as in CoreFoundation: day 32 of January is the first of February, hour 24 is hour
    /// 0 of the next day, and month 13 is January of the next year. Month 0, and those from 14 on, count as January:
    /// CoreFoundation drops them.
    ///
    /// - Returns: The seconds, and whether there is a day and a time as written; nil for text of another form, and where the
    ///   seconds are those of a year that no text can have.
    static func read(_ text: ArraySlice<UInt8>, as form: Form) -> (seconds: Double, exists: Bool)? {
        var fields = DateFields(rest: text)
        guard var moment = fields.readDay(isTyped: form == .typed) else { return nil }
        // Where the time zone is, in seconds to the east of UTC, and what is beyond the whole seconds.
        var (zone, fraction): (Int64, Double) = (0, 0)
        switch form {
        case .xml:
            guard fields.take("T"), fields.readTime(into: &moment), fields.take("Z") else { return nil }
        case .gnuStep:
            guard fields.take(" "), fields.readTime(into: &moment), fields.take(" "),
                let east = fields.readZone(withColon: false)
            else { return nil }
            zone = east
        case .typed where fields.rest.isEmpty: break
        case .typed:
            guard fields.take("T") || fields.take(" "), fields.readTime(into: &moment, needsSeconds: false),
                let part = fields.readFraction()
            else { return nil }
            fraction = part
            if fields.rest.isEmpty || fields.take("Z") { break }
            guard let east = fields.readZone(withColon: true) else { return nil }
            zone = east
        }
        guard fields.rest.isEmpty else { return nil }
        let written = moment.seconds
        let seconds = Double(written - zone) + fraction
        return Moment(floorOf: seconds) == nil ? nil : (seconds, Moment(seconds: written) == moment)
    }

    /// The seconds of a date that somebody typed, if there is such a day and time.
    package static func seconds(ofTyped text: String) -> Double? {
        guard let (seconds, exists) = read(ArraySlice(text.utf8), as: .typed), exists else { return nil }
        return seconds
    }

    /// The beginning of dates for people, as ``shown(_:)`` has them, of a beginning that somebody typed; nil if there is no
    /// date that begins so.
    ///
    /// As in a whole date that is typed, zeros may stand before the digits of the year, and a space before the time.
    package static func beginning(ofTyped text: String) -> String? {
        var rest = ArraySlice(text.utf8)
        let sign = rest.first == UInt8(ascii: "-") ? [UInt8(ascii: "-")] : []
        rest = rest.dropFirst(sign.count)
        let typed = rest.prefix { $0.decimalDigit != nil }
        rest = rest[typed.endIndex...]
        // The digits that ``shown(_:)`` writes: as many as `%04d` of C asks for, a minus counted, and no zero before more.
        let width = Moment.yearWidth - sign.count
        let year = typed.dropFirst(min(max(typed.count - width, 0), typed.prefix { $0 == UInt8(ascii: "0") }.count))
        let start = String(decoding: sign + year, as: UTF8.self)
        guard !rest.isEmpty else { return !year.isEmpty && year.count <= 10 ? start : nil }
        let daySize = "-01-01".utf8.count
        let time = rest.dropFirst(daySize)
        let end =
            rest.prefix(daySize) + (time.first == UInt8(ascii: " ") ? [UInt8(ascii: "T")] + time.dropFirst() : time)
        let beginning = start + String(decoding: end, as: UTF8.self)
        // The rest of a date that there is in each year; instead of its first digit there may be any.
        let missing = "-01-01T00:00:00.000Z".utf8.dropFirst(rest.count)
        let endings = [[], Array(missing)] + (UInt8(ascii: "0")...UInt8(ascii: "9")).map { [$0] + missing.dropFirst() }
        let isFound = endings.contains { ending in
            let date = beginning + String(decoding: ending, as: UTF8.self)
            return seconds(ofTyped: date).map { shown($0).utf8.starts(with: beginning.utf8) } ?? false
        }
        return isFound ? beginning : nil
    }

    /// A date in the form of XML or of GNUstep, a fraction of a second dropped downwards, as Apple's writer does.
    ///
    /// - Returns: Nil outside of the years, and for NaN.
    static func text(of seconds: Double, as form: Form = .xml) -> String? {
        guard let moment = Moment(floorOf: seconds) else { return nil }
        return form == .gnuStep ? "\(moment.dayText) \(moment.time) +0000" : "\(moment.dayText)T\(moment.time)Z"
    }

    /// A date for people, as `2001-02-03T04:05:06Z`, with the nearest millisecond if it has a fraction of a second; in
    /// seconds outside of the years.
    package static func shown(_ seconds: Double) -> String {
        let outside = "\(seconds) s since 2001-01-01"
        guard var moment = Moment(floorOf: seconds) else { return outside }
        let whole = Double(moment.seconds)
        let fraction = seconds - whole
        guard fraction > 0 else { return "\(moment.dayText)T\(moment.time)Z" }
        var milliseconds = Int(fraction * 1000 + 0.5)
        if milliseconds == 1000 {
            guard let next = Moment(floorOf: whole + 1) else { return outside }
            (moment, milliseconds) = (next, 0)
        }
        return "\(moment.dayText)T\(moment.time).\("\(1000 + milliseconds)".dropFirst())Z"
    }
}

/// A date and a time of day in UTC, by their numbers.
private struct Moment: Equatable {
    var year: Int64
    var month: Int64
    var day: Int64
    var hour: Int64 = 0
    var minute: Int64 = 0
    var second: Int64 = 0

    init(year: Int64, month: Int64, day: Int64) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    // Both conversions count days from 0000-03-01, so that the leap day is the last day of its year. From March on, the
    // days before a month are (153 * month + 2) / 5. Cycles of 400 years have the same number of days.

    private static let daysBeforeReferenceDate: Int64 = 730_791  // from 0000-03-01 to 2001-01-01
    private static let daysInCycle: Int64 = 146_097

    /// The seconds since 2001-01-01T00:00:00Z.
    var seconds: Int64 {
        // The months that CoreFoundation doesn't count on.
        let (monthOfYear, yearOfMonth) = month == 13 ? (1, year + 1) : (1...12 ~= month ? month : 1, year)
        let yearFromMarch = monthOfYear > 2 ? yearOfMonth : yearOfMonth - 1
        let monthFromMarch = monthOfYear > 2 ? monthOfYear - 3 : monthOfYear + 9
        let (cycle, yearOfCycle) = yearFromMarch.dividedDown(by: 400)
        let dayOfCycle =
            yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + (153 * monthFromMarch + 2) / 5 + day - 1
        let days = cycle * Self.daysInCycle + dayOfCycle - Self.daysBeforeReferenceDate
        return days * 86400 + hour * 3600 + minute * 60 + second
    }

    /// - Parameter seconds: Seconds since 2001-01-01T00:00:00Z, of a year of 32 bits.
    init(seconds: Int64) {
        let (days, time) = seconds.dividedDown(by: 86400)
        let (cycle, dayOfCycle) = (days + Self.daysBeforeReferenceDate).dividedDown(by: Self.daysInCycle)
        // The leap days of the cycle before this day are taken out, so that every year counts 365 days.
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
    }

    /// The first and the last second of the years of 32 bits.
    private static let ends = (
        first: Moment(year: Int64(Int32.min), month: 1, day: 1).seconds,
        last: Moment(year: Int64(Int32.max) + 1, month: 1, day: 1).seconds - 1
    )

    /// The moment of a number of seconds, its fraction dropped downwards; nil outside of the years of 32 bits.
    init?(floorOf seconds: Double) {
        // Far inside of 64 bits, so that nothing below overflows. Doubles are 8 seconds apart there, so that the one nearest
        // to the last second lies beyond it; it is the last second.
        let (first, last) = Self.ends
        guard (Double(first)...Double(last)).contains(seconds) else { return nil }
        // `rounded(.down)` would need the C mathematics library.
        let truncated = Int64(seconds)
        let floor = Double(truncated) > seconds ? truncated - 1 : truncated
        self.init(seconds: min(max(floor, first), last))
    }

    /// How many characters a year has at least, a minus counted, as C's `%04d` writes it and Apple's writer does.
    static let yearWidth = 4

    /// The day as `YYYY-MM-DD`.
    var dayText: String {
        let (sign, digits) = (year < 0 ? "-" : "", String(year.magnitude))
        let zeros = String(repeating: "0", count: max(0, Self.yearWidth - sign.utf8.count - digits.utf8.count))
        return "\(sign)\(zeros)\(digits)-\(Self.twoDigits(month))-\(Self.twoDigits(day))"
    }

    /// The time of day as `hh:mm:ss`.
    var time: String { "\(Self.twoDigits(hour)):\(Self.twoDigits(minute)):\(Self.twoDigits(second))" }

    private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Reads the numbers of a date one after the other.
private struct DateFields {
    var rest: ArraySlice<UInt8>

    /// Moves past a character, and returns whether it was there.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Reads a day whose year has 32 bits.
    ///
    /// - Parameter isTyped: Whether the year needs all of its digits, since two may stand for a year of this century.
    mutating func readDay(isTyped: Bool) -> Moment? {
        let isNegative = take("-")
        let digits = readDigits()
        guard digits.count >= (isTyped ? isNegative ? 3 : 4 : 1) else { return nil }
        // Zeros may stand before the digits that count.
        let counted = digits.drop { $0 == UInt8(ascii: "0") }
        guard counted.count <= 10, let number = Self.number(counted),
            let year = Int32(exactly: isNegative ? -number : number),
            take("-"), let month = readTwoDigits(), take("-"), let day = readTwoDigits()
        else { return nil }
        return Moment(year: Int64(year), month: month, day: day)
    }

    /// Reads `hh:mm:ss`, or `hh:mm` where seconds may be missing, and returns whether it was there.
    mutating func readTime(into moment: inout Moment, needsSeconds: Bool = true) -> Bool {
        guard let hour = readTwoDigits(), take(":"), let minute = readTwoDigits() else { return false }
        (moment.hour, moment.minute) = (hour, minute)
        guard take(":") else { return !needsSeconds }
        guard let second = readTwoDigits() else { return false }
        moment.second = second
        return true
    }

    /// Reads a decimal point and the digits after it, as a part of a second; 0 if there is no point.
    mutating func readFraction() -> Double? {
        guard take(".") else { return 0 }
        let digits = readDigits()
        return digits.isEmpty ? nil : XMLReal(ArraySlice("0.".utf8) + digits)?.value
    }

    /// Reads `±hhmm` or `±hh:mm`, as seconds to the east of UTC.
    mutating func readZone(withColon hasColon: Bool) -> Int64? {
        let isWest = take("-")
        guard isWest || take("+"), let hours = readTwoDigits(), !hasColon || take(":"), let minutes = readTwoDigits(),
            hours < 24, minutes < 60
        else { return nil }
        let offset = hours * 3600 + minutes * 60
        return isWest ? -offset : offset
    }

    private mutating func readTwoDigits() -> Int64? {
        guard rest.count >= 2, let number = Self.number(rest.prefix(2)) else { return nil }
        rest = rest.dropFirst(2)
        return number
    }

    private mutating func readDigits() -> ArraySlice<UInt8> {
        let digits = rest.prefix { $0.decimalDigit != nil }
        rest = rest[digits.endIndex...]
        return digits
    }

    /// The number of at most ten digits; nil if one isn't a digit.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        var number: Int64 = 0
        for byte in digits {
            guard let digit = byte.decimalDigit else { return nil }
            number = number * 10 + Int64(digit)
        }
        return number
    }
}

extension Int64 {
    /// The quotient rounded down, and the remainder, which isn't negative; `divisor` is positive.
    fileprivate func dividedDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
