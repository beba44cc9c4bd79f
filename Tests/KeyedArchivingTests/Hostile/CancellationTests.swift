import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Long work ends soon after its task was cancelled.
@Suite struct CancellationTests {
    /// A node with a number, and the one after it.
    private final class Node: TwoPhaseCodingable {
        static var codedClassName: String { "Node" }
        var number = 0
        var next: Node?

        init() {}

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(number, forKey: "number")
            try archiver.encode(next, forKey: "next")
        }

        func decode(with unarchiver: KeyedUnarchiver) throws {
            number = try unarchiver.decodeInteger(forKey: "number")
            next = try unarchiver.decodeObject(of: Node.self, forKey: "next")
        }
    }

    private static func list(_ count: Int = 40_000) -> [Node] { (0..<count).map { _ in Node() } }

    private static let archive = Result { try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray(list())) }

    @Test func `an archive is neither opened nor checked in a cancelled task`() async throws {
        let bytes = try Self.archive.get()
        let archive = try KeyedArchive(bytes)
        let opening = await codeWhenCancelled { cancel in
            cancel()
            _ = try KeyedArchive(bytes)
        }
        #expect(opening == .cancelled)
        let checking = await codeWhenCancelled { cancel in
            cancel()
            if let problem = archive.problems().first { throw problem }
        }
        #expect(checking == .cancelled)
    }

    @Test func `an open archive isn't looked at any further in a cancelled task`() async throws {
        let archive = try KeyedArchive(try Self.archive.get())
        let other = try KeyedArchive(archive.bytes())
        func code(_ look: @escaping @Sendable () throws -> Void) async -> ArchiveError.Code? {
            await codeWhenCancelled { cancel in
                cancel()
                try look()
            }
        }
        let codes = [
            "audit": await code { _ = try archive.audit() },
            "shared": await code { _ = try archive.sharedUIDs() },
            "ofClass": await code { _ = try archive.uids(ofClass: "Node") },
            "difference": await code { _ = try archive.difference(from: other) },
        ]
        #expect(codes.filter { $0.value != .cancelled }.keys.sorted() == [])
    }

    @Test func `salvaging in a cancelled task isn't reported as an archive without entries`() async throws {
        let bytes = try Self.archive.get()
        let tree = try BinaryPropertyListReader(bytes).tree()
        let xml = try XMLPropertyListWriter().write(tree)
        for damaged in [Array(bytes.dropLast(40)), Array(xml.dropLast(400))] {
            let code = await codeWhenCancelled { cancel in
                cancel()
                _ = try KeyedArchive.salvage(damaged)
            }
            #expect(code == .cancelled)
        }
    }

    @Test func `objects are neither decoded nor encoded in a cancelled task`() async throws {
        let bytes = try Self.archive.get()
        let decoding = await codeWhenCancelled { cancel in
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            cancel()
            _ = try unarchiver.decodeObject(of: [ArchivedArray.self, Node.self], forKey: "root")
        }
        #expect(decoding == .cancelled)
        let encoding = await codeWhenCancelled { cancel in
            let list = ArchivedArray(Self.list())
            cancel()
            _ = try KeyedArchiver.archivedBytes(withRootObject: list)
        }
        #expect(encoding == .cancelled)
    }

    @Test func `lists are neither read nor written in a cancelled task`() async throws {
        let texts = (0..<200_000).map { PropertyList.string(PropertyListString("text \($0)")) }
        let list = PropertyList.array(PropertyListArray(texts))
        let xml = try XMLPropertyListWriter().write(list)
        let reading = await codeWhenCancelled { cancel in
            cancel()
            _ = try XMLPropertyListReader().read(xml)
        }
        #expect(reading == .cancelled)
        let writing = await codeWhenCancelled { cancel in
            cancel()
            _ = try BinaryPropertyListWriter().write(list)
        }
        #expect(writing == .cancelled)
        let writingXML = await codeWhenCancelled { cancel in
            cancel()
            _ = try XMLPropertyListWriter().write(list)
        }
        #expect(writingXML == .cancelled)
    }

    @Test func `encoding ends soon after its task is cancelled in the middle`() async throws {
        /// Cancels its task when it is encoded, and counts those that are encoded after it.
        final class Canceling: Codingable {
            static var codedClassName: String { "Canceling" }
            let cancel: () -> Void
            init(_ cancel: @escaping () -> Void) { self.cancel = cancel }
            func encode(with archiver: KeyedArchiver) throws { cancel() }
            init(coder unarchiver: KeyedUnarchiver) throws { cancel = {} }
        }
        let code = await codeWhenCancelled { cancel in
            try withoutActuallyEscaping(cancel) { cancel in
                var objects: [any Codingable] = Self.list()
                objects.insert(Canceling(cancel), at: 20_000)
                _ = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray(objects))
            }
        }
        #expect(code == .cancelled)
    }

    @Test func `what isn't cancelled comes to its end, as does what takes no time`() async throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: ArchivedArray(Self.list(10)))
        let task = Task { try KeyedArchive(bytes).objectCount }
        #expect(try await task.value > 10)
    }
}
