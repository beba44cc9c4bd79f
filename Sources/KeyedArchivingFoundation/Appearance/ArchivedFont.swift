public import KeyedArchiving
internal import PropertyLists

/// A font as archives hold it: `NSFont` or `UIFont`, by name and size.
///
/// ```swift
/// try archiver.encode(ArchivedFont(name: "Menlo-Regular", size: 11), forKey: "font")
/// ```
public struct ArchivedFont: Hashable, Codable, Sendable {
    /// The additional fields of a font of UIKit.
    public struct UIKitTraits: Hashable, Codable, Sendable {
        /// The symbolic traits, such as 2 for bold.
        public var traits: Int

        /// Whether the font is that of the system.
        public var isSystemFont: Bool

        /// Creates traits.
        public init(traits: Int = 0, isSystemFont: Bool = false) {
            self.traits = traits
            self.isSystemFont = isSystemFont
        }
    }

    /// The PostScript name, such as `Helvetica-Bold`.
    public var name: String

    /// The size in points.
    public var size: Double

    /// Apple's flags, which mark fonts of AppKit's user interface.
    public var flags: Int

    /// Whether the size follows the system's settings; nil in older archives.
    public var usesAppearanceFontSize: Bool?

    /// The text style that the font follows, such as `UICTFontTextStyleBody`, or how the system uses the font, such as
    /// `CTFontRegularUsage`; nil for a font of a fixed kind.
    public var textStyle: String?

    /// The fields of a font of UIKit, which is then written as `UIFont`; nil for a font of AppKit.
    public var uiKit: UIKitTraits?

    /// Creates a font.
    public init(
        name: String,
        size: Double,
        flags: Int = 16,
        usesAppearanceFontSize: Bool? = nil,
        textStyle: String? = nil,
        uiKit: UIKitTraits? = nil
    ) {
        self.name = name
        self.size = size
        self.flags = flags
        self.usesAppearanceFontSize = usesAppearanceFontSize
        self.textStyle = textStyle
        self.uiKit = uiKit
    }
}

/// The names of fields.
private enum FontFields {
    static let name = "NSName"
    static let size = "NSSize"
    static let flags = "NSfFlags"
    static let usesAppearanceFontSize = "NSFontUsesAppearanceFontSize"
    static let styleDescriptor = "NSTextStyleDescriptor"
    static let uiName = "UIFontName"
    static let uiSize = "UIFontPointSize"
    static let traits = "UIFontTraits"
    static let isSystemFont = "UISystemFont"
    static let uiDescriptor = "UIFontDescriptor"
}

extension ArchivedFont: Codingable, ValueCoding {
    /// `NSFont`.
    public static var codedClassName: String { "NSFont" }

    /// `UIFont`.
    public static var codedClassAliases: [String] { [uiClassName] }

    private static let uiClassName = "UIFont"

    /// Objects with another class record than that of the type.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    /// The class record of `UIFont` for fonts of UIKit.
    @usableFromInline
    package static func classRecord(of font: ArchivedFont) -> ArchivedClass? {
        font.uiKit.map { _ in ArchivedClass(name: uiClassName, hierarchy: [uiClassName, "NSObject"]) }
    }

    /// Writes the name, the size, and the flags or traits; a text style as a separate descriptor.
    public func encode(with archiver: KeyedArchiver) throws {
        let style = textStyle.map { FontDescriptor(style: $0, size: size, isUIKit: uiKit != nil) }
        // Fonts of one name have the name in common.
        if let uiKit {
            try archiver.encode(ConstantString(name), forKey: FontFields.uiName)
            if let style { try archiver.encode(style, forKey: FontFields.uiDescriptor) }
            try archiver.encode(size, forKey: FontFields.uiSize)
            try archiver.encode(uiKit.traits, forKey: FontFields.traits)
            try archiver.encode(uiKit.isSystemFont, forKey: FontFields.isSystemFont)
            return
        }
        try archiver.encode(ConstantString(name), forKey: FontFields.name)
        try archiver.encode(size, forKey: FontFields.size)
        try archiver.encodeNarrow(flags, forKey: FontFields.flags)
        if let usesAppearanceFontSize {
            try archiver.encode(usesAppearanceFontSize, forKey: FontFields.usesAppearanceFontSize)
        }
        if let style { try archiver.encode(style, forKey: FontFields.styleDescriptor) }
    }

