internal import PropertyLists

/// A color as people see it: a space, and the components in it.
///
/// For a color of AppKit or UIKit this is the color that the system shows: components are neither converted between
/// spaces nor clamped to the range of a screen.
///
/// A color in sRGB is `#55B857FF` in hexadecimal digits, and described as `sRGB 0.3337 0.7233 0.3429`.
public struct ShownColor: Hashable, Sendable {
    /// The color space of the components, or the kind of a color without components.
    public enum Space: Hashable, Sendable {
        /// A color of the system, by its name; its appearance depends on settings.
        case system(String)
        /// A color of a catalog, by its name.
        case catalog(String, name: String)
        /// An image that is repeated.
        case pattern
        /// A color without components, by the number of its kind.
        case kind(Int)
        /// The usual space of the web and of UIKit.
        case sRGB
        /// The same without bounds: components below 0 or above 1 are colors that sRGB has not.
        case extendedSRGB
        /// sRGB with components in proportion to light.
        case linearSRGB
        /// The space of Apple's screens.
        case displayP3
        /// The older generic space of red, green and blue.
        case genericRGB
        /// The older generic gray.
        case genericGray
        /// Generic gray with a gamma of 2.2.
        case genericGamma22Gray
        /// Red, green and blue of the device.
        case deviceRGB
        /// Gray of the device.
        case deviceGray
        /// Red, green and blue of a calibrated space that the system chooses.
        case calibratedRGB
        /// Gray of a calibrated space that the system chooses.
        case calibratedGray
        /// Cyan, magenta, yellow and black.
        case cmyk
        /// Another space, by the description of its profile or its number.
        case other(String)

        /// Where components are that a bounded space has: archives of 32-bit reals have some such as 1.0000001.
        fileprivate static let range = -0x1p-20...1 + 0x1p-20

        /// sRGB, extended where components need that.
        fileprivate static func sRGB(_ components: [Double]) -> Space {
            components.allSatisfy(range.contains) ? .sRGB : .extendedSRGB
        }
    }

    /// The color space of the components.
    public var space: Space

    /// The components without the opacity; none for a color that is known by a name.
    public var components: [Double]

    /// The opacity, from 0 to 1.
    public var alpha: Double

    /// The color that is stored beside a name, for programs that don't know the name.
    ///
    /// This is the color that the name had on the system that archived it; another system may show another color.
    public var fallback: ShownColor? {
        get { storedFallback.first }
        set { storedFallback = newValue.map { [$0] } ?? [] }
    }

    /// One color at most; a structure can't hold another of the same type otherwise.
    private var storedFallback: [ShownColor]

    /// Creates a color.
    public init(_ space: Space, _ components: [Double] = [], alpha: Double = 1, fallback: ShownColor? = nil) {
        self.space = space
        self.components = components
        self.alpha = alpha
        storedFallback = fallback.map { [$0] } ?? []
    }

    /// The color as `#RRGGBBAA`, in sRGB and in the spaces of the device, which are shown as sRGB is.
    ///
    /// It is nil for all others, and where a component is outside of 0 to 1 by more than rounding explains.
    public var hexadecimal: String? {
        guard let red = components.first else { return nil }
        switch (space, components.count) {
        case (.sRGB, 1), (.deviceGray, 1): return Self.hexadecimal([red, red, red, alpha])
        case (.sRGB, 3), (.deviceRGB, 3): return Self.hexadecimal(components + [alpha])
        default: return nil
        }
    }

    private static func hexadecimal(_ values: [Double]) -> String? {
        guard values.allSatisfy(Space.range.contains) else { return nil }
        let bytes = values.map { UInt8(($0 * 255).rounded()) }
        return "#" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}

extension ShownColor: CustomStringConvertible {
    /// The space, the components with four digits behind the point at most, and the opacity unless it is 1; of a name
    /// the fallback as well, which is marked as one.
    public var description: String {
        let text = ([space.description] + components.map(Self.text)).joined(separator: " ")
        let opacity = alpha == 1 ? "" : ", opacity \(alpha)"
        return text + opacity + (fallback.map { ", fallback \($0)" } ?? "")
    }

