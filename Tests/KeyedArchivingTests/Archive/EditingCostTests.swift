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

    @Test func `dropping orphans and finding the class of an object cost nothing of what their fields share`() throws {
        let ofDropping = try growthFactor { count in
            var archive = try sharedObject(count)
            #expect(try archive.dropOrphans() == count)
        }
        #expect(ofDropping < Self.bound)

        let ofFinding = try growthFactor { count in
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
        #expect(ofFinding < Self.bound)
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

    /// An archive with an array, and with a dictionary whose keys are `k0`, `k1` and so on.
    private func collections(_ count: Int) throws -> KeyedArchive {
        var builder = SmallArchive(["list": .uid(2), "table": .uid(3), "$class": .uid(6)])
        let elements = PropertyList.array(PropertyListArray(Array(repeating: .uid(7), count: count)))
        let keys = PropertyList.array(PropertyListArray((0..<count).map { .uid(UID(UInt64(8 + $0))) }))
        builder.objects += [
            ["NS.objects": elements, "$class": .uid(4)],
            ["NS.keys": keys, "NS.objects": elements, "$class": .uid(5)],
            .classRecord("NSMutableArray", "NSArray", "NSObject"),
            .classRecord("NSMutableDictionary", "NSDictionary", "NSObject"),
            .classRecord("Node", "NSObject"), "text",
        ]
        builder.objects += (0..<count).map { .string(PropertyListString("k\($0)")) }
        return try KeyedArchive(builder.bytes())
    }

    @Test func `an edit costs the same however many elements and keys there are, by itself or in a batch`() throws {
        let ofElements = try growthFactor { count in
            var archive = try collections(count)
            for position in 0..<count { try archive.set("new", at: "root.list[\(position)]", orphans: .kept) }
            for _ in 0..<count / 2 { try archive.remove(at: "root.list[\(count / 4)]", orphans: .kept) }
            for _ in 0..<count / 4 { try archive.remove(at: "root.list[-1]", orphans: .kept) }
            #expect(archive["root.list"].elements?.count == count - count / 2 - count / 4)
        }
        #expect(ofElements < Self.bound)

        let ofKeys = try growthFactor { count in
            var archive = try collections(count)
            for number in 0..<count { try archive.set("new", at: "root.table.added\(number)", orphans: .kept) }
            for number in 0..<count { #expect(archive["root.table.added\(number)"].string == "new") }
            for number in 0..<count { try archive.remove(at: "root.table.k\(number)", orphans: .kept) }
            #expect(archive["root.table"].entries?.count == count)
            #expect(archive["root.table.k3"].exists == false)
        }
        #expect(ofKeys < Self.bound)

        let ofBatches = try growthFactor { count in
            var archive = try collections(count)
            archive.beginBatch()
            for position in 0..<count { try archive.set("new", at: "root.list[\(position)]") }
            for number in 0..<count { try archive.set("new", at: "root.table.k\(number)") }
            for _ in 0..<count / 2 { try archive.remove(at: "root.list[\(count / 4)]") }
            for number in 0..<count { try archive.remove(at: "root.table.k\(number)") }
            try archive.endBatch()
            #expect(archive["root.list"].elements?.count == count - count / 2)
        }
        #expect(ofBatches < Self.bound)
    }
}
