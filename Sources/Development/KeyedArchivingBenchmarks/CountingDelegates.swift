import KeyedArchiving

/// A delegate that counts what it is asked about and changes nothing.
final class EncodingCounter: KeyedArchiverDelegate {
    private(set) var count = 0

    func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)? {
        count += 1
        return object
    }

    func archiver(_ archiver: KeyedArchiver, didEncode object: any Codingable) { count += 1 }
}

/// A delegate that counts what it is asked about and changes nothing.
final class DecodingCounter: KeyedUnarchiverDelegate {
    private(set) var count = 0

    func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)? {
        count += 1
        return object
    }
}

extension W1Persons {
    /// Encodes the persons, each of which is shown to a delegate, as is everything in it.
    func encodeWithDelegate() throws -> [UInt8] {
        let archiver = KeyedArchiver()
        let counter = EncodingCounter()
        archiver.delegate = counter
        try archiver.encode(persons, forKey: KeyedArchiver.rootObjectKey)
        guard counter.count > size else { throw WrongResult(description: "the delegate was not asked") }
        return try archiver.encodedBytes
    }

    /// Decodes the persons, each of which is shown to a delegate, as is everything in it.
    func decodeWithDelegate(_ bytes: [UInt8]) throws {
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let counter = DecodingCounter()
        unarchiver.delegate = counter
        let persons = try unarchiver.decodeObject(of: [Person].self, forKey: KeyedArchiver.rootObjectKey)
        guard persons?.count == size, counter.count > size else {
            throw WrongResult(description: "the delegate was not asked")
        }
    }
}
