/// The index of an object in the `$objects` array of a keyed archive.
///
/// In binary property lists a UID is a separate object (markers `0x80`–`0x8F`); in XML it is a dictionary with the
/// single key `CF$UID`. UID 0 stands for nil.
///
/// ```swift
/// let list: PropertyList = ["root": .uid(1), "parent": .uid(.null)]
/// ```
public struct UID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The index.
    public var rawValue: UInt64

    /// Creates a UID from an index.
    @inlinable
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Creates a UID from an index.
    @inlinable
    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// The reference that stands for nil: UID 0.
    @inlinable
    public static var null: UID { UID(0) }

    /// Orders UIDs by index.
    @inlinable
    public static func < (lhs: UID, rhs: UID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

extension UID: ExpressibleByIntegerLiteral {
    /// Creates a UID from an index.
    @inlinable
    public init(integerLiteral value: UInt64) {
        self.rawValue = value
    }
}

extension UID: CustomStringConvertible {
    /// The index as `#3`.
    public var description: String {
        "#\(rawValue)"
    }
}
