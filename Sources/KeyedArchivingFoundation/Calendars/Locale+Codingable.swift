public import KeyedArchiving

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// `NSLocale`.
extension Locale: Codingable {
    /// `NSLocale`.
    public static var codedClassName: String { "NSLocale" }

    /// Writes the identifier under `NS.identifier`.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(identifier, forKey: "NS.identifier")
    }

    /// Reads the identifier from `NS.identifier`.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        self.init(identifier: try unarchiver.requiredString(forKey: "NS.identifier"))
    }
}
