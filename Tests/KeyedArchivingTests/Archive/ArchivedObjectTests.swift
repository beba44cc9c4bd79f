import KeyedArchiving
import Testing

@Suite struct ArchivedObjectTests {
    /// Encodes its fields in an order that is neither that of the alphabet nor that of the hash table.
    struct Record: Codingable {
        static var codedClassName: String { "Record" }
        static let keys = ["zebra", "apple", "mango", "kiwi", "fig"]

        init() {}
        init(coder unarchiver: KeyedUnarchiver) throws {}

        func encode(with archiver: KeyedArchiver) throws {
            for key in Self.keys { try archiver.encode([key], forKey: key) }
        }
    }

    @Test func `fields with references come in the order in which they were encoded`() throws {
        let bytes = try KeyedArchiver.archivedBytes(withRootObject: Record())
        let object = try #require(
            try KeyedUnarchiver.unarchivedGraph(from: bytes, registry: ClassRegistry()) as? ArchivedObject
        )
        #expect(object.fields.map(\.key) == Record.keys)
        #expect(try KeyedArchiver.archivedBytes(withRootObject: object) == bytes)
    }
}
