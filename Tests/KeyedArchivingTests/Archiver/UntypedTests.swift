import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

private protocol Animal: Codingable {}

/// Values whose types aren't known when they are encoded or decoded.
struct UntypedTests {
    private final class Dog: Animal {
        static var codedClassName: String { "Dog" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    private struct Cat: Animal {
        static var codedClassName: String { "Cat" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// A class with a dictionary of anything, which may hold the object itself.
    private final class Owner: Codingable {
        static var codedClassName: String { "Owner" }
        var info: [String: Any] = [:]
        init() {}
        func encode(with archiver: KeyedArchiver) throws { try archiver.encodeAny(info, forKey: "info") }
        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.register(self)
            info = try unarchiver.decodeAny(forKey: "info") as? [String: Any] ?? [:]
        }
    }

    private struct Plain {}
    private struct Unknown: Hashable {}

    private func copy(_ value: Any?, of types: [any Codingable.Type] = []) throws -> Any? {
        let bytes = try archive { try $0.encodeAny(value, forKey: "value") }
        return try KeyedUnarchiver(forReadingFrom: bytes).decodeAny(of: types, forKey: "value")
    }

    @Test func `a dictionary of anything comes back as one`() throws {
        let dog = Dog()
        let info: [String: Any] = [
            "name": "Ada", "age": 36, "height": 1.5, "isMember": true, "tags": ["a", 1] as [Any],
            "nested": ["x": ["y": 2] as [String: Any]] as [String: Any], "dog": dog, "again": dog,
            "none": Optional<Int>.none as Any, "some": Optional<Int>.some(7) as Any,
            "numbers": [1: "one"] as [AnyHashable: Any], "set": ["a", "b"] as Set<AnyHashable>,
        ]
        let copy = try #require(try copy(info, of: [Dog.self]) as? [String: Any])
        expectRows {
            (copy.count, info.count)
            (copy["name"] as? String, "Ada")
            (copy["age"] as? Int, 36)
            (copy["height"] as? Double, 1.5)
            (copy["isMember"] as? Bool, true)
            ((copy["tags"] as? [Any])?.first as? String, "a")
            ((copy["tags"] as? [Any])?.last as? Int, 1)
            (((copy["nested"] as? [String: Any])?["x"] as? [String: Any])?["y"] as? Int, 2)
            copy["dog"] as? Dog === copy["again"] as? Dog
            copy["dog"] is Dog
            copy["none"] is ArchivedNull
            (copy["some"] as? Int, 7)
            ((copy["numbers"] as? [AnyHashable: Any])?[1] as? String, "one")
            (copy["set"] as? Set<AnyHashable>, ["a", "b"])
        }
    }

    @Test func `the same dictionary is the same bytes`() throws {
        var first: [String: Any] = [:]
        var second: [String: Any] = [:]
        for number in 0..<50 { first["\(number)"] = number }
        for number in (0..<50).reversed() { second["\(number)"] = number }
        #expect(
            try archive { try $0.encodeAny(first, forKey: "root") }
                == archive { try $0.encodeAny(second, forKey: "root") })
    }

    @Test func `nil is nil, inside however many optionals, and inline scalars are values, too`() throws {
        try expectRows {
            (try copy(nil), nil)
            (try copy(Optional<Int?>.some(nil) as Any?), nil)
            try copy(ArchivedNull()) is ArchivedNull
        }

        let bytes = try archive {
            try $0.encode(3, forKey: "integer")
            try $0.encode(2.5, forKey: "real")
            try $0.encode(true, forKey: "boolean")
            try $0.encodeInlineString("text", forKey: "text")
            try $0.encodeBytes([1, 2], forKey: "bytes")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        try expectRows {
            (try unarchiver.decodeAny(forKey: "integer") as? Int, 3)
            (try unarchiver.decodeAny(forKey: "real") as? Double, 2.5)
            (try unarchiver.decodeAny(forKey: "boolean") as? Bool, true)
            (try unarchiver.decodeAny(forKey: "text") as? String, "text")
            try (unarchiver.decodeAny(forKey: "bytes") as? ArchivedData, ArchivedData([1, 2]))
            (try unarchiver.decodeAny(forKey: "missing"), nil)
        }
    }

    @Test func `the error of a value that can't be archived has the key and the path to it`() throws {
        let error = #expect(throws: ArchiveError.self) {
            _ = try archive { try $0.encodeAny([Plain()], forKey: "list") }
        }
        expectRows {
            (error?.code, .unrepresentable)
            (error?.reason.contains("Plain"), true)
            (error?.key, "list")
        }

        let values: [(path: String, value: Any)] = [
            ("value[1]", ["a", Plain()] as [Any]), ("value.b", ["a": 1, "b": Plain()] as [String: Any]),
            ("value.b[0].\"two words\"", ["b": [["two words": Plain()]]] as [String: Any]), ("value", Plain()),
            ("value", [Unknown()] as Set<Unknown>), ("value.\"NS.keys\"", [Unknown(): 1] as [AnyHashable: Any]),
            ("value.\"NS.objects\"", [7: Plain()] as [AnyHashable: Any]),
        ]
        for (path, value) in values {
            let error = #expect(throws: ArchiveError.self) {
                _ = try archive { try $0.encodeAny(value, forKey: "value") }
            }
            #expect(error?.code == .unrepresentable)
            #expect(error?.path?.description == path)
        }
    }

