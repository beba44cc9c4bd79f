import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

@Suite struct EncodableTests {
    struct Track: Codable, Hashable {
        enum Kind: String, Codable { case song, speech }
        struct Length: Codable, Hashable {
            var seconds: Double
            var frames: UInt64?
        }

        var title: String
        var kind: Kind
        var length: Length
        var year: Int16
        var gain: Float
        var isNew: Bool
        var tags: [String]
        var counts: [String: Int]
        var added: ArchivedDate
        var cover: ArchivedData
        var note: String?
        var ratings: [Int?]
    }

    static let track = Track(
        title: "Étude", kind: .song, length: .init(seconds: 12.5, frames: .max), year: -3, gain: 0.1, isNew: true,
        tags: ["piano", "1835"], counts: ["plays": 3, "skips": 1],
        added: ArchivedDate(timeIntervalSinceReferenceDate: 5),
        cover: ArchivedData([1, 2, 3]), note: nil, ratings: [1, nil, 3]
    )

    static func archive(_ value: some Encodable) throws -> [UInt8] {
        let archiver = KeyedArchiver()
        try archiver.encodeEncodable(value, forKey: "value")
        return try archiver.encodedBytes
    }

    static func roundTrip<Value: Codable>(_ value: Value) throws -> Value? {
        try KeyedUnarchiver(forReadingFrom: archive(value)).decodeTopLevelDecodable(Value.self, forKey: "value")
    }

    static func list(_ value: some Encodable) throws -> PropertyList? {
        try KeyedUnarchiver(forReadingFrom: archive(value)).decodePropertyList(forKey: "value")
    }

    @Test func `values of every kind come back equal, from a property list with a text for nil`() throws {
        #expect(try Self.roundTrip(Self.track) == Self.track)
        let expected: PropertyList = [
            "added": .date(5), "counts": ["plays": 3, "skips": 1], "cover": .data([1, 2, 3]), "gain": .float(0.1),
            "isNew": true, "kind": "song", "length": ["frames": .unsignedInteger(.max), "seconds": 12.5],
            "ratings": [1, "$null", 3], "tags": ["piano", "1835"], "title": "Étude", "year": -3,
        ]
        #expect(try Self.list(Self.track) == expected)
        // Single values need no container.
        try expectRows {
            (try Self.roundTrip(42), 42)
            (try Self.roundTrip("text"), "text")
            (try Self.roundTrip([1.5, -2]), [1.5, -2])
            (try Self.roundTrip(true), true)
            try (Self.roundTrip(Int?.none), .some(.none))
        }
    }

    @Test func `sets, and dictionaries with any keys, are written in the same order always`() throws {
        let words = (0..<50).map { "word \($0)" }
        let set = Set(words)
        let table = Dictionary(uniqueKeysWithValues: words.map { ([$0], $0) })
        let bytes = try Self.archive([set: table])
        for _ in 0..<3 {
            // Collections of other capacities have other orders.
            var (otherSet, otherTable) = (Set<String>(minimumCapacity: 500), [[String]: String](minimumCapacity: 500))
            for word in words.reversed() {
                otherSet.insert(word)
                otherTable[[word]] = word
            }
            #expect(try Self.archive([otherSet: otherTable]) == bytes)
        }
        #expect(try Self.roundTrip([set: table]) == [set: table])
    }

    // MARK: Classes

    class Animal: Codable {
        var name = "animal"
    }

    final class Dog: Animal {
        var tricks = ["sit"]
        override init() { super.init() }

        enum CodingKeys: CodingKey { case tricks, inherited }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(tricks, forKey: .tricks)
            try super.encode(to: container.superEncoder(forKey: .inherited))
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            tricks = try container.decode([String].self, forKey: .tricks)
            try super.init(from: container.superDecoder(forKey: .inherited))
        }
    }

    @Test func `a subclass keeps what its superclass encodes apart`() throws {
        let dog = Dog()
        (dog.name, dog.tricks) = ("Rex", ["sit", "roll"])
        let decoded = try #require(try Self.roundTrip(dog))
        try expectRows {
            (decoded.name, "Rex")
            (decoded.tricks, ["sit", "roll"])
            (try Self.list(dog), ["inherited": ["name": "Rex"], "tricks": ["sit", "roll"]])
        }
    }

    // MARK: Nested containers

    struct Matrix: Codable, Equatable {
        var rows: [[Int]]
        enum CodingKeys: CodingKey { case shape, cells }

        init(_ rows: [[Int]]) { self.rows = rows }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            var shape = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .shape)
            try shape.encode(rows.count, forKey: .cells)
            var cells = container.nestedUnkeyedContainer(forKey: .cells)
            for row in rows {
                var list = cells.nestedUnkeyedContainer()
                for cell in row { try list.encode(cell) }
            }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let shape = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .shape)
            var cells = try container.nestedUnkeyedContainer(forKey: .cells)
            rows = []
            for _ in 0..<(try shape.decode(Int.self, forKey: .cells)) {
                var list = try cells.nestedUnkeyedContainer()
                var row: [Int] = []
                while !list.isAtEnd { row.append(try list.decode(Int.self)) }
                rows.append(row)
            }
        }
    }

    @Test func `nested containers are filled after they were made`() throws {
        let matrix = Matrix([[1, 2], [], [3]])
        #expect(try Self.roundTrip(matrix) == matrix)
        #expect(try Self.list(matrix) == ["cells": [[1, 2], [], [3]], "shape": ["cells": 3]])
    }

    // MARK: Mistakes

    /// Encodes nothing, or in two ways at once.
    struct Confused: Encodable {
        var steps: [Int]

        func encode(to encoder: any Encoder) throws {
            for step in steps {
                switch step {
                case 0: _ = encoder.container(keyedBy: TrackKey.self)
                case 1: _ = encoder.unkeyedContainer()
                default:
                    var container = encoder.singleValueContainer()
                    try container.encode(step)
                }
            }
        }

        enum TrackKey: CodingKey { case key }
    }

    @Test(.rows)
    func `a value that encodes nothing, or in two ways at once, is an error`() {
        forEachRow([[], [0, 1], [1, 0], [2, 0], [0, 2], [2, 3]]) { (steps: [Int]) throws in
            #expect(throws: EncodingError.self) { try Self.archive(Confused(steps: steps)) }
        }
    }

    @Test func `a value in a collection that encodes nothing is an empty dictionary`() throws {
        #expect(try Self.list([Confused(steps: [])]) == [[:]])
    }

    /// A list that holds another.
    indirect enum Nest: Encodable {
        case empty
        case inner(Nest)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            if case .inner(let nest) = self { try container.encode(nest) }
        }
    }

    @Test func `values that nest beyond the limit are refused, at a limit of no depth even a single one`() throws {
        var nest = Nest.empty
        for _ in 0..<600 { nest = .inner(nest) }
        #expect(throws: ArchiveError(.limitExceeded, "")) { try Self.archive(nest) }
        let archiver = KeyedArchiver(limits: Limits(depth: 0))
        #expect(throws: ArchiveError(.limitExceeded, "")) { try archiver.encodeEncodable(5, forKey: "root") }
    }
}
