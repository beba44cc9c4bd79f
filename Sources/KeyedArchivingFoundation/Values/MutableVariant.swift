public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A value that is written as the mutable variant of its class: `NSMutableData` for data, `NSMutableArray` for an
/// array.
///
/// ```swift
/// try archiver.encode(MutableVariant("draft"), forKey: "text")
/// ```
///
/// Nothing needs it to read: the value's own type reads both variants.
public struct MutableVariant<Value: HasMutableVariant> {
    /// The value.
    public var value: Value

    /// Creates a mutable variant.
    public init(_ value: Value) {
        self.value = value
    }
}

extension MutableVariant: Codingable {
    /// The name of the mutable class.
    public static var codedClassName: String { Value.mutableClassName }

    /// Writes the fields of the value.
    public func encode(with archiver: KeyedArchiver) throws {
        try value.encode(with: archiver)
    }

    /// Reads the fields of the value.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        value = try Value(coder: unarchiver)
    }
}

extension MutableVariant: Equatable where Value: Equatable {}
extension MutableVariant: Hashable where Value: Hashable {}
extension MutableVariant: Sendable where Value: Sendable {}

/// A value whose Apple class has a mutable subclass with the same fields.
///
/// Reading takes both classes for the value; ``MutableVariant`` writes it as the mutable one.
public protocol HasMutableVariant: Codingable {
    /// The coded name of the mutable class.
    static var mutableClassName: String { get }
}

extension HasMutableVariant {
    /// The name of the class as Foundation names its mutable variants: `NSMutableString` for `NSString`.
    public static var mutableClassName: String { FoundationClassNames.mutableName(of: codedClassName) }
}

extension String: HasMutableVariant {}
extension Data: HasMutableVariant {}
extension ArchivedData: HasMutableVariant {}
extension Array: HasMutableVariant where Element: Codingable {}
extension Dictionary: HasMutableVariant where Key: Codingable, Value: Codingable {}
extension Set: HasMutableVariant where Element: Codingable {}
