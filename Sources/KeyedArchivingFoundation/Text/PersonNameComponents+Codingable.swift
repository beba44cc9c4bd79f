public import Foundation
public import KeyedArchiving

/// `NSPersonNameComponents`.
///
/// Apple's systems keep the names in an object of a private class. Names in the object itself, as other writers have
/// them, are read too.
extension PersonNameComponents: Codingable {
    private static let privateKey = "NS.nameComponentsPrivate"

    /// `NSPersonNameComponents`.
    public static var codedClassName: String { "NSPersonNameComponents" }

    /// Writes the names in an object of the private class.
    public func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(PersonNames(components: self), forKey: Self.privateKey)
    }

    /// Reads the names.
    public init(coder unarchiver: KeyedUnarchiver) throws {
        if try unarchiver.containsValue(forKey: Self.privateKey) {
            guard let names = try unarchiver.decodeObject(of: PersonNames.self, forKey: Self.privateKey) else {
                throw unarchiver.missing(Self.privateKey)
            }
            self = names.components
        } else {
            self = try PersonNames(coder: unarchiver).components
        }
    }
}
