/// A value with a type code of the Objective-C runtime, as a call of a coder with a type code writes or reads it.
///
/// Its users define what objects, classes and C strings are: keyed coders in `TypedValue`, sequential ones in
/// `CodedValue`, and sequential archives, which have numbers for all three, in `SequentialValue`.
public enum TypeCodedValue<Object, Class, CString> {
    /// An integer that has a sign: `c`, `s`, `i`, `l`, `q`.
    case integer(Int64)
    /// An integer without a sign: `C`, `S`, `I`, `L`, `Q`, `B`.
    case unsignedInteger(UInt64)
    /// A real number: `f`, `d`.
    case real(Double)
    /// Bytes: an array of characters, `[Nc]` or `[NC]`; in sequential archives also a string's `+` and a union `(…)`.
    case bytes([UInt8])
    /// A unique string of NeXT's: `%`.
    case atom([UInt8])
    /// The name of a selector: `:`.
    case selector([UInt8])
    /// A C string: `*`.
    case cString(CString)
    /// An object: `@`.
    case object(Object)
    /// A class: `#`, or in sequential archives `@` where it holds a class.
    case `class`(Class)
    /// Nothing, where an object, a class, a C string, a selector, an atom or the bytes of a string may be.
    case null
    /// The elements of an array: `[Nt]`.
    case array([TypeCodedValue])
    /// The fields of a structure: `{name=tt}`.
    case structure([TypeCodedValue])
    /// A value that the type code `!` leaves out.
    case ignored
}

extension TypeCodedValue: Sendable where Object: Sendable, Class: Sendable, CString: Sendable {}
extension TypeCodedValue: Equatable where Object: Equatable, Class: Equatable, CString: Equatable {}
extension TypeCodedValue: Hashable where Object: Hashable, Class: Hashable, CString: Hashable {}

extension TypeCodedValue {
    /// The number, if it is an integer that fits.
    @inlinable
    public func integer<Value: FixedWidthInteger>(as type: Value.Type) -> Value? {
        switch self {
        case .integer(let value): Value(exactly: value)
        case .unsignedInteger(let value): Value(exactly: value)
        default: nil
        }
    }

    /// The number as a real number, if it is one.
    @inlinable public var real: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsignedInteger(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    /// The object, if it is one.
    @inlinable public var object: Object? {
        if case .object(let object) = self { return object }
        return nil
    }

    /// The kind as an error names it.
    package var words: String {
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

/// A C string with an identity, which a sequential archive holds once however often it is reached.
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
