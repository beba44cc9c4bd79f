public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// The values of the standard library, and data, that have a mutable variant.

extension String: MutablyCodingable {
    /// `NSMutableString`.
    public static var mutableClassName: String { "NSMutableString" }
}

extension Data: MutablyCodingable {
    /// `NSMutableData`.
    public static var mutableClassName: String { "NSMutableData" }
}

extension ByteBuffer: MutablyCodingable {
    /// `NSMutableData`.
    public static var mutableClassName: String { "NSMutableData" }
}

extension Array: MutablyCodingable where Element: Codingable {
    /// `NSMutableArray`.
    public static var mutableClassName: String { "NSMutableArray" }
}

extension Dictionary: MutablyCodingable where Key: Codingable, Value: Codingable {
    /// `NSMutableDictionary`.
    public static var mutableClassName: String { "NSMutableDictionary" }
}

extension Set: MutablyCodingable where Element: Codingable {
    /// `NSMutableSet`.
    public static var mutableClassName: String { "NSMutableSet" }
}
