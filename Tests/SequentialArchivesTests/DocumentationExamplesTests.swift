import PropertyLists
import SequentialArchives
import TestSupport
import Testing

/// The examples of the documentation comments, so that they compile; they aren't run.
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

    struct Calls {
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

        func setValue(_ bytes: [UInt8]) throws {
            var archive = try SequentialArchive(bytes)
            if let text = archive.objects(ofClass: "NSString").first {
                try archive.setValue(.bytes(Array("new text".utf8)), at: 0, ofGroup: 0, in: text.reference)
            }
            let changed = archive.encoded()
            _ = changed
        }

        func group() throws {
            let point = try SequentialGroup(types: "{CGPoint=dd}", values: [.structure([.real(3), .real(4)])])
            _ = point
        }

        func decodeValue(_ unarchiver: SequentialUnarchiver) throws {
            let point = try unarchiver.decodeValue(ofObjCType: "{CGPoint=dd}")
            _ = point
        }

        func registry(_ unarchiver: SequentialUnarchiver) throws {
            var registry = SequentialClassRegistry.standard
            registry.register(Person.self)
            unarchiver.registry = registry
        }

        func boxedValue() throws {
            let point = try SequentialBoxedValue(.structure([.real(3), .real(4)]), ofObjCType: "{CGPoint=dd}")
            _ = point
        }

        func structure() throws {
            let value = SequentialBoxedValue(.point(x: 3, y: 4))
            if case .point(let x, let y) = value.structure { print(x, y) }
        }

        func attributedString(_ bytes: [UInt8]) throws {
            let body = try SequentialUnarchiver.unarchivedObject(of: SequentialAttributedString.self, from: bytes)
            let text = body?.text ?? ""
            for run in body?.runs ?? [] { print(run.text, run.attributes["__kIMMessagePartAttributeName"] as Any) }
            _ = text
        }

        func encodeValue(_ archiver: SequentialArchiver) throws {
            try archiver.encodeValue(ofObjCType: "{CGPoint=dd}", .structure([.real(3), .real(4)]))
        }

        func encodeValues(_ archiver: SequentialArchiver) throws {
            try archiver.encodeValues(ofObjCTypes: "iI", [.integer(1), .unsignedInteger(10)])
        }
    }
}

@Suite struct DocumentationExamplesTests {
    @Test func `every example of a documentation comment is one that compiles`() throws {
        let missing = try DocumentationExamples.missing(of: "SequentialArchives", compiledIn: #filePath)
        #expect(missing.examples == [])
        #expect(missing.count >= 70)
    }
}
