import PropertyLists

/// A value as text in which two readers can be compared: what one of them cannot distinguish is left out.
///
/// Python and Foundation have one width of reals, one NaN, and dictionaries without an order or duplicate keys.
enum ComparedValue {
    static func text(_ value: PropertyList) -> String {
        switch value {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "i\(value)"
        case .unsignedInteger(let value): "i\(value)"
        case .integer128(let value): "i\(value)"
        case .float(let value): real(Double(value))
        case .double(let value): real(value)
        case .date(let seconds): abs(seconds) < 1e12 ? "t\(Int64((seconds * 1e6).rounded()))" : "t?"
        case .data(let bytes): "d" + bytes.map { String($0, radix: 16) }.joined(separator: ".")
        case .string(let string): "s" + string.utf16.map { String($0, radix: 16) }.joined(separator: ".")
        case .uid(let uid): "u\(uid.rawValue)"
        case .array(let elements): "[" + elements.map(text).joined(separator: ",") + "]"
        case .set(let members), .orderedSet(let members): "<" + members.map(text).joined(separator: ",") + ">"
        case .dictionary(let dictionary): entries(dictionary)
        }
    }

    private static func real(_ value: Double) -> String {
        value.isNaN ? "rnan" : "r" + String(value.bitPattern, radix: 16)
    }

    /// The entries in the order of their texts; the last of those with one key.
    private static func entries(_ dictionary: PropertyListDictionary) -> String {
        let entries = Dictionary(dictionary.map { (text($0.key), text($0.value)) }) { $1 }
        return "{" + entries.map { "\($0):\($1)" }.sorted().joined(separator: ",") + "}"
    }
}
