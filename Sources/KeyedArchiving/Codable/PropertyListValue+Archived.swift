internal import PropertyLists

extension ArchivedDate: PropertyListValue {
    /// A date.
    package var propertyListValue: PropertyList { .date(timeIntervalSinceReferenceDate) }

    /// Creates a date from a date.
    package init?(propertyListValue: PropertyList) {
        guard case .date(let seconds) = propertyListValue else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}

extension ArchivedData: PropertyListValue {
    /// Data.
    package var propertyListValue: PropertyList { .data(bytes) }

    /// Creates a buffer from data.
    package init?(propertyListValue: PropertyList) {
        guard case .data(let bytes) = propertyListValue else { return nil }
        self.init(bytes)
    }
}
