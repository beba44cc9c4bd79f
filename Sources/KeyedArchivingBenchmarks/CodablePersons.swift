import Foundation
import KeyedArchiving

/// The persons of W1 by their `Codable` conformance, beside the platform's coder for JSON.
struct CodablePersons {
    let persons: [W1Persons.Person]

    /// Decoding and encoding by both coders; JSON stands for what Swift programs use most.
    func operations() throws -> [(String, () throws -> Void)] {
        let archive = try encode()
        let json = try JSONEncoder().encode(persons)
        guard try decode(archive) == persons.count else { throw WrongResult(description: "values decode wrongly") }
        return [
            ("codable decode", { _ = try decode(archive) }),
            ("codable encode", { _ = try encode() }),
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
}
