public import KeyedArchiving
public import PropertyLists

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Date: PropertyListValue {
    /// A date.
    public var propertyListValue: PropertyList { .date(timeIntervalSinceReferenceDate) }

    /// Creates a date from a date.
    public init?(propertyListValue: PropertyList) {
        guard case .date(let seconds) = propertyListValue else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}

extension Data: PropertyListValue {
    /// Data.
    public var propertyListValue: PropertyList { .data(Array(self)) }

    /// Creates data from data.
    public init?(propertyListValue: PropertyList) {
        guard case .data(let bytes) = propertyListValue else { return nil }
        self.init(bytes)
    }
}
