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
    /// ```swift
    /// let bytes = try BinaryPropertyListWriter().write(["name": "Ada", "tags": ["a", "b"]])
    /// ```
    ///
    /// - Throws: ``PropertyListError/Code/unrepresentable`` if a dictionary has a container as a key, which no reader
    ///   accepts, ``PropertyListError/Code/limitExceeded`` if there are more objects than a table can hold.
    /// - Complexity: O(*n*); recursion goes no deeper than 64 levels, whatever the depth.
    public func write(_ value: PropertyList) throws(PropertyListError) -> [UInt8] {
        var table = BinaryObjectTable()
        var encoder = BinaryTreeEncoder()
        let top = encoder.add(value, to: &table)
        guard encoder.keysAreScalars else {
            throw PropertyListError(
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
    /// - Complexity: O(*n*); recursion goes no deeper than 64 levels, whatever the depth.
    public mutating func add(_ value: PropertyList) -> Entry {
        var encoder = BinaryTreeEncoder()
        return encoder.add(value, to: &self)
    }
}

/// How a table of objects is laid out as bytes.
///
/// The defaults are what current Apple systems do.
public struct BinaryWritingOptions: Hashable, Sendable {
    /// In which order objects are listed, and what is listed twice.
    public enum ObjectOrder: Hashable, Sendable {
        /// Depth first, and every visit of a UID or a boolean after the first lists one more copy that nothing refers
        /// to. Apple's writer does this in nearly all archives.
        case depthFirstWithOrphans
        /// Depth first, each object once.
        case depthFirst
        /// These objects first and in this order, each once and referred to or not, then whatever else the table holds.
        /// For files whose writer had an order of its own.
        case listed([BinaryObjectTable.Entry])
    }

    /// In which order objects are listed.
    public var objectOrder: ObjectOrder = .depthFirstWithOrphans

    /// Whether offsets may take 3 bytes (Mac OS X 10.4) rather than 1, 2, 4 or 8.
    public var allowsThreeByteOffsets = false

    /// The least size of an offset, in bytes; more than 8 counts as 8.
    public var minimumOffsetSize = 1

    /// The least size of an object reference, in bytes; more than 8 counts as 8.
    public var minimumReferenceSize = 1

    /// Creates the default options.
    public init() {}
}
