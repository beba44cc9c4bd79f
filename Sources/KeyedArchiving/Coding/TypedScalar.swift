public import PropertyLists

/// A scalar that Apple's coders know by a type code: the items of C arrays, and of values encoded without a key.
public protocol TypedScalar: Sendable {
    /// The Objective-C type code, one ASCII character.
    static var typeCode: UInt8 { get }

    /// Encodes the value inline under a key that is stored as it is.
    func _encode(with archiver: KeyedArchiver, forStoredKey key: String) throws

    /// Decodes an inline value, given by its object index in the property list.
    static func _decode(inlineScalarAt index: ObjectIndex, key: String, from unarchiver: KeyedUnarchiver) throws -> Self

    /// The value that a missing key stands for: 0 or false.
    static var _zero: Self { get }
}

extension TypedScalar where Self: FixedWidthInteger {
    /// The code of the integers of this size: `c`, `s`, `i` or `q`, in upper case without a sign.
    ///
    /// Those of `Int` and `UInt` are `q` and `Q`, of the native integers of 64-bit systems.
    public static var typeCode: UInt8 { TypeCode(of: Self.self).rawValue }

    /// Encodes the value as an integer of up to 64 bits.
    public func _encode(with archiver: KeyedArchiver, forStoredKey key: String) throws {
        try archiver.encodeInteger(self, forStoredKey: key)
    }

    /// Decodes an integer that fits.
    public static func _decode(
        inlineScalarAt index: ObjectIndex,
        key: String,
        from unarchiver: KeyedUnarchiver
    ) throws -> Self {
        try unarchiver.state.integer(at: index, key: key, as: Self.self)
    }

    /// 0.
    public static var _zero: Self { 0 }
}

extension Int8: TypedScalar {}

extension UInt8: TypedScalar {}

extension Int16: TypedScalar {}

extension UInt16: TypedScalar {}

extension Int32: TypedScalar {}

extension UInt32: TypedScalar {}

extension Int64: TypedScalar {}

extension UInt64: TypedScalar {}

extension Int: TypedScalar {}

extension UInt: TypedScalar {}

extension Float: TypedScalar {
    /// `f`.
    public static var typeCode: UInt8 { TypeCode.float.rawValue }

    /// Encodes the value as a 32-bit real.
    public func _encode(with archiver: KeyedArchiver, forStoredKey key: String) throws {
        archiver.state.put(archiver.state.floatEntry(self), forStoredKey: key)
    }

    /// Decodes a real that fits.
    public static func _decode(
        inlineScalarAt index: ObjectIndex,
        key: String,
        from unarchiver: KeyedUnarchiver
    ) throws -> Float {
        try unarchiver.state.float(at: index, key: key)
    }

    /// 0.
    public static var _zero: Float { 0 }
}

extension Double: TypedScalar {
    /// `d`.
    public static var typeCode: UInt8 { TypeCode.double.rawValue }

    /// Encodes the value as a 64-bit real.
    public func _encode(with archiver: KeyedArchiver, forStoredKey key: String) throws {
        archiver.state.put(archiver.state.doubleEntry(self), forStoredKey: key)
    }

    /// Decodes a real.
    public static func _decode(
        inlineScalarAt index: ObjectIndex,
        key: String,
        from unarchiver: KeyedUnarchiver
    ) throws -> Double {
        try unarchiver.state.double(at: index, key: key)
    }

    /// 0.
    public static var _zero: Double { 0 }
}

extension Bool: TypedScalar {
    /// `B`.
    public static var typeCode: UInt8 { TypeCode.boolean.rawValue }

    /// Encodes the value as a boolean.
    public func _encode(with archiver: KeyedArchiver, forStoredKey key: String) throws {
        archiver.state.put(self ? .true : .false, forStoredKey: key)
    }

    /// Decodes a boolean, or the integer 0 or 1.
    ///
    /// Under keys a boolean is one, because only `encode(_:forKey:)` of booleans writes it, and Apple's
    /// `decodeBool(forKey:)` refuses everything else. Without keys the type code decides, and booleans have several:
    /// `BOOL` is `c` on Intel systems, so that Apple's archiver stores an integer there, and GNUstep stores one for `B`
    /// too. Another integer was encoded as something else, and is refused.
    public static func _decode(
        inlineScalarAt index: ObjectIndex,
        key: String,
        from unarchiver: KeyedUnarchiver
    ) throws -> Bool {
        guard try unarchiver.state.header(at: index).kind == .integer else {
            return try unarchiver.state.boolean(at: index, key: key)
        }
        switch try unarchiver.state.integer(at: index, key: key, as: Int64.self) {
        case 0: return false
        case 1: return true
        default: throw unarchiver.state.wrongKind(at: index, expected: "a boolean, 0 or 1", key)
        }
    }

    /// False.
    public static var _zero: Bool { false }
}

extension KeyedArchiver {
    /// Encodes an integer of any type under a key that is stored as it is.
    fileprivate func encodeInteger(_ value: some FixedWidthInteger, forStoredKey key: String) throws {
        if let small = Int64(exactly: value) {
            state.put(state.integerEntry(small, value.bitWidth <= 32 ? .int32 : .int64), forStoredKey: key)
        } else {
            let large = UInt64(truncatingIfNeeded: value)
            state.put(state.table.addUnsignedInteger(large), forStoredKey: key)
        }
    }
}
