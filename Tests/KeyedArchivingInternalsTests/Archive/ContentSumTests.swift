import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

/// How much an archive holds, and what is refused where that is too much.
@Suite struct ContentSumTests {
    /// What a value and all in it count, found by going through it as a tree.
    private static func cost(of value: PropertyList) -> Int {
        switch value {
        case .string(let text):
            // Strings that aren't ASCII have two bytes for a unit.
            let units = Array(text.repaired.utf16)
            return 1 + (units.allSatisfy { $0 < 128 } ? units.count : 2 * units.count) / 16
        case .data(let bytes): return 1 + bytes.count / 16
        case .array(let elements), .set(let elements), .orderedSet(let elements):
            return elements.reduce(1) { $0 + cost(of: $1) }
        case .dictionary(let entries):
            return entries.reduce(1) { $0 + cost(of: $1.key) + cost(of: $1.value) }
        default: return 1
        }
    }

    /// What the objects of a container count.
    private static func cost(of reader: BinaryPropertyListReader) throws -> Int {
        try reader.objectIndices.reduce(0) { sum, object in
            let header = try reader.header(at: object)
            return sum + 1 + header.references.count + header.scalarSize
        }
    }

    /// As many objects as a list has elements that they all share.
    private static func sharing(_ count: Int) throws -> [UInt8] {
        var table = BinaryObjectTable()
        let list = table.addArray(Array(repeating: table.uid(.null), count: count))
        let keys = ["list", "n", "$class"].map { table.addString($0) }
        let classUID = table.uid(UID(UInt64(count + 1)))
        var entries = [table.addString("$null")]
        for number in 0..<count {
            entries.append(
                table.addDictionary(keys: keys, values: [list, table.addInteger(Int64(number)), classUID]))
        }
        entries.append(table.add(.classRecord("Holder", "NSObject")))
        let top = table.addDictionary(keys: [table.addString("root")], values: [table.uid(UID(1))])
        let outer = table.addDictionary(
            keys: ["$version", "$archiver", "$top", "$objects"].map { table.addString($0) },
            values: [table.addInteger(100_000), table.addString("NSKeyedArchiver"), top, table.addArray(entries)])
        return try table.write(top: outer)
    }

    @Test func `the sum is that of all objects and of the tree, and a container in itself has none`() throws {
        let archives = [
            try KeyedArchive(Self.sharing(40)),
            try KeyedArchive(
                SmallArchive(
                    ["\u{E9}\u{20AC} and so on, with more than sixteen bytes": .uid(0), "$class": .uid(3)],
                    .data(Array(repeating: 7, count: 100)), .classRecord("Thing", "NSObject"),
                    ["lists": [[1, 2.5], [true, ["deep": "er"]], []], "$class": .uid(3)],
                    top: ["root": .uid(1), "inline": "text of more than sixteen bytes"]
                ).bytes()),
        ]
        for archive in archives {
            let expected = try Self.cost(of: archive.reader) + Self.cost(of: archive.reader.tree())
            expectRows {
                (ContentSum.of(archive.index, upTo: .max), expected)
                (ContentSum.of(archive.index, upTo: expected), expected)
                (ContentSum.of(archive.index, upTo: expected - 1), nil)
                (ContentSum.of(archive.index, upTo: 0), nil)
            }
        }

        var list = try Self.sharing(3)
        // The list is the only array of three elements; its first reference becomes one to itself.
        let archive = try KeyedArchive(list)
        let lists = archive.reader.objectIndices.filter {
            archive.index.kind(of: $0) == .array && archive.index.count(of: $0) == 3
        }
        let object = try #require(lists.first)
        #expect(lists.count == 1)
        list[try archive.reader.header(at: object).references.position] = UInt8(object.rawValue)
        let changed = try KeyedArchive(list)
        #expect(ContentSum.of(changed.index, upTo: .max) == nil)
        #expect(ContentSum.withinLimit(changed.index) == nil)
    }

    @Test func `many objects with one long list hold more than the limit, few don't, and edits leave that`() throws {
        try expectRows {
            try KeyedArchive(Self.sharing(100), limits: .untrusted).isWithinLimit
            try !KeyedArchive(Self.sharing(1000), limits: .untrusted).isWithinLimit
            try KeyedArchive(Self.sharing(1000), limits: .unlimited).isWithinLimit
        }

        var archive = try KeyedArchive(Self.sharing(40), limits: .untrusted)
        #expect(archive.isWithinLimit)
        let facts = archive.facts
        try archive.set(7, at: "root.n")
        try expectRows {
            archive.facts === facts
            archive.isWithinLimit
            (try archive.uids(ofClass: "Holder").count, 40)
        }
    }
}
