import KeyedArchiving
import TestSupport
import Testing

// The README's first example, as the README has it.
final class Person: Codingable {
    static var codedClassName: String { "Person" }
    var name = "Ada", friend: Person?
    init(name: String) { self.name = name }
    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(name, forKey: "name")
        try archiver.encode(friend, forKey: "friend")
    }
    init(coder unarchiver: KeyedUnarchiver) throws {
        name = try unarchiver.decode(String.self, forKey: "name")
        try unarchiver.register(self)  // a friend may refer back to this person
        friend = try unarchiver.decodeObject(of: Person.self, forKey: "friend")
    }
}

@Suite struct FirstExampleTests {
    @Test func `a back reference comes back as the same instance`() throws {
        let ada = Person(name: "Ada")
        ada.friend = Person(name: "Charles")
        ada.friend?.friend = ada

        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ada)
        let copy = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes)
        expectRows {
            (copy?.name, "Ada")
            (copy?.friend?.name, "Charles")
            copy?.friend?.friend === copy
        }
        ada.friend = nil
        copy?.friend = nil
    }
}
