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
    /// Reads a date, or answers nil for any text of another form and for dates that do not exist.
    init?(_ text: ArraySlice<UInt8>) {
        let form = "0000-00-00T00:00:00Z".utf8
        guard text.count == form.count else { return nil }
        var fields: [Int] = []
        var field = 0
        for (byte, expected) in zip(text, form) {
            if let digit = byte.decimalDigit, expected == UInt8(ascii: "0") {
                field = field * 10 + Int(digit)
            } else if byte == expected, expected != UInt8(ascii: "0") {
                fields.append(field)
                field = 0
            } else {
                return nil
            }
        }
        self.init(year: fields[0], month: fields[1], day: fields[2])
        (hour, minute, second) = (fields[3], fields[4], fields[5])
        guard 1...12 ~= month, 1...Self.dayCount(year, month) ~= day, hour < 24, minute < 60, second < 60 else {
            return nil
        }
    }

    private static func dayCount(_ year: Int, _ month: Int) -> Int {
        let isLeapYear = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return switch month {
        case 2: isLeapYear ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The seconds since 2001-01-01T00:00:00Z.
    var secondsSinceReferenceDate: Double {
        Double(((daysSinceReferenceDate * 24 + hour) * 60 + minute) * 60 + second)
    }

    // Both conversions count days from 0000-03-01, so that the leap day is the last day of its year. From March on, the
    // days before a month are (153 * month + 2) / 5.

    static let daysBeforeReferenceDate = 730_791  // from 0000-03-01 to 2001-01-01
    static let daysInCycle = 146_097  // 400 years

    private var daysSinceReferenceDate: Int {
        let yearFromMarch = month > 2 ? year : year - 1
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        // Year 0 begins before the first day counted; shifting by one cycle of 400 years keeps the divisions positive.
        let shiftedYear = yearFromMarch + 400
        let leapDays = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
        return shiftedYear * 365 + leapDays + (153 * monthFromMarch + 2) / 5 + day - 1 - Self.daysInCycle
            - Self.daysBeforeReferenceDate
    }
}
