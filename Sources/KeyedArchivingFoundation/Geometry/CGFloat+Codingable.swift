public import Foundation
public import KeyedArchiving
public import PropertyLists

/// `NSNumber` with a 64-bit real: a plain value.
extension CGFloat: Codingable, ValueCoding {
    /// `NSNumber`.
    public static var codedClassName: String { Double.codedClassName }

    /// Writes the number as the field of an object, as generic coders do.
    public func encode(with archiver: KeyedArchiver) throws { try Double(self).encode(with: archiver) }

    /// Reads the number from the field of an object, as generic coders write it.
    public init(coder unarchiver: KeyedUnarchiver) throws { self.init(try Double(coder: unarchiver)) }

    /// Numbers are plain values.
    @inlinable
    public static var _kind: _CodingKind { _CodingKind(.special(self)) }

    @usableFromInline
    package static var isInline: Bool { true }

    /// Stores the number.
    @usableFromInline
    package static func reference(to value: CGFloat, with archiver: KeyedArchiver) throws -> UID {
        try archiver.reference(to: Double(value))
    }

    /// Reads the number.
    @usableFromInline
    package static func value(from source: CodingSource, with unarchiver: KeyedUnarchiver) throws -> CGFloat? {
        try unarchiver.decode(Double.self, from: source).map { CGFloat($0) }
    }

    /// The number, also from a real of another type that a delegate was shown.
    @usableFromInline
    package static func converted(_ object: any Codingable) -> CGFloat? {
        object as? CGFloat ?? Double.converted(object).map { CGFloat($0) }
    }
}

extension KeyedArchiver {
    /// Encodes a 64-bit real, inline, as `encode(_:forKey:)` does a `Double`.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/finished`` after finishing.
    public func encode(_ value: CGFloat, forKey key: String) throws { try encode(Double(value), forKey: key) }
}
