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
