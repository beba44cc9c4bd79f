import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// The examples of the article "Accepting archives from clients", compiled and run.
struct AcceptingArchivesTests {
    struct Order: Codingable, Equatable, Sendable {
        static var codedClassName: String { "Order" }
        let item: String
        let count: Int

        init(item: String, count: Int) { (self.item, self.count) = (item, count) }

        func encode(with archiver: KeyedArchiver) throws {
            try archiver.encode(item, forKey: "item")
            try archiver.encode(count, forKey: "count")
        }

        init(coder unarchiver: KeyedUnarchiver) throws {
            item = try unarchiver.decode(String.self, forKey: "item")
            count = try unarchiver.decode(Int.self, forKey: "count")
            guard (1...100).contains(count) else {
                throw unarchiver.failure(.invalidValue, "the count is \(count)", key: "count")
            }
        }
    }

    func order(in body: [UInt8]) throws -> Order {
        guard body.count <= 100_000 else { throw Rejection(status: 413, reason: "more than 100,000 bytes") }
        do {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: body, limits: .untrusted)
            unarchiver.allowsExactTypesOnly = true
            return try unarchiver.decode(Order.self, forKey: "root")
        } catch let error as ArchiveError {
            throw Rejection(status: status(for: error.code), reason: error.reason)
        }
    }

    func status(for code: ArchiveError.Code) -> Int {
        switch code {
        case .limitExceeded: 413  // content too large
        case .unrecognizedFormat, .unsupportedVersion, .notAKeyedArchive: 415  // unsupported media type
        case .unknownClass, .unexpectedClass, .valueNotFound, .invalidValue, .range: 422  // not what is expected
        case .finished, .wrongActor, .unrepresentable: 500  // a mistake in the server's code
        case .cancelled: 503  // no time
        default: 400  // damaged
        }
    }

    struct Rejection: Error {
        let status: Int
        let reason: String
    }

    struct Message: Decodable { let text: String }

    func message(in body: [UInt8]) throws -> Message {
        var decoder = KeyedArchiveDecoder(limits: .untrusted)
        decoder.expectClassNames(["ChatMessage"], for: Message.self)
        return try decoder.decode(Message.self, from: body)
    }

    func deadline(for body: [UInt8]) async throws -> Order {
        let work = Task.detached { try order(in: body) }
        let timer = Task {
            try await Task.sleep(for: .seconds(2))
            work.cancel()
        }
        defer { timer.cancel() }
        return try await work.value
    }

    /// A class that the server knows, and doesn't expect.
    private final class Invoice: Codingable {
        static var codedClassName: String { "Invoice" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    private func status(_ body: [UInt8]) -> Int? {
        do {
            _ = try order(in: body)
            return nil
        } catch {
            return (error as? Rejection)?.status
        }
    }

    private func body(_ root: some Codingable) throws -> [UInt8] {
        try KeyedArchiver.archivedBytes(withRootObject: root)
    }

    @Test func `an order is accepted`() async throws {
        let expected = Order(item: "tea", count: 2)
        let body = try body(expected)
        #expect(try order(in: body) == expected)
        #expect(try await deadline(for: body) == expected)
    }

    @Test func `everything else has a status`() throws {
        let list = try BinaryPropertyListWriter().write(["item": "tea"])
        try expectRows {
            (status([UInt8](repeating: 0, count: 100_001)), 413)
            (status(Array("{\"item\": \"tea\"}".utf8)), 415)
            (status(list), 415)
            (status(Array("<plist><dict></plist>".utf8)), 400)
            (status(for: .finished), 500)
            (status(for: .wrongActor), 500)
            (status(try body(Order(item: "tea", count: 2)).dropLast(20)), 400)
            (status(try body(Order(item: "tea", count: 0))), 422)
            (status(try body(Invoice())), 422)
            (status(try body("tea")), 422)
        }
    }

    @Test func `a body that expands is refused`() throws {
        // A list of lists, each of which holds the next ten times.
        var objects: [PropertyList] = []
        for depth in 0..<8 {
            let next = PropertyList.uid(UID(UInt64(depth + 2)))
            let items = PropertyListArray(Array(repeating: next, count: 10))
            objects.append(["NS.objects": .array(items), "$class": .uid(10)])
        }
        objects.append("last")
        objects.append(.classRecord("NSArray", "NSObject"))
        let bytes = try SmallArchive(entries: objects).bytes()
        #expect(throws: ArchiveError(.limitExceeded, "")) {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, limits: .untrusted)
            _ = try unarchiver.decode([[[[[[[[String]]]]]]]].self, forKey: "root")
        }
    }

    @Test func `an object of another class isn't a message`() throws {
        let object = ArchivedObject(ArchivedClass(name: "ChatMessage", hierarchy: ["ChatMessage", "NSObject"]))
        object["text"] = .object("Hello")
        #expect(try message(in: body(object)).text == "Hello")
        let other = ArchivedObject(ArchivedClass(name: "Other", hierarchy: ["Other", "NSObject"]))
        other["text"] = .object("Hello")
        #expect(throws: DecodingError.self) { try message(in: body(other)) }
    }

    @Test func `every example is here`() throws {
        let (missing, count) = try DocumentationExamples.missing(
            ofArticle: "KeyedArchiving/Documentation.docc/AcceptingArchives.md", compiledIn: #filePath)
        #expect(missing == [])
        #expect(count == 5)
    }
}
