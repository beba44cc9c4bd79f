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

/// `_NSPersonNameComponentsData`, the private class that holds the names of a person.
struct PersonNames: Codingable, Equatable {
    var components: PersonNameComponents

    static var codedClassName: String { "_NSPersonNameComponentsData" }

    init(components: PersonNameComponents) {
        self.components = components
    }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(components.namePrefix, forKey: "NS.namePrefix")
        try archiver.encode(components.givenName, forKey: "NS.givenName")
        try archiver.encode(components.middleName, forKey: "NS.middleName")
        try archiver.encode(components.familyName, forKey: "NS.familyName")
        try archiver.encode(components.nameSuffix, forKey: "NS.nameSuffix")
        try archiver.encode(components.nickname, forKey: "NS.nickname")
        try archiver.encode(components.phoneticRepresentation, forKey: "NS.phoneticRepresentation")
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        components = PersonNameComponents()
        components.namePrefix = try unarchiver.optionalString(forKey: "NS.namePrefix")
        components.givenName = try unarchiver.optionalString(forKey: "NS.givenName")
        components.middleName = try unarchiver.optionalString(forKey: "NS.middleName")
        components.familyName = try unarchiver.optionalString(forKey: "NS.familyName")
        components.nameSuffix = try unarchiver.optionalString(forKey: "NS.nameSuffix")
        components.nickname = try unarchiver.optionalString(forKey: "NS.nickname")
        components.phoneticRepresentation = try unarchiver.decodeObject(
            of: PersonNameComponents.self, forKey: "NS.phoneticRepresentation")
    }
}
