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
        let identifier = try unarchiver.requiredString(forKey: "NS.identifier")
        // Foundation keeps a locale, with its identifier in several forms, for as long as the program runs.
        try unarchiver.charge(512 + 2 * identifier.utf8.count)
        self.init(identifier: identifier)
    }
}
