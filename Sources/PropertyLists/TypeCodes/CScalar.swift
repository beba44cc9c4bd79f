/// A number that coders know by a type code of C: the numbers that they write and read without keys, and the elements
/// of C arrays.
///
/// The conforming types are those of the standard library. The codes are those of the table of `NSCoder` and, before
/// it, of NeXT's `typedstream.m`.
public protocol CScalar: Sendable {
    /// The type code, one ASCII character, such as `i`.
    static var typeCode: Character { get }

    /// The number that a value of a type code is; nil if it isn't a number, or doesn't fit.
    init?<Object, Class, CString>(_ value: TypeCodedValue<Object, Class, CString>)

    /// The number as a value of a type code.
    func typeCodedValue<Object, Class, CString>() -> TypeCodedValue<Object, Class, CString>
}

extension CScalar {
    /// The type code; that of objects, which no number has, if the type's own is none.
    package static var code: TypeCode { typeCode.asciiValue.flatMap(TypeCode.init(rawValue:)) ?? .object }
}

extension CScalar where Self: FixedWidthInteger {
    /// The code of the integers of this size: `c`, `s`, `i` or `q`, in upper case without a sign.
    ///
    /// Those of `Int` and `UInt` are `q` and `Q` on every system, of the native integers of 64-bit ones.
    public static var typeCode: Character { TypeCode(of: Self.self).character }

    /// The integer that a value is; nil if it isn't an integer, or doesn't fit.
    public init?<Object, Class, CString>(_ value: TypeCodedValue<Object, Class, CString>) {
        guard let number = value.integer(as: Self.self) else { return nil }
        self = number
    }

    /// An integer, with a sign if the type has one.
    public func typeCodedValue<Object, Class, CString>() -> TypeCodedValue<Object, Class, CString> {
        Self.isSigned ? .integer(Int64(truncatingIfNeeded: self)) : .unsignedInteger(UInt64(truncatingIfNeeded: self))
    }
}

extension Int8: CScalar {}
extension UInt8: CScalar {}
extension Int16: CScalar {}
extension UInt16: CScalar {}
extension Int32: CScalar {}
extension UInt32: CScalar {}
extension Int64: CScalar {}
extension UInt64: CScalar {}
extension Int: CScalar {}
extension UInt: CScalar {}

extension Bool: CScalar {
    /// `B`; sequential archives have `c`, which `BOOL` was when they were common.
    public static var typeCode: Character { TypeCode.boolean.character }

    /// Whether a value is 1; nil if it is neither 0 nor 1.
    public init?<Object, Class, CString>(_ value: TypeCodedValue<Object, Class, CString>) {
        guard let bit = value.integer(as: UInt8.self), bit <= 1 else { return nil }
        self = bit == 1
    }

    /// 0 or 1.
    public func typeCodedValue<Object, Class, CString>() -> TypeCodedValue<Object, Class, CString> {
        .unsignedInteger(self ? 1 : 0)
    }
}

extension Float: CScalar {
    /// `f`.
    public static var typeCode: Character { TypeCode.float.character }

    /// The number that a value is, rounded; nil if it isn't a number, or is finite and too large.
    public init?<Object, Class, CString>(_ value: TypeCodedValue<Object, Class, CString>) {
        guard let number = value.real, !number.isFinite || Float(number).isFinite else { return nil }
        self = Float(number)
    }

    /// The number in 64 bits.
    public func typeCodedValue<Object, Class, CString>() -> TypeCodedValue<Object, Class, CString> {
        .real(Double(self))
    }
}

extension Double: CScalar {
    /// `d`.
    public static var typeCode: Character { TypeCode.double.character }

    /// The number that a value is, rounded if it is a large integer; nil if it isn't a number.
    public init?<Object, Class, CString>(_ value: TypeCodedValue<Object, Class, CString>) {
        guard let number = value.real else { return nil }
        self = number
    }

    /// The number.
    public func typeCodedValue<Object, Class, CString>() -> TypeCodedValue<Object, Class, CString> { .real(self) }
}
