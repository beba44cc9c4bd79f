public import PropertyLists

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
