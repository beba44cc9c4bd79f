internal import PropertyLists

extension KeyedArchiver {
    /// Encodes a value by its `Encodable` conformance, as a property list: Apple's `encodeEncodable(_:forKey:)`.
    ///
    /// Structures become dictionaries, lists arrays; nil is the text `$null`. Dates and data are stored as such, see
    /// ``PropertyListValue``. The keys of dictionaries and the members of sets are sorted, so that equal values give
    /// equal bytes.
    ///
    /// - Throws: `EncodingError` if the value encodes nothing or in a way that contradicts itself, whatever its
    ///   `encode(to:)` throws, and else as ``encodePropertyList(_:forKey:)`` does.
    public func encodeEncodable(_ value: some Encodable, forKey key: String) throws {
        try checkNotFinished()
        let session = EncodingSession(userInfo: [:], limits: limits)
        let tree = try session.encode(value, at: [])
        if case .nothing = tree.content { throw session.error("the value did not encode anything", at: []) }
        try encodePropertyList(tree.propertyList, forKey: key)
    }
}
