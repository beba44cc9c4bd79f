import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// A list that is the outermost value, whose elements may keep their containers and encode into each other.
struct OutermostListTests {
    final class Entry: Encodable {
        enum CodingKeys: CodingKey {
            case name, number, counts, late
        }

        let number: Int
        /// Whether it keeps its container.
        var keeps = false
        var kept: KeyedEncodingContainer<CodingKeys>?
        /// An entry into whose container it encodes, too.
        var other: Entry?
        var fails = false

        init(_ number: Int) {
            self.number = number
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode("a text that is not short: \(number % 7)", forKey: .name)
            try container.encode(number, forKey: .number)
            try container.encode(["count": number % 3, "key \(number % 50)": 1], forKey: .counts)
            if keeps { kept = container }
            try other?.kept?.encode("late", forKey: .late)
            guard !fails else {
                throw EncodingError.invalidValue(
                    number, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "it fails"))
            }
        }
    }

    private func encode(_ value: some Encodable, asObjects: Bool = false) throws -> [UInt8] {
        var encoder = KeyedArchiveEncoder()
        if asObjects { encoder.setClassName("Entry", for: Entry.self) }
        return try encoder.encode(value)
    }

    private var entries: [Entry] { (0..<700).map { Entry($0) } }

    @Test(.rows) func `runs don't show in the archive`() {
        forEachRow([false, true]) { (asObjects: Bool) throws in
            let kept = entries
            // From what is kept on, everything is one run.
            kept[0].keeps = true
            #expect(try encode(kept, asObjects: asObjects) == encode(entries, asObjects: asObjects))
            let bytes = try encode(entries, asObjects: asObjects)
            #expect(try KeyedArchive(bytes).problems(strict: true).isEmpty)
            #expect(try KeyedArchive(bytes)["root[699].number"].int == 699)
        }
    }

    @Test(.rows)
    func `a container that is kept can be encoded into later`() {
        forEachRow([0, 127, 128, 300]) { (position: Int) throws in
            let entries = entries
            entries[position].keeps = true
            entries[600].other = entries[position]
            let archive = try KeyedArchive(encode(entries))
            expectRows {
                (archive["root[\(position)].late"].string, "late")
                (archive["root[\(position)].number"].int, position)
                (archive["root[699].number"].int, 699)
            }
        }
    }

    @Test func `an error has the path to its element`() throws {
        let entries = entries
        entries[400].fails = true
        #expect {
            _ = try encode(entries)
        } throws: { error in
            guard case EncodingError.invalidValue(_, let context) = error else { return false }
            return context.codingPath.map(\.intValue) == [400]
        }
    }

    @Test func `a list isn't an object of a class`() throws {
        var encoder = KeyedArchiveEncoder()
        encoder.setClassName("List", for: [Entry].self)
        #expect(throws: EncodingError.self) { let _: [UInt8] = try encoder.encode(entries) }
    }
}
