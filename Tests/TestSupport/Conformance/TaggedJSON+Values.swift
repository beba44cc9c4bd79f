internal import KeyedArchiving
package import PropertyLists
internal import SequentialArchives

// What the library reads, as content of the conformance suite.

extension TaggedJSON {
    /// The content of a property list, in which the first of equal keys counts.
    package init(_ value: PropertyList) {
        switch value {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .tagged("integer", String(value))
        case .unsignedInteger(let value): self = .tagged("integer", String(value))
        case .integer128(let value): self = .tagged("integer", value.description)
        case .float(let value): self = .tagged("real", "\(Double(value))")
        case .double(let value): self = .tagged("real", "\(value)")
        case .date(let value): self = .tagged("date", "\(value)")
        case .data(let bytes): self = .tagged("data", bytes.hexadecimal)
        case .string(let string): self.init(string)
        case .uid(let uid): self = .tagged("uid", String(uid.rawValue))
        case .array(let elements): self = .array(elements.map { TaggedJSON($0) })
        case .orderedSet(let members): self = .tagged("orderedSet", .array(members.map { TaggedJSON($0) }))
        case .set(let members): self = .tagged("set", .array(members.map { TaggedJSON($0) }))
        case .dictionary(let entries):
            var seen: Set<PropertyList> = []
            let counting = entries.filter { seen.insert($0.key).inserted }
            self = .tagged("dictionary", .array(counting.map { .array([TaggedJSON($0.key), TaggedJSON($0.value)]) }))
        }
    }

    /// The content of a string.
    init(_ string: PropertyListString) {
        if let text = string.string {
            self = .string(text)
        } else {
            let bytes = string.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
            self = .tagged("utf16", bytes.hexadecimal)
        }
    }
}

extension [UInt8] {
    /// Two digits for each byte.
    var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

    /// The text in which each byte stands for the character of its number.
    var latin1: String { String(String.UnicodeScalarView(map { Unicode.Scalar($0) })) }
}
