import Foundation
import KeyedArchiving

/// An array of persons with a number, a real, two strings that no other has and three out of a pool of eight.
struct W1Persons: Workload {
    static let name = "W1"
    static let summary = "array of persons"
    static let defaultSize = 100_000

    static let pool = ["red", "green", "blue", "swift", "archive", "keyed", "coder", "object"]

    final class Person: Codingable, Codable {
        static var codedClassName: String { "Person" }
        let name: String
        let age: Int
        let height: Double
        let email: String
        let tags: [String]

        init(name: String, age: Int, height: Double, email: String, tags: [String]) {
            self.name = name
            self.age = age
            self.height = height
            self.email = email
            self.tags = tags
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(name, forKey: "name")
            try archiver.encode(age, forKey: "age")
            try archiver.encode(height, forKey: "height")
            try archiver.encode(email, forKey: "email")
            try archiver.encode(tags, forKey: "tags")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            name = try unarchiver.decode(String.self, forKey: "name")
            age = try unarchiver.decodeInteger(forKey: "age")
            height = try unarchiver.decodeDouble(forKey: "height")
            email = try unarchiver.decode(String.self, forKey: "email")
            tags = try unarchiver.decode([String].self, forKey: "tags")
        }
    }

    let size: Int
    let persons: [Person]
    private let names: TextStore
    private let emails: TextStore
    var foundationPersons: [FoundationPerson] = []

    init(size: Int) {
        self.size = size
        persons = (0..<size).map(Self.person)
        names = TextStore(persons.lazy.map(\.name))
        emails = TextStore(persons.lazy.map(\.email))
    }

    static func person(_ index: Int) -> Person {
        Person(
            name: "Person Number \(index)",
            age: index % 90,
            height: 150 + Double(index % 500) / 10,
            email: "user\(index)@example.com",
            tags: [pool[index % 8], pool[(index + 3) % 8], pool[(index + 5) % 8]]
        )
    }

    func encode() throws -> [UInt8] {
        try KeyedArchiver.archivedBytes(withRootObject: persons)
    }

    func decode(_ bytes: [UInt8]) throws -> Int {
        try KeyedUnarchiver.unarchivedObject(of: [Person].self, from: bytes)?.count ?? 0
    }

    func buildDirectly() -> Int {
        // Strings are made from their bytes, as a decoder must make them; the pool costs nothing.
        let copies = (0..<size).map { index in
            let person = persons[index]
            return Person(
                name: names[index],
                age: person.age,
                height: person.height,
                email: emails[index],
                tags: [person.tags[0], person.tags[1], person.tags[2]]
            )
        }
        return copies.count
    }

    func furtherOperations() throws -> [(String, () throws -> Void)] {
        let bytes = try encode()
        let foundationFile = foundationPersons.isEmpty ? nil : Array(try foundationEncode())
        return try CodablePersons(persons: persons).operations() + [
            (
                "decode Foundation's file",
                {
                    if let file = foundationFile { try decodeFoundationFile(file) }
                }
            ),
            ("encode with a delegate", { _ = try encodeWithDelegate() }),
            ("decode with a delegate", { try decodeWithDelegate(bytes) }),
        ]
    }

    mutating func prepareFoundation() {
        registerFoundationClass(FoundationPerson.self, as: NSStringFromClass(FoundationPerson.self))
        foundationPersons = persons.map(FoundationPerson.init)
    }

    func foundationEncode() throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: foundationPersons as NSArray, requiringSecureCoding: false)
    }

    func foundationDecode(_ data: Data) throws -> Int {
        let classes: [AnyClass] = [NSArray.self, FoundationPerson.self, NSString.self]
        return (try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? [FoundationPerson])?.count
            ?? 0
    }
}

final class FoundationPerson: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let name: String
    let age: Int
    let height: Double
    let email: String
    let tags: [String]

    init(_ person: W1Persons.Person) {
        name = person.name
        age = person.age
        height = person.height
        email = person.email
        tags = person.tags
    }

    func encode(with coder: NSCoder) {
        coder.encode(name, forKey: "name")
        coder.encode(age, forKey: "age")
        coder.encode(height, forKey: "height")
        coder.encode(email, forKey: "email")
        coder.encode(tags, forKey: "tags")
    }

    init?(coder: NSCoder) {
        name = coder.decodeObject(of: NSString.self, forKey: "name").map { String(describing: $0) } ?? ""
        age = coder.decodeInteger(forKey: "age")
        height = coder.decodeDouble(forKey: "height")
        email = coder.decodeObject(of: NSString.self, forKey: "email").map { String(describing: $0) } ?? ""
        tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String] ?? []
    }
}
