import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

// The examples of the article "Substitution and class names", compiled and run.

private enum Example {
    final class Country: Codingable, Sendable {
        static var codedClassName: String { "Country" }
        static let known = [Country(code: "CH"), Country(code: "GB")]
        let code: String

        init(code: String) { self.code = code }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(code, forKey: "code")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            code = try unarchiver.decode(String.self, forKey: "code")
        }

        func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
            Self.known.first { $0.code == code }
        }
    }

    final class Photo: Codingable {
        static var codedClassName: String { "Photo" }
        let path: String

        init(path: String) { self.path = path }

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws { path = "" }

        func replacementObject(for archiver: KeyedArchiver) throws -> (any Codingable)? {
            Bookmark(path: path)
        }
    }

    final class Bookmark: Codingable {
        static var codedClassName: String { "Bookmark" }
        let path: String

        init(path: String) { self.path = path }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(path, forKey: "path")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            path = try unarchiver.decode(String.self, forKey: "path")
        }

        func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? {
            Photo(path: path)
        }
    }

    class Pet: CodedObject {
        override class var codedClassName: String { "Pet" }
    }

    final class TestPet: Pet {
        override var typeForKeyedArchiver: (any Codingable.Type)? { Pet.self }
    }

    final class Secret: Codingable {
        static var codedClassName: String { "Secret" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    final class Redactor: KeyedArchiverDelegate {
        func archiver(_ archiver: KeyedArchiver, willEncode object: any Codingable) throws -> (any Codingable)? {
            object is Secret ? nil : object
        }
    }

    final class TestSuite: Codingable {
        static var codedClassName: String { "XCTestSuite" }
        static var codedClassHierarchy: [String] { ["XCTestSuite", "XCTest", "NSObject"] }

        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }
}

struct SubstitutionAndClassNamesTests {
    private typealias Secret = Example.Secret
    private typealias Redactor = Example.Redactor
    private typealias Pet = Example.Pet

    @Test func `a country comes back as the one that is known`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: [Example.Country(code: "CH")])
        let copy = try KeyedUnarchiver.unarchivedArrayOfObjects(of: Example.Country.self, from: bytes)
        #expect(copy?.first === Example.Country.known[0])
    }

    @Test func `a photo is stored as a bookmark`() throws {
        let photo = Example.Photo(path: "a.png")
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: photo)
        #expect(try KeyedArchive(bytes)["root"].className == "Bookmark")
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        let copy = try unarchiver.decodeObject(of: [Example.Bookmark.self], forKey: "root")
        #expect((copy as? Example.Photo)?.path == "a.png")
    }

    @Test func `a subclass is stored as its superclass`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Example.TestPet())
        #expect(try KeyedArchive(bytes)["root"].className == "Pet")
    }

    @Test func `secrets are left out`() throws {
        let redactor = Redactor()
        let archiver = KeyedArchiver()
        archiver.delegate = redactor
        try archiver.encode(Secret(), forKey: "secret")
        try archiver.encode("name", forKey: "name")
        let bytes = try archiver.encodedBytes

        let archive = try KeyedArchive(bytes)
        #expect(archive["secret"].uid == 0 && archive["name"].string == "name")
    }

    @Test func `a class is written with the chain that it declares, and without one under another name`() throws {
        func chain(of name: String, in bytes: [UInt8]) throws -> [String]? {
            try KeyedArchive(bytes).classSummary.first { $0.archivedClass.name == name }?.archivedClass.hierarchy
        }
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Example.TestSuite())
        #expect(try chain(of: "XCTestSuite", in: bytes) == ["XCTestSuite", "XCTest", "NSObject"])

        let archiver = KeyedArchiver()
        archiver.setClassName("OldPet", for: Pet.self)
        try archiver.encode(Pet(), forKey: "root")
        #expect(try chain(of: "OldPet", in: archiver.encodedBytes) == [])
    }

    @Test func `a registry has names, aliases and rules, and a call needs no type then`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Pet())
        var registry = ClassRegistry.standard
        registry.register(Pet.self)
        registry.register(Pet.self, forClassName: "OldPet")
        registry.renameClasses { name in name.hasPrefix("Old.") ? String(name.dropFirst(4)) : nil }
        let pet = try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: registry)
        #expect(pet is Pet)
        #expect(registry.type(forClassName: "Old.Pet") == Pet.self)
        #expect(registry.type(forClassName: "OldPet") == Pet.self)
        // Of several rules, one counts whose name has a type, even if a later one gives a name.
        registry.renameClasses(withPrefix: "Old.", to: "New.")
        #expect(registry.type(forClassName: "Old.Pet") == Pet.self)
    }

    @Test func `every example is here`() throws {
        let (missing, count) = try DocumentationExamples.missing(
            ofArticle: "KeyedArchiving/Documentation.docc/SubstitutionAndClassNames.md", compiledIn: #filePath)
        #expect(missing == [])
        #expect(count == 7)
    }
}
