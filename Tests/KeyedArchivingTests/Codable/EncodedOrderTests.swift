import KeyedArchiving
import Testing

/// The order of what hashed collections hold.
struct EncodedOrderTests {
    /// An element that is an object of one of two classes, with equal fields.
    enum Pet: Encodable, Hashable {
        struct Dog: Encodable, Hashable { var name: String }
        struct Cat: Encodable, Hashable { var name: String }
        case dog(Dog)
        case cat(Cat)
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .dog(let dog): try container.encode(dog)
            case .cat(let cat): try container.encode(cat)
            }
        }
    }

    @Test func `what is comparable is written in its own order, as the coders write it`() throws {
        let numbers: Set<Int> = [300, -1, 70_000, 2, 10]
        let texts: Set<String> = ["b", "ä", "a", "B", "\u{1F600}", "\u{FB00}"]
        let encoded: ([UInt8], [UInt8]) = (
            try KeyedArchiveEncoder().encode(numbers), try KeyedArchiveEncoder().encode(texts)
        )
        for bytes in [encoded.0, try KeyedArchiver.archivedBytes(withRootObject: numbers)] {
            #expect(try KeyedArchive(bytes)["root"].elements?.map(\.int) == [-1, 2, 10, 300, 70_000])
        }
        for bytes in [encoded.1, try KeyedArchiver.archivedBytes(withRootObject: texts)] {
            let elements = try KeyedArchive(bytes)["root"].elements?.map(\.string)
            #expect(elements == ["B", "a", "b", "ä", "\u{FB00}", "\u{1F600}"])
        }
        let table: [UInt8] = try KeyedArchiveEncoder().encode([2.5: "c", -1.5: "a", 0.5: "b"])
        let elements = try KeyedArchive(table)["root"].elements
        #expect(elements?.compactMap(\.string) == ["a", "b", "c"] && elements?.first?.double == -1.5)
    }

    /// A value with an object of its own, which counts how often that is encoded.
    struct Counted: Codable, CodableAsObject, Hashable {
        @TaskLocal static var counter = Counter()
        final class Counter: @unchecked Sendable { var count = 0 }
        static var codedClassName: String { "Counted" }
        var number: Int
        init(number: Int) { self.number = number }
        func encode(with archiver: KeyedArchiver) throws {
            Self.counter.count += 1
            try archiver.encode(number, forKey: "number")
        }
        init(coder unarchiver: KeyedUnarchiver) throws { number = try unarchiver.decodeInteger(forKey: "number") }
    }

    @Test func `objects in sets are encoded once and have an order, even if they differ in their class only`() throws {
        var encoder = KeyedArchiveEncoder()
        encoder.setClassName("Dog", for: Pet.Dog.self)
        encoder.setClassName("Cat", for: Pet.Cat.self)
        let pets = (0..<20).flatMap { [Pet.dog(.init(name: "\($0)")), .cat(.init(name: "\($0)"))] }
        let first: [UInt8] = try encoder.encode(Set(pets))
        for capacity in [100, 300, 1000] {
            var set = Set<Pet>(minimumCapacity: capacity)
            for pet in pets.reversed() { set.insert(pet) }
            let other: [UInt8] = try encoder.encode(set)
            #expect(other == first)
        }
        let values = Set((0..<50).map { Counted(number: $0) })
        let counter = Counted.Counter()
        let bytes: [UInt8] = try Counted.$counter.withValue(counter) { try KeyedArchiveEncoder().encode(values) }
        #expect(counter.count == 50)
        var counted = Set<Counted>(minimumCapacity: 1000)
        for value in values { counted.insert(value) }
        #expect(try KeyedArchiveEncoder().encode(counted) as [UInt8] == bytes)
        #expect(try KeyedArchiveDecoder().decode(Set<Counted>.self, from: bytes) == values)
    }
}
