import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What errors say of a key that isn't there, and of a class that has no type.
struct AbsentKeyTests {
    private final class Person: CodedObject {
        override class var codedClassName: String { "NewApp.Person" }
        let nickname: String
        init(nickname: String) {
            self.nickname = nickname
            super.init()
        }
        override func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(nickname, forKey: "name")
            try archiver.encode(1, forKey: "$version")
        }
        required init(coder unarchiver: KeyedUnarchiver) throws {
            nickname = try unarchiver.decode(String.self, forKey: "nickname")
            try super.init(coder: unarchiver)
        }
    }

    private func error(_ body: () throws -> Void) -> ArchiveError? {
        #expect(throws: ArchiveError.self) { try body() }
    }

    @Test func `an archive whose root has another key names the keys that there are`() throws {
        let bytes = try archive {
            try $0.encode("x", forKey: "document")
            try $0.encode("y", forKey: "$version")
        }
        let calls: [() throws -> Any?] = [
            { try KeyedUnarchiver.unarchivedObject(of: String.self, from: bytes) },
            { try KeyedUnarchiver.unarchivedObject(of: [String.self], from: bytes) },
            { try KeyedUnarchiver.unarchivedArrayOfObjects(of: String.self, from: bytes) },
            { try KeyedUnarchiver.unarchivedArrayOfObjects(of: [String.self], from: bytes) },
            { try KeyedUnarchiver.unarchivedDictionary(ofKey: String.self, object: Int.self, from: bytes) },
            { try KeyedUnarchiver.unarchivedDictionary(ofKeys: [String.self], objects: [Int.self], from: bytes) },
            { try KeyedUnarchiver.unarchivedGraph(from: bytes) },
        ]
        for call in calls {
            let error = error { _ = try call() }
            #expect(error?.code == .valueNotFound)
            #expect(error?.key == "root")
            let remedy = try #require(error?.remedy)
            #expect(remedy.contains("\"document\"") && remedy.contains("\"$version\"") && remedy.contains("forKey:"))
        }
        try expectRows {
            (try KeyedUnarchiver.unarchivedObject(of: String.self, from: bytes, forKey: "document"), "x")
            (try KeyedUnarchiver.unarchivedObject(of: String.self, from: bytes, forKey: "$version"), "y")
            (try KeyedUnarchiver.unarchivedGraph(from: bytes, forKey: "document") as? String, "x")
        }
        #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedArrayOfObjects(of: String.self, from: bytes, forKey: "document")
        }
    }

    @Test func `a root that is nil is nil, and a value that is nil is distinguished from an absent one`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: nil as (any Codingable)?)
        #expect(try KeyedUnarchiver.unarchivedObject(of: String.self, from: bytes) == nil)
        #expect(try KeyedUnarchiver.unarchivedGraph(from: bytes) == nil)

        let ofNil = try archive { try $0.encode(nil as (any Codingable)?, forKey: "root") }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: ofNil)
        #expect(error { _ = try unarchiver.decode(String.self, forKey: "root") }?.reason.hasSuffix("is nil") == true)
        #expect(
            error { _ = try unarchiver.decode(String.self, forKey: "x") }?.remedy?.contains("only \"root\"") == true)
    }

    @Test func `a wrong key of an object names its keys, of many a few and of a long one the beginning`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Person(nickname: "Ada"))
        let error = error { _ = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes) }
        #expect(error?.code == .valueNotFound)
        #expect(error?.path?.description == "root.nickname")
        let remedy = try #require(error?.remedy)
        #expect(
            remedy.contains("there are \"name\", \"$version\"") || remedy.contains("there are \"$version\", \"name\""))
        #expect(remedy.contains("decodeIfPresent"))

        let long = String(repeating: "k", count: 100_000)
        let large = try archive { archiver in
            try archiver.encode(0, forKey: long)
            for number in 0..<1_000 { try archiver.encode(number, forKey: "key \(number)") }
        }
        let many = self.error { _ = try KeyedUnarchiver.unarchivedObject(of: String.self, from: large) }
        let ofMany = try #require(many?.remedy)
        #expect(ofMany.contains(", …"))
        #expect(ofMany.utf8.count < 1_500)
    }

    @Test func `a class of another module asks for that to be renamed, one of another name for an alias`() throws {
        let archiver = KeyedArchiver()
        archiver.setClassName("OldApp.Person", for: Person.self)
        try archiver.encode(Person(nickname: "Ada"), forKey: "root")
        let bytes = try archiver.encodedBytes
        let error = error { _ = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes) }
        #expect(error?.code == .unknownClass)
        #expect(error?.className == "OldApp.Person")
        let remedy = try #require(error?.remedy)
        expectRows {
            expecting(remedy, contains: "Person was asked for")
            expecting(remedy, contains: "renameClasses(withPrefix: \"OldApp.\", to: \"NewApp.\")")
            expecting(remedy, contains: "codedClassAliases")
        }
        var registry = ClassRegistry.standard
        registry.renameClasses(withPrefix: "OldApp.", to: "NewApp.")
        // The class is known now; what its initializer asks for isn't there.
        #expect(
            code { _ = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: bytes, registry: registry) }
                == .valueNotFound)

        let renaming = KeyedArchiver()
        renaming.setClassName("Human", for: Person.self)
        try renaming.encode(Person(nickname: "Ada"), forKey: "root")
        let renamed = try renaming.encodedBytes
        let own = self.error { _ = try KeyedUnarchiver.unarchivedObject(of: Person.self, from: renamed) }
        #expect(own?.remedy?.contains("Person was asked for") == true)
        #expect(own?.remedy?.contains("codedClassAliases") == true)
        let library = self.error { _ = try KeyedUnarchiver.unarchivedObject(of: [String].self, from: renamed) }
        #expect(library?.code == .unknownClass)
        #expect(library?.remedy?.contains("codedClassAliases") == false)
    }
}
