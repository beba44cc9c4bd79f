import Foundation
import PropertyLists

extension PropertyList {
    /// The value as text that Python writes in the same way for a value that it calls equal.
    ///
    /// Python knows no float width; its dates have microseconds; its dictionaries keep a duplicate key at its first
    /// place with its last value. What Python does not know has no text here, and is nil.
    var canonicalText: [UInt8]? {
        var text: [UInt8] = []
        return append(to: &text) ? text : nil
    }

    private func append(to text: inout [UInt8]) -> Bool {
        switch self {
        case .null: text += "null".utf8
        case .boolean(let value): text += (value ? "true" : "false").utf8
        case .integer(let value): text += "i\(value)".utf8
        case .unsignedInteger(let value): text += "i\(value)".utf8
        case .integer128(let value): text += "i\(value)".utf8
        case .float(let value): Self.append(Double(value), to: &text)
        case .double(let value): Self.append(value, to: &text)
        case .date(let value):
            // Python adds a whole number of seconds and a fraction, and rounds the latter.
            let whole = value.rounded(.towardZero)
            guard abs(whole) < 1e12 else { return false }
            let fraction = ((value - whole) * 1e6).rounded(.toNearestOrEven)
            text += "t\(Int(whole) * 1_000_000 + Int(fraction))".utf8
        case .data(let value): text += "d\(Data(value).base64EncodedString())".utf8
        case .string(let value):
            guard let string = value.string else { return false }
            text += "s\(string.utf8.count):".utf8
            text += string.utf8
        case .uid(let value): text += "u\(value.rawValue)".utf8
        case .array(let array):
            text += "[".utf8
            for element in array {
                guard element.append(to: &text) else { return false }
                text += ",".utf8
            }
            text += "]".utf8
        case .dictionary(let dictionary): return Self.append(dictionary, to: &text)
        case .set, .orderedSet: return false
        }
        return true
    }

    private static func append(_ value: Double, to text: inout [UInt8]) {
        guard !value.isNaN else {
            text += "rnan".utf8
            return
        }
        let digits = String(value.bitPattern, radix: 16)
        text += "r\(String(repeating: "0", count: 16 - digits.count))\(digits)".utf8
    }

    private static func append(_ dictionary: PropertyListDictionary, to text: inout [UInt8]) -> Bool {
        var entries: [(key: PropertyList, value: PropertyList)] = []
        var places: [PropertyList: Int] = [:]
        for (key, value) in dictionary {
            if let place = places[key] {
                entries[place].value = value
            } else {
                places[key] = entries.count
                entries.append((key, value))
            }
        }
        text += "{".utf8
        for (key, value) in entries {
            guard key.append(to: &text) else { return false }
            text += "=".utf8
            guard value.append(to: &text) else { return false }
            text += ",".utf8
        }
        text += "}".utf8
        return true
    }
}