    /// Reads the name, the size, the flags or traits, and the text style.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        guard try unarchiver.containsValue(forKey: FontFields.traits) else {
            self.init(
                name: try unarchiver.requiredString(forKey: FontFields.name),
                size: try unarchiver.requiredReal(forKey: FontFields.size),
                flags: try unarchiver.optionalInteger(forKey: FontFields.flags) ?? 0,
                usesAppearanceFontSize: try unarchiver.decodeIfPresent(
                    Bool.self, forKey: FontFields.usesAppearanceFontSize),
                textStyle: try FontDescriptor.style(in: unarchiver, forKey: FontFields.styleDescriptor))
            return
        }
        self.init(
            name: try unarchiver.optionalString(forKey: FontFields.uiName)
                ?? unarchiver.requiredString(forKey: FontFields.name),
            size: try unarchiver.decodeNumber(forKey: FontFields.uiSize)
                ?? unarchiver.requiredReal(forKey: FontFields.size),
            textStyle: try FontDescriptor.style(in: unarchiver, forKey: FontFields.uiDescriptor),
            uiKit: UIKitTraits(
                traits: try unarchiver.requiredInteger(forKey: FontFields.traits),
                isSystemFont: try unarchiver.decodeIfPresent(Bool.self, forKey: FontFields.isSystemFont) ?? false))
    }
}

/// `NSFontDescriptor` or `UIFontDescriptor`, as far as a text style has one.
private struct FontDescriptor: Codingable, ValueCoding {
    var style: String
    var size: Double
    var isUIKit: Bool

    static var codedClassName: String { className(isUIKit: false) }

    private static func className(isUIKit: Bool) -> String { isUIKit ? "UIFontDescriptor" : "NSFontDescriptor" }

    private static let usage = "NSCTFontUIUsageAttribute"

    static var _kind: _CodingKind { _CodingKind(.special(self)) }

    static func classRecord(of descriptor: FontDescriptor) -> ArchivedClass? {
        let name = className(isUIKit: descriptor.isUIKit)
        return ArchivedClass(name: name, hierarchy: [name, "NSObject"])
    }

    init(style: String, size: Double, isUIKit: Bool) {
        self.style = style
        self.size = size
        self.isUIKit = isUIKit
    }

    /// Always fails: others may refer to the descriptor of a font, so that it is read as it is stored.
    init(coder unarchiver: KeyedUnarchiver) throws {
        throw unarchiver.missing(FontFields.styleDescriptor)
    }

    func encode(with archiver: KeyedArchiver) throws {
        let attributes = ArchivedDictionary([(Self.usage, style), ("NSFontSizeAttribute", size)])
        attributes.hasConstantKeys = true
        try archiver.encode(attributes, forKey: Self.className(isUIKit: isUIKit) + "Attributes")
    }

    /// The text style that the descriptor in a field names; nil if there is none.
    static func style(in unarchiver: KeyedUnarchiver, forKey key: String) throws -> String? {
        guard try unarchiver.containsObject(forKey: key) else { return nil }
        let descriptor = try unarchiver.decodeObject(of: ContentOnlyTypes.allowed(by: unarchiver), forKey: key)
        guard let descriptor = descriptor as? ArchivedObject else { return nil }
        for isUIKit in [false, true] {
            let key = className(isUIKit: isUIKit) + "Attributes"
            guard case .object(let attributes?)? = descriptor[key] else { continue }
            let style = (attributes as? ArchivedDictionary)?[usage]
            return style.flatMap { String.converted(($0 as? IdentifiedValue)?.value ?? $0) }
        }
        return nil
    }
}

extension ArchivedFont: CustomStringConvertible {
    /// The name and the size in points: `NSFont "Menlo" 12.0`.
    public var description: String {
        "\(Self.codedClassName) \(PropertyList.string(PropertyListString(name)).shortDescription()) \(size)"
    }
}
