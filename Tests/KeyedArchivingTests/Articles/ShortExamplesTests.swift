import KeyedArchiving
import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// The examples of pages that have one or a few: the top pages of the modules without Foundation, "Security",
/// "Classes that others subclass", "How an object is decoded", "Writing back what was decoded", "What is read, what is
/// reported, what is refused".
struct ShortExamplesTests {
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
            friend = try unarchiver.decodeObject(of: Person.self, forKey: "friend")
        }
    }

    final class Pet: Codingable {
        static var codedClassName: String { "Pet" }
        var owner: Person?

        init(owner: Person) { self.owner = owner }

        func encode(with archiver: KeyedArchiver) throws { try archiver.encode(owner, forKey: "owner") }

        init(coder unarchiver: KeyedUnarchiver) throws {
            owner = try unarchiver.decodeObject(of: Person.self, forKey: "owner")
        }
    }

    struct Contact: Decodable {
        let name: String
    }

    class Account: CodedObject {
        var owner: String

        override class var codedClassName: String { "Account" }

        override func encode(with archiver: KeyedArchiver) throws {
            try super.encode(with: archiver)
            try archiver.encode(owner, forKey: "Account.owner")
        }

        required init(coder unarchiver: KeyedUnarchiver) throws {
            owner = try unarchiver.decode(String.self, forKey: "Account.owner")
            try super.init(coder: unarchiver)
        }
    }

    final class SavingsAccount: Account {
        override class var codedClassName: String { "SavingsAccount" }
    }

    private var output: [String] = []

    private mutating func print(_ items: Any...) { output.append(items.map { "\($0)" }.joined(separator: " ")) }

    @Test mutating func `a person comes back by each of the three ways`() throws {
        let person = Person(name: "Ada")
        person.friend = Person(name: "Charles")
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: person)
        let copy = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes)
        #expect(copy?.friend?.name == "Charles")

        let archive = try KeyedArchive(bytes)
        print(archive["root.friend.name"].string ?? "nobody")
        #expect(output == ["Charles"])

        let contact = try KeyedArchiveDecoder().decode(Contact.self, from: bytes)
        #expect(contact.name == "Ada")
    }

    @Test func `a pet's owner is decoded`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Pet(owner: Person(name: "Ada")))
        #expect(try KeyedUnarchiver.unarchivedObject(of: Pet.self, from: bytes)?.owner?.name == "Ada")
    }

    @Test func `a person is decoded within the limits for untrusted input`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Person(name: "Ada"))
        let person = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes, limits: .untrusted)
        #expect(person?.name == "Ada")
    }

    @Test func `a subclass is decoded where its superclass is asked for`() throws {
        let stored = ArchivedObject(
            ArchivedClass(name: "SavingsAccount", hierarchy: ["SavingsAccount", "Account", "NSObject"]))
        stored["Account.owner"] = .object("Ada")
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: stored)
        var registry = ClassRegistry.standard
        registry.register(SavingsAccount.self)
        let account = try KeyedUnarchiver.unarchivedObject(of: Account.self, from: bytes, registry: registry)
        #expect(account is SavingsAccount && account?.owner == "Ada")
        let again = try KeyedArchiver.archivedBytes(withRootObject: account)
        #expect(try KeyedArchive(again)["root"].className == "SavingsAccount")
    }

    @Test func `an archive of unknown classes is written back as the same bytes`() throws {
        let stored = ArchivedObject(ArchivedClass(name: "Unknown", hierarchy: ["Unknown", "NSObject"]))
        stored["list"] = .object(ArchivedArray(["a", stored]))
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: stored)
        stored["list"] = nil

        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
        unarchiver.keepsUnknownClasses = true
        try unarchiver.disableSecureCoding()
        let fields = try unarchiver.decodeTopLevelFields()

        let archiver = try KeyedArchiver(rewriting: unarchiver)
        try archiver.encodeTopLevelFields(fields)
        let copy = try archiver.encodedBytes
        #expect(copy == bytes)
    }

    @Test func `a property list is written as binary and as XML`() throws {
        let bytes = try BinaryPropertyListWriter().write(["name": "Ada", "born": 1815])
        let value = try BinaryPropertyListReader(bytes).tree()
        let text = try XMLPropertyListWriter().write(value)
        let read = try XMLPropertyListReader().read(text)
        #expect(read["name"] == "Ada" && read["born"] == 1815)
    }

    @Test mutating func `a key twice is read, reported and refused on request`() throws {
        var oddities: [ArchiveError] = []
        let text = "<plist><dict><key>a</key><true/><key>a</key><false/></dict></plist>"
        let list = try XMLPropertyListReader().read(Array(text.utf8), oddities: &oddities)
        print(list["a"] == false, oddities.map(\.code) == [.duplicateKey])
        #expect(output == ["true true"])

        var limits = Limits.untrusted
        limits.refusesOddInput = true
        let strict = XMLPropertyListReader(limits: limits)
        #expect(throws: ArchiveError(.duplicateKey, "")) { try strict.read(Array(text.utf8)) }
    }

    @Test func `the body of a message is read`() throws {
        let message = try SequentialAttributedString(SequentialString("Hello"), runs: [(5, SequentialDictionary([]))])
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: message)
        let body = try SequentialUnarchiver.unarchivedObject(of: SequentialAttributedString.self, from: bytes)
        #expect(body?.text == "Hello")
    }

    @Test(.rows)
    func `every example is here`() {
        forEachRow([
            ("KeyedArchiving/Documentation.docc/HowAnObjectIsDecoded.md", 1),
            ("KeyedArchiving/Documentation.docc/KeyedArchiving.md", 3),
            ("KeyedArchiving/Documentation.docc/Security.md", 1),
            ("KeyedArchiving/Documentation.docc/Subclassing.md", 1),
            ("KeyedArchiving/Documentation.docc/WritingBack.md", 1),
            ("PropertyLists/Documentation.docc/PropertyLists.md", 1),
            ("PropertyLists/Documentation.docc/OddInput.md", 2),
            ("SequentialArchives/Documentation.docc/SequentialArchives.md", 1),
        ]) { (article: String, expected: Int) throws in
            let (missing, count) = try DocumentationExamples.missing(ofArticle: article, compiledIn: #filePath)
            #expect(missing == [] && count == expected)
        }
    }
}
