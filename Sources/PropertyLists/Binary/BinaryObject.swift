/// One object of a binary property list, as ``BinaryPropertyListReader/object(at:)`` reads it.
///
/// Scalars are read; strings and data are given as ranges of the input, so that nothing is copied before it is asked
/// for; containers list references to other objects.
@usableFromInline package enum BinaryObject: Hashable, Sendable {
    /// Null, marker `0x00`.
    case null
    /// A boolean, markers `0x08` and `0x09`.
    case boolean(Bool)
    /// An integer of 1, 2 or 4 bytes without a sign, or of 8 bytes with a sign.
    case integer(Int64)
    /// An integer of 16 bytes.
    case integer128(Integer128)
    /// A 4-byte real.
    case float(Float)
    /// An 8-byte real.
    case double(Double)
    /// A date, in seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    /// Data: the range of its bytes in the input.
    case data(Range<Int>)
    /// An ASCII string: the range of its bytes in the input.
    case asciiString(Range<Int>)
    /// A UTF-16 string: the range of its big-endian code units, in bytes of the input.
    case utf16String(Range<Int>)
    /// A UID.
    case uid(UID)
    /// An array.
    case array(BinaryReferences)
    /// An ordered set.
    case orderedSet(BinaryReferences)
    /// A set.
    case set(BinaryReferences)
    /// A dictionary: its keys and, in the same order, its values.
    case dictionary(keys: BinaryReferences, values: BinaryReferences)
}

/// A run of object references inside a binary property list.
///
/// ``BinaryPropertyListReader/reference(_:of:)`` reads one of them.
@usableFromInline package struct BinaryReferences: Hashable, Sendable, BitwiseCopyable {
    /// The position of the first reference in the input, in bytes.
    @usableFromInline package let position: Int
    /// The number of references.
    @usableFromInline package let count: Int

    /// Creates a run of references.
    @inlinable
    package init(position: Int, count: Int) {
        self.position = position
        self.count = count
    }
}

/// The shape of one object: its marker, and the place of its payload.
///
/// `count` is the number of payload bytes for scalars, data and ASCII strings, of code units for UTF-16 strings, and of
/// entries for containers. The payload has been checked to lie within the object area.
@usableFromInline package struct BinaryObjectHeader: Sendable {
    /// The marker byte.
    @usableFromInline var marker: UInt8
    /// The position of the payload in the input, in bytes.
    @usableFromInline package var payload: Int
    /// The size of the payload; see above for its unit.
    @usableFromInline package var count: Int

    @inlinable
    package init(marker: UInt8, payload: Int, count: Int) {
        self.marker = marker
        self.payload = payload
        self.count = count
    }

    /// The upper half of the marker: the kind of object.
    @inlinable
    package var kind: BinaryObjectKind { BinaryObjectKind(rawValue: marker &>> 4) }

    /// Whether the object is null.
    package var isNull: Bool { marker == 0x00 }

    /// The value of a boolean; nil for null, and for objects of other kinds.
    @inlinable
    @inline(__always)
    package var boolean: Bool? { marker &>> 1 == 0x08 &>> 1 ? marker == 0x09 : nil }

    /// The size in bytes of the object's text, data or number, without references.
    package var scalarSize: Int {
        if kind.isContainer { return 0 }
        return kind == .utf16String ? 2 * count : count
    }

    /// The references that the object holds: the elements, or all keys and then all values; none for a scalar.
    package var references: BinaryReferences {
        guard kind.isContainer else { return BinaryReferences(position: payload, count: 0) }
        return BinaryReferences(position: payload, count: kind == .dictionary ? 2 * count : count)
    }
}

/// The upper half of a marker byte.
@usableFromInline package struct BinaryObjectKind: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    @usableFromInline package var rawValue: UInt8

    @inlinable
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Null and booleans.
    @inlinable package static var simple: Self { Self(rawValue: 0x0) }
    @inlinable package static var integer: Self { Self(rawValue: 0x1) }
    @inlinable package static var real: Self { Self(rawValue: 0x2) }
    @inlinable package static var date: Self { Self(rawValue: 0x3) }
    @inlinable package static var data: Self { Self(rawValue: 0x4) }
    @inlinable package static var asciiString: Self { Self(rawValue: 0x5) }
    @inlinable package static var utf16String: Self { Self(rawValue: 0x6) }
    @inlinable package static var uid: Self { Self(rawValue: 0x8) }
    @inlinable package static var array: Self { Self(rawValue: 0xA) }
    @inlinable package static var orderedSet: Self { Self(rawValue: 0xB) }
    @inlinable package static var set: Self { Self(rawValue: 0xC) }
    @inlinable package static var dictionary: Self { Self(rawValue: 0xD) }

    /// Whether the object holds references; asked only of kinds that the format defines.
    @inlinable package var isContainer: Bool { rawValue >= Self.array.rawValue }

    /// Whether the object is a string of either encoding.
    @inlinable package var isString: Bool { self == .asciiString || self == .utf16String }
}
