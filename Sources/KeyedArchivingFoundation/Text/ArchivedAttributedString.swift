public import KeyedArchiving

/// A string with attributes as archives hold it: `NSAttributedString`, `NSMutableAttributedString` or `NSTextStorage`.
///
/// Attributes may be of any classes: fonts, colors, plain values. `AttributedString(_:)` turns it into Foundation's
/// attributed string.
public final class ArchivedAttributedString: ObjectContainer {
    /// A stretch of the string with the same attributes throughout.
    public struct Run: Hashable, Sendable {
        /// How many UTF-16 code units it has.
        public var length: Int

        /// Which of the attribute dictionaries holds for it.
        public var attributes: Int

        /// Creates a run.
        public init(length: Int, attributes: Int) {
            self.length = length
            self.attributes = attributes
        }
    }

    /// The characters.
    public var string: String

    /// The attribute dictionaries that runs refer to, with strings as keys.
    public var attributes: [ArchivedDictionary]

    /// The runs, which make up the whole string; none for a string without characters.
    public var runs: [Run]

    /// Whether the string is written as `NSMutableAttributedString`.
    public var isMutable: Bool

    /// Creates a string with attributes.
    public init(_ string: String, attributes: [ArchivedDictionary], runs: [Run], isMutable: Bool = false) {
        self.string = string
        self.attributes = attributes
        self.runs = runs
        self.isMutable = isMutable
    }

    /// Creates a string with the same attributes throughout, or without any.
    public convenience init(
        _ string: String,
        attributes: ArchivedDictionary = ArchivedDictionary(),
        isMutable: Bool = false
    ) {
        let runs = string.isEmpty ? [] : [Run(length: string.utf16.count, attributes: 0)]
        self.init(string, attributes: string.isEmpty ? [] : [attributes], runs: runs, isMutable: isMutable)
    }

    /// Creates a string from an archive.
    public convenience init(coder unarchiver: KeyedUnarchiver) throws {
        self.init("")
        // Attributes may refer back, as the text views of a text storage do.
        try unarchiver.register(self)
        try decode(from: unarchiver)
    }

    deinit {
        var contents = takeContents()
        ObjectGraph.release(&contents)
    }

    /// Leaves the string without attributes.
    ///
    /// - Returns: The attribute dictionaries.
    package func takeContents() -> [AnyObject] {
        defer { attributes = [] }
        return attributes
    }
}
