public import PropertyLists

/// A type whose values are values of a property list themselves: dates and data.
///
/// In a property list such a value is written as what it is, whatever its `Codable` conformance would make of it, as
/// Apple's property-list coder does for `Date` and `Data`.
public protocol PropertyListValue: Sendable {
    /// The value of the property list.
    var propertyListValue: PropertyList { get }

    /// Creates a value from one of a property list, or nil if that is of another kind.
    init?(propertyListValue: PropertyList)
}

extension ArchivedDate: PropertyListValue {
    /// A date.
    public var propertyListValue: PropertyList { .date(secondsSince2001) }

    /// Creates a date from a date.
    public init?(propertyListValue: PropertyList) {
        guard case .date(let seconds) = propertyListValue else { return nil }
        self.init(secondsSince2001: seconds)
    }
}

extension ArchivedData: PropertyListValue {
    /// Data.
    public var propertyListValue: PropertyList { .data(bytes) }

    /// Creates a buffer from data.
    public init?(propertyListValue: PropertyList) {
        guard case .data(let bytes) = propertyListValue else { return nil }
        self.init(bytes)
    }
}
