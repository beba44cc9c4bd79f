/// The kinds of values, each in the words of error messages.
package enum ValueKind: String {
    case null
    case boolean
    case integer
    case real
    case date
    case data
    case string
    case uid = "UID"
    case array
    case orderedSet = "ordered set"
    case set
    case dictionary
}

extension PropertyList {
    /// The kind of the value, in the words that error messages use.
    public var kind: String { valueKind.rawValue }

    private var valueKind: ValueKind {
        switch self {
        case .null: .null
        case .boolean: .boolean
        case .integer, .unsignedInteger, .integer128: .integer
        case .float, .double: .real
        case .date: .date
        case .data: .data
        case .string: .string
        case .uid: .uid
        case .array: .array
        case .orderedSet: .orderedSet
        case .set: .set
        case .dictionary: .dictionary
        }
    }
}

extension BinaryObjectKind {
    /// The kind in the words of error messages.
    var name: String {
        self == .simple ? "\(ValueKind.null.rawValue) or \(ValueKind.boolean.rawValue)" : valueKind.rawValue
    }

    private var valueKind: ValueKind {
        switch self {
        case .simple: .null
        case .integer: .integer
        case .real: .real
        case .date: .date
        case .data: .data
        case .asciiString, .utf16String: .string
        case .uid: .uid
        case .array: .array
        case .orderedSet: .orderedSet
        case .set: .set
        default: .dictionary
        }
    }
}
