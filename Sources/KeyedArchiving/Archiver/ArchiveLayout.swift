/// The generation of Apple's archiver whose layout an archiver follows.
///
/// Every layout is read by every system; they differ in the order of the outer keys and in which equal strings share an
/// entry.
public struct ArchiveLayout: Hashable, Sendable {
    /// The keys of the outer dictionary in the order of the file.
    var outerKeys: [String]
    /// Class names that are one object although they are too long for a tagged pointer.
    var commonClassNames: Set<String>

    /// macOS 10.15 and later.
    ///
    /// The default.
    public static let current = ArchiveLayout(
        outerKeys: ["$version", "$archiver", "$top", "$objects"],
        commonClassNames: CommonStrings.macOSClassNames
    )

    /// iOS 13 and later.
    public static let iOS13 = ArchiveLayout(
        outerKeys: ["$version", "$archiver", "$top", "$objects"],
        commonClassNames: CommonStrings.iOSClassNames
    )

    /// macOS 10.10 to 10.14.
    public static let macOS10_14 = ArchiveLayout(
        outerKeys: ["$version", "$objects", "$archiver", "$top"],
        commonClassNames: CommonStrings.macOSClassNames
    )

    /// iOS 8 to 12.
    public static let iOS12 = ArchiveLayout(
        outerKeys: ["$version", "$objects", "$archiver", "$top"],
        commonClassNames: CommonStrings.iOSClassNames
    )
}
