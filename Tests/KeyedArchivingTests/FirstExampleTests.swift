import KeyedArchiving
import PropertyLists
import Testing

final class Person: Codingable {
    static var codedClassName: String { "Person" }
    var name: String
    var age = 0
    var children: [Person] = []
    weak var parent: Person?
    init(name: String) { self.name = name }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(name, forKey: "name")
        try archiver.encode(age, forKey: "age")
        try archiver.encode(children, forKey: "children")
        try archiver.encodeConditionalObject(parent, forKey: "parent")
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        name = try unarchiver.decode(String.self, forKey: "name")
        age = try unarchiver.decodeInteger(forKey: "age")
        try unarchiver.register(self)
        children = try unarchiver.decode([Person].self, forKey: "children")
        parent = try unarchiver.decodeObject(of: Person.self, forKey: "parent")
    }
}

@Suite struct FirstExampleTests {
    @Test func `a back reference comes back as the same instance`() throws {
        let ada = Person(name: "Ada")
        let byron = Person(name: "Byron, a name that is longer")
        ada.age = 36
        byron.children = [ada]
        ada.parent = byron
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: byron)
        let decoded = try #require(try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes))
        #expect(decoded.name == "Byron, a name that is longer")
        #expect(decoded.children.first?.name == "Ada")
        #expect(decoded.children.first?.age == 36)
        #expect(decoded.children.first?.parent === decoded)
        let archive = try KeyedArchive(bytes)
        #expect(try archive.bytes() == bytes)
    }
}
