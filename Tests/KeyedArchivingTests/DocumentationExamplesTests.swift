import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The types that documentation comments show as examples, so that they compile; the files beside this one have the
/// calls.
///
/// They are compiled, not run: what they decode isn't there. Blocks with an ellipsis leave something out and are not
/// here.
private struct TypeExamples {
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

private struct Celsius: Codable, Codingable {
    func encode(with archiver: KeyedArchiver) throws {}
    init(coder unarchiver: KeyedUnarchiver) throws {}
}

extension Celsius: CodedAsObject {}

@Suite struct DocumentationExamplesTests {
    @Test func `every example of a documentation comment is one that compiles`() throws {
        let missing = try DocumentationExamples.missing(of: "PropertyLists", "KeyedArchiving", compiledIn: #filePath)
        #expect(missing.examples == [])
        #expect(missing.count >= 50)
    }
}