    @Test func `lists and dictionaries of existentials are objects of their classes`() throws {
        let pets: [any Animal] = [Dog(), Cat()]
        let values: [String: any Codingable] = ["b": "x", "a": 1]
        let bytes = try archive {
            try $0.encode(pets, forKey: "pets")
            try $0.encode(values, forKey: "values")
            try $0.encode(["a", 1], forKey: "mixed")
            try $0.encode([], forKey: "empty")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let copies = try unarchiver.decodeArrayOfObjects(of: [Dog.self, Cat.self], forKey: "pets")
        #expect(copies?.first is Dog)
        #expect(copies?.last is Cat)
        let entries = try unarchiver.decodeDictionary(ofKeys: [String.self], objects: [Int.self], forKey: "values")
        try expectRows {
            (entries?.map { $0.key as? String }, ["a", "b"])
            ((try unarchiver.decodeAny(forKey: "mixed") as? [Any])?.count, 2)
            ((try unarchiver.decodeAny(forKey: "empty") as? [Any])?.isEmpty, true)
        }
    }

    @Test func `a class that isn't allowed is refused, and one that the enclosing call allows is not`() throws {
        let bytes = try archive { try $0.encodeAny([Dog()], forKey: "value") }
        var registry = ClassRegistry.standard
        registry.register(Dog.self)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry)
        #expect(code { _ = try unarchiver.decodeAny(forKey: "value") } == .unexpectedClass)
        #expect(try (unarchiver.decodeAny(of: [Dog.self], forKey: "value") as? [Any])?.first is Dog)
    }

    @Test func `an object may be in its own dictionary, and a collection that holds itself is an error`() throws {
        let owner = Owner()
        owner.info = ["self": owner, "list": [1, 2]]
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: owner)
        owner.info = [:]
        let copy = try #require(try KeyedUnarchiver.unarchivedObject(of: Owner.self, from: bytes))
        #expect(copy.info["self"] as? Owner === copy)
        copy.info = [:]

        let array = ArchivedArray()
        array.elements = [array]
        defer { array.elements = [] }
        let cyclic = try KeyedArchiver.archivedBytes(withRootObject: array)
        #expect(code { _ = try KeyedUnarchiver(forReadingFrom: cyclic).decodeAny(forKey: "root") } == .cycle)
    }

    @Test func `shared collections are made once, so that doubling them does no harm`() throws {
        var array = ArchivedArray(["x"])
        for _ in 0..<40 { array = ArchivedArray([array, array]) }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: array)
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, limits: .untrusted.exact)
        #expect((try unarchiver.decodeAny(forKey: "root") as? [Any])?.count == 2)
    }

    @Test func `collections may nest as deep as the limit, and no deeper, whenever they were decoded`() throws {
        var array = ArchivedArray(["x"])
        for _ in 0..<20_000 { array = ArchivedArray([array]) }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: array, limits: .unlimited)
        #expect(code { _ = try KeyedUnarchiver(forReadingFrom: bytes).decodeAny(forKey: "root") } == .limitExceeded)

        func nested(_ count: Int, around innermost: [ArchivedArray]) -> ArchivedArray {
            (1..<count).reduce(ArchivedArray(innermost)) { array, _ in ArchivedArray([array]) }
        }
        for (count, isWithin) in [(8, true), (9, false)] {
            let inner = nested(12, around: [])
            let bytes = try archive {
                try $0.encode(inner, forKey: "inner")
                try $0.encode(nested(count, around: [inner]), forKey: "outer")
            }
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, limits: Limits(depth: 20))
            #expect(try unarchiver.decodeAny(forKey: "inner") is [Any])
            let error = code { _ = try unarchiver.decodeAny(forKey: "outer") }
            #expect(error == (isWithin ? nil : .limitExceeded))
        }
    }

    @Test func `what isn't equal to itself is refused in a set and among the keys of a dictionary`() throws {
        let key = ArchivedDictionary([(key: Double.nan, value: 1), (key: 2.0, value: 2)])
        for object in [ArchivedSet([Double.nan, 1.0]) as any Codingable, key] {
            #expect(code { _ = try copy(object) } == .invalidValue)
        }
        #expect((try copy(ArchivedSet([1.5, 2.5])) as? Set<AnyHashable>)?.count == 2)
    }
}
