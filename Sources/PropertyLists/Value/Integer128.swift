/// A signed 128-bit integer as two 64-bit halves, in two's complement.
///
/// Binary property lists hold such integers in 16 bytes. Apple's writer uses them for numbers above `Int64.max` and for
/// number objects that were created with a 128-bit type, even when their value is small.
public struct Integer128: Hashable, BitwiseCopyable, Sendable {
    /// The upper half, with the sign.
    public var high: Int64
    /// The lower half.
    public var low: UInt64

    /// Creates a value from its halves.
    public init(high: Int64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates a value from a 64-bit integer.
    public init(_ value: Int64) {
        self.init(high: value < 0 ? -1 : 0, low: UInt64(bitPattern: value))
    }

    /// Creates a value from an unsigned 64-bit integer.
    public init(_ value: UInt64) {
        self.init(high: 0, low: value)
    }
}

extension Integer128: ExpressibleByIntegerLiteral {
    /// Creates a value from a 64-bit integer.
    public init(integerLiteral value: Int64) {
        self.init(value)
    }
}

extension Int64 {
    /// Creates a 64-bit integer if the value fits, nil otherwise.
    public init?(exactly value: Integer128) {
        let low = Int64(bitPattern: value.low)
        guard value.high == (low < 0 ? -1 : 0) else { return nil }
        self = low
    }
}

extension UInt64 {
    /// Creates an unsigned 64-bit integer if the value fits, nil otherwise.
    public init?(exactly value: Integer128) {
        guard value.high == 0 else { return nil }
        self = value.low
    }
}

extension UInt64 {
    /// Creates an unsigned 64-bit integer if the value is one that a signed one can't hold, nil otherwise.
    ///
    /// The forms of property lists hold such a number as 16 bytes or as text; other numbers of 16 bytes keep their
    /// type, so that they are written as they were read.
    package init?(beyondSigned value: Integer128) {
        guard value.high == 0, Int64(exactly: value.low) == nil else { return nil }
        self = value.low
    }
}

extension Integer128 {
    /// The value as another integer type; nil if that can't hold it.
    @usableFromInline
    package func integer<Value: FixedWidthInteger>(as type: Value.Type) -> Value? {
        if let small = Int64(exactly: self) { return Value(exactly: small) }
        if let small = UInt64(exactly: self) { return Value(exactly: small) }
        guard Value.bitWidth > 64, high >= 0 || Value.isSigned else { return nil }
        return Value(truncatingIfNeeded: high) << 64 | Value(truncatingIfNeeded: low)
    }

    /// The value as a real that represents it exactly; nil if none does.
    package var exactDouble: Double? {
        let (high, low) = magnitude
        let leading = high == 0 ? 64 + low.leadingZeroBitCount : high.leadingZeroBitCount
        let trailing = low == 0 ? 64 + high.trailingZeroBitCount : low.trailingZeroBitCount
        return 128 - leading - trailing <= Double.significandBitCount + 1 ? nearestDouble : nil
    }

    /// The nearest real; of two that are as near, the even one.
    package var nearestDouble: Double {
        let magnitude = magnitude
        guard magnitude.high != 0 else { return Double(magnitude.low) * (high < 0 ? -1 : 1) }
        // The upper 64 bits, the lowest of which says whether there are more below it.
        let shift = magnitude.high.leadingZeroBitCount
        let top = magnitude.high << UInt64(shift) | magnitude.low >> UInt64(64 - shift)
        let rest = magnitude.low << UInt64(shift)
        let rounded = Double(top | (rest == 0 ? 0 : 1))
        return Double(sign: high < 0 ? .minus : .plus, exponent: 64 - shift, significand: rounded)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Integer128 {
    /// Creates a value from an integer of any type; nil if it is above the largest of 128 bits with a sign.
    package init?(exactly value: some FixedWidthInteger) {
        guard let value = Int128(exactly: value) else { return nil }
        self.init(high: Int64(truncatingIfNeeded: value >> 64), low: UInt64(truncatingIfNeeded: value))
    }
}

extension Integer128: Comparable {
    /// Orders by value.
    public static func < (lhs: Integer128, rhs: Integer128) -> Bool {
        (lhs.high, lhs.low) < (rhs.high, rhs.low)
    }
}

extension Integer128: CustomStringConvertible {
    /// The value in decimal.
    public var description: String {
        if let small = Int64(exactly: self) { return String(small) }
        let isNegative = high < 0
        var magnitude = self.magnitude
        var digits: [UInt8] = []
        while magnitude.high != 0 || magnitude.low != 0 {
            let (highQuotient, highRemainder) = magnitude.high.quotientAndRemainder(dividingBy: 10)
            // The remainder is below 10, so the quotient of the full-width division fits 64 bits.
            let (lowQuotient, remainder) = UInt64(10).dividingFullWidth((highRemainder, magnitude.low))
            magnitude = (highQuotient, lowQuotient)
            digits.append(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: remainder))
        }
        if isNegative { digits.append(UInt8(ascii: "-")) }
        return String(decoding: digits.reversed(), as: UTF8.self)
    }

    private var magnitude: (high: UInt64, low: UInt64) {
        let high = UInt64(bitPattern: high)
        guard self.high < 0 else { return (high, low) }
        let (lowNegated, carry) = (~low).addingReportingOverflow(1)
        return (~high &+ (carry ? 1 : 0), lowNegated)
    }
}
