import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The examples of the documentation comments of hooks and delegates, and of calls that go with them, which are run.
private struct HookExamples: PrintingExamples {
    let output = ExampleOutput()
    typealias Person = ExampleTypes.Person
    typealias Dog = ExampleTypes.Dog
    typealias Cat = ExampleTypes.Cat

    func decodeTopLevelObject(_ unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
        let pet = try unarchiver.decodeTopLevelObject(of: [Dog.self, Cat.self], forKey: "pet")
        return pet
    }

    func decodeSelector(_ unarchiver: KeyedUnarchiver) throws -> String? {
        let action = try unarchiver.decodeSelector()
        return action
    }

    func decodeClass(_ unarchiver: KeyedUnarchiver) throws {
        if let name = try unarchiver.decodeClass() { print(unarchiver.registry.type(forClassName: name) as Any) }
    }

    func finishDecoding(_ unarchiver: KeyedUnarchiver) throws -> Person {
        let person = try unarchiver.decode(Person.self, forKey: "person")
        unarchiver.finishDecoding()
        return person
    }

    func encodeSelector(_ archiver: KeyedArchiver) throws {
        try archiver.encodeSelector("save:")
    }

    func encodeClass(_ archiver: KeyedArchiver) throws {
        try archiver.encodeClass(Person.self)
    }

    func registryInitializer() -> ClassRegistry {
        var registry = ClassRegistry()
        registry.register(Dog.self)
        return registry
    }

    func initializer(_ bytes: [UInt8]) throws {
        let document = try PropertyListDocument(bytes, limits: .untrusted)
        print(document["names[0]"].string ?? "nobody")
    }

    struct Secret: Codingable {
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    func keyedArchiverDelegate() -> any KeyedArchiverDelegate {
        final class Redactor: KeyedArchiverDelegate {
            func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)? {
                object is Secret ? nil : object
            }
        }
        return Redactor()
    }

    func keyedUnarchiverDelegate() -> any KeyedUnarchiverDelegate {
        final class Migration: KeyedUnarchiverDelegate {
            func unarchiver(
                _ unarchiver: KeyedUnarchiver,
                cannotDecodeObjectOfClassName name: String,
                originalClasses: [String]
            ) -> (any Codingable.Type)? {
                name == "OldPerson" ? Person.self : nil
            }
        }
        return Migration()
    }

    struct Page: Codingable {
        static var codedClassName: String { "Page" }
        static let known = ["home": Page(name: "the known one")]
        let name: String
        let isDraft: Bool

        init(name: String, isDraft: Bool = false) { (self.name, self.isDraft) = (name, isDraft) }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(name, forKey: "name")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            isDraft = false
        }

        func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? {
            isDraft ? nil : self
        }

        func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
            Self.known[name] ?? self
        }
    }
}

/// Hooks that types and delegates have.
private enum Hooks {
    typealias Dog = ExampleTypes.Dog
    typealias Cat = ExampleTypes.Cat
    typealias Pet = ExampleTypes.Pet

    struct HiddenPuppy: Codingable {
        var typeForKeyedArchiver: (any Codingable.Type)? { Pet.self }

        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    struct Puppy: Codingable {
        static var codedClassName: String { "Puppy" }
        static var codedClassHierarchy: [String] { ["Puppy", "Dog", "NSObject"] }
        static var codedClassFallbacks: [String] { ["Dog"] }
        static var codedClassAliases: [String] { ["OldApp.Puppy"] }

        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    struct GrownPuppy: Codingable {
        static var codedClassName: String { "GrownPuppy" }
        static func typeForKeyedUnarchiver() -> any Codingable.Type { Dog.self }

        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    final class ArchiverWatcher: KeyedArchiverDelegate, PrintingExamples {
        let output = ExampleOutput()

        func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)? {
            object is Cat ? nil : object
        }

        func archiver(_ archiver: KeyedArchiver, didEncode object: any Codingable) {
            print("wrote", type(of: object))
        }

        func archiver(
            _ archiver: KeyedArchiver,
            willReplace object: any Codingable,
            with newObject: (any Codingable)?
        ) {
            print("replaced", type(of: object))
        }

        func archiverWillFinish(_ archiver: KeyedArchiver) {
            print("all objects are encoded")
        }

        func archiverDidFinish(_ archiver: KeyedArchiver) {
            print("the archive is complete")
        }
    }

    final class UnarchiverWatcher: KeyedUnarchiverDelegate, PrintingExamples {
        let output = ExampleOutput()

        func unarchiver(
            _ unarchiver: KeyedUnarchiver,
            cannotDecodeObjectOfClassName name: String,
            originalClasses: [String]
        ) -> (any Codingable.Type)? {
            originalClasses.contains("Pet") ? Dog.self : nil
        }

        func unarchiver(_ unarchiver: KeyedUnarchiver, didDecode object: any Codingable) throws -> (any Codingable)? {
            (object as? String)?.lowercased()
        }

        func unarchiver(
            _ unarchiver: KeyedUnarchiver,
            willReplace object: any Codingable,
            with newObject: any Codingable
        ) {
            print("replaced", type(of: object))
        }

        func unarchiverWillFinish(_ unarchiver: KeyedUnarchiver) {
            print("about to finish")
        }

        func unarchiverDidFinish(_ unarchiver: KeyedUnarchiver) {
            print("nothing can be decoded anymore")
        }
    }
}

@Suite struct HookExampleTests {
    private typealias Person = ExampleTypes.Person
    private typealias Dog = ExampleTypes.Dog
    private typealias Cat = ExampleTypes.Cat

    private static func reading(_ encode: (KeyedArchiver) throws -> Void) throws -> KeyedUnarchiver {
        try KeyedUnarchiver(forReadingFrom: archive(encode))
    }

