public import Foundation
public import KeyedArchiving

extension KeyedUnarchiver {
    /// Decodes a point, a text or an `NSValue`; zero if the key is missing.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError`` if the value is of another kind or malformed.
    public func decodePoint(forKey key: String) throws -> CGPoint {
        try decodeIfPresent(CGPoint.self, forKey: key) ?? CGPoint()
    }

    /// Decodes a size, a text or an `NSValue`; zero if the key is missing.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError`` if the value is of another kind or malformed.
    public func decodeSize(forKey key: String) throws -> CGSize {
        try decodeIfPresent(CGSize.self, forKey: key) ?? CGSize()
    }

    /// Decodes a rectangle, a text or an `NSValue`; zero if the key is missing.
    ///
    /// - Throws: ``/KeyedArchiving/ArchiveError`` if the value is of another kind or malformed.
    public func decodeRect(forKey key: String) throws -> CGRect {
        try decodeIfPresent(CGRect.self, forKey: key) ?? CGRect()
    }
}
