internal import Foundation
internal import KeyedArchiving

extension ColorComponents {
    private static let spaceKey = "NSColorSpace"

    /// The field that holds the components.
    private var key: String { Self.key(of: space) }

    private static func key(of space: Space) -> String {
        switch space {
        case .calibratedRGB, .deviceRGB: "NSRGB"
        case .calibratedWhite, .deviceWhite: "NSWhite"
        case .deviceCMYK: "NSCMYK"
        }
    }

    /// The components, and the opacity unless it is 1.
    private var storedValues: [Double] { alpha == 1 ? values : values + [alpha] }

    /// Writes the number of the space, the components, and the color in a space of its own.
    func encode(with archiver: KeyedArchiver) throws {
        guard values.count == space.componentCount else {
            throw ArchiveError(
                .unrepresentable, "a color has \(values.count) components; its space has \(space.componentCount)")
        }
        if isUIKit { try encodeUIKit(with: archiver) }
        try archiver.encode(space.rawValue, forKey: Self.spaceKey)
        try archiver.encodeBytes(ColorText.bytes(storedValues, isTerminated: true), forKey: key)
        guard let custom else { return }
        if let values = custom.values {
            try archiver.encodeBytes(ColorText.bytes(values, isTerminated: false), forKey: "NSComponents")
        }
        try archiver.encode(custom.space, forKey: "NSCustomColorSpace")
    }

    /// Reads components of a space.
    init(_ space: Space, from unarchiver: KeyedUnarchiver) throws {
        let key = Self.key(of: space)
        let values = try unarchiver.colorValues(forKey: key)
        guard let values, (space.componentCount...space.componentCount + 1) ~= values.count else {
            throw unarchiver.failure(.invalidValue, "the components of a color are malformed", key: key)
        }
        self.init(
            space,
            Array(values.prefix(space.componentCount)),
            alpha: values.count > space.componentCount ? values[space.componentCount] : 1
        )
        if let space = try unarchiver.decodeObject(of: ArchivedColorSpace.self, forKey: "NSCustomColorSpace") {
            custom = Custom(space: space, values: try unarchiver.colorValues(forKey: "NSComponents"))
        }
    }
}

// MARK: - UIKit

extension ColorComponents {
    private static let rgbKeys = ["UIRed", "UIGreen", "UIBlue"]

    private func encodeUIKit(with archiver: KeyedArchiver) throws {
        let keys: [String]
        switch space {
        case .calibratedRGB, .deviceRGB: keys = Self.rgbKeys
        case .calibratedWhite, .deviceWhite: keys = ["UIWhite"]
        case .deviceCMYK: throw ArchiveError(.unrepresentable, "a color of UIKit cannot be CMYK")
        }
        try archiver.encode(values.count + 1, forKey: "UIColorComponentCount")
        for (key, value) in zip(keys, values) { try archiver.encode(Float(value), forKey: key) }
        try archiver.encode(Float(alpha), forKey: "UIAlpha")
    }

    /// Reads components in the fields of UIKit; nil if there are none.
    init?(uiKitFrom unarchiver: KeyedUnarchiver) throws {
        if let white = try unarchiver.decodeNumber(forKey: "UIWhite") {
            self.init(.deviceWhite, [white], isUIKit: true)
        } else if try unarchiver.containsValue(forKey: "UIRed") {
            self.init(.deviceRGB, try Self.rgbKeys.map(unarchiver.requiredReal), isUIKit: true)
        } else {
            return nil
        }
        alpha = try unarchiver.decodeNumber(forKey: "UIAlpha") ?? 1
    }
}

extension KeyedUnarchiver {
    /// The numbers in the text of a field; nil if it is missing.
    fileprivate func colorValues(forKey key: String) throws -> [Double]? {
        guard let text = try optionalData(forKey: key) else { return nil }
        guard let values = ColorText.numbers(text) else {
            throw failure(.invalidValue, "the components of a color are malformed", key: key)
        }
        return values
    }
}
