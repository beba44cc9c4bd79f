internal import Foundation
internal import KeyedArchiving

/// `_NSPersonNameComponentsData`, the private class that holds the names of a person.
struct PersonNames: Codingable {
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
