import Foundation
import KeyedArchiving

extension W1Persons {
    /// The archive that Foundation writes of the persons, where each object has its own keys.
    func foundationFile() throws -> [UInt8] {
        var copy = self
        copy.prepareFoundation()
        return Array(try copy.foundationEncode())
    }

    /// Decodes the archive that Foundation wrote.
    func decodeFoundationFile(_ bytes: [UInt8]) throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.setClass(Person.self, forClassName: NSStringFromClass(FoundationPerson.self))
        let persons = try unarchiver.decodeObject(of: [Person].self, forKey: KeyedArchiver.rootObjectKey)
        guard persons?.count == size else { throw WrongResult(description: "Foundation's archive decodes wrongly") }
    }
}
