public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSURLQueryItem`.
extension URLQueryItem: Codingable {
    /// `NSURLQueryItem`.
    public static var codedClassName: String { "NSURLQueryItem" }

    /// Writes the name under `NS.name` and the value, which may be nil, under `NS.value`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(name, forKey: "NS.name")
        try archiver.encode(value, forKey: "NS.value")
    }

    /// Reads the name from `NS.name` and the value from `NS.value`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init(
            name: try unarchiver.requiredString(forKey: "NS.name"),
            value: try unarchiver.optionalString(forKey: "NS.value")
        )
    }
}
