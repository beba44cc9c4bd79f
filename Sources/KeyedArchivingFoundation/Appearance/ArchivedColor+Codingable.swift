public import KeyedArchiving

/// `NSColor`. `UIColor` is read too, and written where a color says so.
extension ArchivedColor: Codingable {
    /// The kind of colors of a catalog.
    private static let catalogKind = 6

    /// `NSColor`.
    public static var codedClassName: String { "NSColor" }

    /// `UIColor`.
    public static var codedClassAliases: [String] { ["UIColor"] }

    /// The class record of `UIColor` for colors of UIKit.
    public var _classRecord: ArchivedClass? {
        guard case .components(let components) = self, components.isUIKit else { return nil }
        return ArchivedClass(name: "UIColor", hierarchy: ["UIColor", "NSObject"], fallbacks: ["NSColor"])
    }

    /// Writes the color.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/unrepresentable`` if it has no components, or not as many as its
    ///   space has.
    public func encode(with archiver: KeyedArchiver) throws {
        switch self {
        case .components(let components): try components.encode(with: archiver)
        case .catalog(let catalog, let name, let fallback):
            try archiver.encode(Self.catalogKind, forKey: "NSColorSpace")
            // Colors of one catalog have its name in common.
            try archiver.encode(ConstantString(catalog), forKey: "NSCatalogName")
            try archiver.encode(name, forKey: "NSColorName")
            try archiver.encode(fallback, forKey: "NSColor")
        case .other(let kind):
            throw ArchiveError(.unrepresentable, "a color of kind \(kind) without components cannot be archived")
        }
    }

    /// Reads the color.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        if let components = try ColorComponents(uiKitFrom: unarchiver) {
            self = .components(components)
            return
        }
        // Named colors of UIKit have no kind.
        let kind = try unarchiver.optionalInteger(forKey: "NSColorSpace") ?? 0
        if let space = ColorComponents.Space(rawValue: kind) {
            self = .components(try ColorComponents(space, from: unarchiver))
        } else if kind == Self.catalogKind {
            self = .catalog(
                try unarchiver.requiredString(forKey: "NSCatalogName"),
                name: try unarchiver.requiredString(forKey: "NSColorName"),
                fallback: try unarchiver.decodeObject(of: ArchivedColor.self, forKey: "NSColor")
            )
        } else {
            self = .other(kind: kind)
        }
    }
}
