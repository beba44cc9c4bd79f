import PropertyLists
import TestSupport
import Testing

import KeyedArchiving

/// The fast paths to keys and classes must not change what is read.
@Suite struct KeyLookupTests {
    /// Reads its keys in an order that depends on the first value.
    final class Changing: Codingable {
        static var codedClassName: String { "Changing" }
        var numbers: [Int] = []
        var isReversed = false

        init(_ isReversed: Bool) {
            self.isReversed = isReversed
            numbers = isReversed ? [4, 3, 2, 1] : [1, 2, 3, 4]
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(isReversed, forKey: "isReversed")
            for (position, number) in numbers.enumerated() { try archiver.encode(number, forKey: "key\(position)") }
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            isReversed = try unarchiver.decodeBool(forKey: "isReversed")
            let positions = isReversed ? [3, 2, 1, 0] : [0, 1, 2, 3]
            var read = [0, 0, 0, 0]
            for position in positions {
                #expect(try unarchiver.decodeInteger(forKey: "absent") == 0)
                read[position] = try unarchiver.decodeInteger(forKey: "key\(position)")
            }
            numbers = read
        }
    }

    @Test(.rows)
    func `keys are found in whatever order objects ask for them, and however many there are`() throws {
        let objects = (0..<40).map { Changing($0 % 3 == 0) }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: objects)
        let decoded = try #require(try KeyedUnarchiver.unarchivedObject(of: [Changing].self, from: bytes))
        #expect(decoded.map(\.numbers) == objects.map(\.numbers))

        forEachRow([1, 23, 24, 25, 26, 100, 1000]) { (count: Int) throws in
            let objects = (0..<3).map { first in Wide((0..<count).map { $0 + first }) }
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: objects)
            let decoded = try #require(try KeyedUnarchiver.unarchivedObject(of: [Wide].self, from: bytes))
            #expect(decoded.map(\.numbers) == objects.map(\.numbers))
        }
    }

    /// An object with more keys than there are predictions.
    final class Wide: Codingable {
        static var codedClassName: String { "Wide" }
        let numbers: [Int]

        init(_ numbers: [Int]) { self.numbers = numbers }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(numbers.count, forKey: "count")
            for (position, number) in numbers.enumerated() { try archiver.encode(number, forKey: "n\(position)") }
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            let count = try unarchiver.decodeInteger(forKey: "count")
            numbers = try (0..<count).reversed().map { try unarchiver.decodeInteger(forKey: "n\($0)") }.reversed()
        }
    }

    @Test func `a key that is canonically equivalent to an ASCII key is another key`() throws {
        // The Kelvin sign is equal to the letter K by Swift's measure.
        let archiver = KeyedArchiver()
        try archiver.encode(1, forKey: "K")
        try archiver.encode(2, forKey: "\u{212A}")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        for _ in 0..<3 {
            #expect(try unarchiver.decodeInteger(forKey: "K") == 1)
            #expect(try unarchiver.decodeInteger(forKey: "\u{212A}") == 2)
        }
    }

    @Test func `a short string is shown to a delegate that is set after the string was read`() throws {
        final class Observer: KeyedUnarchiverDelegate {
            var seen: [String] = []
            func unarchiver(
                _ unarchiver: KeyedUnarchiver, didDecode object: any Codingable
            ) throws -> (any Codingable)? {
                if let string = object as? String { seen.append(string) }
                return object
            }
        }
        let archiver = KeyedArchiver()
        try archiver.encode("word", forKey: "a")
        try archiver.encode("word", forKey: "b")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        #expect(try unarchiver.decode(String.self, forKey: "a") == "word")
        let observer = Observer()
        unarchiver.delegate = observer
        #expect(try unarchiver.decode(String.self, forKey: "b") == "word")
        #expect(observer.seen == ["word"])
    }

    @Test func `a field with the prefix of numbered ones and nothing more is one that no number reaches`() throws {
        for (key, isComplete) in [("NS.object.1", true), ("NS.object.", false), ("NS.object.2", false)] {
            var record: PropertyListDictionary = ["NS.object.0": .uid(3), "$class": .uid(2)]
            record[key] = .uid(3)
            let bytes = try SmallArchive(.dictionary(record), .classRecord("NSArray", "NSObject"), "a").bytes()
            let names = try? KeyedUnarchiver.unarchivedObject(of: [String].self, from: bytes)
            #expect(names == (isComplete ? ["a", "a"] : nil), "\(key)")
        }
    }
}
