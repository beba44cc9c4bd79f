import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// The types of the examples of documentation comments, for the files that run these.
enum SequentialExamples {
    final class Person: SequentialCodingable {
        static var codedClassName: String { "Person" }
        static var version: Int { 1 }
        var name: String
        var age: Int32
        var friend: Person?

        func encode(with archiver: SequentialArchiver) throws {
            try archiver.encode(SequentialString(name))
            try archiver.encodeValue(age)
            try archiver.encodeConditionalObject(friend)
        }

        init(coder unarchiver: SequentialUnarchiver) throws {
            name = try unarchiver.decodeString() ?? ""
            age = unarchiver.version(forClassName: "Person") == 0 ? 0 : try unarchiver.decodeValue(Int32.self)
            try unarchiver.register(self)  // a friend may refer back to this person
            friend = try unarchiver.decodeObject(of: Person.self)
        }
    }

    final class Node: SequentialCodingable {
        static var codedClassName: String { "Node" }
        let name: String
        var parent: Node?

        func encode(with archiver: SequentialArchiver) throws {}

        init(coder unarchiver: SequentialUnarchiver) throws {
            name = try unarchiver.decodeString() ?? ""
            try unarchiver.register(self)
            parent = try unarchiver.decodeObject(of: Node.self)
        }
    }

    /// A person as an archive has one.
    final class StoredPerson: SequentialCodingable {
        static var codedClassName: String { Person.codedClassName }
        static var version: Int { Person.version }
        let name: String
        let age: Int32

        init(_ name: String, _ age: Int32) { (self.name, self.age) = (name, age) }

        func encode(with archiver: SequentialArchiver) throws {
            try archiver.encode(SequentialString(name))
            try archiver.encodeValue(age)
            try archiver.encode(nil)
        }

        init(coder unarchiver: SequentialUnarchiver) throws {
            throw ArchiveError(.invalidObject, "a stored person is only encoded")
        }
    }

    /// A node as an archive has one.
    final class StoredNode: SequentialCodingable {
        static var codedClassName: String { Node.codedClassName }
        let name: String
        var parent: StoredNode?

        init(_ name: String) { self.name = name }

        func encode(with archiver: SequentialArchiver) throws {
            try archiver.encodeString(name)
            try archiver.encode(parent)
        }

        init(coder unarchiver: SequentialUnarchiver) throws {
            throw ArchiveError(.invalidObject, "a stored node is only encoded")
        }
    }

    /// A person of the example's type.
    static func person() throws -> Person {
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: StoredPerson("Ada", 36))
        return try #require(try SequentialUnarchiver.unarchivedObject(of: Person.self, from: bytes))
    }
}

/// The examples of calls, which are run.
private struct CallExamples: PrintingExamples {
    let output = ExampleOutput()
    typealias Person = SequentialExamples.Person

    func archive(_ bytes: [UInt8]) throws {
        let archive = try SequentialArchive(bytes)
        for group in archive.groups { print(group.types, group.values) }
    }

    func text(_ archive: SequentialArchive) throws {
        for object in archive.objects(ofClass: "NSString") { print(object.text ?? "?") }
    }

    func object(_ bytes: [UInt8]) throws {
        let archive = try SequentialArchive(bytes)
        if let root = archive.root {
            print(root.className, root.groups.map(\.types))
        }
    }

    func setValue(_ bytes: [UInt8]) throws -> [UInt8] {
        var archive = try SequentialArchive(bytes)
        if let text = archive.objects(ofClass: "NSString").first {
            try archive.setValue(.bytes(Array("new text".utf8)), at: 0, ofGroup: 0, in: text.reference)
        }
        let changed = archive.bytes()
        return changed
    }

    func group() throws -> SequentialGroup {
        let point = try SequentialGroup(types: "{CGPoint=dd}", values: [.structure([.real(3), .real(4)])])
        return point
    }

    func decodeValue(_ unarchiver: SequentialUnarchiver) throws -> CodedValue {
        let point = try unarchiver.decodeValue(ofObjCType: "{CGPoint=dd}")
        return point
    }

    func registry(_ unarchiver: SequentialUnarchiver) throws {
        var registry = ClassRegistry.sequential
        registry.register(Person.self)
        unarchiver.registry = registry
    }

    func boxedValue() throws -> SequentialBoxedValue {
        let point = try SequentialBoxedValue(.structure([.real(3), .real(4)]), ofObjCType: "{CGPoint=dd}")
        return point
    }

    func structure() throws {
        let value = SequentialBoxedValue(.point(x: 3, y: 4))
        if case .point(let x, let y) = value.structure { print(x, y) }
    }

