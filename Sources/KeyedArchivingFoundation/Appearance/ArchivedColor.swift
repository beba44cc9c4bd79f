public import Foundation
public import KeyedArchiving

/// A color as archives hold it: `NSColor` or `UIColor`.
///
/// It is content without behavior: nothing is converted between color spaces. ``shown`` is the color that people see.
public enum ArchivedColor: Hashable, Sendable {
    /// A color with components.
    case components(ColorComponents)
    /// A color of a catalog, such as `textColor` of `System`, with the color to use where that is not known.
    indirect case catalog(String, name: String, fallback: ArchivedColor?)
    /// A color of UIKit's system, such as `labelColor`, with the components to use where that is not known.
    case system(String, fallback: ColorComponents?)
    /// A color without components, such as a pattern, by the number of its kind.
    ///
    /// It has nothing else, and is encoded only in the place from which it was decoded, as
    /// ``/KeyedArchiving/KeyedArchiver/init(rewriting:requiringSecureCoding:)`` does: all that is stored there stays.
    case other(kind: Int)

    /// The components of the color, or those of its fallback; nil if there are none.
    public var colorComponents: ColorComponents? {
        switch self {
        case .components(let components): components
        case .catalog(_, _, let fallback): fallback?.colorComponents
        case .system(_, let fallback): fallback
        case .other: nil
        }
    }

    /// The color as people see it: one space and its components, or a name with the color beside it as the fallback.
    public var shown: ShownColor {
        var shown = named
        switch self {
        case .catalog(_, _, let fallback): shown.fallback = fallback?.named
        case .system(_, var fallback):
            fallback?.isUIKit = true
            shown.fallback = fallback?.shown
        case .components, .other: break
        }
        return shown
    }

    /// The color as people see it, without a fallback.
    private var named: ShownColor {
        switch self {
        case .components(let components): components.shown
        case .catalog(let catalog, let name, _): ShownColor(.catalog(catalog, name: name))
        case .system(let name, _): ShownColor(.system(name))
        case .other(let kind): ShownColor(kind: kind)
        }
    }

    /// The color as `#RRGGBBAA`, where its space is shown as sRGB is; nil for others.
    public var hexadecimal: String? { shown.hexadecimal }
}

/// `NSColor`. `UIColor` is read too, and written where a color says so; so is each class below these two.
extension ArchivedColor: Codingable, ValueCoding, SubclassReading {
    /// `NSColor`.
    public static var codedClassName: String { "NSColor" }

    /// `UIColor`, and those of its classes that stand for a name or for components.
    public static var codedClassAliases: [String] {
        [
            "UIColor", systemClassName, "UIDeviceRGBColor", "UIDeviceWhiteColor", "UICachedDeviceRGBColor",
            "UICachedDeviceWhiteColor", "UIDisplayP3Color",
        ]
    }

    private static let systemClassName = "UIDynamicSystemColor"

    /// Objects with another class record than that of the type.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The class record of `UIColor` for colors of UIKit.
    @usableFromInline
    package static func classRecord(of color: ArchivedColor) -> ArchivedClass? {
        switch color {
        case .components(let components) where components.isUIKit:
            return ArchivedClass(name: "UIColor", hierarchy: ["UIColor", "NSObject"], fallbacks: ["NSColor"])
        case .system(_, nil):
            let names = [Self.systemClassName, "UIDynamicColor", "UIColor", "NSObject"]
            return ArchivedClass(name: names[0], hierarchy: names, fallbacks: ["NSColor"])
        case .system:
            return ArchivedClass(name: "UIColor", hierarchy: ["UIColor", "NSObject"], fallbacks: ["NSColor"])
        default: return nil
        }
    }

