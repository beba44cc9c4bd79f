/// A value that a call of a coder writes or reads, as its type code says.
public enum CodedValue {
    /// An integer that has a sign: `c`, `s`, `i`, `l`, `q`.
    case integer(Int64)
    /// An integer without a sign: `C`, `S`, `I`, `L`, `Q`, `B`.
    case unsignedInteger(UInt64)
    /// A real number: `f`, `d`.
    case real(Double)
    /// Bytes: `+`, arrays of characters, unions.
    case bytes([UInt8])
    /// A unique string of NeXT's: `%`.
    case atom([UInt8])
    /// The name of a selector: `:`.
    case selector([UInt8])
    /// A C string: `*`.
    case cString(CodedCString)
    /// An object: `@`.
    case object(any SequentialCodingable)
    /// A class with its superclasses: `#`.
    case `class`([CodedClassVersion])
    /// Nothing, where an object, a class or a string may be.
    case null
    /// The elements of an array.
    case array([CodedValue])
    /// The fields of a structure.
    case structure([CodedValue])
    /// What `!` leaves out.
    case ignored
}

/// A C string with an identity, which is written once however often it is reached.
///
/// `NSArchiver` knows C strings by their addresses: two with the same characters are stored twice.
public final class CodedCString: Sendable {
    /// The characters, without the zero at the end.
    public let bytes: [UInt8]

    /// Creates a C string.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Creates a C string of a text in UTF-8.
    public convenience init(_ text: String) { self.init(Array(text.utf8)) }

    /// The text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension CodedValue {
    /// The number, if it is an integer that fits.
    public func integer<Value: FixedWidthInteger>(as type: Value.Type) -> Value? {
        switch self {
        case .integer(let value): Value(exactly: value)
        case .unsignedInteger(let value): Value(exactly: value)
        default: nil
        }
    }

    /// The number as a real number, if it is one.
    public var real: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsignedInteger(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    /// The object, if it is one.
    public var object: (any SequentialCodingable)? {
        if case .object(let object) = self { return object }
        return nil
    }

    /// The kind as an error names it.
    var words: String {
        switch self {
        case .integer, .unsignedInteger: "an integer"
        case .real: "a real number"
        case .bytes: "bytes"
        case .atom: "an atom"
        case .selector: "a selector"
        case .cString: "a C string"
        case .object: "an object"
        case .class: "a class"
        case .null: "nil"
        case .array: "an array"
        case .structure: "a structure"
        case .ignored: "nothing"
        }
    }
}

/// A number that has a type code of its own.
public protocol SequentialScalar: Sendable {
    /// The type code, such as `i`.
    static var typeCode: String { get }
    /// The number as a value.
    var codedValue: CodedValue { get }
    /// The number that a value is; nil if it is none or doesn't fit.
    init?(_ value: CodedValue)
}

extension SequentialScalar where Self: FixedWidthInteger {
    /// The number as a value.
    public var codedValue: CodedValue {
        Self.isSigned ? .integer(Int64(truncatingIfNeeded: self)) : .unsignedInteger(UInt64(truncatingIfNeeded: self))
    }

    /// The number that a value is; nil if it is no integer or doesn't fit.
    public init?(_ value: CodedValue) {
        guard let number = value.integer(as: Self.self) else { return nil }
        self = number
    }
}

extension Int8: SequentialScalar {
    /// `c`.
    public static var typeCode: String { "c" }
}

extension UInt8: SequentialScalar {
    /// `C`.
    public static var typeCode: String { "C" }
}

extension Int16: SequentialScalar {
    /// `s`.
    public static var typeCode: String { "s" }
}

extension UInt16: SequentialScalar {
    /// `S`.
    public static var typeCode: String { "S" }
}

extension Int32: SequentialScalar {
    /// `i`.
    public static var typeCode: String { "i" }
}

extension UInt32: SequentialScalar {
    /// `I`.
    public static var typeCode: String { "I" }
}

extension Int64: SequentialScalar {
    /// `q`.
    public static var typeCode: String { "q" }
}

extension UInt64: SequentialScalar {
    /// `Q`.
    public static var typeCode: String { "Q" }
}

extension Int: SequentialScalar {
    /// `q`, on every system.
    public static var typeCode: String { "q" }
}

extension UInt: SequentialScalar {
    /// `Q`, on every system.
    public static var typeCode: String { "Q" }
}

extension Bool: SequentialScalar {
    /// `c`, which `BOOL` was when sequential archives were common.
    public static var typeCode: String { "c" }

    /// 0 or 1.
    public var codedValue: CodedValue { .integer(self ? 1 : 0) }

    /// Whether a value is an integer other than 0; nil if it is none.
    public init?(_ value: CodedValue) {
        guard let number = value.integer(as: Int64.self) else { return nil }
        self = number != 0
    }
}

extension Float: SequentialScalar {
    /// `f`.
    public static var typeCode: String { "f" }

    /// The number as a value.
    public var codedValue: CodedValue { .real(Double(self)) }

    /// The number that a value is, rounded; nil if it is none.
    public init?(_ value: CodedValue) {
        guard let number = value.real else { return nil }
        self = Float(number)
    }
}

extension Double: SequentialScalar {
    /// `d`.
    public static var typeCode: String { "d" }

    /// The number as a value.
    public var codedValue: CodedValue { .real(self) }

    /// The number that a value is; nil if it is none.
    public init?(_ value: CodedValue) {
        guard let number = value.real else { return nil }
        self = number
    }
}