    func attributedString(_ bytes: [UInt8]) throws -> String {
        let body = try SequentialUnarchiver.unarchivedObject(of: SequentialAttributedString.self, from: bytes)
        let text = body?.text ?? ""
        for run in body?.runs ?? [] { print(run.text, run.attributes["__kIMMessagePartAttributeName"] as Any) }
        return text
    }

    func encodeValue(_ archiver: SequentialArchiver) throws {
        try archiver.encodeValue(ofObjCType: "{CGPoint=dd}", .structure([.real(3), .real(4)]))
    }

    func encodeValues(_ archiver: SequentialArchiver) throws {
        try archiver.encodeValues(ofObjCTypes: "iI", [.integer(1), .unsignedInteger(10)])
    }
}

@Suite struct DocumentationExamplesTests {
    @Test func `every example of a documentation comment is one that compiles`() throws {
        let missing = try DocumentationExamples.missing(of: "SequentialArchives", compiledIn: #filePath)
        #expect(missing.examples == [])
        #expect(missing.count >= 70)
    }

    @Test func `the examples of types come to what they say`() throws {
        var runs = ExampleRuns()
        let person = try SequentialExamples.person()
        runs.expect("Ada") { person.name }
        runs.expect(36 as Int32) {
            let bytes = try SequentialArchiver.archivedBytes(withRootObject: person)
            return try SequentialUnarchiver.unarchivedObject(of: SequentialExamples.Person.self, from: bytes)?.age
        }
        runs.expect(["leaf", "trunk", "leaf"] as [String?]) {
            let (leaf, trunk) = (SequentialExamples.StoredNode("leaf"), SequentialExamples.StoredNode("trunk"))
            (leaf.parent, trunk.parent) = (trunk, leaf)
            let bytes = try SequentialArchiver.archivedBytes(withRootObject: leaf)
            leaf.parent = nil
            let node = try SequentialUnarchiver.unarchivedObject(of: SequentialExamples.Node.self, from: bytes)
            let names = [node?.name, node?.parent?.name, node?.parent?.parent?.name]
            node?.parent = nil
            return names
        }
        try runs.expectAll(of: #filePath)
    }

    @Test func `the examples of calls come to what they say`() throws {
        let examples = CallExamples()
        var runs = ExampleRuns()
        let bytes = try SequentialArchiver.archivedBytes(
            withRootObject: SequentialExamples.StoredPerson("Ada", 36))
        func reading(_ encode: (SequentialArchiver) throws -> Void) throws -> SequentialUnarchiver {
            let archiver = SequentialArchiver()
            try encode(archiver)
            return try SequentialUnarchiver(forReadingFrom: archiver.encodedBytes)
        }
        runs.expect(["@ [#0]"]) {
            try examples.archive(bytes)
            return examples.output.take()
        }
        runs.expect(["Ada"]) {
            try examples.text(SequentialArchive(bytes))
            return examples.output.take()
        }
        runs.expect([#"Person ["@", "i", "@"]"#]) {
            try examples.object(bytes)
            return examples.output.take()
        }
        runs.expect("new text") {
            try SequentialArchive(examples.setValue(bytes)).objects(ofClass: "NSString").first?.text
        }
        runs.expect("{CGPoint=dd}({3.0, 4.0})") { try examples.group().description }
        runs.expect([3, 4] as [Double?]) {
            guard case .structure(let fields) = try examples.decodeValue(reading { try examples.encodeValue($0) })
            else { return nil }
            return fields.map(\.real)
        }
        runs.expect("Ada") {
            let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes)
            try examples.registry(unarchiver)
            return (try unarchiver.decodeObject() as? SequentialExamples.Person)?.name
        }
        runs.expect(SequentialStructure.point(x: 3, y: 4)) { try examples.boxedValue().structure }
        runs.expect(["3.0 4.0"]) {
            try examples.structure()
            return examples.output.take()
        }
        runs.expect("Noter test") {
            let part = SequentialDictionary([
                .init(key: SequentialString("__kIMMessagePartAttributeName"), value: SequentialBoxedValue(Int32(0)))
            ])
            let text = try SequentialAttributedString(SequentialString("Noter test"), runs: [(10, part)])
            return try examples.attributedString(SequentialArchiver.archivedBytes(withRootObject: text))
        }
        runs.expect(true) {
            let lines = examples.output.take()
            return lines.count == 1 && lines[0].hasPrefix("Noter test Optional(")
        }
        runs.expect(["1", "10"]) {
            try reading { try examples.encodeValues($0) }.decodeValues(ofObjCTypes: "iI").compactMap {
                $0.integer(as: Int.self).map { "\($0)" }
            }
        }
        try runs.expectAll(of: #filePath)
    }
}
