import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

/// The index reads what is there, and what can't be read is as if it weren't there.
@Suite struct ArchiveIndexTests {
    /// An object with a field of each form, and what it refers to.
    private func archive() throws -> KeyedArchive {
        let object: PropertyList = [
            "name": .uid(2), "numbers": [.integer(1), .uid(3)], "data": .data([1, 2, 3]),
            "lost": .uid(99), "$class": .uid(4),
        ]
        return try KeyedArchive(
            SmallArchive(object, "Ada", .integer(7), .classRecord("Person", "NSObject")).bytes())
    }

    @Test func `a UID leads to its entry, a text to a field and a container to members, where there are any`() throws {
        let index = try archive().index
        expectRows {
            (index.uids.map(\.number), [0, 1, 2, 3, 4])
            (index.entry(UID(4)), EntryUID(4))
            (index.entry(UID(5)), nil)
            (index[UID(UInt64.max)], nil)
            !index.contains(UID(UInt64(Int64.max)))
        }

        // The fields are in the order of the file.
        let fields = try #require(index.fields(of: UID(1)))
        expectRows {
            (index.pairs(of: fields).map { index.text(at: $0.key) }, ["name", "numbers", "data", "lost", "$class"])
            (index.value(of: "name", in: fields).flatMap { index.entryUID(at: $0) }, EntryUID(2))
            (index.value(of: "nam", in: fields), nil)
        }
        let lost = try #require(index.value(of: "lost", in: fields))
        #expect(index.uid(at: lost) == UID(99))
        #expect(index.entryUID(at: lost) == nil)

        let numbers = try #require(index.value(of: "numbers", in: fields))
        expectRows {
            (index.count(of: numbers), 2)
            (index.members(at: numbers).map { index.kind(of: $0) }, [.integer, .reference])
            (index.elements(at: numbers)?.count, 2)
        }
        let data = try #require(index.value(of: "data", in: fields))
        expectRows {
            (index.kind(of: data), .data)
            (index.count(of: data), 3)
            index.members(at: data).isEmpty
            (index.elements(at: data), nil)
            (index.fields(of: UID(2)), nil)
        }
    }

    @Test func `a dictionary holds the first of two equal keys`() throws {
        let twice = PropertyListDictionary([(key: "a", value: .integer(1)), (key: "a", value: .integer(2))])
        let index = try KeyedArchive(SmallArchive(.dictionary(twice), top: ["root": .uid(1)]).bytes()).index
        let fields = try #require(index.fields(of: UID(1)))
        #expect(fields.count == 2)
        #expect(index.position(of: "a", in: fields) == fields.positions.first)
    }

    @Test func `texts are compared in any encoding, and one of more than 64 characters isn't a short text`() throws {
        let long = String(repeating: "x", count: 65)
        let index = try KeyedArchive(
            SmallArchive(
                .string(PropertyListString("caf\u{E9}")), .string(PropertyListString("caf\u{E9}")),
                .string(PropertyListString(long)), .integer(1),
                .string(PropertyListString(String(long.dropLast())))
            ).bytes()
        ).index
        let objects = try (1...5).map { try #require(index[UID(UInt64($0))]) }
        expectRows {
            index.isText(objects[0], "caf\u{E9}")
            !index.isText(objects[0], "cafe")
            index.mayBeSameText(objects[0], objects[1])
            !index.mayBeSameText(objects[0], objects[3])
            (index.text(at: objects[2]), long)
            (index.shortText(at: objects[2]), nil)
            (index.shortText(at: objects[4]), String(long.dropLast()))
            (index.text(at: objects[3]), nil)
        }
    }
}
