import Foundation
import KeyedArchiving

/// The people of W1 by their `Codable` conformance, compared with the platform's coder for JSON.
struct CodablePersons {
    let persons: [W1Persons.Person]

    /// Decoding and encoding by both coders; JSON stands for what Swift programs use most.
    func operations() throws -> [(String, () throws -> Void)] {
        let archive = try encode()
        let json = try JSONEncoder().encode(persons)
        guard try decode(archive) == persons.count else { throw WrongResult(description: "values decode wrongly") }
        let foreign = try encodeObjects()
        guard try decodeObjects(foreign) == persons.count else {
            throw WrongResult(description: "objects decode wrongly")
        }
        return [
            ("codable decode", { _ = try decode(archive) }),
            ("codable encode", { _ = try encode() }),
            ("codable object decode", { _ = try decodeObjects(foreign) }),
            ("codable object encode", { _ = try encodeObjects() }),
            ("foundation codable decode", { _ = try JSONDecoder().decode([W1Persons.Person].self, from: json) }),
            ("foundation codable encode", { _ = try JSONEncoder().encode(persons) }),
        ]
    }

    func encode() throws -> [UInt8] {
        let archiver = KeyedArchiver()
        try archiver.encodeEncodable(persons, forKey: "persons")
        return try archiver.encodedBytes
    }

    func decode(_ archive: [UInt8]) throws -> Int? {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive)
        return try unarchiver.decodeTopLevelDecodable([W1Persons.Person].self, forKey: "persons")?.count
    }

    /// The persons as objects of their class, by their `Encodable` conformance.
    func encodeObjects() throws -> [UInt8] {
        var encoder = KeyedArchiveEncoder()
        encoder.setClassName("Person", for: W1Persons.Person.self)
        return try encoder.encode(persons)
    }

    /// Decodes the objects of an archive by their `Decodable` conformance.
    func decodeObjects(_ archive: [UInt8]) throws -> Int {
        try KeyedArchiveDecoder().decode([W1Persons.Person].self, from: archive).count
    }
}
