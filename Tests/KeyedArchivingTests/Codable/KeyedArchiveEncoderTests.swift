import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What the encoder writes, the decoder reads: every shape that `Codable` has, property by property.
struct KeyedArchiveEncoderTests {
    private func copy<Value: Codable>(
        of value: Value,
        _ encoder: KeyedArchiveEncoder = KeyedArchiveEncoder()
    ) throws -> Value {
        let bytes: [UInt8] = try encoder.encode(value)
        #expect(try KeyedArchive(bytes).problems(strict: true).isEmpty)
        return try KeyedArchiveDecoder().decode(Value.self, from: bytes)
    }

    private func expectCopy<Value: Codable & Equatable>(
        of value: Value,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try copy(of: value) == value, sourceLocation: sourceLocation)
    }

    struct Numbers: Codable, Equatable {
        var int = Int.min
        var int8 = Int8.min
        var int16 = Int16.min
        var int32 = Int32.min
        var int64 = Int64.max
        var uint = UInt.max
        var uint8 = UInt8.max
        var uint16 = UInt16.max
        var uint32 = UInt32.max
        var uint64 = UInt64.max
        var float = Float(0.1)
        var double = 0.1
        var bool = true
    }

    indirect enum Tree: Codable, Equatable {
        case leaf
        case value(Int)
        case pair(left: Tree, right: Tree?)
    }

    struct Nested: Codable, Equatable {
        struct Inner: Codable, Equatable {
            var name: String
            var list: [Int?]
        }
        var inner: Inner
        var optional: Inner?
        var list: [Inner]
        var byName: [String: Inner]
        var byNumber: [Int: String]
        var byReal: [Double: [Bool]]
        var set: Set<String>
        var empty: [Int]
        var none: String?
    }

    @Test func `values of every shape come back: numbers, values in values, enumerations, scalars and empty ones`()
        throws
    {
        try expectCopy(of: Numbers())
        try expectCopy(of: [Numbers(), Numbers()])
        let inner = Nested.Inner(name: "a", list: [1, nil, 3])
        try expectCopy(
            of: Nested(
                inner: inner, optional: inner, list: [inner, inner], byName: ["x": inner, "": inner],
                byNumber: [1: "one", -2: "two"], byReal: [0.5: [true], 1: []], set: ["a", "b"], empty: []))
        try expectCopy(of: Tree.leaf)
        try expectCopy(of: Tree.pair(left: .value(1), right: .pair(left: .leaf, right: nil)))
        try expectCopy(of: 5)
        try expectCopy(of: "text")
        try expectCopy(of: 0.5)
        try expectCopy(of: false)
        try expectCopy(of: UInt64.max)
        try expectCopy(of: Int?.none)
        try expectCopy(of: [String]())
        try expectCopy(of: [String: Int]())
        try expectCopy(of: ["ключ": ["значение"]])
        struct Empty: Codable, Equatable {}
        try expectCopy(of: Empty())
        try expectCopy(of: [Empty(), Empty()])
    }

    @Test func `superclasses under their own key`() throws {
        class Base: Codable {
            var name: String
            init(name: String) { self.name = name }
        }
        final class Derived: Base {
            var name2: Int
            enum CodingKeys: String, CodingKey { case name2 = "name" }
            init() {
                name2 = 5
                super.init(name: "base")
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(name2, forKey: .name2)
                try super.encode(to: container.superEncoder())
            }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                name2 = try container.decode(Int.self, forKey: .name2)
                try super.init(from: container.superDecoder())
            }
        }
        let derived = try copy(of: Derived())
        #expect(derived.name == "base" && derived.name2 == 5)
    }

    @Test func `containers within containers`() throws {
        struct Odd: Codable, Equatable {
            var numbers: [[Int]] = [[1], [], [2, 3]]
            enum CodingKeys: CodingKey { case outer, inner }
            init() {}
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                var outer = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .outer)
                var lists = outer.nestedUnkeyedContainer(forKey: .inner)
                for list in numbers {
                    var inner = lists.nestedUnkeyedContainer()
                    for number in list { try inner.encode(number) }
                }
            }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                let outer = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .outer)
                var lists = try outer.nestedUnkeyedContainer(forKey: .inner)
                numbers = []
                while !lists.isAtEnd {
                    var inner = try lists.nestedUnkeyedContainer()
                    var list: [Int] = []
                    while !inner.isAtEnd { list.append(try inner.decode(Int.self)) }
                    numbers.append(list)
                }
            }
        }
        try expectCopy(of: Odd())
    }

    // MARK: Classes

    @Test func `types with a class are objects, for which their values need keys`() throws {
        var objects = KeyedArchiveEncoder()
        objects.setClassName("XTree", superclasses: ["XBase", "NSObject"], for: Nested.Inner.self)
        let inner = Nested.Inner(name: "a", list: [1, nil])
        let archived: [UInt8] = try objects.encode([inner, inner])
        let archive = try KeyedArchive(archived)
        let uid = try #require(try archive.uids(ofClass: "XTree").first)
        let record = try #require(try archive.record(at: uid))
        try expectRows {
            try (
                archive.archivedClass(at: record.classUID),
                ArchivedClass(name: "XTree", hierarchy: ["XTree", "XBase", "NSObject"])
            )
            (Set(record.fields.map(\.key.repaired)), ["name", "list"])
            (try KeyedArchiveDecoder().decode([Nested.Inner].self, from: archived), [inner, inner])
        }
        struct List: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try container.encode(1)
            }
        }
        var encoder = KeyedArchiveEncoder()
        encoder.setClassName("List", for: List.self)
        #expect(throws: EncodingError.self) { let _: [UInt8] = try encoder.encode(List()) }
        encoder.setClassName(nil, for: List.self)
        let bytes: [UInt8] = try encoder.encode(List())
        #expect(try KeyedArchiveDecoder().decode([Int].self, from: bytes) == [1])
    }

    @Test func `fields of objects are values or references`() throws {
        struct Item: Codable, Equatable {
            enum CodingKeys: String, CodingKey { case count, ratio, flag, name, none, price = "$price", large }
            var count = 5
            var ratio = 0.5
            var flag = true
            var name = "x"
            var none: String??
            var price = 3
            var large = UInt64.max
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(count, forKey: .count)
                try container.encode(ratio, forKey: .ratio)
                try container.encode(flag, forKey: .flag)
                try container.encode(name, forKey: .name)
                try container.encodeNil(forKey: .none)
                try container.encode(price, forKey: .price)
                try container.encode(large, forKey: .large)
            }
        }
        var encoder = KeyedArchiveEncoder()
        encoder.setClassName("Item", for: Item.self)
        let bytes: [UInt8] = try encoder.encode(Item())
        let record = try #require(try KeyedArchive(bytes).record(at: 1))
        #expect(record["count"] == 5 && record["ratio"] == 0.5 && record["flag"] == true && record["$$price"] == 3)
        #expect(record["none"] == .uid(.null))
        guard case .uid = record["name"] else {
            Issue.record("text is not a reference")
            return
        }
        let item = try KeyedArchiveDecoder().decode(Item.self, from: bytes)
        #expect(item.count == 5 && item.name == "x" && item.price == 3 && item.large == .max)
    }

    @Test func `a type may be codable and have its own object`() throws {
        struct Celsius: Codable, CodableAsObject, Equatable {
            static var codedClassName: String { "Celsius" }
            var degrees: Double
            init(degrees: Double) { self.degrees = degrees }
            func encode(with archiver: KeyedArchiver) throws { try archiver.encode(degrees, forKey: "deg") }
            init(coder unarchiver: KeyedUnarchiver) throws { degrees = try unarchiver.decodeDouble(forKey: "deg") }
        }
        let bytes: [UInt8] = try KeyedArchiveEncoder().encode(["now": [Celsius(degrees: 20)]])
        #expect(try KeyedArchive(bytes).uids(ofClass: "Celsius").count == 1)
        #expect(
            try KeyedArchiveDecoder().decode([String: [Celsius]].self, from: bytes) == ["now": [Celsius(degrees: 20)]])
        try expectCopy(of: Set([[1, 2], [3]]))
    }

    // MARK: Options

    @Test func `equal values give equal bytes`() throws {
        let values = ["b": Set(["x", "y", "z"]), "a": []]
        let first: [UInt8] = try KeyedArchiveEncoder().encode(values)
        for _ in 0..<5 {
            let other: [UInt8] = try KeyedArchiveEncoder().encode(values.mapValues { Set($0.shuffled()) })
            #expect(other == first)
        }
    }

    @Test func `the form is chosen`() throws {
        var encoder = KeyedArchiveEncoder()
        encoder.outputFormat = .xml
        let bytes: [UInt8] = try encoder.encode([1])
        #expect(bytes.starts(with: Array("<?xml".utf8)))
        #expect(try KeyedArchiveDecoder().decode([Int].self, from: bytes) == [1])
    }

    @Test func `values that encode nothing, or nest too deep, are errors, as is any where no level is allowed`()
        throws
    {
        struct Nothing: Encodable { func encode(to encoder: any Encoder) throws {} }
        #expect(throws: EncodingError.self) { let _: [UInt8] = try KeyedArchiveEncoder().encode(Nothing()) }
        var encoder = KeyedArchiveEncoder()
        encoder.limits = Limits(depth: 0)
        #expect(code { let _: [UInt8] = try encoder.encode(1) } == .limitExceeded)
        #expect(code { let _: [UInt8] = try encoder.encode([1]) } == .limitExceeded)
        var tree = KeyedArchiveEncoderTests.Tree.leaf
        for _ in 0..<2000 { tree = .pair(left: tree, right: nil) }
        #expect(throws: (any Error).self) { let _: [UInt8] = try KeyedArchiveEncoder().encode(tree) }
    }
}
