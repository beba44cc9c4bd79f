import KeyedArchiving
import PropertyLists

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The kinds of value that a word of the command line can stand for.
enum ValueType: String, CaseIterable {
    case string, integer, real, boolean, date, data, hex, uid, `nil`

    /// The value of a word.
    func value(of text: String) throws(Failure) -> PropertyList {
        if self == .date, let day = Self.compactDay(text) {
            throw .usage("\(text) is a day or a number of seconds; write \(day) or \(text).0")
        }
        let value: PropertyList? =
            switch self {
            case .string: .string(PropertyListString(text))
            case .integer: PropertyList(integer: text)
            case .real: Double(text).map(PropertyList.double)
            case .boolean: Self.boolean(text).map(PropertyList.boolean)
            case .date: (Double(text) ?? DateText.seconds(ofTyped: text)).map(PropertyList.date)
            case .data: TextCode.decodeBase64(Array(text.utf8)[...]).map { .data($0) }
            case .hex: [UInt8](hexadecimal: text).map(PropertyList.data)
            case .uid: UInt64(text.hasPrefix("#") ? String(text.dropFirst()) : text).map { .uid(UID($0)) }
            case .nil: .null
            }
        guard let value else { throw .usage("\(text.quoted()) isn't \(words); name another kind with --type") }
        return value
    }

    /// The day that eight digits may stand for, as `20240131`, in the form of dates; nil for other texts.
    private static func compactDay(_ text: String) -> String? {
        let digits = Array(text)
        guard digits.count == 8, isDigits(text[...]) else { return nil }
        let day = "\(String(digits[..<4]))-\(String(digits[4..<6]))-\(String(digits[6...]))"
        return DateText.seconds(ofTyped: day) == nil ? nil : day
    }

    /// The kind as messages name it.
    private var words: String {
        switch self {
        case .string: "text"
        case .integer: "an integer"
        case .real: "a number"
        case .boolean: "true or false"
        case .date: "a date, such as 2001-02-03T04:05:06Z, or a number of seconds since 2001-01-01"
        case .data: "data in base64"
        case .hex: "data in hexadecimal digits"
        case .uid: "the number of an object, such as #3"
        case .nil: "nil"
        }
    }

    /// The value that a word looks like, for a place where nothing is: a boolean, a number or text.
    ///
    /// - Throws: ``Failure/usage(_:)`` for digits that a number doesn't keep: after a zero, as in a postal code, after a
    ///   plus, as in a telephone number, around an `e`, as in the number of a part, or more than an integer has.
    static func guess(_ text: String) throws(Failure) -> PropertyList {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let isInteger = isDigits(digits)
        let isAfterZero = digits.hasPrefix("0") && digits.dropFirst().first?.isNumber == true
        let isAfterPlus = text.hasPrefix("+") && text.dropFirst().first?.isLetter == false && !text.hasPrefix("+0x")
        if Double(text) != nil, isAfterZero || isAfterPlus || isDigitsAroundExponent(digits) {
            let type = isInteger || isDigits(digits.dropFirst()) ? "integer" : "real"
            throw .usage("\(text.quoted()) is text or a number; say which with --type string or --type \(type)")
        }
        if isInteger, PropertyList(integer: text) == nil {
            throw .usage(
                "\(text.quoted()) is text or a number too large for an integer; say which with --type string or --type real"
            )
        }
        if text == "true" || text == "false" { return .boolean(text == "true") }
        if let integer = PropertyList(integer: text) { return integer }
        // Not words such as `infinity` and `nan`, which are more likely text.
        if let last = text.utf8.last, UInt8(ascii: "0")...UInt8(ascii: "9") ~= last, !text.hasPrefix("0x"),
            !text.hasPrefix("-0x"), let real = Double(text)
        {
            return .double(real)
        }
        return .string(PropertyListString(text))
    }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// Whether a text is digits, an `e` and digits.
    private static func isDigitsAroundExponent(_ text: Substring) -> Bool {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        return parts.count == 2 && parts.allSatisfy(isDigits)
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes": true
        case "false", "no": false
        default: nil
        }
    }
}

extension ArchiveView {
    /// The value of a word as the kind of value that is here.
    ///
    /// - Parameter takesObjects: Whether JSON of an object may stand here.
    func value(of text: String, takesObjects: Bool) throws(Failure) -> PropertyList {
        guard exists, !isNil else { return try ValueType.guess(text) }
        do throws(Failure) {
            return try valueOfSameKind(text, takesObjects: takesObjects)
        } catch {
            throw .usage("\(path.description): \(error.reason)")
        }
    }

    private func valueOfSameKind(_ text: String, takesObjects: Bool) throws(Failure) -> PropertyList {
        switch plainValue {
        case .string: return try ValueType.string.value(of: text)
        case .integer, .unsignedInteger, .integer128: return try ValueType.integer.value(of: text)
        case .double: return try ValueType.real.value(of: text)
        case .float:
            let value = try ValueType.real.value(of: text)
            return value.doubleValue.map { .float(Float($0)) } ?? value
        case .boolean: return try ValueType.boolean.value(of: text)
        case .date: return try ValueType.date.value(of: text)
        case .data: return try ValueType.data.value(of: text)
        case nil, .null, .uid, .array, .orderedSet, .set, .dictionary:
            guard let className else {
                throw .usage("a collection is there; say with --type or --json what to put in its place")
            }
            let name = className.escaped(limit: displayLimit)
            guard takesObjects else {
                throw .usage(
                    "an object of class \(name) of a sequential archive is there; put another one in its place with "
                        + "--type uid '#3', or nil with --type nil")
            }
            if archivedClass?.isKind(ofClassNamed: "NSAttributedString") == true {
                throw .usage(
                    "an object of class \(name) is there; set its text with --reflow at "
                        + "\(ArchivePath(path.steps + [.key("NSString")]).description)")
            }
            throw .usage(
                "an object of class \(name) is there; give one with \(exampleOfObject(named: name)), "
                    + "or say with --type what to put in its place")
        }
    }

    /// JSON of an object of the class of this one, as options.
    private func exampleOfObject(named name: String) -> String {
        guard let archivedClass, let kind = FoundationFamily(of: archivedClass) else {
            return "--json '{\"$class\":\"\(name)\",…}'"
        }
        guard FoundationFamily(inShortForm: archivedClass) != nil, let example = GraphMark.example(of: kind) else {
            return "--json, in the form in which keyed-archive get --json prints it"
        }
        let label = name == kind.defaultClass ? "" : "\"$class\":\"\(name)\","
        return "--json '{\(label)\(example)}'"
    }

    /// The plain value that is here, in the place itself, as an entry, or in an object of Foundation's.
    private var plainValue: PropertyList? {
        switch className {
        case "NSString", "NSMutableString": return string.map { .string(PropertyListString($0)) } ?? .string("")
        case "NSData", "NSMutableData": return .data(bytes ?? [])
        case "NSDate": return .date(0)
        case "NSNumber":
            guard let uid, let archive, case .object(let record)? = try? archive.entry(at: uid) else { return nil }
            return NumberSummary(of: record)?.number
        case .some: return nil
        case nil: break
        }
        guard let uid else { return value }
        guard let archive, case .value(let value)? = try? archive.entry(at: uid) else { return nil }
        return value
    }
}

extension [UInt8] {
    /// The bytes of pairs of hexadecimal digits, with white space between them or not.
    init?(hexadecimal text: String) {
        guard let bytes = TextCode.decodeHexadecimal(Array(text.utf8)[...]) else { return nil }
        self = bytes
    }
}
