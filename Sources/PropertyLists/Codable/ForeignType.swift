#if !hasFeature(Embedded)

/// The types of Foundation that property lists have values for, known by their names where the module is not imported
/// that makes them ``PropertyListValue``.
enum ForeignType {
    /// Whether a type is one of these.
    static func isOne(_ type: Any.Type) -> Bool {
        guard !(type is any PropertyListValue.Type) else { return false }
        // `Foundation.Data` or `FoundationEssentials.Data`.
        let name = _typeName(type, qualified: true)
        return names.contains(name)
    }

    static let names: Set = [
        "Foundation.Data", "FoundationEssentials.Data", "Foundation.Date", "FoundationEssentials.Date",
    ]

    /// The remedy that makes such a type a value of property lists.
    static let remedy = "import KeyedArchivingFoundation"
}

#endif
