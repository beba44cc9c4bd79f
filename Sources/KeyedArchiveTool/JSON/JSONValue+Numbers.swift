import PropertyLists

extension JSONValue {
    /// A boolean or a number; numbers that JSON doesn't distinguish from others have a mark.
    static func number(_ value: PropertyList) -> JSONValue {
        switch value {
        case .float(let float): .marked("$float", real(float))
        case .double(let double): double.isFinite ? .scalar(value) : .marked("$real", real(double))
        case .integer128(let number):
            Int64(exactly: number) == nil && UInt64(exactly: number) == nil
                ? .scalar(value) : .marked("$int128", .scalar(value))
        default: .scalar(value)
        }
    }

    private static func real(_ value: Double) -> JSONValue {
        guard value.isNaN else { return .text(value < 0 ? "-inf" : "inf") }
        let bits = String(value.bitPattern, radix: 16, uppercase: true)
        return .text(value.bitPattern == Double.nan.bitPattern ? "nan" : "nan:\(bits)")
    }

    private static func real(_ value: Float) -> JSONValue {
        guard !value.isFinite else {
            // The shortest digits of the float, unless they aren't read as it.
            let short = Double(value.description) ?? Double(value)
            return .scalar(.double(Float(short) == value ? short : Double(value)))
        }
        guard value.isNaN else { return .text(value < 0 ? "-inf" : "inf") }
        let bits = String(value.bitPattern, radix: 16, uppercase: true)
        return .text(value.bitPattern == Float.nan.bitPattern ? "nan" : "nan:\(bits)")
    }

    /// A date in ISO form if that says exactly these seconds since 2001, else their number.
    static func date(_ seconds: Double, _ form: DateForm = .iso) -> JSONValue {
        switch form {
        case .seconds: return .number(.double(seconds))
        case .local:
            let text = form.text(of: seconds)
            if DateText.seconds(ofTyped: text)?.bitPattern == seconds.bitPattern { return .text(text) }
        case .iso: break
        }
        return isoDate(seconds).map { .text($0) } ?? .number(.double(seconds))
    }

    private static func isoDate(_ seconds: Double) -> String? {
        guard seconds.isFinite, seconds.bitPattern != (-0.0).bitPattern else { return nil }
        let text = seconds.description
        let parts = text.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, !text.contains("e") else { return nil }
        var fraction = parts[1] == "0" ? "" : String(parts[1])
        // Digits count from the whole second before.
        if seconds < 0, !fraction.isEmpty { fraction = complement(fraction) }
        let whole = DateText.shown(seconds.rounded(.down))
        guard whole.hasSuffix("Z"), whole.utf8.count == 20 else { return nil }
        let date = fraction.isEmpty ? whole : "\(whole.dropLast()).\(fraction)Z"
        return DateText.seconds(ofTyped: date)?.bitPattern == seconds.bitPattern ? date : nil
    }

    /// The digits after the point of 1 - 0.DIGITS.
    private static func complement(_ digits: String) -> String {
        var result: [UInt8] = []
        var isLast = true
        for digit in digits.utf8.reversed() {
            let number = digit - UInt8(ascii: "0")
            result.append(UInt8(ascii: "0") + (isLast ? (10 - number) % 10 : 9 - number))
            if number != 0 { isLast = false }
        }
        return String(decoding: result.reversed(), as: UTF8.self)
    }

    // MARK: - Read

    /// The number that the value or its mark is; nil for other values.
    var number: PropertyList? {
        switch content {
        case .scalar(.boolean), .scalar(.integer), .scalar(.unsignedInteger), .scalar(.integer128), .scalar(.double):
            return propertyList
        case .object(let members):
            guard members.count == 1, let member = members.first, let mark = member.key.string else { return nil }
            return Self.number(mark, member.value)
        default: return nil
        }
    }

    /// The number that a mark gives; nil for other marks, and other content.
    private static func number(_ mark: String, _ value: JSONValue) -> PropertyList? {
        switch mark {
        case "$real":
            if let text = value.text {
                if let bits = nanBits(text) { return .double(Double(bitPattern: bits)) }
                return ["nan": Double.nan, "inf": .infinity, "-inf": -.infinity][text].map { .double($0) }
            }
            return value.plainNumber.map { .double($0) }
        case "$float":
            if let text = value.text {
                if let bits = nanBits(text).flatMap({ UInt32(exactly: $0) }) { return .float(Float(bitPattern: bits)) }
                return ["nan": Float.nan, "inf": .infinity, "-inf": -.infinity][text].map { .float($0) }
            }
            return value.plainNumber.flatMap { Float($0).isFinite ? .float(Float($0)) : nil }
        case "$int128":
            let integer = value.text.flatMap { PropertyList(integer: $0) } ?? value.propertyList
            switch integer {
            case .integer(let number): return .integer128(Integer128(number))
            case .unsignedInteger(let number): return .integer128(Integer128(number))
            case .integer128: return integer
            default: return nil
            }
        case "$integer": return value.text.flatMap { PropertyList(integer: $0) }
        default: return nil
        }
    }

    /// The remedy for a wrong number under a mark; nil for other marks.
    static func remedy(ofMark mark: String) -> String? {
        switch mark {
        case "$real": "write a number, or \"nan\", \"inf\" or \"-inf\""
        case "$float": "write a number that 32 bits hold, or \"nan\", \"inf\" or \"-inf\""
        case "$int128", "$integer": "write an integer of at most 128 bits"
        default: nil
        }
    }

    private static func nanBits(_ text: String) -> UInt64? {
        guard text.hasPrefix("nan:") else { return nil }
        return UInt64(text.dropFirst(4), radix: 16)
    }

    /// A number without a mark, as a real.
    var plainNumber: Double? {
        switch content {
        case .scalar(.integer(let number)): Double(number)
        case .scalar(.unsignedInteger(let number)): Double(number)
        case .scalar(.double(let number)): number
        case .scalar(.integer128(let number)): Double(number.description)
        default: nil
        }
    }

    /// The seconds since 2001 that a `$date` gives: ISO text or a number.
    var seconds: Double? {
        if let text { return DateText.seconds(ofTyped: text) }
        if let plainNumber { return plainNumber }
        if case .double(let seconds)? = number { return seconds }
        return nil
    }
}
