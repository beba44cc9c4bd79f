import KeyedArchiving
import Testing

/// Classes of an actor, which conform in its isolation: they are encoded and decoded there, and nowhere else.
@MainActor
struct IsolatedConformanceTests {
    @MainActor
    final class Model: @MainActor Codingable {
        static var codedClassName: String { "Model" }
        var name: String
        var friend: Model?

        init(name: String) { self.name = name }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(name, forKey: "name")
            try archiver.encode(friend, forKey: "friend")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            try unarchiver.register(self)
            friend = try unarchiver.decodeObject(of: Model.self, forKey: "friend")
        }
    }

    @MainActor
    class Shape: @MainActor Codingable {
        class var codedClassName: String { "Shape" }
        var edges = 0

        init(edges: Int) { self.edges = edges }

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(edges, forKey: "edges") }

        required init(coder unarchiver: KeyedUnarchiver) throws {
            edges = try unarchiver.decodeInteger(forKey: "edges")
        }
    }

    final class Square: Shape {
        override class var codedClassName: String { "Square" }
    }

    @MainActor
    final class Node: @MainActor TwoPhaseCodingable {
        static var codedClassName: String { "Node" }
        var next: Node?

        init() {}

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(next, forKey: "next") }

        func decode(with unarchiver: KeyedUnarchiver) throws {
            next = try unarchiver.decodeObject(of: Node.self, forKey: "next")
        }
    }

    @Test func `a class of the main actor comes back, with its cycle`() throws {
        let ada = Model(name: "Ada")
        ada.friend = Model(name: "Charles")
        ada.friend?.friend = ada
        defer { ada.friend = nil }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ada)
        let copy = try KeyedUnarchiver.unarchivedObject(of: Model.self, from: bytes)
        #expect(copy?.friend?.name == "Charles")
        #expect(copy?.friend?.friend === copy)
        copy?.friend = nil
    }

    @Test func `lists of them share instances, and calls may name several types`() throws {
        let model = Model(name: "Ada")
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: [model, model])
        let copies = try KeyedUnarchiver.unarchivedArrayOfObjects(of: Model.self, from: bytes)
        #expect(copies?.count == 2)
        #expect(copies?.first === copies?.last)
        let list = try KeyedUnarchiver.unarchivedObject(of: [ArchivedArray.self, Model.self], from: bytes)
        #expect((list as? ArchivedArray)?.elements.count == 2)
    }

    @Test func `subclasses come back as such`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Square(edges: 4))
        let copy = try KeyedUnarchiver.unarchivedObject(of: [Shape.self, Square.self], from: bytes)
        #expect((copy as? Square)?.edges == 4)
    }

    @Test func `a class that is decoded in two phases may be one of them`() throws {
        let first = Node()
        first.next = Node()
        first.next?.next = first
        defer { first.next = nil }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: first)
        let copy = try KeyedUnarchiver.unarchivedObject(of: Node.self, from: bytes)
        #expect(copy?.next?.next === copy)
        copy?.next = nil
    }

    @Test func `an unarchiver takes a class name for one of them`() throws {
        let archiver = KeyedArchiver()
        archiver.setClassName("OldModel", for: Model.self)
        try archiver.encode(Model(name: "Ada"), forKey: "root")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
        unarchiver.setClass(Model.self, forClassName: "OldModel")
        #expect(try unarchiver.decodeObject(of: Model.self, forKey: "root")?.name == "Ada")
    }
}
