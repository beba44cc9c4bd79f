public import Foundation
public import KeyedArchiving

/// A color as archives hold it: `NSColor` or `UIColor`.
///
/// It is content without behavior: nothing is converted between color spaces.
public enum ArchivedColor: Hashable, Sendable {
    /// A color with components.
    case components(ColorComponents)
    /// A color of a catalog, such as `textColor` of `System`, with the color to use where that is not known.
    indirect case catalog(String, name: String, fallback: ArchivedColor?)
    /// A color without components, such as a pattern, by the number of its kind; it can be read but not written.
    case other(kind: Int)

    /// The components of the color, or those of its fallback; nil if there are none.
    public var colorComponents: ColorComponents? {
        switch self {
        case .components(let components): components
        case .catalog(_, _, let fallback): fallback?.colorComponents
        case .other: nil
        }
    }
}

/// `NSColor`. `UIColor` is read too, and written where a color says so.
extension ArchivedColor: Codingable {
    /// `NSColor`.
    public static var codedClassName: String { "NSColor" }

    /// `UIColor`.
    public static var codedClassAliases: [String] { ["UIColor"] }

    /// The class record of `UIColor` for colors of UIKit.
    public var _classRecord: ArchivedClass? {
        guard case .components(let components) = self, components.isUIKit else { return nil }
        let fallbacks = components.omitsSharedFields ? [] : ["NSColor"]
        return ArchivedClass(name: "UIColor", hierarchy: ["UIColor", "NSObject"], fallbacks: fallbacks)
    }

    /// Writes the color.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if it has no components, or not as many as its
    ///   space has.
    public func encode(with archiver: KeyedArchiver) throws {
        switch self {
        case .components(let components): try components.encode(with: archiver)
        case .catalog(let catalog, let name, let fallback):
            try archiver.encode(ColorFields.Kind.catalog.rawValue, forKey: ColorFields.kind)
            // Colors of one catalog have its name in common.
            try archiver.encode(ConstantString(catalog), forKey: ColorFields.catalog)
            try archiver.encode(name, forKey: ColorFields.name)
            try archiver.encode(fallback, forKey: ColorFields.namedColor)
        case .other(let kind):
            throw ArchiveError(
                .unrepresentable,
                "a color of kind \(kind) without components cannot be archived",
                remedy: "decode it as an `ArchivedObject`, which can be written again"
            )
        }
    }

    /// Reads the color.
    ///
    /// One without components is ``other(kind:)``, but stays an `ArchivedObject` where unknown classes are kept, so
    /// that it can be written again.
    ///
    /// - Throws: `ArchiveError.Code.invalidValue` if its components are not those of its space, or if there are none
    ///   and unknown classes are kept.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        if let components = try ColorComponents(uiKitFrom: unarchiver) {
            self = .components(components)
            return
        }
        // Named colors of UIKit have no kind.
        let kind = try unarchiver.optionalInteger(forKey: ColorFields.kind) ?? 0
        if let space = ColorComponents.Space(rawValue: kind) {
            self = .components(try ColorComponents(space, from: unarchiver))
        } else if kind == ColorFields.Kind.catalog.rawValue {
            self = .catalog(
                try unarchiver.requiredString(forKey: ColorFields.catalog),
                name: try unarchiver.requiredString(forKey: ColorFields.name),
                fallback: try unarchiver.decodeObject(of: ArchivedColor.self, forKey: ColorFields.namedColor)
            )
        } else {
            guard !unarchiver.keepsUnknownClasses else {
                throw unarchiver.failure(
                    .invalidValue,
                    "a color of kind \(kind) has no components",
                    key: ColorFields.kind,
                    remedy: "decode it as an `ArchivedObject`, which has all of its fields"
                )
            }
            self = .other(kind: kind)
        }
    }
}

/// A color space as archives hold it: `NSColorSpace`.
public struct ArchivedColorSpace: Hashable, Sendable {
    /// Apple's number of the space (`NSID`).
    public var identifier: Int?

    /// The number of the space in a newer numbering (`NSSpaceID`).
    public var spaceIdentifier: Int?

    /// The ICC profile.
    public var profile: Data?

    /// The number of the color model.
    public var model: Int?

    /// Creates a color space.
    public init(identifier: Int? = nil, spaceIdentifier: Int? = nil, profile: Data? = nil, model: Int? = nil) {
        self.identifier = identifier
        self.spaceIdentifier = spaceIdentifier
        self.profile = profile
        self.model = model
    }
}

extension ArchivedColorSpace: Codingable {
    /// `NSColorSpace`.
    public static var codedClassName: String { "NSColorSpace" }

    /// Writes what there is.
    public func encode(with archiver: KeyedArchiver) throws {
        if let identifier { try archiver.encode(Int32(clamping: identifier), forKey: "NSID") }
        if let spaceIdentifier { try archiver.encode(Int32(clamping: spaceIdentifier), forKey: "NSSpaceID") }
        if let profile { try archiver.encode(profile, forKey: "NSICC") }
        if let model { try archiver.encode(Int32(clamping: model), forKey: "NSModel") }
    }

    /// Reads what there is.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init(
            identifier: try unarchiver.optionalInteger(forKey: "NSID"),
            spaceIdentifier: try unarchiver.optionalInteger(forKey: "NSSpaceID"),
            profile: try unarchiver.optionalData(forKey: "NSICC"),
            model: try unarchiver.optionalInteger(forKey: "NSModel")
        )
    }
}
