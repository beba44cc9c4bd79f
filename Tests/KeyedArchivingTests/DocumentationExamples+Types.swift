import KeyedArchiving

/// The types of examples in documentation comments, for the files that compile these.
enum ExampleTypes {
    final class Person: Codingable {
        static var codedClassName: String { "Person" }
        var name = ""

        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    /// A person as an archive has one.
    static var storedPerson: ArchivedObject {
        ArchivedObject(ArchivedClass(name: "Person", hierarchy: ["Person", "NSObject"]))
    }

    class Pet: CodedObject {}

    final class Dog: Pet {
        override class var codedClassName: String { "Dog" }
    }

    final class Cat: Pet {
        override class var codedClassName: String { "Cat" }
    }

    struct Note: Codable {
        let title: String
    }
}

struct Celsius: Codable, Codingable {
    var degrees: Double

    init(_ degrees: Double) { self.degrees = degrees }

    func encode(with archiver: KeyedArchiver) throws {
        try archiver.encode(degrees, forKey: "degrees")
    }

    init(coder unarchiver: KeyedUnarchiver) throws {
        degrees = try unarchiver.decodeDouble(forKey: "degrees")
    }
}
