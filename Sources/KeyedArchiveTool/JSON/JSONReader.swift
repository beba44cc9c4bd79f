import KeyedArchiving
import PropertyLists

/// Reads JSON text (RFC 8259), with keys in their order, all digits of integers, and the place of each value.
///
/// Integers come out as such, numbers with a fraction or an exponent as 64-bit reals. Strings may hold escapes of
/// unpaired surrogates, which strings of archives hold, too.
struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0
    /// The budget charged for values and their texts.
    private let budget: DocumentBudget?
    /// The key of the outermost object whose value is looked for, and the place of that.
    private var wanted: (key: PropertyListString, place: Range<Int>?)?

    /// How many arrays and objects may be one inside the other.
    private static let maximumDepth = 513
    /// How long the text of a number may be.
    private static let maximumNumberLength = 400

    /// Reads text that holds one value, and nothing after it but white space.
    ///
    /// - Throws: ``ArchiveError`` at the first place that isn't JSON, and for an object with a key that is there twice.
    static func read(_ bytes: [UInt8], charging budget: DocumentBudget? = nil) throws(ArchiveError) -> JSONValue {
        var reader = JSONReader(bytes, budget)
        return try reader.whole()
    }

    private mutating func whole() throws(ArchiveError) -> JSONValue {
        let value = try value()
        skipWhiteSpace()
        guard position == bytes.count else {
            throw current == UInt8(ascii: "/")
                ? error("comments aren't JSON", "take them out") : error("there is something after the value")
        }
        return value
    }

    /// The value of a member of the object that a line holds, and the place of the value.
    ///
    /// - Throws: ``ArchiveError/Code/valueNotFound`` if there is no such member.
    static func member(
        _ name: PropertyListString,
        of bytes: [UInt8],
        charging budget: DocumentBudget
    ) throws(ArchiveError) -> (value: PropertyList, place: Range<Int>) {
        var reader = JSONReader(bytes, budget)
        reader.wanted = (name, nil)
        let json = try reader.whole()
        guard let members = json.members else {
            throw ArchiveError(.unrecognizedFormat, "the JSON isn't an object", remedy: "give an object in each line")
        }
        guard let place = reader.wanted?.place, let member = members.first(where: { $0.key == name }) else {
            let names = KeyList.clause(members.map(\.key.repaired), hasMore: false)
            throw ArchiveError(
                .valueNotFound, "the line has no field \(name.quoted())",
                remedy: members.isEmpty ? "leave such lines empty" : "name another with --field; \(names)")
        }
        return (member.value.propertyList, place)
    }

    private init(_ bytes: [UInt8], _ budget: DocumentBudget?) {
        self.bytes = bytes
        self.budget = budget
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    // MARK: - Values

    private mutating func value() throws(ArchiveError) -> JSONValue {
        skipWhiteSpace()
        try charge(values: 1)
        let start = position
        switch current {
        case UInt8(ascii: "{"):
            return try nested { reader throws(ArchiveError) in JSONValue(try reader.object(), at: start) }
        case UInt8(ascii: "["):
            return try nested { reader throws(ArchiveError) in JSONValue(try reader.array(), at: start) }
        case UInt8(ascii: "\""): return JSONValue(.scalar(.string(try string())), at: start)
        case UInt8(ascii: "t"): return try word("true", .boolean(true))
        case UInt8(ascii: "f"): return try word("false", .boolean(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
        default: throw noValue()
        }
    }

    /// The error for a text that looks like a value, but isn't one.
    private func noValue() -> ArchiveError {
        let rest = bytes[min(position, bytes.count)...]
        for (word, remedy) in [("NaN", "nan"), ("Infinity", "inf"), ("-Infinity", "-inf")]
        where rest.starts(with: word.utf8) {
            return error("\(word) isn't JSON", "write {\"$real\":\"\(remedy)\"}")
        }
        switch current {
        case UInt8(ascii: "/"): return error("comments aren't JSON", "take them out")
        case UInt8(ascii: "'"): return error("text stands in double quotes", "write \" in place of '")
        case UInt8(ascii: "}"), UInt8(ascii: "]"): return error("there is a comma too many", "take the last one out")
        default: return error("a value is missing; text stands in quotes")
        }
    }

    private func charge(values count: Int, textSize: Int = 0) throws(ArchiveError) {
        try budget?.make(values: count, textSize: textSize)
    }

    private mutating func nested(
        _ read: (inout JSONReader) throws(ArchiveError) -> JSONValue
    ) throws(ArchiveError) -> JSONValue {
        guard depth < Self.maximumDepth else {
            var error = error("it nests deeper than \(Self.maximumDepth - 1)", "see keyed-archive --limits")
            error.code = .limitExceeded
            throw error
        }
        try budget?.make(DocumentBudget.containerCost)
        depth += 1
        defer { depth -= 1 }
        position += 1
        return try read(&self)
    }

    private mutating func object() throws(ArchiveError) -> JSONValue.Content {
        var members: [JSONValue.Member] = []
        var places: [PropertyListString: Int] = [:]
        if take("}") { return .object(members) }
        repeat {
            skipWhiteSpace()
            guard current == UInt8(ascii: "\"") else {
                throw [UInt8(ascii: "}"), UInt8(ascii: "/"), UInt8(ascii: "'")].contains(current)
                    ? noValue() : error("a key in quotes is missing")
            }
            let start = position
            let key = try string()
            if let first = places.updateValue(start, forKey: key) {
                throw JSONPlace(first, in: bytes).twice(key, again: error("", at: start))
            }
            guard take(":") else { throw error("a colon is missing") }
            let value = try value()
            if depth == 1, key == wanted?.key { wanted?.place = value.offset..<position }
            members.append(JSONValue.Member(key: key, value: value, offset: start))
        } while take(",")
        guard take("}") else {
            throw current == UInt8(ascii: "/") ? noValue() : error("a comma or a closing brace is missing")
        }
        return .object(members)
    }

    private mutating func array() throws(ArchiveError) -> JSONValue.Content {
        var elements: [JSONValue] = []
        if take("]") { return .array(elements) }
        repeat { elements.append(try value()) } while take(",")
        guard take("]") else {
            throw current == UInt8(ascii: "/") ? noValue() : error("a comma or a closing bracket is missing")
        }
        return .array(elements)
    }

    private mutating func word(_ word: String, _ value: PropertyList) throws(ArchiveError) -> JSONValue {
        guard bytes[position...].starts(with: word.utf8) else {
            throw error("a value is missing; text stands in quotes")
        }
        defer { position += word.utf8.count }
        return JSONValue(.scalar(value), at: position)
    }

    private mutating func number() throws(ArchiveError) -> JSONValue {
        let start = position
        if bytes[start...].starts(with: "-Infinity".utf8) { throw noValue() }
        if current == UInt8(ascii: "-") { position += 1 }
        let first = current
        let integerDigits = skipDigits()
        guard integerDigits > 0, integerDigits == 1 || first != UInt8(ascii: "0") else {
            throw error("this isn't a number", at: start)
        }
        var isInteger = true
        if current == UInt8(ascii: ".") {
            position += 1
            isInteger = false
            guard skipDigits() > 0 else { throw error("a digit is missing") }
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            position += 1
            isInteger = false
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            guard skipDigits() > 0 else { throw error("a digit is missing") }
        }
        guard position - start <= Self.maximumNumberLength else { throw tooLarge(start) }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        let real = Double(text).flatMap { $0.isFinite ? PropertyList.double($0) : nil }
        let number = isInteger ? PropertyList(integer: text) : real
        guard let number else { throw tooLarge(start) }
        return JSONValue(.scalar(number), at: start)
    }

    private func tooLarge(_ start: Int) -> ArchiveError {
        error("the number is too large", "a real has 64 bits, an integer at most 128", at: start)
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while let byte = current, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { position += 1 }
        return position - start
    }

    // MARK: - Strings

    private mutating func string() throws(ArchiveError) -> PropertyListString {
        let start = position
        position += 1
        var units: [UInt16] = []
        while true {
            let run = position
            while let byte = current, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
                position += 1
            }
            guard let text = String(validating: bytes[run..<position], as: UTF8.self) else {
                throw error("the text isn't UTF-8", at: run)
            }
            switch current {
            case UInt8(ascii: "\""):
                position += 1
                try charge(values: 0, textSize: position - start)
                // Most strings are one run without escapes.
                if units.isEmpty { return PropertyListString(text) }
                return PropertyListString(utf16: units + Array(text.utf16))
            case UInt8(ascii: "\\"):
                units += Array(text.utf16)
                units.append(try escape())
            case nil: throw error("the closing quote of a text is missing", at: start)
            default: throw error("a control character in a text has to be escaped")
            }
        }
    }

    private mutating func escape() throws(ArchiveError) -> UInt16 {
        position += 1
        defer { position += 1 }
        switch current {
        case UInt8(ascii: "\""): return 0x22
        case UInt8(ascii: "\\"): return 0x5C
        case UInt8(ascii: "/"): return 0x2F
        case UInt8(ascii: "b"): return 0x08
        case UInt8(ascii: "f"): return 0x0C
        case UInt8(ascii: "n"): return 0x0A
        case UInt8(ascii: "r"): return 0x0D
        case UInt8(ascii: "t"): return 0x09
        case UInt8(ascii: "u"):
            let digits = bytes[(position + 1)...].prefix(4)
            guard digits.count == 4, digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
                let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
            else { throw error("\\u needs four hexadecimal digits") }
            position += 4
            return unit
        default: throw error("there is no such escape")
        }
    }

    // MARK: - Text

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipWhiteSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipWhiteSpace()
        guard current == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private func error(_ reason: String, _ remedy: String? = nil, at place: Int? = nil) -> ArchiveError {
        JSONPlace(place ?? position, in: bytes).error(
            .malformedText, reason, remedy: remedy ?? "correct the JSON there")
    }
}

/// A place in JSON text, by its line and column.
struct JSONPlace {
    let line: Int
    let column: Int

    init(_ offset: Int, in bytes: [UInt8]) {
        let before = bytes[..<min(max(0, offset), bytes.count)]
        let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        line = 1 + before.count { $0 == 0x0A }
        column = 1 + String(decoding: before[lineStart...], as: UTF8.self).count
    }

    /// An error at the place.
    func error(
        _ code: ArchiveError.Code,
        _ reason: String,
        path: ArchivePath? = nil,
        remedy: String
    ) -> ArchiveError {
        var error = ArchiveError(code, reason, path: path, remedy: remedy)
        (error.line, error.column) = (line, column)
        return error
    }

    /// The error for a key that is at this place and again at that of another error.
    func twice(_ key: PropertyListString, again error: ArchiveError) -> ArchiveError {
        var error = error
        error.code = .duplicateKey
        error.reason = "the key \(key.quoted()) is there twice, first in line \(line)"
        error.remedy = "keep one, since readers disagree which counts"
        return error
    }
}

extension PropertyList {
    /// The integer of some decimal digits, in as few bits as it takes; nil if it isn't one of at most 128 bits.
    init?(integer text: String) {
        if let value = Int64(text) {
            self = .integer(value)
        } else if let value = UInt64(text) {
            self = .unsignedInteger(value)
        } else if let value = Integer128(decimal: text) {
            self = .integer128(value)
        } else {
            return nil
        }
    }
}

extension Integer128 {
    /// The number of some decimal digits with or without a minus sign.
    fileprivate init?(decimal text: String) {
        let isNegative = text.hasPrefix("-")
        var (high, low): (UInt64, UInt64) = (0, 0)
        let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty else { return nil }
        for digit in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
            let (lowHigh, lowLow) = low.multipliedFullWidth(by: 10)
            let (newLow, carry) = lowLow.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
            let (highTimes10, overflow) = high.multipliedReportingOverflow(by: 10)
            let (newHigh, overflow2) = highTimes10.addingReportingOverflow(lowHigh + (carry ? 1 : 0))
            guard !overflow, !overflow2 else { return nil }
            (high, low) = (newHigh, newLow)
        }
        let isLowest = isNegative && high == 1 << 63 && low == 0
        guard high < 1 << 63 || isLowest else { return nil }
        if isNegative {
            (high, low) = (~high &+ (low == 0 ? 1 : 0), ~low &+ 1)
        }
        self.init(high: Int64(bitPattern: high), low: low)
    }
}
