import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Containers of the encoder: when what is written into them counts, and what they say of their place.
@Suite struct TreeEncoderTests {
    struct Failure: Error {}

    @Test func `containers keep the place at which they were made, whenever and by what turns they are filled`() throws
    {
        let turns = try ClosureEncodable.list { encoder in
            var outer = encoder.container(keyedBy: AnyKey.self)
            var first = outer.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("first"))
            var second = outer.nestedUnkeyedContainer(forKey: AnyKey("second"))
            for number in 0..<3 {
                try first.encode(number, forKey: AnyKey("n\(number)"))
                try second.encode(number)
                try outer.encode(number, forKey: AnyKey("o\(number)"))
            }
            var again = encoder.container(keyedBy: AnyKey.self)
            try again.encode(true, forKey: AnyKey("again"))
        }
        let byTurns: PropertyList = [
            "again": true, "first": ["n0": 0, "n1": 1, "n2": 2], "o0": 0, "o1": 1, "o2": 2, "second": [0, 1, 2],
        ]
        #expect(turns == byTurns)
        let list = try ClosureEncodable.list { encoder in
            var outer = encoder.unkeyedContainer()
            var early = outer.nestedUnkeyedContainer()
            let base = outer.superEncoder()
            try outer.encode("late")
            #expect(outer.count == 3)
            try [1, 2].encode(to: base)
            try early.encode("early")
        }
        #expect(list == [["early"], [1, 2], "late"])
    }

    /// Lists in a list, of types that the encoder knows and of others: three levels, of which the innermost are
    /// scalars.
    static let lists: [any Encodable & Sendable] = [
        [["a"]], [[1]], [[1.5]], [[true]], [[Int16(1)]], [[Float(0.5)]], ["k": ["a"]], ["k": [1]], ["k": [1.5]],
    ]

    @Test(.rows)
    func `the limit on depth is the same for elements of every type`() {
        forEachRow(Self.lists.indices) { (index: Int) throws in
            let list = Self.lists[index]
            #expect(throws: Never.self) { try ClosureEncodable.archive(list, limits: Limits(depth: 3)) }
            let error = #expect(throws: ArchiveError.self) {
                try ClosureEncodable.archive(list, limits: Limits(depth: 2))
            }
            #expect(error?.code == .limitExceeded)
            #expect(error?.reason.contains("the limit `depth` of 2") == true)
        }
    }

    @Test func `what a superclass encodes is under the key super, or the one that is named`() throws {
        let list = try ClosureEncodable.list { encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            try 1.encode(to: container.superEncoder())
            try 2.encode(to: container.superEncoder(forKey: AnyKey("base")))
            _ = container.superEncoder(forKey: AnyKey("empty"))
        }
        #expect(list == ["base": 2, "empty": [:], "super": 1])
    }

    @Test func `of several values under one key the last counts, whatever they are`() throws {
        let list = try ClosureEncodable.list { encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            var lost = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("a"))
            try container.encode(["x"], forKey: AnyKey("b"))
            try container.encode(1, forKey: AnyKey("a"))
            try container.encodeNil(forKey: AnyKey("b"))
            try lost.encode(2, forKey: AnyKey("lost"))
        }
        #expect(list == ["a": 1, "b": "$null"])
    }

    @Test func `a value that throws leaves nothing behind`() throws {
        let failing = ClosureEncodable { encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode("half", forKey: AnyKey("done"))
            throw Failure()
        }
        let list = try ClosureEncodable.list { encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode("before", forKey: AnyKey("a"))
            for key in ["a", "b"] {
                #expect(throws: Failure.self) { try container.encode(failing, forKey: AnyKey(key)) }
            }
            var elements = container.nestedUnkeyedContainer(forKey: AnyKey("c"))
            #expect(throws: Failure.self) { try elements.encode(failing) }
            #expect(elements.count == 0)
            let base = container.superEncoder(forKey: AnyKey("d"))
            var single = base.singleValueContainer()
            #expect(throws: Failure.self) { try single.encode(failing) }
            try single.encode("after")
        }
        #expect(list == ["a": "before", "c": [], "d": "after"])
    }

    @Test func `a list that was encoded whole can be added to`() throws {
        func list(_ whole: some Encodable & Sendable, _ further: some Encodable & Sendable) throws -> PropertyList? {
            try ClosureEncodable.list { encoder in
                var single = encoder.singleValueContainer()
                try single.encode(whole)
                var container = encoder.unkeyedContainer()
                try container.encode(further)
            }
        }
        try expectRows {
            (try list(["a", "b"], "c"), ["a", "b", "c"])
            (try list([1, 2], 3.5), [1, 2, 3.5])
            (try list([0.5], true), [0.5, true])
            (try list([true], [1]), [true, [1]])
        }
    }

    @Test func `a mistake that could not be thrown is thrown when the value ends, and by all that follow`() throws {
        let confused = ClosureEncodable { encoder in
            _ = encoder.unkeyedContainer()
            var container = encoder.container(keyedBy: AnyKey.self)
            try container.encode(1, forKey: AnyKey("lost"))
        }
        var failures = 0
        let value = ClosureEncodable { encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            do { try container.encode(confused, forKey: AnyKey("a")) } catch is EncodingError { failures += 1 }
            do { try container.encode([1], forKey: AnyKey("b")) } catch is EncodingError { failures += 1 }
        }
        #expect(throws: EncodingError.self) { try ClosureEncodable.archive(value) }
        #expect(failures == 2)
    }

    @Test func `an encoder that outlives its value knows its path and changes nothing`() throws {
        var kept: (any Encoder)?
        let bytes = try ClosureEncodable.archive([
            "a": [
                ClosureEncodable { encoder in
                    kept = encoder
                    var container = encoder.unkeyedContainer()
                    try container.encode(1)
                }
            ]
        ])
        let encoder = try #require(kept)
        #expect(encoder.codingPath.map(\.stringValue) == ["a", "Index 0"])
        #expect(encoder.codingPath.map(\.intValue) == [nil, 0])
        var container = encoder.unkeyedContainer()
        try container.encode(2)
        #expect(container.count == 2)
        #expect(try ClosureEncodable.archive(["a": [[1]]]) == bytes)
    }

    @Test func `containers made in one another without end do not overflow the stack`() throws {
        let count = TestScale.count(500_000, quick: 50_000)
        let value = ClosureEncodable { encoder in
            var container = encoder.unkeyedContainer()
            for _ in 1..<count { container = container.nestedUnkeyedContainer() }
            try container.encode("innermost")
            #expect(container.codingPath.count == count - 1)
        }
        #expect(try ClosureEncodable.archive(value, limits: .unlimited).isEmpty == false)
    }

    class Plain: Encodable {
        var name = "plain"
    }

    final class Dated: Plain, PropertyListValue, @unchecked Sendable {
        let propertyListValue: PropertyList = .date(5)
        override init() { super.init() }
        init?(propertyListValue: PropertyList) { nil }
    }

    @Test func `a value of a property list is one by its own class, not by that of its variable`() throws {
        #expect(try ClosureEncodable.list([Plain(), Dated()]) == [["name": "plain"], .date(5)])
        #expect(try ClosureEncodable.list([Dated(), nil] as [Plain?]) == [.date(5), "$null"])
    }
}
