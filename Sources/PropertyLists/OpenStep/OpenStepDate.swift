/// The dates of GNUstep's property lists: `YYYY-MM-DD hh:mm:ss ±hhmm`.
enum OpenStepDate {
    /// Reads a date as seconds since 2001-01-01T00:00:00Z, or returns nil for any other text and for dates that do not
    /// exist.
    static func read(_ text: ArraySlice<UInt8>) -> Double? {
        let text = Array(text)
        guard text.count == 25, text[10] == UInt8(ascii: " "), text[19] == UInt8(ascii: " "),
            text[20] == UInt8(ascii: "+") || text[20] == UInt8(ascii: "-")
        else { return nil }
        // The same date and time as XML writes it, and the time zone apart.
        let local = text[..<10] + [UInt8(ascii: "T")] + text[11..<19] + [UInt8(ascii: "Z")]
        guard let date = XMLDate(local) else { return nil }
        let digits = text[21...].compactMap { $0.decimalDigit }.map(Int.init)
        guard digits.count == 4 else { return nil }
        let (hours, minutes) = (digits[0] * 10 + digits[1], digits[2] * 10 + digits[3])
        guard hours < 24, minutes < 60 else { return nil }
        let offset = Double(hours * 3600 + minutes * 60)
        return date.secondsSinceReferenceDate + (text[20] == UInt8(ascii: "-") ? offset : -offset)
    }

    /// A date in UTC.
    static func text(_ date: XMLDate) -> String {
        var output = XMLOutput()
        output.append(date)
        let text = String(decoding: output.bytes.array.dropLast(), as: UTF8.self)
        return text.split(separator: "T").joined(separator: " ") + " +0000"
    }
}
