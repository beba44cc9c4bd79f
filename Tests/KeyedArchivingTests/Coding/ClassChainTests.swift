import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What is written and asked of a class is that of the object's own class, whatever type the caller knows it by, and
/// however much of that the optimizer knows.
@Suite struct ClassChainTests {
    class Animal: CodedObject {
        override init() { super.init() }
        required init(coder unarchiver: KeyedUnarchiver) throws { try super.init(coder: unarchiver) }
        override class var codedClassName: String { "Animal" }
    }

    class Dog: Animal {
        override class var codedClassName: String { "Dog" }
    }

    final class Puppy: Dog {
        override class var codedClassName: String { "Puppy" }
        override class var codedClassFallbacks: [String] { ["Dog", "Animal"] }
        override class var codedClassAliases: [String] { ["OldPuppy"] }
    }

    /// A subclass of a class of another module.
    final class Poodle: RemoteDog {
        override class var codedClassName: String { "Poodle" }
    }

    /// Declares a name and leaves the other hooks to the defaults of the protocol.
    class Shape: Codingable {
        init() {}
        required init(coder unarchiver: KeyedUnarchiver) throws {}
        class var codedClassName: String { "Shape" }
        func encode(with archiver: KeyedArchiver) throws {}
    }

    class Circle: Shape {
        override class var codedClassName: String { "Circle" }
    }

    final class Disk: Circle {
        override class var codedClassName: String { "Disk" }
    }

    /// A subclass of such a class of another module.
    final class Ring: RemoteCircle {
        override class var codedClassName: String { "Ring" }
    }

    /// Has the default name.
    class Plain: CodedObject {
        override init() { super.init() }
        required init(coder unarchiver: KeyedUnarchiver) throws { try super.init(coder: unarchiver) }
    }

    class Plainer: Plain {}

    final class Plainest: Plainer {}

    class Box<Content>: CodedObject {
        override init() { super.init() }
        required init(coder unarchiver: KeyedUnarchiver) throws { try super.init(coder: unarchiver) }
        override class var codedClassName: String { "Box<\(Content.self)>" }
    }

    final class Crate<Content>: Box<Content> {
        override class var codedClassName: String { "Crate<\(Content.self)>" }
    }

    /// A subclass of a generic class of another module.
    final class RemoteCrate: RemoteBox<Int> {
        override class var codedClassName: String { "RemoteCrate" }
    }

    enum Zoo {
        final class Guide: Dog {
            override class var codedClassName: String { "Zoo.Guide" }

            final class Apprentice: Animal {
                override class var codedClassName: String { "Zoo.Guide.Apprentice" }
            }
        }
    }

    static let animals: [(make: @Sendable () -> Animal, chain: [String])] = [
        ({ Animal() }, ["Animal", "NSObject"]),
        ({ Dog() }, ["Dog", "Animal", "NSObject"]),
        ({ Puppy() }, ["Puppy", "Dog", "Animal", "NSObject"]),
        ({ Zoo.Guide() }, ["Zoo.Guide", "Dog", "Animal", "NSObject"]),
        ({ Zoo.Guide.Apprentice() }, ["Zoo.Guide.Apprentice", "Animal", "NSObject"]),
    ]

    static let remoteAnimals: [(make: @Sendable () -> RemoteAnimal, chain: [String])] = [
        ({ RemoteAnimal() }, ["RemoteAnimal", "NSObject"]),
        ({ RemoteDog() }, ["RemoteDog", "RemoteAnimal", "NSObject"]),
        ({ RemotePuppy() }, ["RemotePuppy", "RemoteDog", "RemoteAnimal", "NSObject"]),
        ({ Poodle() }, ["Poodle", "RemoteDog", "RemoteAnimal", "NSObject"]),
    ]

    static let shapes: [(make: @Sendable () -> Shape, chain: [String])] = [
        ({ Shape() }, ["Shape", "NSObject"]),
        ({ Circle() }, ["Circle", "Shape", "NSObject"]),
        ({ Disk() }, ["Disk", "Circle", "Shape", "NSObject"]),
    ]

    static let remoteShapes: [(make: @Sendable () -> RemoteShape, chain: [String])] = [
        ({ RemoteShape() }, ["RemoteShape", "NSObject"]),
        ({ RemoteCircle() }, ["RemoteCircle", "RemoteShape", "NSObject"]),
        ({ Ring() }, ["Ring", "RemoteCircle", "RemoteShape", "NSObject"]),
    ]

    static let plain: [(make: @Sendable () -> Plain, chain: [String])] = [
        ({ Plain() }, [name(Plain.self), "NSObject"]),
        ({ Plainer() }, [name(Plainer.self), name(Plain.self), "NSObject"]),
        ({ Plainest() }, [name(Plainest.self), name(Plainer.self), name(Plain.self), "NSObject"]),
    ]

