/// The index of an object in a binary property list: its place in the offset table, from 0.
///
/// ```swift
/// let reader = try BinaryPropertyListReader(bytes)
/// for index in reader.objectIndices {
///     print(index, try reader.object(at: index))
/// }
/// ```
///
/// It is not a ``UID``, the index of an entry in the `$objects` array of an archive. That array refers to its entries
/// by object index, like every container of the list.
@frozen
public struct ObjectIndex: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    /// The place in the offset table.
    public var rawValue: Int

    /// Creates an index from a place in the offset table.
    ///
    /// Any number is accepted: reading an object that doesn't exist throws.
    @inlinable
    @inline(__always)
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Creates an index from a place in the offset table.
    @inlinable
    @inline(__always)
    public init(_ rawValue: Int) {
        self.rawValue = rawValue
    }
}

extension ObjectIndex: Strideable {
    /// The distance between two places in the offset table.
    @inlinable
    @inline(__always)
    public func distance(to other: Self) -> Int {
        other.rawValue &- rawValue
    }

    /// The place so many places later.
    @inlinable
    @inline(__always)
    public func advanced(by count: Int) -> Self {
        Self(rawValue &+ count)
    }

    /// Orders indices by their place in the offset table.
    @inlinable
    @inline(__always)
    public static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.rawValue < rhs.rawValue
    }

    /// Compares two indices.
    @inlinable
    @inline(__always)
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.rawValue == rhs.rawValue
    }
}

extension ObjectIndex: ExpressibleByIntegerLiteral {
    /// Creates an index from a place in the offset table.
    @inlinable
    public init(integerLiteral value: Int) {
        self.rawValue = value
    }
}

extension ObjectIndex: CustomStringConvertible {
    /// The number.
    public var description: String { String(rawValue) }
}

extension Array {
    /// The element of a table that has one for each object of a list.
    @inlinable
    package subscript(index: ObjectIndex) -> Element {
        @inline(__always) get { self[index.rawValue] }
        @inline(__always) _modify { yield &self[index.rawValue] }
    }
}
