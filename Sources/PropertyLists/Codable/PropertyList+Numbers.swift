#if !hasFeature(Embedded)

// Numbers as types that hold them: what all decoding of `Decodable` types allows.

/// A whole number of any integer type of the standard library.
///
/// Reading goes through one body for all of them, and each narrows its result: ten copies of it would be a large part
/// of each decoder's code.
@usableFromInline package enum WholeNumber: BitwiseCopyable {
    case signed(Int64)
    case unsigned(UInt64)
    /// One that 64 bits don't hold.
    case wide(Integer128)

    /// The number as an integer type, if that holds it.
    @inlinable
    @inline(__always)
    package func integer<Value: FixedWidthInteger>(as type: Value.Type) -> Value? {
        switch self {
        case .signed(let value): Value(exactly: value)
        case .unsigned(let value): Value(exactly: value)
        case .wide(let value): value.integer(as: type)
        }
    }
}

extension WholeNumber: CustomStringConvertible {
    @usableFromInline package var description: String {
        switch self {
        case .signed(let value): value.description
        case .unsigned(let value): value.description
        case .wide(let value): value.description
        }
    }
}

extension WholeNumber {
    package init(_ value: Integer128) {
        if let value = Int64(exactly: value) {
            self = .signed(value)
        } else if let value = UInt64(exactly: value) {
            self = .unsigned(value)
        } else {
            self = .wide(value)
        }
    }

    /// A real without a fraction, if 64 bits hold it.
    package init?(_ value: Double) {
        // `init(exactly:)` of integers would need the C mathematics library.
        guard value >= -0x1p63, value < 0x1p64 else { return nil }
        if value < 0x1p63 {
            let whole = Int64(value)
            guard Double(whole) == value else { return nil }
            self = .signed(whole)
        } else {
            // Reals of this size have no fraction.
            self = .unsigned(UInt64(value))
        }
    }
}

extension PropertyList {
    /// The number if it is whole; nil for all else, and for a real that 64 bits don't hold.
    package var wholeNumber: WholeNumber? {
        switch self {
        case .unsignedInteger(let value): .unsigned(value)
        case .integer(let value): .signed(value)
        case .integer128(let value): WholeNumber(value)
        case .double(let value): WholeNumber(value)
        case .float(let value): WholeNumber(Double(value))
        default: nil
        }
    }

    /// A number as a real type, rounded to the nearest that the type holds.
    ///
    /// - Returns: Nil if it isn't a number, or is beyond the type's range.
    package func real<Value: BinaryFloatingPoint>(as type: Value.Type) -> Value? {
        switch self {
        case .double(let value): Value(narrowing: value)
        case .float(let value): Value(value)
        case .integer(let value): Value(rounding: value)
        case .unsignedInteger(let value): Value(rounding: value)
        case .integer128(let value): Value(narrowing: value.nearestDouble)
        default: nil
        }
    }
}

extension BinaryFloatingPoint {
    /// The real nearest to an integer; nil if that is beyond the type's range.
    package init?(rounding value: some FixedWidthInteger) {
        self.init(value)
        if isInfinite { return nil }
    }

    /// A real that loses precision at most; nil if it is finite and beyond the type's range.
    @inlinable
    @inline(__always)
    package init?(narrowing value: Double) {
        self.init(value)
        if isInfinite, value.isFinite { return nil }
    }
}

#endif
