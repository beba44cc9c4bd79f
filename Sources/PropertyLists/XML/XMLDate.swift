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
