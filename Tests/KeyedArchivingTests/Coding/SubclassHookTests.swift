import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Hooks that subclasses declare: called if a superclass declares them, refused if they never would be.
@Suite struct SubclassHookTests {
    /// A base class that leaves everything but its contents to `CodedObject`.
    class Shape: CodedObject {
        var name: String

        init(_ name: String) {
            self.name = name
            super.init()
        }

        override func encode(with archiver: KeyedArchiver) throws {
            try super.encode(with: archiver)
            try archiver.encode(name, forKey: "name")
        }

        required init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            try super.init(coder: unarchiver)
        }

        override class var codedClassName: String { "Shape" }
    }

    final class Named: Shape {
        override class var codedClassName: String { "NamedShape" }
        override class var codedClassFallbacks: [String] { ["Shape"] }
        override class var codedClassAliases: [String] { ["OldShape"] }
    }

    final class Listed: Shape {
        override class var codedClassName: String { "Listed" }
        override class var codedClassHierarchy: [String] { ["Listed", "Root"] }
    }

    final class Insecure: Shape {
        override class var codedClassName: String { "Insecure" }
        override class var supportsSecureCoding: Bool { false }
    }

    final class Hidden: Shape {
        override class var codedClassName: String { "_Hidden" }
        override var typeForKeyedArchiver: (any Codingable.Type)? { Shape.self }
    }

    final class Retired: Shape {
        override class var codedClassName: String { "Retired" }
        override class func typeForKeyedUnarchiver() -> any Codingable.Type { Named.self }
    }

    /// With the result type that Apple's hook has.
    final class Ported: Shape {
        override class var codedClassName: String { "Ported" }
        override func awakeAfter(using unarchiver: KeyedUnarchiver) -> Any? { Named("ported \(name)") }
    }

    final class PortedCaller: Shape {
        override class var codedClassName: String { "PortedCaller" }
        override func awakeAfter(using unarchiver: KeyedUnarchiver) -> Any? {
            let other = try? super.awakeAfter(using: unarchiver)
            return Named("called \(name), \(other == nil)")
        }
    }

    final class PortedShare: Codingable, SharedSubstitution {
        static var codedClassName: String { "PortedShare" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
        func awakeAfter(using unarchiver: KeyedUnarchiver) -> Any? { "shared" }
    }

    final class PortedByItself: Codingable {
        static var codedClassName: String { "PortedByItself" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
        func awakeAfter(using unarchiver: KeyedUnarchiver) -> Any? { "ported" }
    }

    final class PortedMistake: Codingable {
        static var codedClassName: String { "PortedMistake" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
        func awakeAfter(using unarchiver: KeyedUnarchiver) -> Any? { 1...2 }
    }

    @Test func `a hook with the result type of Apple's is heard`() throws {
        let shape = try KeyedArchiver.archivedBytes(withRootObject: Ported("circle"))
        let named = try KeyedUnarchiver.unarchivedObject(of: [Ported.self], from: shape) as? Named
        #expect(named?.name == "ported circle")
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: PortedByItself())
        #expect(try KeyedUnarchiver.unarchivedObject(of: [PortedByItself.self], from: bytes) as? String == "ported")
        let mistake = try KeyedArchiver.archivedBytes(withRootObject: PortedMistake())
        let error = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: [PortedMistake.self], from: mistake)
        }
        #expect(
            error?.reason == "awakeAfter(using:) of PortedMistake returned a ClosedRange<Int>, which isn't Codingable")
        // It calls the hook of its superclass, as people do in Objective-C.
        let calling = try KeyedArchiver.archivedBytes(withRootObject: PortedCaller("square"))
        let called = try KeyedUnarchiver.unarchivedObject(of: [PortedCaller.self], from: calling) as? Named
        #expect(called?.name == "called square, true")
        let shared = try KeyedArchiver.archivedBytes(withRootObject: PortedShare())
        #expect(try KeyedUnarchiver.unarchivedObject(of: [PortedShare.self], from: shared) as? String == "shared")
    }

    final class Replaced: Shape {
        override class var codedClassName: String { "Replaced" }
        override func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? { "replaced \(name)" }
    }

    final class Awaking: Shape {
        override class var codedClassName: String { "Awaking" }
        override func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { Shape("awake") }
    }

    /// Uses the default name.
    final class Unnamed: Shape {
        override class var codedClassName: String { String(reflecting: self) }
    }

    /// Declares nothing at all.
    class Bare: CodedObject {}

    final class Barer: Bare {}

    /// Adds two phases to a class that has one.
    final class Node: CodedObject, TwoPhaseCodingable {
        var next: Node?
        override required init() { super.init() }
        required init(coder unarchiver: KeyedUnarchiver) throws {
            throw ArchiveError(.invalidUnarchiveOperation, "two phases have no initializer")
        }
        override class var codedClassName: String { "Node" }
        override func encode(with archiver: KeyedArchiver) throws { try archiver.encode(next, forKey: "next") }
        func decode(with unarchiver: KeyedUnarchiver) throws {
            next = try unarchiver.decodeObject(of: Node.self, forKey: "next")
        }
        deinit {
            var rest = next.take()
            while isKnownUniquelyReferenced(&rest) { rest = rest?.next.take() }
        }
    }

    static func record(_ object: some Codingable) throws -> ArchivedClass {
        let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: object))
        return try archive.archivedClass(at: archive.rootRecord().classUID)
    }

    static func copy(_ object: Shape) throws -> Shape? {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: object)
        var registry = ClassRegistry.standard
        for type in [Named.self, Listed.self, Retired.self, Awaking.self, Unnamed.self] as [Shape.Type] {
            registry.register(type)
        }
        return try KeyedUnarchiver.unarchivedObject(of: Shape.self, from: bytes, registry: registry)
    }

    @Test("a subclass of CodedObject writes its own name, chain and fallbacks, and is read under its name and aliases")
    func names() throws {
        try expectRows {
            try (
                Self.record(Named("a")),
                ArchivedClass(
                    name: "NamedShape", hierarchy: ["NamedShape", "Shape", "NSObject"], fallbacks: ["Shape"])
            )
            try (Self.record(Listed("a")), ArchivedClass(name: "Listed", hierarchy: ["Listed", "Root"]))
            (try Self.record(Hidden("a")).name, "Shape")
        }
        let name = String(reflecting: Unnamed.self)
        #expect(try Self.record(Unnamed("a")).hierarchy == [name, "Shape", "NSObject"])
        let bare = [Barer.self, Bare.self].map { String(reflecting: $0) }
        #expect(try Self.record(Barer()).hierarchy == bare + ["NSObject"])
        #expect(try Self.record(CodedObject()) == ArchivedClass(name: "NSObject", hierarchy: ["NSObject"]))
        try expectRows {
            (try Self.copy(Named("a")).map { type(of: $0) == Named.self }, true)
            (try Self.copy(Unnamed("a")).map { type(of: $0) == Unnamed.self }, true)
            (try Self.copy(Retired("a")).map { type(of: $0) == Named.self }, true)
            (try Self.copy(Awaking("a"))?.name, "awake")
        }
        let bytes = try archive { archiver in
            archiver.setClassName("OldShape", for: Named.self)
            try archiver.encode(Named("old"), forKey: "root")
        }
        #expect(try KeyedUnarchiver.unarchivedObject(of: Named.self, from: bytes)?.name == "old")
    }

    @Test("a subclass of CodedObject refuses secure coding and replaces itself")
    func hooks() throws {
        #expect(
            code {
                _ = try KeyedArchiver.archivedBytes(withRootObject: Insecure("a"), requiringSecureCoding: true)
            } == .invalidArchiveOperation)
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Insecure("a"))
        #expect(
            code { _ = try KeyedUnarchiver.unarchivedObject(of: Insecure.self, from: bytes) } == .unexpectedClass)
        let replaced = try KeyedArchiver.archivedBytes(withRootObject: Replaced("a"))
        #expect(try KeyedUnarchiver.unarchivedObject(of: String.self, from: replaced) == "replaced a")
    }

    @Test("a subclass may add two phases to a superclass that has one")
    func twoPhases() throws {
        let first = Node()
        var last = first
        for _ in 0..<10_000 {
            let next = Node()
            last.next = next
            last = next
        }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: first)
        var copy = try #require(try KeyedUnarchiver.unarchivedObject(of: Node.self, from: bytes))
        var count = 0
        while let next = copy.next {
            copy = next
            count += 1
        }
        #expect(count == 10_000)
    }

    // MARK: Classes that declare no hooks

    class Silent: Codingable {
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        required init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// Declares what no coder asks.
    final class Unheard: Silent {
        static var codedClassName: String { "Unheard" }
        static var supportsSecureCoding: Bool { false }
    }

    /// Declares nothing, so that its name is the default.
    final class Quiet: Silent {}

    /// Declares a name that looks like the default.
    class Outspoken: Silent {
        class var codedClassName: String { String(reflecting: self) }
    }

    class Animal: Codingable {
        class var codedClassName: String { "Animal" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        required init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// Has the very name that would be the default.
    final class Dog: Animal {
        override class var codedClassName: String { String(reflecting: Dog.self) }
    }

    final class Mongrel: Animal {}

    @Test("a subclass whose superclass declares no hooks is refused unless that or the archiver has a name for it")
    func unheard() throws {
        for object in [Unheard(), Quiet(), Outspoken()] as [Silent] {
            do {
                _ = try KeyedArchiver.archivedBytes(withRootObject: object)
                Issue.record("what \(type(of: object)) declares was ignored")
            } catch let error as ArchiveError {
                #expect(error.code == .invalidArchiveOperation)
                #expect(error.remedy?.contains("CodedObject") == true)
            }
        }
        #expect(try Self.record(Silent()).name == String(reflecting: Silent.self))
        #expect(try Self.record(Dog()).hierarchy == [String(reflecting: Dog.self), "Animal", "NSObject"])
        let bytes = try archive { archiver in
            archiver.setClassName("Quiet", for: Quiet.self)
            try archiver.encode(Quiet(), forKey: "root")
        }
        #expect(try KeyedArchive(bytes).uids(ofClass: "Quiet").count == 1)
    }

    @Test("a class that inherits its name does not take the objects of its superclass for its own")
    func inheritedNames() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Animal())
        #expect(
            code { _ = try KeyedUnarchiver.unarchivedObject(of: Mongrel.self, from: bytes) }
                == .invalidUnarchiveOperation)
        var registry = ClassRegistry.standard
        registry.register(Animal.self)
        registry.register(Mongrel.self)
        let animal = try KeyedUnarchiver.unarchivedObject(of: Animal.self, from: bytes, registry: registry)
        #expect(animal.map { type(of: $0) == Animal.self } == true)
        let graph = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: registry)
        #expect(graph.map { type(of: $0) == Animal.self } == true)
        registry.register(Mongrel.self, forClassName: "Animal")
        let mongrel = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: registry)
        #expect(mongrel.map { type(of: $0) == Mongrel.self } == true)
    }
}
