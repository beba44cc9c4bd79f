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

    /// The mutable class, then the value's own class and its superclasses.
    public static var codedClassHierarchy: [String] { [Value.mutableClassName] + Value.codedClassHierarchy }

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

// The values of the standard library, and data, that have a mutable variant.

extension String: HasMutableVariant {
    /// `NSMutableString`.
    public static var mutableClassName: String { "NSMutableString" }
}

extension Data: HasMutableVariant {
    /// `NSMutableData`.
    public static var mutableClassName: String { "NSMutableData" }
}

extension ArchivedData: HasMutableVariant {
    /// `NSMutableData`.
    public static var mutableClassName: String { "NSMutableData" }
}

extension Array: HasMutableVariant where Element: Codingable {
    /// `NSMutableArray`.
    public static var mutableClassName: String { "NSMutableArray" }
}

extension Dictionary: HasMutableVariant where Key: Codingable, Value: Codingable {
    /// `NSMutableDictionary`.
    public static var mutableClassName: String { "NSMutableDictionary" }
}

extension Set: HasMutableVariant where Element: Codingable {
    /// `NSMutableSet`.
    public static var mutableClassName: String { "NSMutableSet" }
}
