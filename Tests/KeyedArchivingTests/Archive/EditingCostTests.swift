import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// What edits cost in archives whose entries share long content, and in collections with many numbered fields.
@Suite struct EditingCostTests {
    private static let bound = 32.0

    /// How many times as long a call takes for eight times the size; with the square of it, 64 times.
    private func growthFactor(_ call: (Int) throws -> Void) rethrows -> Double {
        try WorkTime.growth(from: { try call(250) }, to: { try call(2_000) }, below: Self.bound)
    }

    /// An archive whose entries from 2 on are all one object with as many fields.
    private func sharedObject(_ count: Int) throws -> KeyedArchive {
        var table = BinaryObjectTable()
        let one = table.add(1)
        let keys = (0..<count).map { table.addString("f\($0)") } + [table.addString("$class")]
        let object = table.addDictionary(
            keys: keys[...], values: (Array(repeating: one, count: count) + [table.uid(1)])[...])
        let entries =
            [table.addString("$null"), table.add(.classRecord("Node"))] + Array(repeating: object, count: count)
        return try KeyedArchive(table.archive(of: entries), limits: .unlimited)
    }

    @Test func `dropping orphans costs nothing of the fields that they share`() throws {
        let growth = try growthFactor { count in
            var archive = try sharedObject(count)
            #expect(try archive.dropOrphans() == count)
        }
        #expect(growth < Self.bound)
    }

    @Test func `the class of an object is found at the cost of its fields, whatever stands there`() throws {
        let growth = try growthFactor { count in
            var table = BinaryObjectTable()
            let reference = table.addString("$class")
            let name = table.addString(String(repeating: "x", count: 500 * count))
            var entries = [table.addString("$null")]
            for number in 0..<count {
                let (key, value) = (table.addString("f\(number)"), table.add(1))
                entries.append(table.addDictionary(keys: [key, reference], values: [value, name]))
            }
            let archive = try KeyedArchive(table.archive(of: entries), limits: .unlimited)
            #expect(try archive.uids(ofClass: "Node") == [])
        }
        #expect(growth < Self.bound)
    }

    @Test func `changing a collection with numbered fields costs their number`() throws {
        let growth = try growthFactor { count in
            var fields = (0..<count).map {
                (key: PropertyList.string(PropertyListString("NS.object.\($0)")), value: PropertyList.uid(4))
            }
            fields.append((key: "$class", value: .uid(3)))
            var archive = try KeyedArchive(
                SmallArchive(
                    ["list": .uid(2), "$class": .uid(5)], .dictionary(PropertyListDictionary(fields)),
                    .classRecord("NSArray", "NSObject"), "text", .classRecord("Node", "NSObject")
                ).bytes())
            try archive.remove(at: "root.list[0]", orphans: .kept)
            #expect(archive["root.list"].elements?.count == count - 1)
        }
        #expect(growth < Self.bound)
    }
}
