internal import KeyedArchiving
internal import PropertyLists

/// C values in an `NSValue`: a number, an array of numbers, or a C string.
///
/// ```swift
/// try archiver.encode(BoxedValue.numbers(BoxedNumbers(integers: [1, 2, 3])), forKey: "samples")
/// ```
public struct BoxedNumbers: Hashable, Sendable {
    /// The numbers, all of one kind.
    public enum Content: Hashable, Sendable {
        /// Integers.
        case integers([Int64])
        /// Integers of type `Q` of which one or more are above `Int64.max`.
        case unsignedIntegers([UInt64])
        /// Reals.
        case reals([Double])
        /// Booleans.
        case booleans([Bool])
        /// A C string.
        case string(String)

        /// Compares contents, number by number: one array may be compared with itself by its address, and so be equal
        /// with a NaN in it.
        public static func == (left: Content, right: Content) -> Bool {
            switch (left, right) {
            case (.integers(let left), .integers(let right)): left == right
            case (.unsignedIntegers(let left), .unsignedIntegers(let right)): left == right
            case (.reals(let left), .reals(let right)): left.elementsEqual(right)
            case (.booleans(let left), .booleans(let right)): left == right
            case (.string(let left), .string(let right)): left == right
            default: false
            }
        }
    }

    /// The Objective-C code of the type of each number, such as `i` for an `Int32`.
    public var typeCode: Character

    /// Whether the value is an array, even of one number.
    public var isArray: Bool

    /// The numbers.
    public var content: Content

    /// Creates a value of integers.
    public init(integers: [Int64], typeCode: Character = "q", isArray: Bool = true) {
        self.typeCode = typeCode
        self.isArray = isArray
        content = .integers(integers)
    }

    /// Creates a value of integers without a sign, of type `Q`.
    ///
    /// Decoded again, it has them as ``Content/integers(_:)`` if all fit.
    public init(unsignedIntegers: [UInt64], isArray: Bool = true) {
        typeCode = "Q"
        self.isArray = isArray
        content = .unsignedIntegers(unsignedIntegers)
    }

    /// Creates a value of booleans, of type `B`.
    public init(booleans: [Bool], isArray: Bool = true) {
        typeCode = "B"
        self.isArray = isArray
        content = .booleans(booleans)
    }

    /// Creates a C string, of type `*`.
    public init(string: String) {
        typeCode = "*"
        isArray = false
        content = .string(string)
    }

    /// Creates a value of reals.
    public init(reals: [Double], typeCode: Character = "d", isArray: Bool = true) {
        self.typeCode = typeCode
        self.isArray = isArray
        content = .reals(reals)
    }
}

// The type comes first, as a string, then the number inline or the array as a separate object; neither has a key.

extension BoxedNumbers {
    /// Writes the type and the numbers.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if a number does not fit the type, or a value
    ///   that isn't an array has not just one number.
    func encode(with archiver: KeyedArchiver) throws {
        switch (typeCode.asciiValue.flatMap(TypeCode.init(rawValue:)), content) {
        case (.int8, .integers(let values)): try write(values, as: Int8.self, archiver)
        case (.uint8, .integers(let values)): try write(values, as: UInt8.self, archiver)
        case (.int16, .integers(let values)): try write(values, as: Int16.self, archiver)
        case (.uint16, .integers(let values)): try write(values, as: UInt16.self, archiver)
        case (.int32, .integers(let values)): try write(values, as: Int32.self, archiver)
        case (.uint32, .integers(let values)): try write(values, as: UInt32.self, archiver)
        case (.int64, .integers(let values)): try write(values, as: Int64.self, archiver)
        case (.uint64, .integers(let values)): try write(values, as: UInt64.self, archiver)
        case (.uint64, .unsignedIntegers(let values)): try write(values, archiver)
        case (.boolean, .booleans(let values)): try write(values, archiver)
        case (.cString, .string(let text)) where !isArray:
            try archiver.encode("*")
            try archiver.encodeCString(text)
        case (.float, .reals(let values)):
            guard values.allSatisfy({ Float.converted($0) != nil }) else {
                throw ArchiveError(.unrepresentable, "a number is too large for a Float", remedy: "let `typeCode` be d")
            }
            try write(values.map { Float($0) }, archiver)
        case (.double, .reals(let values)): try write(values, archiver)
        default:
            throw ArchiveError(
                .unrepresentable,
                "the numbers are not of the C type '\(typeCode)'",
                remedy: "let `typeCode` be q for integers, Q for unsigned ones, B for booleans, d for reals, or * for "
                    + "a text with `isArray` false"
            )
        }
    }

    private func write<Number: FixedWidthInteger & CScalar>(
        _ values: [Int64],
        as type: Number.Type,
        _ archiver: KeyedArchiver
    ) throws {
        let numbers = values.compactMap { Number(exactly: $0) }
        guard numbers.count == values.count else {
            throw ArchiveError(
                .unrepresentable,
                "a number does not fit the C type '\(typeCode)'",
                remedy: "use a wider type, such as 'q' or 'Q'"
            )
        }
        try write(numbers, archiver)
    }

