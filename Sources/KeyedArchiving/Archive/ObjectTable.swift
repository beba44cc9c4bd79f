internal import PropertyLists

/// The objects of an archive's container by index, read only as far as checking needs.
///
/// Nothing here takes time in proportion to a string or an array, which many places of a hostile file may share.
struct ObjectTable {
    let reader: BinaryPropertyListReader
    private var keys: [WellKnownKey?]

    init(_ reader: BinaryPropertyListReader) {
        self.reader = reader
        keys = Array(repeating: nil, count: reader.objectCount)
    }

    /// What sort of object stands at an index.
    func kind(of index: Int) -> ObjectKind {
        guard let header = try? reader.header(at: index) else { return .unreadable }
        return switch header.kind {
        case .simple: header.marker == 0 ? .null : .boolean
        case .integer: .integer
        case .real: .real
        case .date: .date
        case .data: .data
        case .asciiString, .utf16String: .string
        case .uid: .reference
        case .array: .array
        case .dictionary: .dictionary
        default: .set
        }
    }

    /// The number of bytes of data, of code units of a string, of entries of a container.
    func count(of index: Int) -> Int {
        (try? reader.header(at: index).count) ?? 0
    }

    /// The UID at an index, if it is one.
    func reference(at index: Int) -> UID? {
        guard kind(of: index) == .reference, case .uid(let uid)? = try? reader.object(at: index) else { return nil }
        return uid
    }

    /// The objects that a container refers to; for a dictionary, keys and values.
    func members(of index: Int) -> [Int] {
        guard [.array, .set, .dictionary].contains(kind(of: index)) else { return [] }
        return switch try? reader.object(at: index) {
        case .array(let run), .set(let run), .orderedSet(let run): members(of: run)
        case .dictionary(let keys, let values): members(of: keys) + members(of: values)
        default: []
        }
    }

    /// The keys and values of a dictionary.
    func fields(of index: Int) -> [(key: Int, value: Int)] {
        guard kind(of: index) == .dictionary, case .dictionary(let keys, let values)? = try? reader.object(at: index)
        else { return [] }
        return fields(keys, values)
    }

    /// The keys and values of a dictionary.
    func fields(_ keys: BinaryReferences, _ values: BinaryReferences) -> [(key: Int, value: Int)] {
        Array(zip(members(of: keys), members(of: values)).lazy.map { (key: $0, value: $1) })
    }

    private func members(of run: BinaryReferences) -> [Int] {
        (0..<run.count).map { reader.unchecked($0, of: run) }
    }

    /// The string at an index if it has at most 64 characters, which is enough for every name that is well known.
    func shortString(at index: Int) -> String? {
        guard kind(of: index) == .string, count(of: index) <= 64 else { return nil }
        return (try? reader.archiveString(at: index))?.string
    }

    /// Whether two strings are the same; of long ones only the length is compared.
    func isSameText(_ first: Int, _ second: Int) -> Bool {
        guard kind(of: first) == .string, kind(of: second) == .string else { return false }
        guard count(of: first) == count(of: second) else { return false }
        return shortString(at: first) == shortString(at: second)
    }

    /// Which well-known key stands at an index.
    mutating func wellKnownKey(at index: Int) -> WellKnownKey {
        guard keys.indices.contains(index) else { return .other }
        if let known = keys[index] { return known }
        let key = shortString(at: index).flatMap { WellKnownKey(rawValue: $0) } ?? .other
        keys[index] = key
        return key
    }
}

/// What sort an object of the container is.
struct ObjectKind: OptionSet {
    let rawValue: UInt16

    static let null = Self(rawValue: 1)
    static let boolean = Self(rawValue: 1 << 1)
    static let integer = Self(rawValue: 1 << 2)
    static let real = Self(rawValue: 1 << 3)
    static let date = Self(rawValue: 1 << 4)
    static let data = Self(rawValue: 1 << 5)
    static let string = Self(rawValue: 1 << 6)
    static let reference = Self(rawValue: 1 << 7)
    static let array = Self(rawValue: 1 << 8)
    static let set = Self(rawValue: 1 << 9)
    static let dictionary = Self(rawValue: 1 << 10)
    static let unreadable = Self(rawValue: 1 << 11)

    /// The kinds in words, such as `a string or a reference`.
    var words: String {
        let all: [(Self, String)] = [
            (.null, "null"), (.boolean, "a boolean"), (.integer, "an integer"), (.real, "a real"), (.date, "a date"),
            (.data, "data"), (.string, "a string"), (.reference, "a reference"), (.array, "an array"), (.set, "a set"),
            (.dictionary, "a dictionary"), (.unreadable, "unreadable"),
        ]
        return all.lazy.filter { contains($0.0) }.map(\.1).joined(separator: " or ")
    }
}

/// The keys whose values are checked.
enum WellKnownKey: String {
    case archivedClass = "$class"
    case className = "$classname"
    case classes = "$classes"
    case classHints = "$classhints"
    case objects = "NS.objects"
    case keys = "NS.keys"
    case string = "NS.string"
    case data = "NS.data"
    case bytes = "NS.bytes"
    case time = "NS.time"
    case uuid = "NS.uuidbytes"
    case relative = "NS.relative"
    case base = "NS.base"
    case mantissa = "NS.mantissa"
    case length = "NS.length"
    case exponent = "NS.exponent"
    case negative = "NS.negative"
    case count = "NS.count"
    case rangeCount = "NSRangeCount"
    case rangeData = "NSRangeData"
    case indexPathLength = "NSIndexPathLength"
    case indexPathData = "NSIndexPathData"
    case text = "NSString"
    /// Any other key.
    case other = ""
}
