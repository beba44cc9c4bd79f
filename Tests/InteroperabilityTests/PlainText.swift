import PropertyLists

/// A property list as text with every value exact, for comparing what two readers make of one file.
enum PlainText {
    static func description(of list: [UInt8]) throws -> String {
        switch try PropertyListFormat(detecting: list) {
        case .binary: text(try BinaryPropertyListReader(list).tree())
        case .xml: text(try XMLPropertyListReader().read(list))
        case .openStep: text(try OpenStepPropertyListReader().read(list))
        }
    }

    static func text(_ value: PropertyList) -> String {
        switch value {
        case .null, .orderedSet, .set: "no archive holds a \(value.kind)"
        case .date(let seconds): "t" + hex(seconds.bitPattern, digits: 16)
        case .boolean(let value): "\(value)"
        case .integer(let value): "i\(value)"
        case .unsignedInteger(let value): "i\(value)"
        case .integer128(let value): "i\(value)"
        case .float(let value): "r" + hex(Double(value).bitPattern, digits: 16)
        case .double(let value): "r" + hex(value.bitPattern, digits: 16)
        case .data(let bytes): "d" + bytes.map { hex($0, digits: 2) }.joined()
        case .string(let string): "s" + string.utf16.map { hex($0, digits: 4) }.joined()
        case .uid(let uid): "u\(uid.rawValue)"
        case .array(let elements): "[" + elements.map(text).joined(separator: ",") + "]"
        case .dictionary(let entries):
            "{" + entries.map { "\(text($0.key)):\(text($0.value))" }.sorted().joined(separator: ",") + "}"
        }
    }

    private static func hex(_ value: some FixedWidthInteger, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: digits - text.count) + text
    }
}