    static let boxes: [(make: @Sendable () -> Box<String>, chain: [String])] = [
        ({ Box<String>() }, ["Box<String>", "NSObject"]),
        ({ Crate<String>() }, ["Crate<String>", "Box<String>", "NSObject"]),
    ]

    static let remoteBoxes: [(make: @Sendable () -> RemoteBox<Int>, chain: [String])] = [
        ({ RemoteBox<Int>() }, ["RemoteBox<Int>", "NSObject"]),
        ({ RemoteCrate() }, ["RemoteCrate", "RemoteBox<Int>", "NSObject"]),
    ]

    private static func name(_ type: Any.Type) -> String { String(reflecting: type) }

    // MARK: The chains that are written

    /// The chain with which the object under a path is written.
    private static func written(_ root: some Codingable, at path: String = "root") throws -> [String] {
        let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: root))
        guard case .uid(let uid) = try archive.value(at: ArchivePath(path)).value,
            let record = try archive.record(at: uid)
        else {
            return []
        }
        return try archive.archivedClass(at: record.classUID).hierarchy
    }

    /// The chains that are written or told of objects that a caller knows as `Base`, with the way that led to each,
    /// where they aren't those that are expected.
    private static func differences<Base: Codingable & AnyObject>(
        _ rows: [(make: @Sendable () -> Base, chain: [String])]
    ) throws -> [String] {
        var differences: [String] = []
        for (make, chain) in rows {
            let object = make()
            let existential: any Codingable = object
            let optionals: [Base?] = [nil, object]
            let nested: [any Codingable] = [["key": object]]
            let known = type(of: object)
            let unknown = type(of: existential)
            var found: [(way: String, chain: [String])] = [
                ("as its superclass", try written(object)), ("as any object", try written(existential)),
            ]
            found.append(("as an optional", try written(optionals[1])))
            found.append(("in an array", try written([object], at: "root[0]")))
            found.append(("in an array of optionals", try written(optionals, at: "root[1]")))
            found.append(("in an array of any objects", try written(ArchivedArray([existential]), at: "root[0]")))
            found.append(("in a dictionary", try written(["key": object], at: "root.key")))
            found.append(("in a dictionary in an array", try written(ArchivedArray(nested), at: "root[0].key")))
            found.append(("asked of the type", known.codedClassHierarchy))
            found.append(("asked of the type of any object", unknown.codedClassHierarchy))
            found.append(("asked of the type as any type", (known as any Codingable.Type).codedClassHierarchy))
            for (way, written) in found where written != chain {
                differences.append("\(chain[0]) \(way): \(written)")
            }
        }
        return differences
    }

    @Test
    func `a class, of another module too, is written with its superclasses, whatever type the caller knows it by`()
        throws
    {
        try expectRows {
            (try Self.differences(Self.animals), [])
            (try Self.differences(Self.shapes), [])
            (try Self.differences(Self.plain), [])
            (try Self.differences(Self.boxes), [])
            (try Self.differences(Self.remoteAnimals), [])
            (try Self.differences(Self.remoteShapes), [])
            (try Self.differences(Self.remoteBoxes), [])
        }
        // The compiler knows these classes.
        try expectRows {
            (try Self.written(Puppy()), ["Puppy", "Dog", "Animal", "NSObject"])
            (try Self.written(RemotePuppy()), ["RemotePuppy", "RemoteDog", "RemoteAnimal", "NSObject"])
            (try Self.written(Poodle()), ["Poodle", "RemoteDog", "RemoteAnimal", "NSObject"])
            (try Self.written(Disk()), ["Disk", "Circle", "Shape", "NSObject"])
            (try Self.written(Ring()), ["Ring", "RemoteCircle", "RemoteShape", "NSObject"])
            (try Self.written(Crate<String>()), ["Crate<String>", "Box<String>", "NSObject"])
            (try Self.written([Zoo.Guide()], at: "root[0]"), ["Zoo.Guide", "Dog", "Animal", "NSObject"])
        }
    }

    // MARK: The other questions

    class Pet: CodedObject {
        let name: String

        init(_ name: String) {
            self.name = name
            super.init()
        }

        required init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            try super.init(coder: unarchiver)
        }

        override func encode(with archiver: KeyedArchiver) throws { try archiver.encode(name, forKey: "name") }
        override class var codedClassName: String { "Pet" }
    }

    class Cat: Pet {
        override class var codedClassName: String { "Cat" }
    }

    final class Kitten: Cat {
        override class var codedClassName: String { "Kitten" }
        override class var codedClassFallbacks: [String] { ["Cat", "Pet"] }
        override class var codedClassAliases: [String] { ["OldKitten"] }
        override class var supportsSecureCoding: Bool { false }
        override var typeForKeyedArchiver: (any Codingable.Type)? { Cat.self }
        override class func typeForKeyedUnarchiver() -> any Codingable.Type { Cat.self }
    }

    /// Has no hook of its own but a name, so that it is asked for those that it inherits.
    final class Tiger: Cat {
        override class var codedClassName: String { "Tiger" }
    }

    /// Is decoded in two phases, which its superclass isn't.
    final class Litter: Pet, TwoPhaseCodingable {
        var parent: Litter?
        var isFilled = false

        required init() { super.init("litter") }
        required init(coder unarchiver: KeyedUnarchiver) throws {
            throw ArchiveError(.invalidUnarchiveOperation, "two phases have no initializer")
        }
        override class var codedClassName: String { "Litter" }
        override func encode(with archiver: KeyedArchiver) throws { try archiver.encode(parent, forKey: "parent") }
        func decode(with unarchiver: KeyedUnarchiver) throws {
            isFilled = true
            parent = try unarchiver.decodeObject(of: Litter.self, forKey: "parent")
        }
    }

    /// The answers of a type that a caller knows as `Base`.
    private static func answers<Base: Codingable & AnyObject>(_ object: Base) -> [String] {
        let (known, unknown) = (type(of: object), type(of: object as any Codingable))
        func answers(_ type: any Codingable.Type) -> String {
            [
                type.codedClassName, "\(type.codedClassFallbacks)", "\(type.codedClassAliases)",
                "\(type.supportsSecureCoding)", type.typeForKeyedUnarchiver().codedClassName,
            ].joined(separator: " ")
        }
        return [
            answers(known), answers(unknown),
            [
                known.codedClassName, "\(known.codedClassFallbacks)", "\(known.codedClassAliases)",
                "\(known.supportsSecureCoding)", known.typeForKeyedUnarchiver().codedClassName,
            ].joined(separator: " "),
        ]
    }

    @Test func `a class answers for itself, whatever type the caller knows it by`() {
        let kitten = #"Kitten ["Cat", "Pet"] ["OldKitten"] false Cat"#
        expectRows {
            (Self.answers(Kitten("Minka")), Array(repeating: kitten, count: 3))
            (Self.answers(Kitten("Minka") as Pet), Array(repeating: kitten, count: 3))
            (Self.answers(Tiger("Shir") as Pet), Array(repeating: "Tiger [] [] true Tiger", count: 3))
            (Self.answers(Disk() as Shape), Array(repeating: "Disk [] [] true Disk", count: 3))
            (Self.answers(Ring() as RemoteShape), Array(repeating: "Ring [] [] true Ring", count: 3))
        }
    }

    /// Decodes the root object as a class or one of its subclasses.
    private static func decoded<Base: Codingable>(
        _ type: Base.Type, _ bytes: [UInt8], registered: [any (Codingable & SendableMetatype).Type]
    ) throws -> Base? {
        var registry = ClassRegistry.standard
        for type in registered { registry.add(type) }
        return try KeyedUnarchiver.unarchivedObject(of: type, from: bytes, registry: registry)
    }

    @Test func `an object comes back as the class that it is written as, whatever type the caller names`() throws {
        let pets: [Pet] = [Cat("Minka"), Tiger("Shir"), Pet("Rex")]
        for pet in pets {
            let bytes = try KeyedArchiver.archivedBytes(withRootObject: pet)
            let registered: [any (Codingable & SendableMetatype).Type] = [Cat.self, Tiger.self, Pet.self]
            let decoded = try Self.decoded(Pet.self, bytes, registered: registered)
            #expect(decoded.map { ObjectIdentifier(type(of: $0)) } == ObjectIdentifier(type(of: pet)))
            #expect(decoded?.name == pet.name)
        }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: pets)
        let all = try Self.decoded([Pet].self, bytes, registered: [Cat.self, Tiger.self, Pet.self])
        #expect(all?.map { "\(type(of: $0)) \($0.name)" } == ["Cat Minka", "Tiger Shir", "Pet Rex"])
        let written = try KeyedArchiver.archivedBytes(
            withRootObject: Kitten("Minka") as Pet, requiringSecureCoding: false)
        #expect(try Self.decoded(Pet.self, written, registered: [Cat.self]).map { "\(type(of: $0))" } == "Cat")
    }

    @Test func `a class that isn't secure is refused where secure coding is required`() {
        #expect(
            code {
                _ = try KeyedArchiver.archivedBytes(withRootObject: Kitten("Minka") as Pet, requiringSecureCoding: true)
            } == .invalidArchiveOperation)
    }

    @Test func `a class with two phases has them also where its superclass, which has one, is asked for`() throws {
        let litter = Litter()
        litter.parent = litter
        defer { litter.parent = nil }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: litter as Pet)
        let decoded = try #require(try Self.decoded(Pet.self, bytes, registered: [Litter.self]) as? Litter)
        #expect(decoded.isFilled && decoded.parent === decoded)
        decoded.parent = nil
    }
}