    private func write<Number: CScalar>(_ numbers: [Number], _ archiver: KeyedArchiver) throws {
        if isArray {
            try archiver.encode("[\(numbers.count)\(typeCode)]")
            try archiver.encodeArray(numbers)
        } else if numbers.count == 1 {
            try archiver.encode(String(typeCode))
            try archiver.encodeValue(numbers[0])
        } else {
            throw ArchiveError(
                .unrepresentable,
                "a value that is not an array has \(numbers.count) numbers",
                remedy: "give it one number, or let `isArray` be true"
            )
        }
    }

    /// Reads the type and the numbers.
    init(coder unarchiver: KeyedUnarchiver) throws {
        guard let type = try unarchiver.decodeCString() else {
            throw unarchiver.damaged("a value has neither a kind nor a type", key: BoxedValueFields.kind)
        }
        guard let (code, count) = Self.parse(type) else { throw Self.unknown(type, unarchiver) }
        let content: Content
        switch code {
        case .int8: content = try Self.integers(Int8.self, count, unarchiver)
        case .uint8: content = try Self.integers(UInt8.self, count, unarchiver)
        case .int16: content = try Self.integers(Int16.self, count, unarchiver)
        case .uint16: content = try Self.integers(UInt16.self, count, unarchiver)
        case .int32: content = try Self.integers(Int32.self, count, unarchiver)
        case .uint32: content = try Self.integers(UInt32.self, count, unarchiver)
        case .int64, .long: content = try Self.integers(Int64.self, count, unarchiver)
        case .uint64, .unsignedLong: content = Self.content(try Self.numbers(UInt64.self, count, unarchiver))
        case .boolean: content = .booleans(try Self.numbers(Bool.self, count, unarchiver))
        case .cString where count == nil:
            guard let string = try unarchiver.decodeCString() else {
                throw unarchiver.damaged("a C string is missing or nil", key: "$1")
            }
            content = .string(string)
        case .float: content = .reals(try Self.numbers(Float.self, count, unarchiver).map(Double.init))
        case .double: content = .reals(try Self.numbers(Double.self, count, unarchiver))
        default: throw Self.unknown(type, unarchiver)
        }
        self.content = content
        // A long is read, and written again, as an integer of 64 bits.
        let stored: TypeCode = code == .long ? .int64 : code == .unsignedLong ? .uint64 : code
        typeCode = Character(Unicode.Scalar(stored.rawValue))
        isArray = count != nil
    }

    /// How long the type string of an array of numbers is at most, with zeros before the number of elements.
    private static let longestType = 32

    /// The type of the numbers in a type string, and their count if it is an array.
    private static func parse(_ types: String) -> (code: TypeCode, count: Int?)? {
        // No number has a longer one, and many values may share it.
        guard types.utf8.count <= longestType else { return nil }
        var parser = TypeCodeParser()
        guard let range = try? parser.parse(Array(types.utf8)[...]), let index = range.first else { return nil }
        let first = parser.nodes[index]
        if range.count == 1 { return first.scalar.map { ($0, nil) } }
        guard range.count == 2, first.code == UInt8(ascii: "["), first.count > 0 else { return nil }
        return parser.nodes[index + 1].scalar.map { ($0, Int(first.count)) }
    }

    private static func integers<Number: FixedWidthInteger & CScalar>(
        _ type: Number.Type,
        _ count: Int?,
        _ unarchiver: KeyedUnarchiver
    ) throws -> Content {
        .integers(try numbers(type, count, unarchiver).map { Int64(truncatingIfNeeded: $0) })
    }

    /// Integers without a sign as such only if they need it, so that small ones are found in one place.
    private static func content(_ numbers: [UInt64]) -> Content {
        let integers = numbers.compactMap { Int64(exactly: $0) }
        return integers.count == numbers.count ? .integers(integers) : .unsignedIntegers(numbers)
    }

    private static func numbers<Number: CScalar>(
        _ type: Number.Type,
        _ count: Int?,
        _ unarchiver: KeyedUnarchiver
    ) throws -> [Number] {
        guard let count else { return [try unarchiver.decodeValue(type)] }
        let numbers = try unarchiver.decodeArray(of: type)
        guard numbers.count == count else {
            throw unarchiver.damaged(
                "the type says \(count) numbers, but there are \(numbers.count)", key: "$1")
        }
        // The array may be one object that many values share; each holds the numbers in 64 bits.
        try unarchiver.charge(8 * numbers.count)
        return numbers
    }

    private static func unknown(_ type: String, _ unarchiver: KeyedUnarchiver) -> ArchiveError {
        unarchiver.failure(
            .invalidValue,
            "a value is of the C type \(type.quotedForDisplay), which is not known",
            key: "$0",
            remedy: "register ArchivedObject for the class to keep the fields as they are"
        )
    }
}