    private static func text(_ number: Double) -> String {
        guard number.magnitude < 1e9 else { return "\(number)" }
        let rounded = (number * 10000).rounded() / 10000
        return rounded == rounded.rounded() ? String(Int(rounded)) : "\(rounded)"
    }
}

extension ShownColor.Space: CustomStringConvertible {
    /// The name of the space, or that of the color.
    public var description: String {
        switch self {
        case .system(let name): "system \(name.quotedForDisplay)"
        case .catalog(let catalog, let name): "\(catalog.quotedForDisplay) \(name.quotedForDisplay)"
        case .pattern: "pattern"
        case .kind(let number): "kind \(number)"
        case .sRGB: "sRGB"
        case .extendedSRGB: "extended sRGB"
        case .linearSRGB: "linear sRGB"
        case .displayP3: "Display P3"
        case .genericRGB: "generic RGB"
        case .genericGray: "generic gray"
        case .genericGamma22Gray: "generic gray 2.2"
        case .deviceRGB: "device RGB"
        case .deviceGray: "device gray"
        case .calibratedRGB: "calibrated RGB"
        case .calibratedGray: "calibrated gray"
        case .cmyk: "CMYK"
        case .other(let name): name
        }
    }
}

// MARK: - What is stored

extension ShownColor {
    /// A space of a color's own, as it is stored.
    package struct CustomSpace {
        /// How many steps it takes to find the description of a profile, at most.
        package static var cost: Int { Int(ColorProfile.partCount) }

        /// The number in the older numbering.
        var identifier: Int?
        /// The number in the newer numbering.
        var spaceIdentifier: Int?
        /// The ICC profile.
        var profile: [UInt8]?

        /// Creates a space.
        package init(identifier: Int?, spaceIdentifier: Int?, profile: [UInt8]?) {
            self.identifier = identifier
            self.spaceIdentifier = spaceIdentifier
            self.profile = profile
        }

        /// How many components the space has, as far as that is known without its profile.
        var componentCount: Int? { space.count }

        /// How far apart the components of one color are at most, in this space and in that of a kind; nil where that
        /// isn't known.
        ///
        /// Spaces of red, green and blue differ by 0.4 at most, those of a gray by less than 0.1.
        func greatestDifference(from kind: ColorFields.Kind) -> Double? {
            switch (kind.space, space.0) {
            case (.calibratedRGB, .genericRGB), (.calibratedGray, .genericGray), (.deviceGray, .deviceGray):
                ColorFields.tolerance
            case (.calibratedRGB, _), (.deviceRGB, _): componentCount == 3 ? 0.5 : nil
            case (.calibratedGray, _), (.deviceGray, _): componentCount == 1 ? 0.2 : nil
            default: nil
            }
        }

        /// The space and how many components it has, as far as that is known.
        fileprivate var space: (Space, count: Int?) {
            switch spaceIdentifier {
            case 12: return (.displayP3, 3)
            case 14: return (.sRGB, 3)
            case 17: return (.linearSRGB, 3)
            default: break
            }
            switch identifier {
            case 1: return (.genericRGB, 3)
            case 2: return (.genericGray, 1)
            case 5: return (.deviceGray, 1)
            case 7: return (.sRGB, 3)
            case 9: return (.genericGamma22Gray, 1)
            default: break
            }
            if let name = profile.flatMap(ColorProfile.name) { return (.other(name), nil) }
            let number = (spaceIdentifier ?? identifier).map { " \($0)" } ?? ""
            return (.other("space\(number) of its own"), nil)
        }
    }

    /// A color with the components of one of Apple's kinds, and perhaps those of a custom space, which count then.
    package init(
        _ kind: ColorFields.Kind,
        _ values: [Double],
        alpha: Double,
        custom: CustomSpace?,
        customValues: [Double]?
    ) {
        guard let custom else {
            self.init(kind.space, values, alpha: alpha)
            return
        }
        let (space, count) = custom.space
        guard let customValues, let last = customValues.last else {
            self.init(space, values, alpha: alpha)
            return
        }
        // The opacity is the last of them, unless there are only as many as the space has.
        let isOpaque = customValues.count == count
        let components = isOpaque ? customValues : customValues.dropLast()
        self.init(space == .sRGB ? .sRGB(components) : space, components, alpha: isOpaque ? 1 : last)
    }

    /// A color of UIKit: a gray, or red, green and blue.
    package init(uiKit values: [Double], alpha: Double) {
        self.init(.sRGB(values), values, alpha: alpha)
    }

    /// A color without components, by the number of its kind.
    package init(kind: Int) {
        self.init(kind == ColorFields.pattern ? .pattern : .kind(kind))
    }
}

extension ColorFields.Kind {
    fileprivate var space: ShownColor.Space {
        switch self {
        case .calibratedRGB: .calibratedRGB
        case .deviceRGB: .deviceRGB
        case .calibratedWhite: .calibratedGray
        case .deviceWhite: .deviceGray
        case .cmyk: .cmyk
        case .catalog: .kind(rawValue)
        }
    }
}
