import Fuzzing
import SequentialArchives
import TestSupport
import Testing

/// Cycles, sharing, depth.
@Suite struct GraphTests {
    private final class Person: SequentialCodingable {
        static var codedClassName: String { "Person" }
        var name: String
        var friend: Person?
        weak var owner: Person?

        init(_ name: String) { self.name = name }

        func encode(with archiver: SequentialArchiver) throws {
            try archiver.encodeString(name)
            try archiver.encode(friend)
            try archiver.encodeConditionalObject(owner)
        }

        init(coder unarchiver: SequentialUnarchiver) throws {
            name = try unarchiver.decodeString() ?? ""
            if name != "unregistered" { try unarchiver.register(self) }
            friend = try unarchiver.decodeObject(of: Person.self)
            owner = try unarchiver.decodeObject(of: Person.self)
        }
    }

    @Test func `a cycle comes back where the type registers itself, and is else an error that names the cures`() throws
    {
        let ada = Person("Ada")
        ada.friend = Person("Bob")
        ada.friend?.friend = ada
        defer { ada.friend = nil }
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: ada)
        let read = try #require(try SequentialUnarchiver.unarchivedObject(of: Person.self, from: bytes))
        #expect(read.friend?.name == "Bob")
        #expect(read.friend?.friend === read)
        read.friend = nil

