internal import Foundation
internal import KeyedArchiving
internal import PropertyLists

/// The components of a color, and the space that they belong to.
public struct ColorComponents: Hashable, Sendable {
    /// A color space, with Apple's number.
    public enum Space: Int, Hashable, Sendable {
        /// Red, green and blue of a calibrated space.
        case calibratedRGB = 1
        /// Red, green and blue of the device.
        case deviceRGB = 2
        /// Gray of a calibrated space, from black to white.
        case calibratedWhite = 3
        /// Gray of the device.
        case deviceWhite = 4
        /// Cyan, magenta, yellow and black of the device.
        case deviceCMYK = 5

        /// How many components a color has, not counting its opacity.
        public var componentCount: Int {
            components.count
        }

        /// The field with the components, and how many there are without the opacity.
        fileprivate var components: (field: String, count: Int) {
            // Each space is one of the kinds that have components.
            ColorFields.Kind(rawValue: rawValue)?.components ?? ("", 0)
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

    /// Whether the color, one of UIKit, is without the fields that it shares with those of AppKit, as in nibs of the first
    /// systems that had it.
    public var omitsSharedFields = false

    /// Compares contents, number by number: one array may be compared with itself by its address, and so be equal with
    /// a NaN in it.
    public static func == (left: ColorComponents, right: ColorComponents) -> Bool {
        left.space == right.space && left.values.elementsEqual(right.values) && left.alpha == right.alpha
            && left.custom == right.custom && left.isUIKit == right.isUIKit
            && left.omitsSharedFields == right.omitsSharedFields
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

extension ColorComponents {
    /// The components, and the opacity unless it is 1.
    private var storedValues: [Double] { alpha == 1 ? values : values + [alpha] }

    /// Writes the number of the space, the components, and the color in a space of its own.
    func encode(with archiver: KeyedArchiver) throws {
        guard values.count == space.componentCount else {
            throw ArchiveError(
                .unrepresentable,
                "a color has \(values.count.counted("component")); its space has \(space.componentCount)",
                remedy: "give as many as the space has, and the opacity as `alpha`")
        }
        if isUIKit {
            try encodeUIKit(with: archiver)
            if omitsSharedFields { return }
        }
        try archiver.encode(space.rawValue, forKey: ColorFields.kind)
        try archiver.encodeBytes(ColorText.bytes(storedValues, isTerminated: true), forKey: space.components.field)
        guard let custom else { return }
        if let values = custom.values {
            try archiver.encodeBytes(ColorText.bytes(values, isTerminated: false), forKey: ColorFields.customComponents)
        }
        try archiver.encode(custom.space, forKey: ColorFields.customSpace)
    }

    /// Reads components of a space.
    init(_ space: Space, from unarchiver: KeyedUnarchiver) throws {
        let key = space.components.field
        let values = try unarchiver.colorValues(forKey: key)
        guard let values, (space.componentCount...space.componentCount + 1) ~= values.count else {
            throw unarchiver.damaged("the components of a color are malformed", key: key)
        }
        self.init(
            space,
            Array(values.prefix(space.componentCount)),
            alpha: values.count > space.componentCount ? values[space.componentCount] : 1
        )
        if let space = try unarchiver.decodeObject(of: ArchivedColorSpace.self, forKey: ColorFields.customSpace) {
            custom = Custom(space: space, values: try unarchiver.colorValues(forKey: ColorFields.customComponents))
        }
    }
}

// MARK: - UIKit

extension ColorComponents {
    private static let rgbKeys = [UIColorFields.red, UIColorFields.green, UIColorFields.blue]

    private func encodeUIKit(with archiver: KeyedArchiver) throws {
        let keys: [String]
        switch space {
        case .calibratedRGB, .deviceRGB: keys = Self.rgbKeys
        case .calibratedWhite, .deviceWhite: keys = [UIColorFields.white]
        case .deviceCMYK:
            throw ArchiveError(
                .unrepresentable,
                "a color of UIKit cannot be CMYK",
                remedy: "convert it to RGB, or let `isUIKit` be false"
            )
        }
        try archiver.encode(values.count + 1, forKey: UIColorFields.componentCount)
        for (key, value) in zip(keys, values) { try archiver.encode(Float(value), forKey: key) }
        try archiver.encode(Float(alpha), forKey: UIColorFields.alpha)
    }

    /// Reads components in the fields of UIKit; nil if there are none.
    init?(uiKitFrom unarchiver: KeyedUnarchiver) throws {
        if let white = try unarchiver.decodeNumber(forKey: UIColorFields.white) {
            self.init(.deviceWhite, [white], isUIKit: true)
        } else if try unarchiver.containsValue(forKey: UIColorFields.red) {
            self.init(.deviceRGB, try Self.rgbKeys.map(unarchiver.requiredReal), isUIKit: true)
        } else {
            return nil
        }
        alpha = try unarchiver.decodeNumber(forKey: UIColorFields.alpha) ?? 1
        omitsSharedFields = try !unarchiver.containsValue(forKey: ColorFields.kind)
    }
}

extension KeyedUnarchiver {
    /// The numbers in the text of a field; nil if it is missing.
    fileprivate func colorValues(forKey key: String) throws -> [Double]? {
        guard let text = try optionalData(forKey: key) else { return nil }
        guard let values = ColorText.numbers(text) else {
            throw damaged("the components of a color are malformed", key: key)
        }
        return values
    }
}

/// The text in which archives hold the components of a color: numbers with spaces between them, in ASCII.
enum ColorText {
    /// The numbers with ten significant digits at most, as Apple writes them.
    ///
    /// - Parameter isTerminated: Whether a zero byte follows.
    static func bytes(_ numbers: [Double], isTerminated: Bool) -> Data {
        let text = numbers.map { String(format: "%.10g", $0) }.joined(separator: " ")
        return Data(text.utf8) + (isTerminated ? [0] : [])
    }

    /// The numbers in a text, up to a zero byte if there is one; nil if there is anything else or too many.
    static func numbers(_ bytes: Data) -> [Double]? {
        let text = bytes.prefix { $0 != 0 }
        // A color has five components at most, each of a few digits.
        guard text.count <= 256, let string = String(validating: text, as: UTF8.self) else { return nil }
        let tokens = string.split(separator: " ")
        let numbers = tokens.compactMap { Double($0) }
        return numbers.count == tokens.count ? numbers : nil
    }
}
