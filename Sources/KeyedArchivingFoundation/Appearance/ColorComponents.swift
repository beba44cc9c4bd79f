/// The components of a colour, and the space that they belong to.
public struct ColorComponents: Hashable, Sendable {
    /// A colour space, with Apple's number.
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

        /// How many components a colour has besides its opacity.
        public var componentCount: Int {
            switch self {
            case .calibratedRGB, .deviceRGB: 3
            case .calibratedWhite, .deviceWhite: 1
            case .deviceCMYK: 4
            }
        }
    }

    /// The same colour in a space of its own, of which the components above are an approximation.
    public struct Custom: Hashable, Sendable {
        /// The space.
        public var space: ArchivedColorSpace

        /// The components, the opacity included; older archives leave them out.
        public var values: [Double]?

        /// Creates a colour in a space of its own.
        public init(space: ArchivedColorSpace, values: [Double]? = nil) {
            self.space = space
            self.values = values
        }
    }

    /// The colour space.
    public var space: Space

    /// The components without the opacity, as many as the space has.
    public var values: [Double]

    /// The opacity, from 0 to 1.
    public var alpha: Double

    /// The same colour in a space of its own, if it has one.
    public var custom: Custom?

    /// Whether the colour is one of UIKit, and is written as `UIColor`.
    public var isUIKit: Bool

    /// Creates components.
    public init(_ space: Space, _ values: [Double], alpha: Double = 1, custom: Custom? = nil, isUIKit: Bool = false) {
        self.space = space
        self.values = values
        self.alpha = alpha
        self.custom = custom
        self.isUIKit = isUIKit
    }
}
