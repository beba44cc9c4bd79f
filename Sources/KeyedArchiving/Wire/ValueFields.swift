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

/// The fields of data with a class, `NSData`.
package enum DataFields {
    /// The bytes, inline or as an object.
    @inlinable package static var data: String { "NS.data" }

    /// The bytes, from a subclass of Apple's archiver.
    @inlinable package static var bytes: String { "NS.bytes" }

    /// The key under which an archiver of a class writes the bytes.
    package static func key(writtenBy archiver: String) -> String {
        archiver == ArchiveEnvelope.usualArchiver ? data : bytes
    }

    /// One of them is there; data of nil have no bytes.
    static let rules: [FieldRule] = [.optional(data, .bytes.orNil), .optional(bytes, .bytes.orNil)]
}

/// The fields of a date, `NSDate`.
package enum DateFields {
    /// Seconds since 2001-01-01T00:00:00Z: a real; from other writers, a whole number too.
    @inlinable package static var time: String { "NS.time" }

    static let rules: [FieldRule] = [.required(time, .number)]
}

/// The fields of a URL, `NSURL`.
package enum URLFields {
    /// The URL that it is relative to, or nil.
    @inlinable package static var base: String { "NS.base" }

    /// The text.
    @inlinable package static var text: String { "NS.relative" }

    static let rules: [FieldRule] = [.required(text, .text), .optional(base, .object([.url]))]
}

/// The fields of a UUID, `NSUUID`.
package enum UUIDFields {
    /// The bytes, in the order in which they are printed.
    @inlinable package static var bytes: String { "NS.uuidbytes" }

    /// How many bytes there are.
    package static let size = 16

    /// A UUID in its usual form, in upper case.
    package static func text(_ bytes: [UInt8]) -> String {
        var text = ""
        for (position, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(position) { text += "-" }
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16, uppercase: true)
        }
        return text
    }

    static let rules: [FieldRule] = [.required(bytes, .bytes)]
}

/// The fields of a number with a class, `NSNumber`, from generic coders; Apple's archiver stores numbers as plain
/// values.
package enum NumberFields {
    /// A boolean.
    @inlinable package static var boolean: String { "NS.boolval" }

    /// A real, of 32 bits or of 64.
    @inlinable package static var real: String { "NS.dblval" }

    /// An integer of 64 bits with a sign.
    @inlinable package static var integer: String { "NS.intval" }

    /// The number in an object; nil if it holds none.
    package static func value(in record: ArchivedRecord) -> PropertyList? {
        record[boolean] ?? record[real] ?? record[integer]
    }
}

/// The fields of a point, a size, a rectangle, a range or insets in an `NSValue`.
package enum BoxedValueFields {
    /// What the value is: a number (``Kind``).
    @inlinable package static var kind: String { "NS.special" }

    /// A point as text, such as `{1, 2}`.
    @inlinable package static var point: String { "NS.pointval" }

    /// A size as text.
    @inlinable package static var size: String { "NS.sizeval" }

    /// A rectangle as text, such as `{{1, 2}, {3, 4}}`.
    @inlinable package static var rect: String { "NS.rectval" }

    /// The first index of a range.
    @inlinable package static var rangeLocation: String { "NS.rangeval.location" }

    /// How many indexes a range has.
    @inlinable package static var rangeLength: String { "NS.rangeval.length" }

    /// The values that have a number of their own.
    ///
    /// Those from 10 on have an inline real for each of their fields. The numbers and keys are those of Apple's
    /// Foundation since iOS 7; other structures are not archived.
    package enum Kind: Int {
        case point = 1
        case size = 2
        case rect = 3
        case range = 4
        case affineTransform = 10
        /// The insets of UIKit.
        case viewEdgeInsets = 11
        /// The insets of Foundation and AppKit.
        case edgeInsets = 12
        case offset = 13
        case directionalEdgeInsets = 14

        /// The keys of the reals, in the order of the structure's fields.
        package var realKeys: [String] {
            switch self {
            case .point, .size, .rect, .range: []
            case .affineTransform: ["a", "b", "c", "d", "tx", "ty"].map { "NS.atval.\($0)" }
            case .viewEdgeInsets, .edgeInsets: ["top", "left", "bottom", "right"].map { "NS.edgeval.\($0)" }
            case .offset: ["NS.offset.h", "NS.offset.v"]
            case .directionalEdgeInsets:
                ["top", "leading", "bottom", "trailing"].map { "NS.dirEdgeVal.\($0)" }
            }
        }
    }
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

    mutating func data() -> [UInt8]? {
        for key in [DataFields.data, DataFields.bytes] {
            guard let value = field(key) else { continue }
            return value == .uid(.null) ? [] : resolvedData(key)
        }
        return nil
    }

    mutating func date() -> FoundationValue.Content? {
        switch resolvedField(DateFields.time) {
        case .double(let seconds), .date(let seconds): .date(seconds)
        case .float(let seconds): .date(Double(seconds))
        // Other writers store a whole one as an integer.
        case .integer(let seconds): .date(Double(seconds))
        default: nil
        }
    }

    mutating func url() -> FoundationValue.Content? {
        guard let text = resolvedString(URLFields.text) else { return nil }
        switch field(URLFields.base) {
        case nil, .uid(.null): return .url(text, base: nil)
        case .uid(let base): return .url(text, base: base)
        default: return nil
        }
    }

    mutating func uuid() -> FoundationValue.Content? {
        guard let bytes = resolvedData(UUIDFields.bytes), bytes.count == UUIDFields.size else { return nil }
        return .uuid(bytes)
    }

    /// The text of a point, a size, a rectangle or a range in an `NSValue`; other values keep their fields.
    mutating func geometry() -> FoundationValue.Content? {
        let key: String
        switch integer(BoxedValueFields.kind).flatMap({ BoxedValueFields.Kind(rawValue: Int(clamping: $0)) }) {
        case .point: key = BoxedValueFields.point
        case .size: key = BoxedValueFields.size
        case .rect: key = BoxedValueFields.rect
        case .range:
            guard let location = integer(BoxedValueFields.rangeLocation),
                let length = integer(BoxedValueFields.rangeLength)
            else { return nil }
            return .geometry(PropertyListString("{\(location), \(length)}"))
        default: return nil
        }
        return resolvedString(key).map { .geometry($0) }
    }
}
