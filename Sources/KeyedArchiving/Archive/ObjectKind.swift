internal import PropertyLists

/// The kind of an object of the container, or a set of kinds.
struct ObjectKind: OptionSet {
    let rawValue: UInt16

    init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The kind of an object that can be read.
    init(_ header: BinaryObjectHeader) {
        switch header.kind {
        case .simple: self = header.isNull ? .null : .boolean
        case .integer: self = .integer
        case .real: self = .real
        case .date: self = .date
        case .data: self = .data
        case .asciiString, .utf16String: self = .string
        case .uid: self = .reference
        case .array: self = .array
        case .dictionary: self = .dictionary
        default: self = .set
        }
    }

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

    /// Whether the object holds references.
    var isContainer: Bool { self == .array || self == .set || self == .dictionary }

    /// One kind as ``/PropertyLists/PropertyList/kind`` names it, such as `string`.
    var name: String {
        let bit = rawValue.trailingZeroBitCount
        return bit < Self.valueKinds.count ? Self.valueKinds[bit].rawValue : "unreadable"
    }

    /// The kinds in words, such as `a string or a reference`.
    var words: String {
        // Errors that a type recovers from name one kind each.
        let first = rawValue.trailingZeroBitCount
        if rawValue.nonzeroBitCount == 1, first < Self.singleWords.count { return Self.singleWords[first] }
        return Self.singleWords.enumerated().filter { contains(Self(rawValue: 1 << $0.offset)) }.map(\.element)
            .joined(separator: " or ")
    }

    /// The kinds that can be read, in the order of the bits.
    private static let valueKinds: [ValueKind] = [
        .null, .boolean, .integer, .real, .date, .data, .string, .uid, .array, .set, .dictionary,
    ]

    /// The word for each kind, in the order of the bits; in an archive, a UID is a reference.
    private static let singleWords =
        valueKinds.map { $0 == .uid ? "a reference" : $0.rawValue.withArticle } + ["unreadable"]
}
