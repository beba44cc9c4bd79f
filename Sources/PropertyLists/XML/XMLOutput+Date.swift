extension XMLOutput {
    /// Appends a date as `YYYY-MM-DDThh:mm:ssZ`.
    mutating func append(_ date: XMLDate) {
        append(twoDigits: date.year / 100)
        append(twoDigits: date.year % 100)
        append("-")
        append(twoDigits: date.month)
        append("-")
        append(twoDigits: date.day)
        append("T")
        append(twoDigits: date.hour)
        append(":")
        append(twoDigits: date.minute)
        append(":")
        append(twoDigits: date.second)
        append("Z")
    }

    private mutating func append(twoDigits number: Int) {
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}
