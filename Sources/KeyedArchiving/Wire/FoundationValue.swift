package import PropertyLists

/// The value that an object of one of Foundation's classes represents, read from its fields.
///
/// ``KeyedArchive/foundationValue(of:ofClass:)`` finds it, for subclasses too where the archive lists their
/// superclasses. It makes tools and generic readers independent of how each class lays out its fields.
package struct FoundationValue: Sendable {
    /// The content of the object.
    package enum Content: Sendable {
        /// The null object, `NSNull`.
        case null
        /// A string; for an attributed string, its characters.
        case string(PropertyListString)
        /// Bytes.
        case data([UInt8])
        /// A decimal number in decimal notation, such as `-12.5`, or `NaN`.
        case decimal(String)
        /// A date, in seconds since 2001-01-01T00:00:00Z.
        case date(Double)
        /// A URL: its text, and a reference to the URL that it is relative to, or nil.
        case url(PropertyListString, base: UID?)
        /// A UUID: 16 bytes.
        case uuid([UInt8])
        /// A point, a size, a rectangle, such as `{{0, 0}, {100, 20}}`, or a range: `{location, length}`.
        case geometry(PropertyListString)
        /// An array or an ordered set: references in order.
        case list([PropertyList])
        /// A set: references in no order.
        case set([PropertyList])
        /// A set that counts how often it holds each element: references, with their counts, and these as stored.
        case countedSet([(element: PropertyList, count: Int, stored: PropertyList)])
        /// A dictionary: references.
        case dictionary([(key: PropertyList, value: PropertyList)])
        /// A set of indexes.
        case indexSet([Range<UInt64>])
        /// A path of indexes.
        case indexPath([UInt64])
    }

    /// The content.
    package var content: Content

    /// The fields that are not part of the content, such as those that a subclass added.
    package var otherFields: [ArchivedRecord.Field]

    /// Creates a value.
    package init(content: Content, otherFields: [ArchivedRecord.Field]) {
        self.content = content
        self.otherFields = otherFields
    }
}