        let person = Person("unregistered")
        person.friend = person
        defer { person.friend = nil }
        let others = try SequentialArchiver.archivedBytes(withRootObject: person)
        let error = #expect(throws: ArchiveError.self) {
            try SequentialUnarchiver.unarchivedObject(of: Person.self, from: others)
        }
        expectRows {
            (error?.code, .cycle)
            (error?.reason, "the object of class \"Person\" is needed while it is still being decoded")
            (error?.remedy?.contains("register(self)"), true)
            (error?.className, "Person")
        }
    }

    /// Registers itself, and then another instance.
    private final class Impostor: SequentialCodingable {
        static var codedClassName: String { "Impostor" }
        init() {}
        func encode(with archiver: SequentialArchiver) throws {}
        init(coder unarchiver: SequentialUnarchiver) throws {
            try unarchiver.register(self)
            try unarchiver.register(self)
            try unarchiver.register(Impostor())
        }
    }

    @Test func `a second instance that is registered for an object is an error, the same one again is not`() throws {
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: Impostor())
        let error = #expect(throws: ArchiveError.self) {
            try SequentialUnarchiver.unarchivedObject(of: Impostor.self, from: bytes)
        }
        #expect(error?.code == .invalidArchiveOperation)
        #expect(error?.reason.contains("another instance is registered") == true)
    }

    @Test func `a conditional object is written where something else writes it`() throws {
        let (ada, bob) = (Person("Ada"), Person("Bob"))
        bob.owner = ada
        let alone = try SequentialArchiver.archivedBytes(withRootObject: bob)
        #expect(try SequentialUnarchiver.unarchivedObject(of: Person.self, from: alone)?.owner == nil)
        #expect(try SequentialArchive(alone).objects(ofClass: "Person").count == 1)
        let both = try SequentialArchiver.archivedBytes(withRootObject: SequentialArray([bob, ada]))
        let unarchiver = try SequentialUnarchiver(forReadingFrom: both)
        unarchiver.registry.register(Person.self)
        let array = try #require(try unarchiver.decodeObject(of: SequentialArray.self))
        #expect((array.elements[0] as? Person)?.owner === array.elements[1] as? Person)
        #expect((array.elements[1] as? Person)?.name == "Ada")
        #expect(throws: ArchiveError(.invalidArchiveOperation, "")) {
            try SequentialArchiver().encodeConditionalObject(ada)
        }
    }

    @Test func `a root object inside another is refused`() throws {
        struct Nested: SequentialCodingable {
            static var codedClassName: String { "Nested" }
            init() {}
            func encode(with archiver: SequentialArchiver) throws { try archiver.encodeRootObject(nil) }
            init(coder unarchiver: SequentialUnarchiver) throws {}
        }
        #expect(throws: ArchiveError(.invalidArchiveOperation, "")) {
            try SequentialArchiver.archivedBytes(withRootObject: Nested())
        }
    }

    @Test func `instances keep their identity, and values have none`() throws {
        struct Point: SequentialCodingable {
            static var codedClassName: String { "Point" }
            var x = 1.5
            init() {}
            func encode(with archiver: SequentialArchiver) throws { try archiver.encodeValue(x) }
            init(coder unarchiver: SequentialUnarchiver) throws { x = try unarchiver.decodeValue(Double.self) }
        }
        let (text, point) = (SequentialString("once"), Point())
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: SequentialArray([text, text, point, point]))
        let archive = try SequentialArchive(bytes)
        #expect(archive.objects(ofClass: "NSString").count == 1)
        #expect(archive.objects(ofClass: "Point").count == 2)
    }

    @Test func `objects that nest 100,000 deep are decoded and released on a small stack`() throws {
        var stream = StreamBytes()
        stream.add(StreamBytes.new("@"), StreamBytes.object("X"))
        for _ in 1..<100_000 { stream.add([StreamBytes.reference(0), 0x84, StreamBytes.reference(1)]) }
        stream.add(Array(repeating: StreamBytes.end, count: 100_000))
        let bytes = stream.bytes
        let depth = try SmallStack.run(size: SmallStack.least) {
            var node = try SequentialUnarchiver.unarchivedObject(from: bytes) as? UnknownSequentialObject
            let root = node
            var depth = 0
            while let next = node {
                depth += 1
                node = next.values.first?.object as? UnknownSequentialObject
            }
            _ = root
            return depth
        }
        #expect(depth == 100_000)
    }

    @Test func `arrays that nest deep are decoded, and encoding them is refused at the limit`() throws {
        var array = SequentialArray([])
        for _ in 1..<1000 { array = SequentialArray([array]) }
        let error = #expect(throws: ArchiveError.self) {
            try SequentialArchiver.archivedBytes(withRootObject: array)
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.reason.contains("`depth` of 512") == true)
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: array, limits: Limits(depth: 1000))
        #expect(
            try SequentialUnarchiver.unarchivedObject(of: SequentialArray.self, from: bytes, limits: .untrusted.exact)
                != nil)
    }

    @Test func `objects of a type that recurses are refused at the limit, or where the stack ends`() throws {
        let ada = Person("Ada")
        var last = ada
        for _ in 0..<600 {
            last.friend = Person("")
            last = last.friend ?? last
        }
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: ada, limits: Limits(depth: 5000))
        #expect(throws: ArchiveError(.limitExceeded, "")) {
            try SequentialUnarchiver.unarchivedObject(of: Person.self, from: bytes)
        }
        #expect(throws: ArchiveError(.limitExceeded, "")) {
            try SmallStack.run(size: SmallStack.least) {
                try SequentialUnarchiver.unarchivedObject(of: Person.self, from: bytes, limits: .unlimited)?.name
            }
        }
    }

    @Test func `containers that are doubled level by level, or contain themselves, are decoded once each`() throws {
        var level = SequentialArray([SequentialString("leaf")])
        for _ in 0..<60 { level = SequentialArray([level, level]) }
        let doubled = try SequentialArchiver.archivedBytes(withRootObject: level)
        #expect(doubled.count < 1000)
        let top = try #require(try SequentialUnarchiver.unarchivedObject(of: SequentialArray.self, from: doubled))
        #expect(top.elements[0] as AnyObject === top.elements[1] as AnyObject)

        let array = SequentialArray([])
        array.elements = [array]
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: array)
        let read = try #require(try SequentialUnarchiver.unarchivedObject(of: SequentialArray.self, from: bytes))
        #expect(read.elements[0] as AnyObject === read)
        #expect(try SequentialArchiver.archivedBytes(withRootObject: read) == bytes)
        array.elements = []
        read.elements = []
    }
}