    /// The class record of the root object.
    private static func rootClass(_ object: some Codingable) throws -> ArchivedClass {
        let written = try KeyedArchive(archive { try $0.encode(object, forKey: "root") })
        return try written.archivedClass(at: written.rootRecord().classUID)
    }

    @Test func `the examples of hooks and delegates come to what they say`() throws {
        let examples = HookExamples()
        var runs = ExampleRuns()
        runs.expect("Dog") {
            try examples.decodeTopLevelObject(Self.reading { try $0.encode(Dog(), forKey: "pet") }).map {
                "\(type(of: $0))"
            }
        }
        runs.expect("save:") { try examples.decodeSelector(Self.reading { try examples.encodeSelector($0) }) }
        runs.expect(["Optional(KeyedArchivingTests.ExampleTypes.Person)"]) {
            let unarchiver = try Self.reading { try examples.encodeClass($0) }
            unarchiver.registry.register(Person.self)
            try examples.decodeClass(unarchiver)
            return examples.output.take()
        }
        runs.expect(ArchiveError.Code.finished) {
            let unarchiver = try Self.reading { try $0.encode(ExampleTypes.storedPerson, forKey: "person") }
            _ = try examples.finishDecoding(unarchiver)
            do {
                _ = try unarchiver.decode(Person.self, forKey: "person")
                return nil
            } catch {
                return (error as? ArchiveError)?.code
            }
        }
        runs.expect([true, false]) {
            let registry = examples.registryInitializer()
            return [registry.type(forClassName: "Dog") == Dog.self, registry.type(forClassName: "Cat") != nil]
        }
        runs.expect(["Ada"]) {
            try examples.initializer(BinaryPropertyListWriter().write(["names": ["Ada"]]))
            return examples.output.take()
        }
        runs.expect(true) {
            let delegate = examples.keyedArchiverDelegate()
            let bytes = try withExtendedLifetime(delegate) {
                try archive {
                    $0.delegate = delegate
                    try $0.encode(HookExamples.Secret(), forKey: "secret")
                    try $0.encode("text", forKey: "text")
                }
            }
            let written = try KeyedArchive(bytes)
            return written["secret"].isNil && written["text"].string == "text"
        }
        runs.expect(true) {
            let (delegate, old) = (examples.keyedUnarchiverDelegate(), ArchivedClass(name: "OldPerson", hierarchy: []))
            let unarchiver = try Self.reading { try $0.encode(ArchivedObject(old), forKey: "root") }
            unarchiver.delegate = delegate
            try unarchiver.disableSecureCoding()
            return try withExtendedLifetime(delegate) { try unarchiver.decodeObject(forKey: "root") is Person }
        }
        try runs.expectAll(of: #filePath)
    }

    @Test func `the hooks of types come to what they say`() throws {
        var runs = ExampleRuns()
        func pages(_ pages: [HookExamples.Page]) throws -> [String?] {
            let unarchiver = try Self.reading { try $0.encode(pages.map { Optional($0) }, forKey: "pages") }
            return try unarchiver.decode([HookExamples.Page?].self, forKey: "pages").map { $0?.name }
        }
        runs.expect(["other", "the known one", nil]) {
            try pages([.init(name: "other"), .init(name: "home"), .init(name: "draft", isDraft: true)])
        }
        runs.expect("Pet") { try Self.rootClass(Hooks.HiddenPuppy()).name.split(separator: ".").last.map { "\($0)" } }
        runs.expect(["Puppy", "Dog", "NSObject"]) { try Self.rootClass(Hooks.Puppy()).hierarchy }
        runs.expect(["Dog"]) { try Self.rootClass(Hooks.Puppy()).fallbacks }
        runs.expect(true) {
            let old = ArchivedObject(ArchivedClass(name: "OldApp.Puppy", hierarchy: ["OldApp.Puppy", "NSObject"]))
            return try Self.reading { try $0.encode(old, forKey: "root") }
                .decodeObject(of: Hooks.Puppy.self, forKey: "root") != nil
        }
        runs.expect(true) {
            let unarchiver = try Self.reading { try $0.encode(Hooks.GrownPuppy(), forKey: "root") }
            unarchiver.registry.register(Hooks.GrownPuppy.self)
            try unarchiver.disableSecureCoding()
            return try unarchiver.decodeObject(forKey: "root") is Dog
        }
        try runs.expectAll(of: #filePath)
    }

    @Test func `the hooks of delegates come to what they say`() throws {
        var runs = ExampleRuns()
        runs.expect(["wrote Dog", "replaced Cat", "all objects are encoded", "the archive is complete"]) {
            let watcher = Hooks.ArchiverWatcher()
            _ = try archive {
                $0.delegate = watcher
                try $0.encode(Dog(), forKey: "dog")
                try $0.encode(Cat(), forKey: "cat")
            }
            return watcher.output.take()
        }
        runs.expect(["ada", "Dog", "replaced String", "about to finish", "nothing can be decoded anymore"]) {
            let watcher = Hooks.UnarchiverWatcher()
            let wolf = ArchivedObject(ArchivedClass(name: "Wolf", hierarchy: ["Wolf", "Pet", "NSObject"]))
            let unarchiver = try Self.reading {
                try $0.encode("ADA", forKey: "name")
                try $0.encode(wolf, forKey: "pet")
            }
            unarchiver.delegate = watcher
            try unarchiver.disableSecureCoding()
            let name = try unarchiver.decode(String.self, forKey: "name")
            let pet = try unarchiver.decodeObject(forKey: "pet").map { "\(type(of: $0))" }
            unarchiver.finishDecoding()
            return [name, pet ?? "nothing"] + watcher.output.take()
        }
        try runs.expectAll(of: #filePath)
    }
}
