import KeyedArchiving
import TestSupport
import Testing

/// The examples of the article "Cycles and shared objects", compiled and run.
struct CyclesAndSharedObjectsTests {
    final class Person: Codingable {
        static var codedClassName: String { "Person" }
        var name: String
        var friend: Person?

        init(name: String) { self.name = name }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(name, forKey: "name")
            try archiver.encode(friend, forKey: "friend")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            try unarchiver.register(self)
            friend = try unarchiver.decodeObject(of: Person.self, forKey: "friend")
        }
    }

    final class Node: TwoPhaseCodingable {
        static var codedClassName: String { "Node" }
        var next: Node?
        weak var owner: Person?

        init() {}

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(next, forKey: "next")
            try archiver.encodeConditionalObject(owner, forKey: "owner")
        }

        func decode(with unarchiver: KeyedUnarchiver) throws {
            next = try unarchiver.decodeObject(of: Node.self, forKey: "next")
            owner = try unarchiver.decodeObject(of: Person.self, forKey: "owner")
        }
    }

    final class Pet: Codingable {
        static var codedClassName: String { "Pet" }
        var owner: Person?

        init(owner: Person) { self.owner = owner }

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(owner, forKey: "owner") }

        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.decodeObject(of: Person.self, forKey: "owner", onceAvailable: { self.owner = $0 })
        }
    }

    class Employee: CodedObject {
        override class var codedClassName: String { "Employee" }
        var name: String

        init(name: String) {
            self.name = name
            super.init()
        }

        override func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(name, forKey: "name")
        }

        required init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            try super.init(coder: unarchiver)
            try unarchiver.register(self)
        }
    }

    final class Manager: Employee {
        override class var codedClassName: String { "Manager" }
        let budget: Double
        var reports: [Employee] = []

        init(name: String, budget: Double) {
            self.budget = budget
            super.init(name: name)
        }

        override func encode(with archiver: KeyedArchiver) throws {
            try super.encode(with: archiver)
            try archiver.encode(budget, forKey: "budget")
            try archiver.encode(reports, forKey: "reports")
        }

        required init(coder unarchiver: KeyedUnarchiver) throws {
            budget = try unarchiver.decode(Double.self, forKey: "budget")
            try super.init(coder: unarchiver)  // registers
            reports = try unarchiver.decode([Employee].self, forKey: "reports")
        }
    }

    @Test func `a manager is among the reports`() throws {
        let manager = Manager(name: "Ada", budget: 2.5)
        manager.reports = [Employee(name: "Grace"), manager]
        defer { manager.reports = [] }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: manager)
        var registry = ClassRegistry.standard
        registry.register(Employee.self, Manager.self)
        let copy = try KeyedUnarchiver.unarchivedObject(of: Manager.self, from: bytes, registry: registry)
        #expect(copy?.reports.map(\.name) == ["Grace", "Ada"])
        #expect(copy?.reports.last === copy)
        copy?.reports = []
    }

    @Test func `a registered person's friend refers back to it`() throws {
        let ada = Person(name: "Ada")
        ada.friend = Person(name: "Charles")
        ada.friend?.friend = ada
        defer { ada.friend = nil }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ada)
        let copy = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes)
        #expect(copy?.friend?.friend === copy)
        copy?.friend = nil
    }

    @Test func `nodes form a cycle, and an owner that isn't encoded is nil`() throws {
        let node = Node()
        let owner = Person(name: "Ada")
        node.next = Node()
        node.next?.next = node
        node.owner = owner
        defer { node.next = nil }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: node)
        let copy = try KeyedUnarchiver.unarchivedObject(of: Node.self, from: bytes)
        #expect(copy?.next?.next === copy)
        #expect(copy?.owner == nil)
        copy?.next = nil
    }

    @Test func `a pet waits for its owner`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Pet(owner: Person(name: "Ada")))
        #expect(try KeyedUnarchiver.unarchivedObject(of: Pet.self, from: bytes)?.owner?.name == "Ada")
    }

    @Test func `every example is here`() throws {
        let (missing, count) = try DocumentationExamples.missing(
            ofArticle: "KeyedArchiving/Documentation.docc/CyclesAndSharedObjects.md", compiledIn: #filePath)
        #expect(missing == [])
        #expect(count == 4)
    }
}
