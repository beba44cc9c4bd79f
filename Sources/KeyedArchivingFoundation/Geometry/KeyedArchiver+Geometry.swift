public import KeyedArchiving

// Geometry under keys, as Apple's `encode(_:forKey:)` and `decodePoint(forKey:)` and their kin have it: as text.

extension KeyedArchiver {
    /// Encodes a point, a size, a rectangle or a range as its text.
    ///
    /// `encode(_:forKey:)` would write an `NSValue`.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError/Code/finished`` after finishing.
    public func encodeGeometry(_ value: some Geometry, forKey key: String) throws {
        try encode(value.geometryText, forKey: key)
    }
}
