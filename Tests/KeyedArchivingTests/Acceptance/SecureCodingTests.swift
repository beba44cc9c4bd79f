import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Which types a call allows, and that no others are instantiated.
@Suite struct SecureCodingTests {
    /// Counts the initializers that run in a test.
    final class Runs: @unchecked Sendable {
        @TaskLocal static var current: Runs?
        var count = 0

        static func counting(_ body: () throws -> Void) throws -> Int {
            let runs = Runs()
            try $current.withValue(runs) { try body() }
            return runs.count
        }
    }

    class Person: Codingable {
        class var codedClassName: String { "Person" }

        init() {}

        func encode(with archiver: KeyedArchiver) throws {}

        required init(coder unarchiver: KeyedUnarchiver) throws { Runs.current?.count += 1 }
    }

    final class Employee: Person {
        override class var codedClassName: String { "Employee" }
    }

    struct Outsider: Codingable {
        static var codedClassName: String { "Outsider" }

        init() {}

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws { Runs.current?.count += 1 }
    }

    struct Insecure: Codingable {
        static var codedClassName: String { "Insecure" }
        static var supportsSecureCoding: Bool { false }

        init() {}

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws { Runs.current?.count += 1 }
    }

    /// Has an insecure stand-in.
    struct Masked: Codingable {
        static var codedClassName: String { "Masked" }

        init() {}

        func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? { Insecure() }

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// Holds anything, and does not say what when it is read.
    struct Box: Codingable {
        static var codedClassName: String { "Box" }
        var content: (any Codingable)?

        init(_ content: (any Codingable)?) { self.content = content }

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(content, forKey: "content") }

        init(coder unarchiver: KeyedUnarchiver) throws { content = try unarchiver.decodeObject(forKey: "content") }
    }

    /// Holds a list of people or of strings, and says so, in two phases.
    final class Crate: TwoPhaseCodingable {
        static var codedClassName: String { "Crate" }
        var people: (any Codingable)?
        var texts: (any Codingable)?

        init() {}

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(people, forKey: "people")
            try archiver.encode(texts, forKey: "texts")
        }

