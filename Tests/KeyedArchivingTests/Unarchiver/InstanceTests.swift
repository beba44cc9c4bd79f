import PropertyLists
import Testing

import KeyedArchiving

/// Once the class of an object is known, its further instances are decoded by a shorter way, which must not show.
@Suite struct InstanceTests {
    /// A number; a negative one cannot be decoded.
    private class Plain: Codingable {
        class var codedClassName: String { "Plain" }
        let number: Int

        init(_ number: Int) { self.number = number }

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(number, forKey: "number") }

        required init(coder unarchiver: KeyedUnarchiver) throws {
            number = try unarchiver.decodeInteger(forKey: "number")
            if number < 0 { throw CancellationError() }
        }

        func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { nil }
    }

    private final class Special: Plain {
        override class var codedClassName: String { "Special" }
    }

    private final class Replaced: Plain {
        override class var codedClassName: String { "Replaced" }
        nonisolated(unsafe) static let constant = Replaced(-7)

        override func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
            number % 2 == 0 ? Self.constant : nil
        }
    }

    private final class Text: Plain {
        override class var codedClassName: String { "Text" }

        override func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { "\(number)" }
    }

    private final class Witness: KeyedUnarchiverDelegate {
        var seen: [String] = []

        func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) -> (any Codingable)? {
            seen.append("\((object as? Plain)?.number ?? -1)")
            return object
        }
    }

    /// Sets a delegate as soon as it is decoded.
    private final class Herald: Plain {
        override class var codedClassName: String { "Herald" }
        nonisolated(unsafe) static weak var witness: Witness?

        override func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
            if number == 3 { unarchiver.delegate = Self.witness }
            return nil
        }
    }

    private func bytes(_ objects: [Plain]) throws -> [UInt8] {
        try KeyedArchiver.archivedBytes(withRootObject: objects)
    }

    @Test func `instances of a subclass that inherits its initializer are of the subclass, the first and all others`()
        throws
    {
        let objects = try KeyedUnarchiver.unarchivedObject(of: [Special].self, from: bytes((1...4).map { Special($0) }))
        #expect(
            objects?.map { "\(type(of: $0)) \($0.number)" } == ["Special 1", "Special 2", "Special 3", "Special 4"])
    }

    @Test func `what replaces an instance is returned for each reference, and a value as what it is`() throws {
        let objects = try #require(
            try KeyedUnarchiver.unarchivedObject(of: [Replaced].self, from: bytes((1...5).map { Replaced($0) })))
        #expect(objects.map(\.number) == [1, -7, 3, -7, 5])
        #expect(objects[1] === Replaced.constant && objects[3] === Replaced.constant)

        let archive = try bytes((1...3).map { Text($0) })
        #expect(throws: ArchiveError.self) { try KeyedUnarchiver.unarchivedObject(of: [Text].self, from: archive) }
        let texts = try KeyedUnarchiver.unarchivedArrayOfObjects(of: [Text.self, String.self], from: archive)
        #expect(texts?.map { $0 as? String } == ["1", "2", "3"])
    }

    @Test func `a delegate that an instance sets sees that instance and those after it`() throws {
        let witness = Witness()
        Herald.witness = witness
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes((1...5).map { Herald($0) }))
        let objects = try unarchiver.decodeObject(of: [Herald].self, forKey: "root")
        #expect(objects?.map(\.number) == [1, 2, 3, 4, 5])
        #expect(witness.seen.prefix(3) == ["3", "4", "5"])
    }

    @Test func `an instance that throws is not kept, and the next ones decode`() throws {
        let archiver = KeyedArchiver()
        for number in [1, 2, -3, 4] { try archiver.encode(Plain(number), forKey: "\(number)") }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        #expect(try unarchiver.decodeObject(of: Plain.self, forKey: "1")?.number == 1)
        #expect(try unarchiver.decodeObject(of: Plain.self, forKey: "2")?.number == 2)
        for _ in 0..<2 {
            #expect(throws: CancellationError.self) { try unarchiver.decodeObject(of: Plain.self, forKey: "-3") }
        }
        #expect(try unarchiver.decodeObject(of: Plain.self, forKey: "4")?.number == 4)
        let again = try unarchiver.decodeObject(of: Plain.self, forKey: "2")
        #expect(try again === unarchiver.decodeObject(of: Plain.self, forKey: "2"))
    }
}
