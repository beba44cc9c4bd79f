public import KeyedArchiving

/// A font as archives hold it: `NSFont`, by name and size.
///
/// ```swift
/// try archiver.encode(ArchivedFont(name: "Menlo-Regular", size: 11), forKey: "font")
/// ```
public struct ArchivedFont: Hashable, Sendable {
    /// The PostScript name, such as `Helvetica-Bold`.
    public var name: String

    /// The size in points.
    public var size: Double

    /// Apple's flags, which mark fonts of the user interface.
    public var flags: Int

    /// Whether the size follows the system's settings; nil in older archives.
    public var usesAppearanceFontSize: Bool?

    /// Creates a font.
    public init(name: String, size: Double, flags: Int = 16, usesAppearanceFontSize: Bool? = nil) {
        self.name = name
        self.size = size
        self.flags = flags
        self.usesAppearanceFontSize = usesAppearanceFontSize
    }
}

extension ArchivedFont: Codingable {
    /// `NSFont`.
    public static var codedClassName: String { "NSFont" }

    /// Writes the name, the size and the flags.
    public func encode(with archiver: KeyedArchiver) throws {
        // Fonts of one name have the name in common.
        try archiver.encode(ConstantString(name), forKey: "NSName")
        try archiver.encode(size, forKey: "NSSize")
        try archiver.encode(Int32(clamping: flags), forKey: "NSfFlags")
        if let usesAppearanceFontSize {
            try archiver.encode(usesAppearanceFontSize, forKey: "NSFontUsesAppearanceFontSize")
        }
    }

    /// Reads the name, the size and the flags.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init(
            name: try unarchiver.requiredString(forKey: "NSName"),
            size: try unarchiver.requiredReal(forKey: "NSSize"),
            flags: try unarchiver.optionalInteger(forKey: "NSfFlags") ?? 0,
            usesAppearanceFontSize: try unarchiver.decodeIfPresent(Bool.self, forKey: "NSFontUsesAppearanceFontSize")
        )
    }
}
