import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What a hook puts in the place of an object is checked like what was decoded.
@Suite struct SubstitutedContainerTests {
    final class Secret: Codingable {
        static var codedClassName: String { "Secret" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// Decodes as an array of what it holds.
    final class Maker: Codingable {
        static var codedClassName: String { "Maker" }
        let secret: Secret

        init() { secret = Secret() }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(secret, forKey: "secret")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            secret = try unarchiver.decode(Secret.self, forKey: "secret")
        }

        func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
            ArchivedArray([secret])
        }
    }

    @Test func `a container is not handed to a call, first or later, that does not allow its contents`() throws {
        let maker = Maker()
        let archiver = KeyedArchiver()
        try archiver.encode(maker, forKey: "a")
        try archiver.encode(maker, forKey: "b")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        #expect(try unarchiver.decodeObject(of: [Maker.self, ArchivedArray.self], forKey: "a") is ArchivedArray)
        #expect(throws: ArchiveError.self) { try unarchiver.decodeObject(of: ArchivedArray.self, forKey: "b") }

        let contents: [any Codingable] = [
            ArchivedArray([Secret()]), ArchivedArray([ArchivedArray([Secret()])]), ArchivedSet([Secret()]),
            ArchivedDictionary([(key: "secret", value: Secret())]),
        ]
        for content in contents {
            let archiver = KeyedArchiver()
            try archiver.encode(ArchivedArray([content]), forKey: "a")
            var registry = ClassRegistry.standard
            registry.register(Secret.self)
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes, registry: registry)
            let containers: [any Codingable.Type] = [
                ArchivedArray.self, ArchivedSet.self, ArchivedDictionary.self, String.self,
            ]
            #expect(try unarchiver.decodeObject(of: containers + [Secret.self], forKey: "a") is ArchivedArray)
            let error = #expect(throws: ArchiveError.self) { try unarchiver.decodeObject(of: containers, forKey: "a") }
            try expectRows {
                (error?.code, .unexpectedClass)
                (error?.className, "Secret")
                try unarchiver.decodeObject(of: containers + [Secret.self], forKey: "a") is ArchivedArray
            }
        }
    }

    /// Registers itself and is replaced by a value.
    final class Inner: Codingable {
        static var codedClassName: String { "Inner" }
        nonisolated(unsafe) static var count = 0

        init() { Self.count += 1 }
        deinit { Self.count -= 1 }

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            Self.count += 1
            try unarchiver.register(self)
        }

        func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { 5 }
    }

    /// Registers itself and fails.
    final class Outer: Codingable {
        static var codedClassName: String { "Outer" }
        init() {}

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(Inner(), forKey: "inner")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.register(self)
            _ = try unarchiver.decodeObject(of: [Inner.self, Int.self], forKey: "inner")
            throw ArchiveError(.invalidValue, "never good")
        }
    }

    @Test func `an instance whose place a value took is released, however often decoding fails`() throws {
        let archiver = KeyedArchiver()
        try archiver.encode(Outer(), forKey: "root")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        for _ in 0..<20 {
            #expect { try unarchiver.decodeObject(of: Outer.self, forKey: "root") } throws: {
                ($0 as? ArchiveError)?.reason.contains("never good") == true
            }
        }
        #expect(Inner.count == 0)
    }

    /// A dictionary in a property list.
    struct Point: Codingable, PropertyListValue, Equatable {
        static var codedClassName: String { "Point" }
        var x: Int64

        init(x: Int64) { self.x = x }
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws { x = 0 }
        var propertyListValue: PropertyList { ["x": .integer(x)] }
        init?(propertyListValue: PropertyList) { nil }
    }

    final class Pointing: KeyedUnarchiverDelegate {
        func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) -> (any Codingable)? {
            object as? String == "point" ? Point(x: 3) : object
        }
    }

    @Test func `a value that stands for a dictionary is decoded as one`() throws {
        struct Fields: Decodable, Equatable {
            var x: Int
        }
        let archiver = KeyedArchiver()
        try archiver.encode(ArchivedArray(["point", "point"]), forKey: "list")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        let delegate = Pointing()
        unarchiver.delegate = delegate
        #expect(try unarchiver.decodePropertyList(forKey: "list") == [["x": 3], ["x": 3]])
        #expect(try unarchiver.decodeDecodable([Fields].self, forKey: "list") == [Fields(x: 3), Fields(x: 3)])
    }

    /// Decodes a list that all objects of its class share.
    final class Walker: Codingable {
        static var codedClassName: String { "Walker" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            _ = try unarchiver.decodeDecodable([Int].self, forKey: "list")
        }
    }

    @Test func `many objects that walk one list are charged for it each time`() throws {
        let walkers = (0..<400).map { _ in
            PropertyList.dictionary(["list": .uid(3), "$class": .uid(4)])
        }
        let references = (0..<400).map { PropertyList.uid(UID(UInt64(6 + $0))) }
        var archive = SmallArchive(
            ["NS.objects": .array(PropertyListArray(references)), "$class": .uid(5)],
            7,
            ["NS.objects": .array(PropertyListArray(Array(repeating: .uid(2), count: 2000))), "$class": .uid(5)],
            .classRecord("Walker", "NSObject"),
            .classRecord("NSArray", "NSObject"))
        archive.objects += walkers
        let bytes = try archive.bytes()
        #expect {
            try KeyedUnarchiver.unarchivedObject(of: [Walker].self, from: bytes, limits: .default.exact)
        } throws: {
            ($0 as? ArchiveError)?.code == .limitExceeded
        }
    }
}
