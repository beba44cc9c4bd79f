import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

// The examples of the article "Concurrency and the main actor", compiled and run.

/// A namespace, so that the types are named as in the article.
private enum Example {
    final class Node: Codingable {
        static var codedClassName: String { "Node" }
        var next: Node?

        init() {}

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(next, forKey: "next")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            try unarchiver.register(self)
            next = try unarchiver.decodeObject(of: Node.self, forKey: "next")
        }
    }

    @MainActor
    final class Document {
        var root: Node?

        func open(_ bytes: [UInt8]) async throws {
            root = try await load(bytes)
        }

        @concurrent
        nonisolated private func load(_ bytes: [UInt8]) async throws -> sending Node? {
            try KeyedUnarchiver.unarchivedObject(of: Node.self, from: bytes)
        }
    }

    @MainActor
    final class Window: @MainActor Codingable {
        static var codedClassName: String { "Window" }
        var title: String

        init(title: String) { self.title = title }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(title, forKey: "title")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            title = try unarchiver.decode(String.self, forKey: "title")
        }
    }
}

struct ConcurrencyAndMainActorTests {
    @MainActor
    @Test func `a class of the main actor is encoded and decoded there`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Example.Window(title: "Ada"))
        #expect(try KeyedUnarchiver.unarchivedObject(of: Example.Window.self, from: bytes)?.title == "Ada")
    }

    @MainActor
    @Test func `a graph is decoded elsewhere and handed to the main actor`() async throws {
        let node = Example.Node()
        node.next = node
        defer { node.next = nil }
        let document = Example.Document()
        try await document.open(KeyedArchiver.archivedBytes(withRootObject: node))
        #expect(document.root != nil && document.root?.next === document.root)
        document.root?.next = nil
    }

    /// The compiler refuses this call for types that aren't `Sendable`.
    private func isSendable<Value: Sendable>(_: Value.Type) -> Bool { true }

    @Test func `what the article calls Sendable is`() {
        expectRows {
            isSendable(KeyedArchive.self)
            isSendable(ArchiveView.self)
            isSendable(PropertyListDocument.self)
            isSendable(PropertyList.self)
            isSendable(ClassRegistry.self)
            isSendable(Limits.self)
            isSendable(ArchiveError.self)
            isSendable(KeyedArchiveDecoder.self)
            isSendable(KeyedArchiveEncoder.self)
        }
    }

    @Test func `a task that is cancelled ends long work`() async throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Array(repeating: "text", count: 100_000))
        let code = await codeWhenCancelled { cancel in
            cancel()
            _ = try KeyedUnarchiver.unarchivedObject(of: [String].self, from: bytes)
        }
        #expect(code == .cancelled)
    }

    @Test func `every example is here`() throws {
        let (missing, count) = try DocumentationExamples.missing(
            ofArticle: "KeyedArchiving/Documentation.docc/ConcurrencyAndMainActor.md", compiledIn: #filePath)
        #expect(missing == [])
        #expect(count == 2)
    }
}
