/// The fields of a color, `NSColor` and, as far as it has the same, `UIColor`.
package enum ColorFields {
    /// The classes of which colors are, or of one below them.
    package static let classNames = ["NSColor", "UIColor"]

    /// How far apart two texts of one component may be, which may have been rounded to a few digits.
    static let tolerance = 0.001

    /// How the color is given: the number of a ``Kind``.
    @inlinable package static var kind: String { "NSColorSpace" }

    /// The catalog of a color that has a name.
    @inlinable package static var catalog: String { "NSCatalogName" }

    /// The name in the catalog.
    @inlinable package static var name: String { "NSColorName" }

    /// The color that the name stands for.
    @inlinable package static var namedColor: String { "NSColor" }

    /// The components of red, green and blue as text.
    @inlinable package static var rgb: String { "NSRGB" }

    /// The component of gray as text.
    @inlinable package static var white: String { "NSWhite" }

    /// The components of cyan, magenta, yellow and black as text.
    @inlinable package static var cmyk: String { "NSCMYK" }

    /// A space of the color's own.
    @inlinable package static var customSpace: String { "NSCustomColorSpace" }

    /// The components in that space as text.
    @inlinable package static var customComponents: String { "NSComponents" }

    /// The fields of a space of a color's own, `NSColorSpace`.
    package enum Space {
        /// The number in the older numbering.
        @inlinable package static var identifier: String { "NSID" }
        /// The number in the newer numbering.
        @inlinable package static var newIdentifier: String { "NSSpaceID" }
        /// The ICC profile.
        @inlinable package static var profile: String { "NSICC" }
        /// The number of the color model.
        @inlinable package static var model: String { "NSModel" }
    }

    /// The number of a pattern, which has an image and no components.
    static var pattern: Int { 10 }

    /// The numbers in the text of components, which ends with a zero byte or not; nil if there is anything else or too
    /// much.
    package static func numbers(_ bytes: [UInt8]) -> [Double]? {
        let text = bytes.prefix { $0 != 0 }
        // A color has five components at most, each of a few digits.
        guard text.count <= 256, let string = String(validating: text, as: UTF8.self) else { return nil }
        let tokens = string.split(separator: " ")
        let numbers = tokens.compactMap { Double($0) }
        return numbers.count == tokens.count ? numbers : nil
    }

    /// How a color is given, with Apple's number.
    package enum Kind: Int {
        case calibratedRGB = 1
        case deviceRGB = 2
        case calibratedWhite = 3
        case deviceWhite = 4
        case cmyk = 5
        case catalog = 6

        /// The field with the components, and how many there are without the opacity; nil for a name in a catalog.
        package var components: (field: String, count: Int)? {
            switch self {
            case .calibratedRGB, .deviceRGB: (ColorFields.rgb, 3)
            case .calibratedWhite, .deviceWhite: (ColorFields.white, 1)
            case .cmyk: (ColorFields.cmyk, 4)
            case .catalog: nil
            }
        }

        /// Whether the space is that of the device.
        var isOfDevice: Bool { self == .deviceRGB || self == .deviceWhite }

        /// The components and the opacity, which may follow them; nil if there are fewer or more.
        package func split(_ values: [Double]) -> (values: [Double], alpha: Double)? {
            guard let count = components?.count, (count...count + 1) ~= values.count else { return nil }
            return (Array(values.prefix(count)), values.count > count ? values[count] : 1)
        }
    }

    /// The form of a color's fields: the first one that fits counts.
    package enum Form {
        /// The name of a color of UIKit's system.
        case system
        /// A name in a catalog.
        case catalog
        /// Red, green and blue, or a gray, in the fields of UIKit.
        case uiKit(keys: [String])
        /// Components, perhaps with a space of the color's own.
        case components(Kind)
        /// None; the number is that of the kind.
        case none(Int)

        /// The form of a color of some kind, with some fields.
        package init<Failure>(kind: Int, has: (String) throws(Failure) -> Bool) throws(Failure) {
            let known = Kind(rawValue: kind)
            if try has(UIColorFields.systemName) {
                self = .system
            } else if known == .catalog {
                self = .catalog
            } else if let keys = try Self.uiKitKeys(has) {
                self = .uiKit(keys: keys)
            } else if let known {
                self = .components(known)
            } else {
                self = .none(kind)
            }
        }

        /// The fields of UIKit's components; nil if there are none.
        package static func uiKitKeys<Failure>(
            _ has: (String) throws(Failure) -> Bool
        ) throws(Failure) -> [String]? {
            for keys in [[UIColorFields.white], UIColorFields.rgb] {
                for key in [keys[0], keys[0] + UIColorFields.doubleSuffix] {
                    if try has(key) { return keys }
                }
            }
            return nil
        }
    }
}

/// The fields that a color of UIKit, `UIColor`, has in addition: numbers, not text.
package enum UIColorFields {
    /// The name of a color of the system.
    @inlinable package static var systemName: String { "UISystemColorName" }
    /// The white of a gray, 0 to 1.
    @inlinable package static var white: String { "UIWhite" }
    /// The components of a color of red, green and blue, mostly 0 to 1.
    @inlinable package static var red: String { "UIRed" }
    @inlinable package static var green: String { "UIGreen" }
    @inlinable package static var blue: String { "UIBlue" }

    /// The keys of red, green and blue.
    package static let rgb = [red, green, blue]

    /// The opacity; 1 if it is missing.
    @inlinable package static var alpha: String { "UIAlpha" }

    /// The suffix of the key of a component stored as a 64-bit real, beside the 32-bit one.
    @inlinable package static var doubleSuffix: String { "-Double" }

    /// The keys of all components.
    package static let components = [white, red, green, blue, alpha]

    /// How many components there are with the opacity.
    @inlinable package static var componentCount: String { "UIColorComponentCount" }
}
