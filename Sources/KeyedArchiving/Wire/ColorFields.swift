/// The fields of a color, `NSColor` and, as far as it has the same, `UIColor`.
package enum ColorFields {
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
    }
}

/// The fields that a color of UIKit, `UIColor`, has in addition: numbers, not text.
package enum UIColorFields {
    /// The white of a gray, 0 to 1.
    @inlinable package static var white: String { "UIWhite" }
    /// The components of a color of red, green and blue, mostly 0 to 1.
    @inlinable package static var red: String { "UIRed" }
    @inlinable package static var green: String { "UIGreen" }
    @inlinable package static var blue: String { "UIBlue" }

    /// The opacity; 1 if it is missing.
    @inlinable package static var alpha: String { "UIAlpha" }

    /// What the key of a component has behind it where it is a real of 64 bits, beside the one of 32.
    @inlinable package static var doubleSuffix: String { "-Double" }

    /// The keys of all components.
    static let components = [white, red, green, blue, alpha]

    /// How many components there are with the opacity.
    @inlinable package static var componentCount: String { "UIColorComponentCount" }
}
