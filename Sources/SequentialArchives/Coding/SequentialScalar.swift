internal import PropertyLists

/// A number that has a type code of its own, as the table of `NSCoder` and of NeXT's `typedstream.m` has them.
public protocol SequentialScalar: Sendable {
    /// The type code, such as `i`.
    static var typeCode: String { get }
    /// The number as a value.
    var codedValue: CodedValue { get }
    /// The number that a value is; nil if it isn't a number or doesn't fit.
    init?(_ value: CodedValue)
}

extension SequentialScalar where Self: FixedWidthInteger {
    /// The code of the integers of this size: `c`, `s`, `i` or `q`, in upper case without a sign.
    ///
    /// Those of `Int` and `UInt` are `q` and `Q` on every system.
    public static var typeCode: String { TypeCode(of: Self.self).text }

    /// The number as a value.
    public var codedValue: CodedValue {
        Self.isSigned ? .integer(Int64(truncatingIfNeeded: self)) : .unsignedInteger(UInt64(truncatingIfNeeded: self))
    }

    /// The number that a value is; nil if it isn't an integer or doesn't fit.
    public init?(_ value: CodedValue) {
        guard let number = value.integer(as: Self.self) else { return nil }
        self = number
    }
}

extension Int8: SequentialScalar {}

extension UInt8: SequentialScalar {}

extension Int16: SequentialScalar {}

extension UInt16: SequentialScalar {}

extension Int32: SequentialScalar {}

extension UInt32: SequentialScalar {}

extension Int64: SequentialScalar {}

extension UInt64: SequentialScalar {}

extension Int: SequentialScalar {}

extension UInt: SequentialScalar {}

extension Bool: SequentialScalar {
    /// `c`, which `BOOL` was when sequential archives were common.
    public static var typeCode: String { TypeCode.int8.text }

    /// 0 or 1.
    public var codedValue: CodedValue { .integer(self ? 1 : 0) }

    /// Whether a value is an integer other than 0; nil if it isn't an integer.
    public init?(_ value: CodedValue) {
        guard let number = value.integer(as: Int64.self) else { return nil }
        self = number != 0
    }
}

extension Float: SequentialScalar {
    /// `f`.
    public static var typeCode: String { TypeCode.float.text }

    /// The number as a value.
    public var codedValue: CodedValue { .real(Double(self)) }

    /// The number that a value is, rounded; nil if it isn't a number.
    public init?(_ value: CodedValue) {
        guard let number = value.real else { return nil }
        self = Float(number)
    }
}

extension Double: SequentialScalar {
    /// `d`.
    public static var typeCode: String { TypeCode.double.text }

    /// The number as a value.
    public var codedValue: CodedValue { .real(self) }

    /// The number that a value is; nil if it isn't a number.
    public init?(_ value: CodedValue) {
        guard let number = value.real else { return nil }
        self = number
    }
}
