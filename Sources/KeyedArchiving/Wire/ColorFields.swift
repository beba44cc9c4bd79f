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
            case .calibratedRGB, .deviceRGB: ("NSRGB", 3)
            case .calibratedWhite, .deviceWhite: ("NSWhite", 1)
            case .cmyk: ("NSCMYK", 4)
            case .catalog: nil
            }
        }
    }
}
