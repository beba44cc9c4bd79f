public import PropertyLists

/// `NSNumber`: a number of any kind that an archive can hold.
///
/// A list of numbers that are not all of one kind decodes as `[ArchivedNumber]` and encodes with the same kinds again.
/// Where one kind is expected, name it instead (`[Int]`, `[Double]`): other kinds are then refused.
///
/// ```swift
/// let samples = try unarchiver.decode([ArchivedNumber].self, forKey: "samples")
/// let sum = samples.reduce(0) { $0 + $1.doubleValue }
/// ```
///
/// Numbers of different kinds are different, even if equal in value.
public enum ArchivedNumber: Hashable, Sendable {
    /// A boolean.
    case boolean(Bool)
    /// An integer of 64 bits with a sign.
    case integer(Int64)
    /// An integer above `Int64.max`.
    ///
    /// A smaller one is encoded as ``integer(_:)``, and decoded as that.
    case unsignedInteger(UInt64)
    /// An integer that is stored in 16 bytes and is not an ``unsignedInteger(_:)``.
    case integer128(Integer128)
    /// A real of 32 bits.
    case float(Float)
    /// A real of 64 bits.
    case double(Double)

    /// The number in 64 bits, rounded to the nearest; 0 or 1 for a boolean.
    public var doubleValue: Double {
        switch self {
        case .boolean(let value): value ? 1 : 0
        case .integer(let value): Double(value)
        case .unsignedInteger(let value): Double(value)
        case .integer128(let value): value.nearestDouble
        case .float(let value): Double(value)
        case .double(let value): value
        }
    }

    /// The number as an integer, if it is one of 64 bits with a sign; 0 or 1 for a boolean.
    ///
    /// A real counts if it has no fraction.
    public var integerValue: Int64? {
        switch self {
        case .boolean(let value): value ? 1 : 0
        case .integer(let value): value
        case .unsignedInteger(let value): Int64(exactly: value)
        case .integer128(let value): Int64(exactly: value)
        case .float(let value): Self.integer(Double(value))
        case .double(let value): Self.integer(value)
        }
    }

    /// A real without a fraction as an integer.
    ///
    /// `Int64(exactly:)` would need the C mathematics library.
    private static func integer(_ value: Double) -> Int64? {
        guard value >= -0x1p63, value < 0x1p63 else { return nil }
        let integer = Int64(value)
        return Double(integer) == value ? integer : nil
    }
}

extension ArchivedNumber: Codingable, ValueCoding {
    /// `NSNumber`.
    public static var codedClassName: String { "NSNumber" }

    /// The value as one of the standard library's types.
    private var value: any Codingable {
        switch self {
        case .boolean(let value): value
        case .integer(let value): value
        case .unsignedInteger(let value): value
        case .integer128(let value): value
        case .float(let value): value
        case .double(let value): value
        }
    }

    fileprivate init(_ value: Integer128) {
        self = UInt64(beyondSigned: value).map { .unsignedInteger($0) } ?? .integer128(value)
    }

    /// Writes the number as the field of an object, as generic coders do.
    public func encode(with archiver: KeyedArchiver) throws {
        try value.encode(with: archiver)
    }

    /// Reads the number from the field of an object, as generic coders write it.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        if try unarchiver.containsValue(forKey: NumberFields.boolean) {
            self = .boolean(try Bool(coder: unarchiver))
        } else if try unarchiver.containsValue(forKey: NumberFields.real) {
            self = .double(try Double(coder: unarchiver))
        } else {
            self = .integer(try Int64(coder: unarchiver))
        }
    }

    /// The value as one of the standard library's types, the form in which decoded numbers are kept.
    ///
    /// Another call may ask for the number as such a type.
    public func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { value }

    /// Numbers are plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    @usableFromInline
    package static var isInline: Bool { true }

    /// Stores the number.
    @usableFromInline
    package static func reference(to number: ArchivedNumber, with archiver: KeyedArchiver) throws -> UID {
        // The most frequent ones go without a box of any type around them.
        switch number {
        case .integer(let value): return try Int64.reference(to: value, with: archiver)
        case .double(let value): return try Double.reference(to: value, with: archiver)
        default:
            let value = number.value
            return try archiver.reference(to: value)
        }
    }

    /// Reads the number.
    @usableFromInline
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> ArchivedNumber? {
        switch source {
        case .reference(let uid): return try unarchiver.decodeNumber(uid)
        case .key(let key, let allowsInline):
            return try unarchiver.decodeField(ArchivedNumber.self, forKey: key, allowsInline: allowsInline)
        case .inline(let index):
            if let number = try unarchiver.state.number(at: index) { return number }
            throw unarchiver.state.wrongKind(at: index, expected: "a number", nil)
        }
    }

    /// The number, also as one of the standard library's types.
    @usableFromInline
    package static func converted(_ object: any Codingable) -> ArchivedNumber? {
        switch object {
        case let number as ArchivedNumber: number
        case let value as Int64: .integer(value)
        case let value as Double: .double(value)
        case let value as Bool: .boolean(value)
        case let value as Float: .float(value)
        case let value as Integer128: ArchivedNumber(value)
        case let value as any CodedInteger:
            Int64(exactly: value).map { .integer($0) } ?? UInt64(exactly: value).map { .unsignedInteger($0) }
        default: nil
        }
    }
}

extension PropertyList {
    /// A number.
    init(_ number: ArchivedNumber) {
        switch number {
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .unsignedInteger(let value): self = .unsignedInteger(value)
        case .integer128(let value): self = .integer128(value)
        case .float(let value): self = .float(value)
        case .double(let value): self = .double(value)
        }
    }
}

extension KeyedUnarchiver {
    /// Decodes a number, or as any other object if the entry is something else.
    fileprivate func decodeNumber(_ uid: UID) throws -> ArchivedNumber? {
        if uid == .null { return nil }
        let entry = try state.entry(uid)
        if !state.checksPlainValues, let number = try state.number(ofEntry: entry) { return number }
        return try typedObject(ArchivedNumber.self, uid: uid)
    }
}

extension UnarchiverState {
    /// The number that is an entry of `$objects`; nil if it is something else.
    fileprivate mutating func number(ofEntry uid: EntryUID) throws(ArchiveError) -> ArchivedNumber? {
        do {
            return try number(at: archive[uid])
        } catch {
            throw located(error, uid)
        }
    }

    /// The number at an object index; nil if something else is there.
    fileprivate mutating func number(at index: ObjectIndex) throws(ArchiveError) -> ArchivedNumber? {
        if let value = reader.fastInteger(at: index) { return .integer(value) }
        if let value = reader.fastDouble(at: index) { return .double(value) }
        return switch try reader.object(at: index) {
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(value)
        case .integer128(let value): ArchivedNumber(value)
        case .float(let value): .float(value)
        case .double(let value): .double(value)
        default: nil
        }
    }
}
