internal import PropertyLists

/// The fields of a string with a class, `NSString`.
package enum StringFields {
    /// The characters.
    @inlinable package static var string: String { "NS.string" }

    /// The characters as UTF-8, from a subclass of Apple's archiver and from coders that know no inline strings.
    @inlinable package static var utf8: String { "NS.bytes" }

    /// The key under which an archiver of a class writes the characters.
    static func key(writtenBy archiver: String) -> String {
        archiver == ArchiveEnvelope.usualArchiver ? string : utf8
    }

    /// One of them is there.
    static let rules: [FieldRule] = [.optional(string, .text), .optional(utf8, .inlineBytes)]

    /// The text that is stored as UTF-8; nil if something else is there, or if it isn't UTF-8.
    static func text(utf8 value: PropertyList?) -> PropertyListString? {
        guard case .data(let bytes)? = value else { return nil }
        return String(validating: bytes, as: UTF8.self).map { PropertyListString($0) }
    }
}

/// The class and the text field of a character set, `NSCharacterSet`.
enum CharacterSetFields {
    static let className = "NSCharacterSet"

    /// The characters, in the field itself.
    static let string = "NSString"
}

/// The fields of an attributed string, `NSAttributedString`.
package enum AttributedStringFields {
    /// The characters; nil in some nibs.
    @inlinable package static var string: String { "NSString" }

    /// A dictionary of attributes, or an array of those that the runs name.
    @inlinable package static var attributes: String { "NSAttributes" }

    /// The length and the attributes of each run, as ``VariableLengthIntegers``; absent if there is one.
    @inlinable package static var runs: String { "NSAttributeInfo" }

    /// The delegate of an `NSTextStorage`; nil in every nib that was seen.
    @inlinable package static var delegate: String { "NSDelegate" }

    static let rules: [FieldRule] = [
        .required(string, .text.orNil), .optional(attributes, .object([.dictionary, .array])),
    ]
}

extension FoundationValueDecoder {
    mutating func string() -> FoundationValue.Content? {
        if let string = resolvedString(StringFields.string) { return .string(string) }
        return StringFields.text(utf8: field(StringFields.utf8)).map { .string($0) }
    }

    /// The characters of an attributed string; in nibs there are some of nil, which have none.
    mutating func attributedString() -> FoundationValue.Content? {
        if case .uid(.null) = field(AttributedStringFields.string) { return .string(PropertyListString("")) }
        return resolvedString(AttributedStringFields.string).map { .string($0) }
    }
}
