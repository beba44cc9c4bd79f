internal import PropertyLists

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
    /// The kind of the value, as a number (``Kind``).
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

    /// The kinds of values by their numbers.
    ///
    /// Those from 10 on have an inline real for each of their fields. The numbers and keys are those of Apple's
    /// Foundation since iOS 7; other structures are not archived.
    package enum Kind: Int, CaseIterable {
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

        /// The keys of all fields that have the value.
        var keys: [String] {
            switch self {
            case .point: [BoxedValueFields.point]
            case .size: [BoxedValueFields.size]
            case .rect: [BoxedValueFields.rect]
            case .range: [BoxedValueFields.rangeLocation, BoxedValueFields.rangeLength]
            default: realKeys
            }
        }

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
