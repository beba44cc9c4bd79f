import Foundation
import PropertyLists
import SequentialArchives

/// W8: sequential archives: persons made for the purpose, and every file of a folder that is one.
enum W8Sequential {
    /// A person as the other workloads have them: a name, some numbers and a friend.
    final class Person: SequentialCodingable {
        static var codedClassName: String { "Person" }
        let name: String
        let number: Int32
        let weight: Double
        let friend: Person?

        init(number: Int32, friend: Person?) {
            name = "Person number \(number)"
            self.number = number
            weight = Double(number) * 0.5 + 0.1
            self.friend = friend
        }

        init(coder unarchiver: SequentialUnarchiver) throws {
            name = try unarchiver.decodeString() ?? ""
            number = try unarchiver.decodeValue(Int32.self)
            weight = try unarchiver.decodeValue(Double.self)
            friend = try unarchiver.decodeObject(of: Person.self)
        }

        func encode(with archiver: SequentialArchiver) throws {
            try archiver.encodeString(name)
            try archiver.encodeValue(number)
            try archiver.encodeValue(weight)
            try archiver.encode(friend)
        }
    }

    /// Persons, each but the first of ten with the one before it as a friend.
    static func persons(_ count: Int) -> SequentialArray {
        var persons: [Person] = []
        for number in 0..<count {
            persons.append(Person(number: Int32(number), friend: number % 10 == 0 ? nil : persons.last))
        }
        return SequentialArray(persons)
    }

    /// Reads them.
    static func decode(_ bytes: [UInt8]) throws {
        let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes)
        unarchiver.registry.register(Person.self)
        guard let list = try unarchiver.decodeObject(of: SequentialArray.self), list.elements.last is Person else {
            throw WrongResult(description: "persons of a sequential archive are not read")
        }
    }

    /// Opens, decodes and writes back the sequential archives of a folder.
    static func run(folder: String, repetitions: Int) throws {
        var archives: [[UInt8]] = []
        let files = FileManager.default.enumerator(atPath: folder)
        while let name = files?.nextObject() as? String {
            guard let data = FileManager.default.contents(atPath: folder + "/" + name) else { continue }
            if SequentialHeader.isPresent(in: data) { archives.append(Array(data)) }
        }
        guard !archives.isEmpty else { return }
        let sound = archives.filter { (try? SequentialArchive($0)) != nil }
        print("W8  \(archives.count) sequential archives of a folder, \(sound.count) not damaged")
        let operations: [(name: String, archives: [[UInt8]], body: ([UInt8]) throws -> Void)] = [
            ("open", archives, { _ = try? SequentialArchive($0) }),
            ("canonical text", sound, { _ = try SequentialArchive($0).canonicalText() }),
            ("decode", sound, { try decodeEverything($0) }),
        ]
        for (name, archives, body) in operations {
            var timing = Timing()
            for _ in 0..<repetitions {
                timing.seconds.append(try time { for bytes in archives { try body(bytes) } })
            }
            let bytes = archives.reduce(0) { $0 + $1.count }
            print(
                "  " + name.padded(16) + format(timing.median * 1e3, 10, decimals: 2) + " ms"
                    + format(Double(bytes) / timing.median / 1e6, 8) + " MB/s, least"
                    + format((timing.seconds.min() ?? 0) * 1e3, 8, decimals: 2) + " ms"
            )
        }
    }

    private static func decodeEverything(_ bytes: [UInt8]) throws {
        let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes)
        while let types = unarchiver.nextTypes { _ = try unarchiver.decodeValues(ofObjCTypes: types) }
    }
}
