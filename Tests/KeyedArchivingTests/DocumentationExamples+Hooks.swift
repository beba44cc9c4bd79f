import KeyedArchiving
import PropertyLists

/// The examples of the documentation comments of hooks and delegates, and of calls that go with them, so that they
/// compile; they aren't run.
private struct HookExamples {
    typealias Person = ExampleTypes.Person
    typealias Dog = ExampleTypes.Dog
    typealias Cat = ExampleTypes.Cat

    func decodeTopLevelObject(_ unarchiver: KeyedUnarchiver) throws {
        let pet = try unarchiver.decodeTopLevelObject(of: [Dog.self, Cat.self], forKey: "pet")
        _ = pet
    }

    func decodeSelector(_ unarchiver: KeyedUnarchiver) throws {
        let action = try unarchiver.decodeSelector()
        _ = action
    }

    func decodeClass(_ unarchiver: KeyedUnarchiver) throws {
        if let name = try unarchiver.decodeClass() { print(unarchiver.registry.type(forClassName: name) as Any) }
    }

    func finishDecoding(_ unarchiver: KeyedUnarchiver) throws {
        let person = try unarchiver.decode(Person.self, forKey: "person")
        unarchiver.finishDecoding()
        _ = person
    }

    func encodeSelector(_ archiver: KeyedArchiver) throws {
        try archiver.encodeSelector("save:")
    }

    func encodeClass(_ archiver: KeyedArchiver) throws {
        try archiver.encodeClass(Person.self)
    }

    func registryInitializer() {
        var registry = ClassRegistry()
        registry.register(Dog.self)
    }

    func initializer(_ bytes: [UInt8]) throws {
        let document = try PropertyListDocument(bytes, limits: .untrusted)
        print(document["names[0]"].string ?? "nobody")
    }

    struct Secret: Codingable {
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    func keyedArchiverDelegate(_ archiver: KeyedArchiver) {
        final class Redactor: KeyedArchiverDelegate {
            func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)? {
                object is Secret ? nil : object
            }
        }
    }

    func keyedUnarchiverDelegate(_ unarchiver: KeyedUnarchiver) {
        final class Migration: KeyedUnarchiverDelegate {
            func unarchiver(
                _ unarchiver: KeyedUnarchiver,
                cannotDecodeObjectOfClassName name: String,
                originalClasses: [String]
            ) -> (any Codingable.Type)? {
                name == "OldPerson" ? Person.self : nil
            }
        }
    }

    struct Page: Codingable {
        static let known: [String: Page] = [:]
        let name: String
        let isDraft: Bool

        func encode(with archiver: KeyedArchiver) throws {}

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

/// Hooks of a type.
private struct Puppy: Codingable {
    typealias Dog = ExampleTypes.Dog
    typealias Pet = ExampleTypes.Pet

    var typeForKeyedArchiver: (any Codingable.Type)? { Pet.self }
    static func typeForKeyedUnarchiver() -> any Codingable.Type { Dog.self }
    static var codedClassHierarchy: [String] { ["Puppy", "Dog", "NSObject"] }
    static var codedClassFallbacks: [String] { ["Dog"] }
    static var codedClassAliases: [String] { ["OldApp.Puppy"] }

    func encode(with archiver: KeyedArchiver) throws {}
    init(coder unarchiver: KeyedUnarchiver) throws {}
}

private final class ArchiverWatcher: KeyedArchiverDelegate {
    typealias Cat = ExampleTypes.Cat

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

private final class UnarchiverWatcher: KeyedUnarchiverDelegate {
    typealias Dog = ExampleTypes.Dog

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
