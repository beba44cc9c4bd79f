internal import Foundation
public import KeyedArchiving
internal import PropertyLists

/// The components of a color, and the space that they belong to.
public struct ColorComponents: Hashable, Codable, Sendable {
    /// A color space, with Apple's number.
    public enum Space: Int, Hashable, Codable, Sendable {
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

        /// The kind of color that has such components.
        fileprivate var kind: ColorFields.Kind {
            switch self {
            case .calibratedRGB: .calibratedRGB
            case .deviceRGB: .deviceRGB
            case .calibratedWhite: .calibratedWhite
            case .deviceWhite: .deviceWhite
            case .deviceCMYK: .cmyk
            }
        }

        /// The field with the components, and how many there are without the opacity.
        fileprivate var components: (field: String, count: Int) {
            // Each space is one of the kinds that have components.
            kind.components ?? ("", 0)
        }
    }

    /// The same color in a custom space, of which the components above are an approximation.
    public struct Custom: Hashable, Codable, Sendable {
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

        /// Creates a color in a custom space.
        public init(space: ArchivedColorSpace, values: [Double]? = nil) {
            self.space = space
            self.values = values
        }
    }

    /// The color space.
    ///
    /// Setting another takes the color out of its custom space.
    public var space: Space {
        didSet { if space != oldValue { custom = nil } }
    }

    /// The components without the opacity, as many as the space has.
    ///
    /// Setting others takes the color out of its custom space, in which they would say nothing.
    public var values: [Double] {
        didSet { if !values.elementsEqual(oldValue) { custom = nil } }
    }

    /// The opacity, from 0 to 1, in the custom space as well.
    public var alpha: Double {
        didSet {
            guard alpha != oldValue, let last = custom?.values?.last, last == oldValue else { return }
            custom?.values?.removeLast()
            custom?.values?.append(alpha)
        }
    }

    /// The same color in a custom space, if it has one: set it after ``space`` and ``values``, which end it.
    public var custom: Custom?

    /// Whether the color is one of UIKit, and is written as `UIColor`.
    public var isUIKit: Bool

    /// Compares contents, number by number: one array may be compared with itself by its address, and so be equal with
    /// a NaN in it.
    public static func == (left: ColorComponents, right: ColorComponents) -> Bool {
        left.space == right.space && left.values.elementsEqual(right.values) && left.alpha == right.alpha
            && left.custom == right.custom && left.isUIKit == right.isUIKit
    }

    private enum CodingKeys: CodingKey {
        case space, values, alpha, custom, isUIKit
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
    /// The color as people see it: in the custom space, if it has one.
    public var shown: ShownColor {
        guard !isUIKit else { return ShownColor(uiKit: values, alpha: alpha) }
        let own = custom?.space
        return ShownColor(
            space.kind, values, alpha: alpha,
            custom: own.map {
                ShownColor.CustomSpace(
                    identifier: $0.identifier, spaceIdentifier: $0.spaceIdentifier,
                    profile: $0.profile.map { Array($0) })
            },
            customValues: custom?.values)
    }

    /// The components, and the opacity unless it is 1.
    private var storedValues: [Double] { alpha == 1 ? values : values + [alpha] }

    /// Writes the number of the space, the components, and the color in a custom space.
    func encode(with archiver: KeyedArchiver) throws {
        guard values.count == space.componentCount else {
            throw ArchiveError(
                .unrepresentable,
                "a color has \(values.count.counted("component")); its space has \(space.componentCount)",
                remedy: "give as many as the space has, and the opacity as `alpha`")
        }
        if isUIKit { try encodeUIKit(with: archiver) }
        try archiver.encode(space.rawValue, forKey: ColorFields.kind)
        try archiver.encodeBytes(ColorText.bytes(storedValues, isTerminated: true), forKey: space.components.field)
        guard let custom else { return }
        if let values = custom.values {
            try archiver.encodeBytes(ColorText.bytes(values, isTerminated: false), forKey: ColorFields.customComponents)
        }
        try archiver.encode(custom.space, forKey: ColorFields.customSpace)
    }

