internal import PropertyLists

// Numbers as types that hold them: what all decoding of `Decodable` types allows.

extension PropertyList {
    /// A number as an integer type that holds it exactly; a real without a fraction is accepted.
    ///
    /// - Returns: Nil if it isn't a number, or doesn't fit.
    func integer<Value: FixedWidthInteger>(as type: Value.Type) -> Value? {
        switch self {
        case .unsignedInteger(let value): Value(exactly: value)
        case .integer(let value): Value(exactly: value)
        case .integer128(let value):
            Int64(exactly: value).flatMap { Value(exactly: $0) }
                ?? UInt64(exactly: value).flatMap { Value(exactly: $0) }
        case .double(let value): Value(exactly: value)
        case .float(let value): Value(exactly: value)
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
