/// The components of a color, and the space that they belong to.
public struct ColorComponents: Hashable, Sendable {
    /// A color space, with Apple's number.
    public enum Space: Int, Hashable, Sendable {
        /// Red, green and blue of a calibrated space.
        case calibratedRGB = 1
        /// Red, green and blue of the device.
        case deviceRGB = 2
        /// Grey of a calibrated space, from black to white.
        case calibratedWhite = 3
        /// Grey of the device.
        case deviceWhite = 4
        /// Cyan, magenta, yellow and black of the device.
        case deviceCMYK = 5

        /// How many components a color has besides its opacity.
        public var componentCount: Int {
            switch self {
            case .calibratedRGB, .deviceRGB: 3
            case .calibratedWhite, .deviceWhite: 1
            case .deviceCMYK: 4
            }
        }
    }

    /// The same color in a space of its own, of which the components above are an approximation.
    public struct Custom: Hashable, Sendable {
        /// The space.
        public var space: ArchivedColorSpace

        /// The components, the opacity included; older archives leave them out.
        public var values: [Double]?

        /// Compares contents, number by number.
        public static func == (left: Custom, right: Custom) -> Bool {
            guard left.space == right.space else { return false }
            switch (left.values, right.values) {
            case (let left?, let right?): return left.elementsEqual(right)
            case (nil, nil): return true
            default: return false
            }
        }

        /// Creates a color in a space of its own.
        public init(space: ArchivedColorSpace, values: [Double]? = nil) {
            self.space = space
            self.values = values
        }
    }

    /// The color space.
    public var space: Space

    /// The components without the opacity, as many as the space has.
    public var values: [Double]

    /// The opacity, from 0 to 1.
    public var alpha: Double

    /// The same color in a space of its own, if it has one.
    public var custom: Custom?

    /// Whether the color is one of UIKit, and is written as `UIColor`.
    public var isUIKit: Bool

    /// Compares contents, number by number: one array may be compared with itself by its address, and so be equal with
    /// a NaN in it.
    public static func == (left: ColorComponents, right: ColorComponents) -> Bool {
        left.space == right.space && left.values.elementsEqual(right.values) && left.alpha == right.alpha
            && left.custom == right.custom && left.isUIKit == right.isUIKit
    }

    /// Creates components.
    public init(_ space: Space, _ values: [Double], alpha: Double = 1, custom: Custom? = nil, isUIKit: Bool = false) {
        self.space = space
        self.values = values
        self.alpha = alpha
        self.custom = custom
        self.isUIKit = isUIKit
    }
}