    /// Writes the color.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/unrepresentable`` if it has not as many components as its space, or
    ///   none and another place than that from which it was decoded.
    public func encode(with archiver: KeyedArchiver) throws {
        switch self {
        case .components(let components): try components.encode(with: archiver)
        case .catalog(let catalog, let name, let fallback):
            try archiver.encode(ColorFields.Kind.catalog.rawValue, forKey: ColorFields.kind)
            // Colors of one catalog have its name in common.
            try archiver.encode(ConstantString(catalog), forKey: ColorFields.catalog)
            try archiver.encode(name, forKey: ColorFields.name)
            try archiver.encode(fallback, forKey: ColorFields.namedColor)
        case .system(let name, var fallback):
            try archiver.encode(name, forKey: UIColorFields.systemName)
            fallback?.isUIKit = true
            try fallback?.encode(with: archiver)
        case .other(let kind):
            // An unchanged one is copied, with what makes it up.
            throw ArchiveError(
                .unrepresentable,
                "a color of kind \(kind) without components is archived only where it was decoded from",
                remedy: "decode it as an `ArchivedObject`, which can be written again")
        }
    }

    /// Reads the color.
    ///
    /// One without components is ``other(kind:)``, but stays an `ArchivedObject` where unknown classes are kept and no
    /// call names this type, so that it can be written again.
    ///
    /// - Throws: `ArchiveError.Code.invalidValue` if its components are not those of its space, or if there are none
    ///   and unknown classes are kept.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        let kind = try unarchiver.optionalInteger(forKey: ColorFields.kind) ?? 0
        switch try ColorFields.Form(kind: kind, has: unarchiver.containsValue) {
        case .system:
            let components = try ColorFields.Form.uiKitKeys(unarchiver.containsValue)
            self = .system(
                try unarchiver.requiredString(forKey: UIColorFields.systemName),
                fallback: try components.map { try ColorComponents(uiKitFrom: unarchiver, keys: $0) })
        case .catalog:
            self = .catalog(
                try unarchiver.requiredString(forKey: ColorFields.catalog),
                name: try unarchiver.requiredString(forKey: ColorFields.name),
                fallback: try unarchiver.decodeObject(of: ArchivedColor.self, forKey: ColorFields.namedColor)
            )
        case .uiKit(let keys): self = .components(try ColorComponents(uiKitFrom: unarchiver, keys: keys))
        case .components(let kind): self = .components(try ColorComponents(kind, from: unarchiver))
        case .none(let kind):
            guard !unarchiver.keepsUnknownClasses || unarchiver.isNamed(ArchivedColor.self) else {
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

/// Coders of other formats write the case and its associated values.
extension ArchivedColor: Codable {
    private enum ComponentsCodingKeys: String, CodingKey {
        case _0 = "color"
    }

    private enum CatalogCodingKeys: String, CodingKey {
        case _0 = "catalog"
        case name, fallback
    }

    private enum SystemCodingKeys: String, CodingKey {
        case _0 = "name"
        case fallback
    }
}

extension ArchivedColor: CustomStringConvertible {
    /// The color as a system shows it: the space and the components, or the name.
    public var description: String { "\(shown)" }
}

/// A color space as archives hold it: `NSColorSpace`.
public struct ArchivedColorSpace: Hashable, Codable, Sendable {
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

    /// Writes the fields that the color has.
    public func encode(with archiver: KeyedArchiver) throws {
        if let identifier { try archiver.encodeNarrow(identifier, forKey: ColorFields.Space.identifier) }
        if let spaceIdentifier {
            try archiver.encodeNarrow(spaceIdentifier, forKey: ColorFields.Space.newIdentifier)
        }
        if let profile { try archiver.encode(profile, forKey: ColorFields.Space.profile) }
        if let model { try archiver.encodeNarrow(model, forKey: ColorFields.Space.model) }
    }

    /// Reads the fields that the archive has.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init(
            identifier: try unarchiver.optionalInteger(forKey: ColorFields.Space.identifier),
            spaceIdentifier: try unarchiver.optionalInteger(forKey: ColorFields.Space.newIdentifier),
            profile: try unarchiver.optionalData(forKey: ColorFields.Space.profile),
            model: try unarchiver.optionalInteger(forKey: ColorFields.Space.model)
        )
    }
}

extension KeyedArchiver {
    /// Encodes an integer that AppKit stores in 32 bits, in more if it needs them.
    func encodeNarrow(_ value: Int, forKey key: String) throws {
        guard let narrow = Int32(exactly: value) else { return try encode(value, forKey: key) }
        try encode(narrow, forKey: key)
    }
}