    /// Reads components of a kind.
    init(_ kind: ColorFields.Kind, from unarchiver: KeyedUnarchiver) throws {
        let key = kind.components?.field ?? ColorFields.kind
        guard let space = Space(rawValue: kind.rawValue),
            let (values, alpha) = try unarchiver.colorValues(forKey: key).flatMap(kind.split)
        else { throw unarchiver.damaged("the components of a color are malformed", key: key) }
        self.init(space, values, alpha: alpha)
        try readCustom(from: unarchiver)
    }

    /// Reads the color in a custom space, if there is one.
    private mutating func readCustom(from unarchiver: KeyedUnarchiver) throws {
        if let space = try unarchiver.decodeObject(of: ArchivedColorSpace.self, forKey: ColorFields.customSpace) {
            custom = Custom(space: space, values: try unarchiver.colorValues(forKey: ColorFields.customComponents))
        }
    }
}

// MARK: - UIKit

extension ColorComponents {
    private func encodeUIKit(with archiver: KeyedArchiver) throws {
        let keys: [String]
        switch space {
        case .calibratedRGB, .deviceRGB: keys = UIColorFields.rgb
        case .calibratedWhite, .deviceWhite: keys = [UIColorFields.white]
        case .deviceCMYK:
            throw ArchiveError(
                .unrepresentable,
                "a color of UIKit cannot be CMYK",
                remedy: "convert it to RGB, or let `isUIKit` be false"
            )
        }
        try archiver.encode(values.count + 1, forKey: UIColorFields.componentCount)
        let components = zip(keys + [UIColorFields.alpha], values + [alpha])
        for (key, value) in components { try archiver.encode(Float(value), forKey: key) }
        // Newer systems have the reals of 64 bits as well.
        guard !components.allSatisfy({ Double(Float($1)) == $1 || $1.isNaN }) else { return }
        for (key, value) in components { try archiver.encode(value, forKey: key + UIColorFields.doubleSuffix) }
    }

    /// Reads components in the fields of UIKit, the reals of 64 bits where there are any.
    init(uiKitFrom unarchiver: KeyedUnarchiver, keys: [String]) throws {
        let values = try keys.map { key in
            guard let value = try unarchiver.component(forKey: key) else { throw unarchiver.missing(key) }
            return value
        }
        let stored = try unarchiver.optionalInteger(forKey: ColorFields.kind).flatMap { Space(rawValue: $0) }
        let usual: Space = values.count == 1 ? .deviceWhite : .deviceRGB
        let space = stored.flatMap { $0.componentCount == usual.componentCount ? $0 : nil } ?? usual
        self.init(space, values, isUIKit: true)
        alpha = try unarchiver.component(forKey: UIColorFields.alpha) ?? 1
        try readCustom(from: unarchiver)
    }
}

extension KeyedUnarchiver {
    /// A component of a color of UIKit; nil if it is missing.
    fileprivate func component(forKey key: String) throws -> Double? {
        let exact = try decodeNumber(forKey: key + UIColorFields.doubleSuffix)
        return try exact ?? decodeNumber(forKey: key)
    }

    /// The numbers in the text of a field; nil if it is missing.
    fileprivate func colorValues(forKey key: String) throws -> [Double]? {
        guard let text = try optionalData(forKey: key) else { return nil }
        guard let values = ColorFields.numbers(Array(text)) else {
            throw damaged("the components of a color are malformed", key: key)
        }
        return values
    }
}

/// The text in which archives hold the components of a color: numbers with spaces between them, in ASCII.
enum ColorText {
    /// The numbers with ten significant digits, as Apple writes them, or with all that they need.
    ///
    /// - Parameter isTerminated: Whether a zero byte follows.
    static func bytes(_ numbers: [Double], isTerminated: Bool) -> Data {
        let texts = numbers.map { number in
            let short = String(format: "%.10g", number)
            return Double(short) == number ? short : "\(number)"
        }
        return Data(texts.joined(separator: " ").utf8) + (isTerminated ? [0] : [])
    }
}
