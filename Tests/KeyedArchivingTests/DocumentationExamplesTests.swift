import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The types that documentation comments show as examples, which are encoded and decoded; the files beside this one
/// have the calls.
///
/// Blocks with an ellipsis leave something out and are not here.
struct TypeExamples {
    final class Person: Codingable {
        static var codedClassName: String { "Person" }
        var name: String
        var friend: Person?

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(name, forKey: "name")
            try archiver.encode(friend, forKey: "friend")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            try unarchiver.register(self)  // a friend may refer back to this person
            friend = try unarchiver.decodeObject(of: Person.self, forKey: "friend")
        }
    }

    final class Signal: Codingable {
        let samples: [Double]

        func encode(with archiver: KeyedArchiver) throws {}

        required init(coder unarchiver: KeyedUnarchiver) throws {
            let packed = try unarchiver.decodeBytes(forKey: "samples") ?? []
            try unarchiver.charge(8 * packed.count)
            samples = packed.map { Double($0) / 255 }
        }
    }

    enum Cycles {
        final class Node: Codingable {
            var name: String
            var children: [Node]

            func encode(with archiver: KeyedArchiver) throws {}

            required init(coder unarchiver: KeyedUnarchiver) throws {
                name = try unarchiver.decode(String.self, forKey: "name")
                children = []
                try unarchiver.register(self)
                children = try unarchiver.decode([Node].self, forKey: "children")
            }
        }
    }

    enum Phases {
        final class Node: TwoPhaseCodingable {
            var next: Node?
            init() {}

            func encode(with archiver: KeyedArchiver) throws {
                try archiver.encode(next, forKey: "next")
            }

            func decode(with unarchiver: KeyedUnarchiver) throws {
                next = try unarchiver.decodeObject(of: Node.self, forKey: "next")
            }
        }

        final class Link {
            var next: Link?

            deinit {
                var rest = next.take()
                while isKnownUniquelyReferenced(&rest) { rest = rest?.next.take() }
            }
        }
    }

    final class Pair: Codingable {
        static var codedClassName: String { "Pair" }
        var owner: Person?

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(owner, forKey: "owner")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.decodeObject(of: Person.self, forKey: "owner", onceAvailable: { self.owner = $0 })
        }
    }
}

extension Celsius: CodableAsObject {}

@Suite struct DocumentationExamplesTests {
    @Test func `every example of a documentation comment is one that compiles`() throws {
        let missing = try DocumentationExamples.missing(of: "PropertyLists", "KeyedArchiving", compiledIn: #filePath)
        #expect(missing.examples == [])
        #expect(missing.count >= 50)
    }

    private typealias Person = TypeExamples.Person

    /// An object as an archive has one, with some fields.
    private static func stored(_ name: String, _ fields: [(String, any Codingable)]) -> ArchivedObject {
        let object = ArchivedObject(ArchivedClass(name: name, hierarchy: [name, "NSObject"]))
        for (key, value) in fields { object[key] = .object(value) }
        return object
    }

    /// What is decoded, and once more after it was encoded.
    private static func decoded<Value: Codingable>(_ type: Value.Type, from object: any Codingable) throws -> [Value] {
        func read(_ object: any Codingable) throws -> Value {
            let unarchiver = try KeyedUnarchiver(
                forReadingFrom: archive { try $0.encode(object, forKey: "root") })
            return try unarchiver.decode(Value.self, forKey: "root")
        }
        let first = try read(object)
        return [first, try read(first)]
    }

    @Test func `the examples of types come to what they say`() throws {
        var runs = ExampleRuns()
        let stored = Self.stored("Person", [("name", "Ada")])
        stored["friend"] = .object(stored)
        defer { stored["friend"] = nil }
        runs.expect(["Ada", "Ada"]) {
            try Self.decoded(Person.self, from: stored).map { person in
                defer { person.friend = nil }
                return person.friend === person ? person.name : "not the person itself"
            }
        }
        runs.expect([0, 1]) {
            let signal = Self.stored("Signal", [])
            signal["samples"] = .inline(.data([0, 255]))
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archive { try $0.encode(signal, forKey: "root") })
            unarchiver.registry.register(TypeExamples.Signal.self, forClassName: "Signal")
            return try unarchiver.decode(TypeExamples.Signal.self, forKey: "root").samples
        }
        runs.expect(["trunk", "leaf"]) {
            let leaf = Self.stored("Node", [("name", "leaf"), ("children", ArchivedArray([]))])
            let trunk = Self.stored("Node", [("name", "trunk"), ("children", ArchivedArray([leaf]))])
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archive { try $0.encode(trunk, forKey: "root") })
            unarchiver.registry.register(TypeExamples.Cycles.Node.self, forClassName: "Node")
            let node = try unarchiver.decode(TypeExamples.Cycles.Node.self, forKey: "root")
            return [node.name] + node.children.map(\.name)
        }
        runs.expect([true, true]) {
            let node = TypeExamples.Phases.Node()
            node.next = node
            defer { node.next = nil }
            return try Self.decoded(TypeExamples.Phases.Node.self, from: node).map { node in
                defer { node.next = nil }
                return node.next === node
            }
        }
        runs.run {
            var first: TypeExamples.Phases.Link?
            for _ in 0..<200_000 {
                let link = TypeExamples.Phases.Link()
                link.next = first
                first = link
            }
        }
        runs.expect(["Ada", "Ada"]) {
            let owner = Self.stored("Person", [("name", "Ada")])
            return try Self.decoded(TypeExamples.Pair.self, from: Self.stored("Pair", [("owner", owner)])).map {
                $0.owner?.name ?? "no owner"
            }
        }
        runs.expect(Celsius(21.5).degrees) {
            let bytes: [UInt8] = try KeyedArchiveEncoder().encode(["room": Celsius(21.5)])
            // It is an object of its own class.
            #expect(try KeyedArchive(bytes)["root.room"].className?.hasSuffix("Celsius") == true)
            return try KeyedArchiveDecoder().decode([String: Celsius].self, from: bytes)["room"]?.degrees
        }
        try runs.expectAll(of: #filePath)
    }
}
