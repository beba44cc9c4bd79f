/// Writes a ``PropertyList`` tree as a binary property list.
///
/// Equal strings, numbers, dates, data, UIDs and booleans share one object each; containers never do. To keep or to
/// choose which values share, use a ``BinaryObjectTable``.
///
/// ```swift
/// let bytes = try BinaryPropertyListWriter().write(["name": "Ada"])
/// ```
public struct BinaryPropertyListWriter: Sendable {
    /// Creates a writer.
    public init() {}

    /// Writes a tree.
    ///
    /// - Throws: ``PropertyListError/Code/unrepresentable`` if a dictionary has a key that is not a string, which no
    ///   reader accepts, ``PropertyListError/Code/limitExceeded`` if there are more objects than a table can hold.
    /// - Complexity: O(*n*); recursion goes no deeper than 64 levels, whatever the depth.
    public func write(_ value: PropertyList) throws(PropertyListError) -> [UInt8] {
        var table = BinaryObjectTable()
        var adder = BinaryTreeEncoder()
        let top = adder.add(value, to: &table)
        guard adder.keysAreStrings else {
            throw PropertyListError(
                .unrepresentable,
                "a dictionary key is not a string",
                remedy: "use strings as keys"
            )
        }
        var options = BinaryWritingOptions()
        options.objectOrder = .depthFirst
        return try table.write(top: top, options: options)
    }
}

extension BinaryObjectTable {
    /// Adds a tree, with equal scalars of the tree as one object.
    ///
    /// - Complexity: O(*n*); recursion goes no deeper than 64 levels, whatever the depth.
    public mutating func add(_ value: PropertyList) -> Entry {
        var adder = BinaryTreeEncoder()
        return adder.add(value, to: &self)
    }
}
