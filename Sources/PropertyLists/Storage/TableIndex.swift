/// A place in a table, from 0, which can't be taken for one in another: `Table` says in which.
@usableFromInline @frozen package struct TableIndex<Table>: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    /// The place.
    @usableFromInline package var rawValue: Int

    /// Creates an index from a place.
    ///
    /// Any number is accepted: reading what doesn't exist throws.
    @inlinable
    @inline(__always)
    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Creates an index from a place.
    @inlinable
    @inline(__always)
    package init(_ rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Compares two indices.
    @inlinable
    @inline(__always)
    package static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.rawValue == rhs.rawValue
    }

    /// Hashes the place.
    @inlinable
    package func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue)
    }

    /// No place, in one word: an optional index takes two.
    @inlinable package static var none: Self { Self(-1) }

    /// The place; nil for ``none``.
    @inlinable
    @inline(__always)
    package var value: Int? { rawValue < 0 ? nil : rawValue }
}

extension TableIndex: Strideable {
    /// The distance between two places.
    @inlinable
    @inline(__always)
    package func distance(to other: Self) -> Int {
        other.rawValue &- rawValue
    }

    /// The place so many places later.
    @inlinable
    @inline(__always)
    package func advanced(by count: Int) -> Self {
        Self(rawValue &+ count)
    }

    /// Orders indices by their places.
    @inlinable
    @inline(__always)
    package static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

extension TableIndex: ExpressibleByIntegerLiteral {
    /// Creates an index from a place.
    @inlinable
    package init(integerLiteral value: Int) {
        self.rawValue = value
    }
}

extension TableIndex: CustomStringConvertible {
    /// The number.
    @inlinable package var description: String { String(rawValue) }
}

extension Array {
    /// The element at a place.
    @inlinable
    package subscript<Table>(index: TableIndex<Table>) -> Element {
        @inline(__always) get { self[index.rawValue] }
        @inline(__always) _modify { yield &self[index.rawValue] }
    }
}
