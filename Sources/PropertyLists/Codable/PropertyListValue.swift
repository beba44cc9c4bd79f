#if !hasFeature(Embedded)

/// A type whose values are values of a property list themselves: dates and data.
///
/// In a property list such a value is written as what it is, whatever its `Codable` conformance would make of it, as
/// Apple's property-list coder does for `Date` and `Data`.
package protocol PropertyListValue: Sendable {
    /// The value of the property list.
    var propertyListValue: PropertyList { get }

    /// Creates a value from one of a property list, or nil if that is of another kind.
    init?(propertyListValue: PropertyList)
}

#endif
