public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

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
