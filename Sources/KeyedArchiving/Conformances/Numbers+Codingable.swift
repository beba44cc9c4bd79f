public import PropertyLists

/// An integer type that archives store as an `NSNumber`: a plain value.
///
/// The conforming types are those of the standard library. Reading coerces between all integer types; a value that does
/// not fit throws ``/PropertyLists/ArchiveError/Code/range``.
public protocol CodedInteger: FixedWidthInteger, Codingable {}

extension CodedInteger {
    /// `NSNumber`.
    public static var codedClassName: String { "NSNumber" }

    /// Writes the number as the field of an object, as generic coders do.
    public func encode(with archiver: KeyedArchiver) throws {
        guard let value = Int64(exactly: self) else {
            throw ArchiveError(
                .unrepresentable,
                "the number \(self) does not fit a field of 64 bits with a sign",
                remedy: "encode it as a string"
            )
        }
        try archiver.encode(value, forKey: NumberFields.integer)
    }

    /// Reads the number from the field of an object, as generic coders write it.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        guard let value = try unarchiver.state.integer(forKey: NumberFields.integer, as: Self.self) else {
            throw unarchiver.damaged(
                "a number object has no \(NumberFields.integer)", key: NumberFields.integer)
        }
        self = value
    }
}

extension ValueCoding where Self: CodedInteger {
    @usableFromInline
    package static var isInline: Bool { true }

    /// Stores the number.
    @usableFromInline
    package static func reference(to value: Self, with archiver: KeyedArchiver) throws -> UID {
        try archiver.checkNotFinished()
        return try archiver.encodeInline(value) { state, number in
            guard let value = Int64(exactly: number) else {
                return state.addValueObject(state.table.addUnsignedInteger(UInt64(truncatingIfNeeded: number)))
            }
            return state.integerUID(value, StorageType(for: Self.self))
        }
    }

    /// Reads the number.
    @usableFromInline
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> Self? {
        try unarchiver.decodeLeaf(source, .integer) { state, index throws(ArchiveError) in
            try state.integer(at: index, key: nil, as: Self.self)
        }
    }

    /// The number, also from an integer of another type that a delegate was shown.
    @usableFromInline
    package static func converted(_ object: any Codingable) -> Self? {
        object as? Self ?? (object as? Int64).flatMap { Self(exactly: $0) }
            ?? (object as? Integer128).flatMap { UInt64(exactly: $0) }.flatMap { Self(exactly: $0) }
    }
}

extension StorageType {
    /// How Apple's number class stores values made from an integer type: the smallest signed type that holds them all.
    fileprivate init(for type: any FixedWidthInteger.Type) {
        switch type.isSigned ? type.bitWidth : type.bitWidth * 2 {
        case ...8: self = .int8
        case ...16: self = .int16
        case ...32: self = .int32
        default: self = .int64
        }
    }
}

extension Int: CodedInteger, ValueCoding {
    /// Plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }
}

extension Int8: CodedInteger, ValueCoding {
    /// Plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }
}

extension Int16: CodedInteger, ValueCoding {
    /// Plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }
}

extension Int32: CodedInteger, ValueCoding {
    /// Plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }
}

extension Int64: CodedInteger, ValueCoding {
    /// Plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }
}

extension UInt: CodedInteger, ValueCoding {
    /// Plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }
}

extension UInt8: CodedInteger, ValueCoding {
    /// Plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }
}

extension UInt16: CodedInteger, ValueCoding {
    /// Plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }
}

extension UInt32: CodedInteger, ValueCoding {
    /// Plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }
}

extension UInt64: CodedInteger, ValueCoding {
    /// Plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }
}

/// `NSNumber` with a 64-bit real: a plain value.
extension Double: Codingable, ValueCoding {
    /// `NSNumber`.
    public static var codedClassName: String { "NSNumber" }

    /// Writes the number as the field of an object, as generic coders do.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(self, forKey: NumberFields.real)
    }

    /// Reads the number from the field of an object, as generic coders write it.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        guard let value = try unarchiver.state.double(forKey: NumberFields.real) else {
            throw unarchiver.damaged(
                "a number object has no \(NumberFields.real)", key: NumberFields.real)
        }
        self = value
    }

    /// Numbers are plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    @usableFromInline
    package static var isInline: Bool { true }

    /// Stores the number.
    @usableFromInline
    package static func reference(to value: Double, with archiver: KeyedArchiver) throws -> UID {
        try archiver.checkNotFinished()
        return try archiver.encodeInline(value) { $0.doubleUID($1) }
    }

    /// Reads the number.
    @usableFromInline
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> Double? {
        try unarchiver.decodeLeaf(source, .real) { state, index throws(ArchiveError) in
            try state.double(at: index, key: nil)
        }
    }

    /// The number, also from a 32-bit real that a delegate was shown.
    @usableFromInline
    package static func converted(_ object: any Codingable) -> Double? {
        object as? Double ?? (object as? Float).map { Double($0) }
    }
}

