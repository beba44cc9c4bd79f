/// Writes a ``PropertyList`` tree as a binary property list.
///
/// Equal strings, numbers, dates, data, UIDs and booleans share one object each; containers never do.
///
/// ```swift
/// let bytes = try BinaryPropertyListWriter().write(["name": "Ada"])
/// ```
public struct BinaryPropertyListWriter: Sendable {
    /// Creates a writer.
    public init() {}

    /// Writes a tree.
    ///
    /// ```swift
    /// let bytes = try BinaryPropertyListWriter().write(["name": "Ada", "tags": ["a", "b"]])
    /// ```
    ///
    /// - Throws: ``ArchiveError/Code/unrepresentable`` if a dictionary has a container as a key, which no reader
    ///   accepts, ``ArchiveError/Code/limitExceeded`` if there are more objects than a table can hold.
    /// - Complexity: O(*n*); recursion goes no deeper than 64 levels, for values of any depth.
    public func write(_ value: PropertyList) throws(ArchiveError) -> [UInt8] {
        var table = BinaryObjectTable()
        var encoder = BinaryTreeEncoder()
        let top = encoder.add(value, to: &table)
        guard encoder.keysAreScalars else {
            throw ArchiveError(
                .unrepresentable,
                "a dictionary key is a container",
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
    /// - Complexity: O(*n*); recursion goes no deeper than 64 levels, for values of any depth.
    public mutating func add(_ value: PropertyList) -> Entry {
        var encoder = BinaryTreeEncoder()
        return encoder.add(value, to: &self)
    }
}
