public import PropertyLists

/// The number of an object, a class or a C string in an archive.
public struct SequentialReference: Hashable, Sendable {
    /// The number: objects, classes and C strings are counted together, from 0 on, in the order in which they begin.
    public let number: Int

    /// Creates a reference to the item with a number.
    public init(_ number: Int) { self.number = number }
}

extension SequentialReference: CustomStringConvertible {
    /// The number, such as `#3`.
    public var description: String { "#\(number)" }
}

/// A value of a group, as its type code says: objects, classes and C strings are references.
public typealias SequentialValue = TypeCodedValue<SequentialReference, SequentialReference, SequentialReference>
