import KeyedArchiving
import SequentialArchives
import TestSupport
import Testing

/// The examples of the article "Working with sequential archives", compiled and run.
struct WorkingWithSequentialArchivesTests {
    final class Task: Codingable, SequentialCodingable {
        static var codedClassName: String { "Task" }
        static var version: Int { 1 }
        let title: String
        let priority: Int32

        init(title: String, priority: Int32) {
            self.title = title
            self.priority = priority
        }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(title, forKey: "title")
            try archiver.encode(priority, forKey: "priority")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            title = try unarchiver.decode(String.self, forKey: "title")
            priority = try unarchiver.decode(Int32.self, forKey: "priority")
        }

        func encode(with archiver: SequentialArchiver) throws {
            try archiver.encodeString(title)
            try archiver.encodeValue(priority)
        }

        init(coder unarchiver: SequentialUnarchiver) throws {
            title = try unarchiver.decodeString() ?? ""
            // Version 0 had no priority.
            let hasPriority = unarchiver.version(forClassName: "Task") ?? 0 > 0
            priority = hasPriority ? try unarchiver.decodeValue(Int32.self) : 0
        }
    }

    @Test func `a type supports both coders`() throws {
        let task = Task(title: "write", priority: 2)
        let keyed = try KeyedArchiver.archivedBytes(withRootObject: task)
        let sequential = try SequentialArchiver.archivedBytes(withRootObject: task)
        let first = try KeyedUnarchiver.unarchivedObject(of: Task.self, from: keyed)
        let second = try SequentialUnarchiver.unarchivedObject(of: Task.self, from: sequential)
        #expect(first?.title == "write" && first?.priority == 2)
        #expect(second?.title == "write" && second?.priority == 2)
    }

    @Test func `the body of a message is read in three lines`() throws {
        let name = SequentialString("__kIMMessagePartAttributeName")
        let attributes = SequentialDictionary([.init(key: name, value: SequentialBoxedValue(Int32(0)))])
        let message = try SequentialAttributedString(SequentialString("Hello"), runs: [(5, attributes)])
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: message)

        let body = try SequentialUnarchiver.unarchivedObject(of: SequentialAttributedString.self, from: bytes)
        let text = body?.text ?? ""
        let part = body?.runs.first?.attributes["__kIMMessagePartAttributeName"] as? SequentialBoxedValue
        let number = part?.integer(as: Int.self)
        #expect(number == 0)

        #expect(text == "Hello")
        #expect(part?.integer(as: Int.self) == 0)
    }

    @Test func `an archive is changed, and its objects are decoded`() throws {
        let task = Task(title: "old text", priority: 1)
        let bytes = try SequentialArchiver.archivedBytes(withRootObject: task)

        var archive = try SequentialArchive(bytes)
        for object in archive.objects(ofClass: "NSString") { print(object.className, object.values) }
        if let string = archive.objects(ofClass: "NSString").first {
            try archive.setValue(.bytes(Array("new text".utf8)), at: 0, ofGroup: 0, in: string.reference)
        }
        let changed = archive.bytes()

        try printNode(in: changed)
        #expect(try SequentialUnarchiver.unarchivedObject(of: Task.self, from: changed)?.title == "new text")
        let unchanged = try SequentialUnarchiver(forReadingFrom: bytes).decodeObject()
        #expect((unchanged as? UnknownSequentialObject)?.groups.map(\.types) == ["@", "i"])
    }
    private func printNode(in bytes: [UInt8]) throws {
        let unarchiver = try SequentialUnarchiver(forReadingFrom: bytes)
        if let node = try unarchiver.decodeObject() as? UnknownSequentialObject {
            print(node.className, node.groups.map(\.types))
        }
    }

    @Test func `every example is here`() throws {
        let (missing, count) = try DocumentationExamples.missing(
            ofArticle: "SequentialArchives/Documentation.docc/WorkingWithSequentialArchives.md", compiledIn: #filePath)
        #expect(missing == [])
        #expect(count == 4)
    }
}
