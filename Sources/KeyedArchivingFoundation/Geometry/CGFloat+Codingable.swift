public import Foundation
public import KeyedArchiving
public import PropertyLists

/// `NSNumber` with a 64-bit real: a plain value.
extension CGFloat: Codingable {
    /// `NSNumber`.
    public static var codedClassName: String { Double.codedClassName }

    /// Writes the number as the field of an object, as generic coders do.
    public func encode(with archiver: KeyedArchiver) throws { try Double(self).encode(with: archiver) }

    /// Reads the number from the field of an object, as generic coders write it.
    public init(coder unarchiver: KeyedUnarchiver) throws { self.init(try Double(coder: unarchiver)) }

    /// Numbers are plain values.
    public static var _kind: _CodingKind { .inline }

    /// Stores the number.
    public func _encodeReference(with archiver: KeyedArchiver) throws -> UID {
        try Double(self)._encodeReference(with: archiver)
    }

    /// Reads the number.
    public static func _decode(_ source: _CodingSource, from unarchiver: KeyedUnarchiver) throws -> CGFloat? {
        try Double._decode(source, from: unarchiver).map { CGFloat($0) }
    }

    /// The number, also from a real of another type that a delegate was shown.
    public static func _cast(_ object: any Codingable) -> CGFloat? {
        object as? CGFloat ?? Double._cast(object).map { CGFloat($0) }
    }
}

extension KeyedArchiver {
    /// Encodes a 64-bit real, inline, as `encode(_:forKey:)` does a `Double`.
    ///
    /// - Throws: ``/PropertyLists/ArchiveError/Code/finished`` after finishing.
    public func encode(_ value: CGFloat, forKey key: String) throws { try encode(Double(value), forKey: key) }
}