        func decode(with unarchiver: KeyedUnarchiver) throws {
            people = try unarchiver.decodeObject(of: [ArchivedArray.self, Person.self], forKey: "people")
            texts = try unarchiver.decodeObject(of: [ArchivedArray.self, String.self], forKey: "texts")
        }
    }

    /// The same in one phase.
    struct Chest: Codingable {
        static var codedClassName: String { "Chest" }
        var people: (any Codingable)?
        var texts: (any Codingable)?

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            people = try unarchiver.decodeObject(of: [ArchivedArray.self, Person.self], forKey: "people")
            texts = try unarchiver.decodeObject(of: [ArchivedArray.self, String.self], forKey: "texts")
        }
    }

    /// The standard registry with all types of this suite.
    static let registry: ClassRegistry = {
        var registry = ClassRegistry.standard
        let types: [any (Codingable & SendableMetatype).Type] = [
            Person.self, Employee.self, Outsider.self, Insecure.self, Box.self,
        ]
        for type in types { registry.add(type) }
        return registry
    }()

    static func unarchiver(_ root: (any Codingable)?) throws -> KeyedUnarchiver {
        try KeyedUnarchiver(
            forReadingFrom: KeyedArchiver.archivedBytes(withRootObject: root), registry: registry)
    }

    // MARK: One object

    @Test func `an object that is not allowed is refused before its initializer runs, under either policy`() throws {
        let runs = try Runs.counting { () throws in
            let single = try Self.unarchiver(Outsider())
            let error = #expect(throws: ArchiveError.self) {
                _ = try single.decodeObject(of: Person.self, forKey: "root")
            }
            expectRows {
                (error?.code, .unexpectedClass)
                (error?.className, "Outsider")
                (error?.path?.description, "root")
                (error?.reason.contains("Person"), true)
            }
            let list = try Self.unarchiver(Outsider())
            #expect(
                code { _ = try list.decodeObject(of: [Person.self, Box.self], forKey: "root") } == .unexpectedClass)
            let empty = try Self.unarchiver(Outsider())
            #expect(code { _ = try empty.decodeObject(of: [], forKey: "root") } == .unexpectedClass)
            let none = try Self.unarchiver(Outsider())
            #expect(code { _ = try none.decodeObject(forKey: "root") } == .unexpectedClass)
        }
        #expect(runs == 0)
        let unarchiver = try Self.unarchiver(Outsider())
        unarchiver.decodingFailurePolicy = .setErrorAndReturn
        let lenientRuns = try Runs.counting { () throws in
            #expect(try unarchiver.decodeObject(of: Person.self, forKey: "root") == nil)
        }
        #expect(lenientRuns == 0)
        #expect((unarchiver.error as? ArchiveError)?.code == .unexpectedClass)
    }

    @Test func `an unknown class is never instantiated, and one without secure coding only where that is off`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Outsider())
        let unknownRuns = try Runs.counting { () throws in
            #expect(code { _ = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes) } == .unknownClass)
            #expect(code { _ = try KeyedUnarchiver.unarchivedObject(of: [Person.self], from: bytes) } == .unknownClass)
            let graph = try KeyedUnarchiver.unarchivedGraph(from: bytes)
            #expect(graph is ArchivedObject)
            let open = try KeyedUnarchiver(forReadingFrom: bytes)
            try open.disableSecureCoding()
            #expect(code { _ = try open.decodeObject(forKey: "root") } == .unknownClass)
        }
        #expect(unknownRuns == 0)
        let insecureRuns = try Runs.counting { () throws in
            let single = try Self.unarchiver(Insecure())
            #expect(code { _ = try single.decodeObject(of: Insecure.self, forKey: "root") } == .unexpectedClass)
            #expect(code { _ = try single.decodeObject(of: [Insecure.self], forKey: "root") } == .unexpectedClass)
            let list = try Self.unarchiver([Insecure()])
            #expect(code { _ = try list.decodeObject(of: [Insecure].self, forKey: "root") } == .unexpectedClass)
        }
        #expect(insecureRuns == 0)
        let open = try Self.unarchiver(Insecure())
        try open.disableSecureCoding()
        #expect(try open.decodeObject(of: Insecure.self, forKey: "root") != nil)
    }

    @Test func `a subclass of an allowed class is accepted unless types are exact, and a superclass is refused`() throws
    {
        #expect(try Self.unarchiver(Employee()).decodeObject(of: Person.self, forKey: "root") is Employee)
        #expect(try Self.unarchiver(Employee()).decodeObject(of: [Person.self], forKey: "root") is Employee)
        let runs = try Runs.counting { () throws in
            let exact = try Self.unarchiver(Employee())
            exact.allowsExactTypesOnly = true
            #expect(code { _ = try exact.decodeObject(of: Person.self, forKey: "root") } == .unexpectedClass)
            #expect(code { _ = try exact.decodeObject(of: [Person.self], forKey: "root") } == .unexpectedClass)
        }
        #expect(runs == 0)
        let exact = try Self.unarchiver(Employee())
        exact.allowsExactTypesOnly = true
        #expect(try exact.decodeObject(of: [Person.self, Employee.self], forKey: "root") is Employee)
        // What was decoded under another call's eyes is checked again.
        try expectRows {
            (code { _ = try exact.decodeObject(of: [Person.self], forKey: "root") }, .unexpectedClass)
            (code { _ = try exact.decodeObject(of: Person.self, forKey: "root") }, .unexpectedClass)
            try exact.decodeObject(of: Employee.self, forKey: "root") != nil
        }
        let unarchiver = try Self.unarchiver(Person())
        #expect(code { _ = try unarchiver.decodeObject(of: Employee.self, forKey: "root") } == .unexpectedClass)
        #expect(code { _ = try unarchiver.decodeObject(of: [Employee.self], forKey: "root") } == .unexpectedClass)
    }

    @Test func `the resolved type is checked, whatever superclasses the archive claims`() throws {
        var archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: Outsider()))
        let claim = ArchivedClass(
            name: "Outsider", hierarchy: ["Outsider", "Employee", "Person", "NSObject"], fallbacks: ["Person"])
        try archive.replaceEntry(at: archive.rootRecord().classUID, with: .classRecord(claim))
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive.bytes(), registry: Self.registry)
        let runs = try Runs.counting { () throws in
            #expect(code { _ = try unarchiver.decodeObject(of: Person.self, forKey: "root") } == .unexpectedClass)
            #expect(code { _ = try unarchiver.decodeObject(of: [Person.self], forKey: "root") } == .unexpectedClass)
        }
        #expect(runs == 0)
        // The other way round, a table may say that a name stands for an allowed type.
        unarchiver.setClass(Employee.self, forClassName: "Outsider")
        #expect(try unarchiver.decodeObject(of: Person.self, forKey: "root") is Employee)
        // And a name that is allowed may stand for a type that is not.
        let mapped = try Self.unarchiver(Person())
        mapped.setClass(Outsider.self, forClassName: "Person")
        #expect(code { _ = try mapped.decodeObject(of: Person.self, forKey: "root") } == .unexpectedClass)
    }

    // MARK: Collections

    @Test func `an array is allowed only where arrays are named beside its elements, also as an element`() throws {
        let root: (any Codingable)? = [Person(), Employee()]
        let runs = try Runs.counting { () throws in
            let people = try Self.unarchiver(root)
            #expect(code { _ = try people.decodeObject(of: [Person.self], forKey: "root") } == .unexpectedClass)
            let arrays = try Self.unarchiver(root)
            #expect(code { _ = try arrays.decodeObject(of: [ArchivedArray.self], forKey: "root") } == .unexpectedClass)
        }
        #expect(runs == 0)
        let both = try Self.unarchiver(root).decodeObject(of: [ArchivedArray.self, Person.self], forKey: "root")
        #expect((both as? ArchivedArray)?.elements.map { type(of: $0) is Employee.Type } == [false, true])
        let call = { (types: [any Codingable.Type]) in
            try Self.unarchiver([[Person()]]).decodeArrayOfObjects(of: types, forKey: "root")
        }
        #expect(code { _ = try call([Person.self]) } == .unexpectedClass)
        #expect(try call([Person.self, ArchivedArray.self])?.count == 1)
        let wrong = #expect(throws: ArchiveError.self) { try call([Person.self]) }
        #expect(wrong?.reason.hasPrefix("an array has ArchivedArray as an element; allowed are ") == true)
    }

    @Test func `the convenience calls admit the collection's own class`() throws {
        let list = try KeyedArchiver.archivedBytes(withRootObject: [Person(), Employee()])
        let named = try KeyedUnarchiver.unarchivedArrayOfObjects(of: Person.self, from: list, registry: Self.registry)
        #expect(named?.count == 2)
        let dictionary = try KeyedArchiver.archivedBytes(withRootObject: ["a": Person()])
        let pairs = try KeyedUnarchiver.unarchivedDictionary(
            ofKey: String.self, object: Person.self, from: dictionary)
        #expect(pairs?.keys.sorted() == ["a"])
        let runs = try Runs.counting { () throws in
            let wrong = try Self.unarchiver([Outsider()])
            #expect(code { _ = try wrong.decodeArrayOfObjects(of: Person.self, forKey: "root") } == .unexpectedClass)
            let values = try Self.unarchiver(["a": Outsider()])
            #expect(
                code { _ = try values.decodeDictionary(ofKey: String.self, object: Person.self, forKey: "root") }
                    == .unexpectedClass)
        }
        #expect(runs == 0)
    }

    @Test func `what is allowed as a key isn't as an object, and the other way round`() throws {
        let pairs = ArchivedDictionary([(key: Person(), value: Outsider()), (key: "plain", value: Employee())])
        let calls: [(keys: [any Codingable.Type], objects: [any Codingable.Type], refusal: String?)] = [
            ([Person.self], [Outsider.self, Person.self], nil),
            ([Outsider.self], [Outsider.self, Person.self], "Person as a key"),
            ([Person.self, Outsider.self], [Person.self], "Outsider as an object"),
            ([Person.self, Outsider.self], [Outsider.self], "Employee as an object"),
        ]
        for (keys, objects, refusal) in calls {
            let unarchiver = try Self.unarchiver(pairs)
            var reason: String?
            do {
                // What the other list allows is instantiated, but doesn't get through.
                let entries = try unarchiver.decodeDictionary(ofKeys: keys, objects: objects, forKey: "root")
                #expect(entries?.count == 2)
            } catch let error as ArchiveError {
                #expect(error.code == .unexpectedClass)
                reason = error.reason
            }
            #expect((reason == nil) == (refusal == nil), "\(reason ?? "no error")")
            if let refusal { #expect(reason?.contains(refusal) == true) }
        }
    }

    @Test func `plain values are allowed whatever the call names`() throws {
        for value: any Codingable in ["text", 5, 0.5, true] {
            let listed = try Self.unarchiver(value).decodeObject(of: [Person.self], forKey: "root")
            #expect(listed.map { "\($0)" } == "\(value)")
            let unnamed = try Self.unarchiver(value).decodeObject(forKey: "root")
            #expect(unnamed.map { "\($0)" } == "\(value)")
        }
        let list = try Self.unarchiver(["text"]).decodeObject(of: [ArchivedArray.self], forKey: "root")
        #expect((list as? ArchivedArray)?.elements.map { "\($0)" } == ["text"])
        // A call for one type returns only that type.
        let unarchiver = try Self.unarchiver("text")
        #expect(code { _ = try unarchiver.decodeObject(of: Person.self, forKey: "root") } == .unexpectedClass)
    }

    // MARK: Several calls

    @Test func `a class that one call allowed is refused by a stricter one`() throws {
        let shared = Person()
        let bytes = try archive {
            try $0.encode(shared, forKey: "a")
            try $0.encode(Person(), forKey: "b")
            try $0.encode(shared, forKey: "again")
        }
        for (registry, expected) in [
            (Self.registry, ArchiveError.Code.unexpectedClass), (ClassRegistry.standard, .unknownClass),
        ] {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: registry)
            #expect(try unarchiver.decodeObject(of: [Person.self], forKey: "a") != nil)
            let runs = try Runs.counting { () throws in
                expectRows {
                    (code { _ = try unarchiver.decodeObject(of: [Outsider.self], forKey: "b") }, expected)
                    (code { _ = try unarchiver.decodeObject(of: Outsider.self, forKey: "b") }, expected)
                    (code { _ = try unarchiver.decodeObject(forKey: "b") }, expected)
                }
                // The same object, too.
                expectRows {
                    (code { _ = try unarchiver.decodeObject(of: [Outsider.self], forKey: "again") }, expected)
                    (code { _ = try unarchiver.decodeObject(of: Outsider.self, forKey: "again") }, .unexpectedClass)
                    (code { _ = try unarchiver.decodeObject(forKey: "again") }, expected)
                }
            }
            #expect(runs == 0)
            #expect(try unarchiver.decodeObject(of: Person.self, forKey: "b") != nil)
        }
    }

    @Test func `a field that leads nowhere is passed over when a container is asked for again`() throws {
        // The archive has four entries; the array has a field of its own that refers to a fifth.
        let bytes = try SmallArchive(
            .record(["NS.objects": [.uid(3)], "more": .uid(4), "$class": .uid(2)]),
            .classRecord("NSArray", "NSObject"), "text"
        ).bytes()
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        for types in [[ArchivedArray.self], [ArchivedArray.self, Person.self]] as [[any Codingable.Type]] {
            let array = try unarchiver.decodeObject(of: types, forKey: "root") as? ArchivedArray
            #expect(array?.elements as? [String] == ["text"])
        }
    }

    @Test func `secure coding is turned off before decoding or not at all`() throws {
        let root = Scripted { try $0.encode("x", forKey: "k") }
        let unarchiver = try Self.unarchiver(root)
        #expect(unarchiver.requiresSecureCoding)
        try inRoot(unarchiver) { unarchiver throws in
            #expect(code { try unarchiver.disableSecureCoding() } == .invalidUnarchiveOperation)
        }
        #expect(code { try unarchiver.disableSecureCoding() } == .invalidUnarchiveOperation)
        #expect(unarchiver.requiresSecureCoding)
        let open = try Self.unarchiver(Person())
        try open.disableSecureCoding()
        #expect(!open.requiresSecureCoding)
        // Types are only a wish then.
        #expect(try open.decodeObject(of: [Outsider.self], forKey: "root") is Person)
    }

    // MARK: The tree below

    @Test func `the types named hold for the whole tree below`() throws {
        let root: (any Codingable)? = Box(Box(Box(Person())))
        let found = try Self.unarchiver(root).decodeObject(of: [Box.self, Person.self], forKey: "root")
        let inner = ((found as? Box)?.content as? Box)?.content as? Box
        #expect(inner?.content is Person)
        let runs = try Runs.counting { () throws in
            for other: any Codingable in [Box(Box(Outsider())), Box([Outsider()]), Box(Insecure())] {
                let unarchiver = try Self.unarchiver(other)
                let types: [any Codingable.Type] = [Box.self, ArchivedArray.self, Person.self]
                #expect(code { _ = try unarchiver.decodeObject(of: types, forKey: "root") } == .unexpectedClass)
            }
            let one = try Self.unarchiver(root)
            #expect(code { _ = try one.decodeObject(of: Box.self, forKey: "root") } == .unexpectedClass)
        }
        #expect(runs == 0)
    }

    /// What a crate or chest holds under its two keys, and whether that is right.
    enum Load: CaseIterable {
        case right, peopleAsTexts, outsidersAsPeople

        var encode: (KeyedArchiver) throws -> Void {
            let people: (any Codingable)? = ArchivedArray([Person(), Employee()])
            let texts: (any Codingable)? = ArchivedArray(["x"])
            // An instance of its own: of an object that was decoded before only its own type is checked again.
            let others: (any Codingable)? = ArchivedArray([Person()])
            let outsiders: (any Codingable)? = ArchivedArray([Outsider()])
            return { archiver in
                try archiver.encode(self == .outsidersAsPeople ? outsiders : people, forKey: "people")
                try archiver.encode(self == .peopleAsTexts ? others : texts, forKey: "texts")
            }
        }
    }

    /// A type that can be handed to a test: its conformance holds in every isolation.
    typealias Container = any (Codingable & SendableMetatype).Type

    @Test(.rows)
    func `types that an inner call names replace those of the outer call, in one phase and in two`() {
        forEachRow(Load.allCases, [Crate.self, Chest.self] as [Container]) {
            (load: Load, container: Container) throws in
            let bytes = try archive { archiver in
                archiver.setClassName("Container", for: Scripted.self)
                try archiver.encode(Scripted(load.encode), forKey: "root")
            }
            for outer: [any Codingable.Type] in [
                [container], [container, ArchivedArray.self, Person.self, Outsider.self],
            ] {
                let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, registry: Self.registry)
                unarchiver.setClass(container, forClassName: "Container")
                let outcome = code { _ = try unarchiver.decodeObject(of: outer, forKey: "root") }
                #expect(outcome == (load == .right ? nil : .unexpectedClass), "\(outer)")
            }
        }
    }

    // MARK: Writing

    @Test func `requiring secure coding refuses an object without it, however deep, and changes no bytes of others`()
        throws
    {
        let deep: [any Codingable] = [
            Insecure(), [[Insecure()]], Box(Box(Insecure())), ["a": [Insecure()]], Masked(), [Masked()],
            ArchivedArray([Person(), Insecure()]),
        ]
        for root in deep {
            let error = #expect(throws: ArchiveError.self) {
                _ = try KeyedArchiver.archivedBytes(withRootObject: root, requiringSecureCoding: true)
            }
            try expectRows {
                (error?.code, .invalidArchiveOperation)
                (error?.className, "Insecure")
                error?.remedy != nil
                try !KeyedArchiver.archivedBytes(withRootObject: root).isEmpty
            }
        }
        let root: (any Codingable)? = Box(ArchivedArray([Person(), "text", 5]))
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: root)
        #expect(try KeyedArchiver.archivedBytes(withRootObject: root, requiringSecureCoding: true) == bytes)
    }
}