/// `NSNumber` with a 32-bit real: a plain value.
extension Float: Codingable, ValueCoding {
    /// `NSNumber`.
    public static var codedClassName: String { "NSNumber" }

    /// Writes the number as the field of an object, as generic coders do.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(self, forKey: NumberFields.real)
    }

    /// Reads the number from the field of an object, as generic coders write it.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        guard let value = try unarchiver.state.float(forKey: NumberFields.real) else {
            throw unarchiver.damaged(
                "a number object has no \(NumberFields.real)", key: NumberFields.real)
        }
        self = value
    }

    /// Numbers are plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    @usableFromInline
    package static var isInline: Bool { true }

    /// Stores the number.
    @usableFromInline
    package static func reference(to value: Float, with archiver: KeyedArchiver) throws -> UID {
        try archiver.checkNotFinished()
        return try archiver.encodeInline(value) { $0.floatUID($1) }
    }

    /// Reads the number.
    @usableFromInline
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> Float? {
        try unarchiver.decodeLeaf(source, .real) { state, index throws(ArchiveError) in
            try state.float(at: index, key: nil)
        }
    }

    /// The number, also from a 64-bit real in the range that a delegate was shown.
    @usableFromInline
    package static func converted(_ object: any Codingable) -> Float? {
        if let number = object as? Float { return number }
        guard let number = object as? Double, !number.isFinite || Float(number).isFinite else { return nil }
        return Float(number)
    }
}

/// `NSNumber` with a boolean: a plain value.
extension Bool: Codingable, ValueCoding {
    /// `NSNumber`.
    public static var codedClassName: String { "NSNumber" }

    /// Writes the boolean as the field of an object, as generic coders do.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(self, forKey: NumberFields.boolean)
    }

    /// Reads the boolean from the field of an object, as generic coders write it.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        guard let value = try unarchiver.state.boolean(forKey: NumberFields.boolean) else {
            throw unarchiver.damaged(
                "a number object has no \(NumberFields.boolean)", key: NumberFields.boolean)
        }
        self = value
    }

    /// Booleans are plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    @usableFromInline
    package static var isInline: Bool { true }

    /// Stores the boolean.
    @usableFromInline
    package static func reference(to value: Bool, with archiver: KeyedArchiver) throws -> UID {
        try archiver.checkNotFinished()
        return try archiver.encodeInline(value) { $0.booleanUID($1) }
    }

    /// Reads the boolean.
    @usableFromInline
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> Bool? {
        try unarchiver.decodeLeaf(source, .simple) { state, index throws(ArchiveError) in
            try state.boolean(at: index, key: nil)
        }
    }
}

/// `NSNumber` with a 128-bit integer: a plain value of 16 bytes, regardless of its magnitude.
extension Integer128: Codingable, ValueCoding {
    /// `NSNumber`.
    public static var codedClassName: String { "NSNumber" }

    /// Writes the number as the field of an object, as generic coders do.
    public func encode(with archiver: KeyedArchiver) throws {
        guard let value = Int64(exactly: self) else {
            throw ArchiveError(
                .unrepresentable,
                "the number \(self) does not fit a field of 64 bits",
                remedy: "encode it as a string"
            )
        }
        try archiver.encode(value, forKey: NumberFields.integer)
    }

    /// Reads the number from the field of an object, as generic coders write it.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init(try Int64(coder: unarchiver))
    }

    /// Numbers are plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    @usableFromInline
    package static var isInline: Bool { true }

    /// Stores the number.
    @usableFromInline
    package static func reference(to value: Integer128, with archiver: KeyedArchiver) throws -> UID {
        try archiver.checkNotFinished()
        return try archiver.encodeInline(value) { $0.addValueObject($0.table.addInteger128($1)) }
    }

    /// Reads the number.
    @usableFromInline
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> Integer128? {
        try unarchiver.decodeLeaf(source, .integer) { state, index throws(ArchiveError) in
            try state.integer128(at: index)
        }
    }
}

extension UnarchiverState {
    /// The integer of any width at an object index.
    mutating func integer128(at index: ObjectIndex) throws(ArchiveError) -> Integer128 {
        switch try reader.object(at: index) {
        case .integer(let value): return Integer128(value)
        case .integer128(let value): return value
        default: throw wrongKind(at: index, expected: "an integer", nil)
        }
    }
}
