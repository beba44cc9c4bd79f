internal import PropertyLists

// Numbers as types that hold them: what all decoding of `Decodable` types allows.

/// A whole number of any integer type of the standard library up to 64 bits.
///
/// Reading goes through one body for all of them, which narrow what it gives: ten copies of it would be a large part of
/// each decoder's code.
enum WholeNumber: BitwiseCopyable {
    case signed(Int64)
    case unsigned(UInt64)

    /// The number as an integer type, if that holds it.
    @inline(__always)
    func integer<Value: FixedWidthInteger>(as type: Value.Type) -> Value? {
        switch self {
        case .signed(let value): Value(exactly: value)
        case .unsigned(let value): Value(exactly: value)
        }
    }
}

extension WholeNumber: CustomStringConvertible {
    var description: String {
        switch self {
        case .signed(let value): value.description
        case .unsigned(let value): value.description
        }
    }
}

extension WholeNumber {
    /// A wide number, if 64 bits hold it.
    init?(_ value: Integer128) {
        if let value = Int64(exactly: value) {
            self = .signed(value)
        } else if let value = UInt64(exactly: value) {
            self = .unsigned(value)
        } else {
            return nil
        }
    }

    /// A real without a fraction, if 64 bits hold it.
    init?(_ value: Double) {
        if let value = Int64(exactly: value) {
            self = .signed(value)
        } else if let value = UInt64(exactly: value) {
            self = .unsigned(value)
        } else {
            return nil
        }
    }
}

extension PropertyList {
    /// The number if it is whole; nil for all else, and for what 64 bits don't hold.
    var wholeNumber: WholeNumber? {
        switch self {
        case .unsignedInteger(let value): .unsigned(value)
        case .integer(let value): .signed(value)
        case .integer128(let value): WholeNumber(value)
        case .double(let value): WholeNumber(value)
        case .float(let value): WholeNumber(Double(value))
        default: nil
        }
    }

    /// A number as a real type; an integer only if the type holds it exactly.
    ///
    /// - Returns: Nil if it isn't a number, or doesn't fit.
    func real<Value: BinaryFloatingPoint>(as type: Value.Type) -> Value? {
        switch self {
        case .double(let value): Value(narrowing: value)
        case .float(let value): Value(value)
        case .integer(let value): Value(exactly: value)
        case .unsignedInteger(let value): Value(exactly: value)
        case .integer128(let value): Int64(exactly: value).flatMap { Value(exactly: $0) }
        default: nil
        }
    }
}

extension BinaryFloatingPoint {
    /// A real that loses precision at most; nil if it is finite and beyond the type's range.
    @inline(__always)
    init?(narrowing value: Double) {
        self.init(value)
        if isInfinite, value.isFinite { return nil }
    }
}
