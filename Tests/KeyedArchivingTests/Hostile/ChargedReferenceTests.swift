import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Many references to one value: the code that gets it may go through all of it, so that each reference charges it.
@Suite struct ChargedReferenceTests {
    private static let (referenceCount, length) = (200, 4000)

    static let types: [any (Codingable & SendableMetatype).Type] = [
        [ArchivedData].self, [String].self, ArchivedArray.self,
    ]

    @Test(.rows)
    func `each reference charges the value that it leads to`() {
        forEachRow(Self.types.indices, [true, false]) { (index: Int, isText: Bool) throws in
            let (type, text) = (Self.types[index], String(repeating: "a", count: Self.length))
            if type == [ArchivedData].self, isText { return }
            if type == [String].self, !isText { return }
            let bytes = try SmallArchive(
                .record([
                    "NS.objects": .list(Array(repeating: .uid(3), count: Self.referenceCount)), "$class": .uid(2),
                ]),
                .classRecord("NSArray", "NSObject"),
                isText ? .string(PropertyListString(text)) : .data(Array(text.utf8))
            ).bytes()
            let factor = try SmallestLimit.of(\.allocation) { limits in
                _ = try KeyedUnarchiver.unarchivedObject(of: [type], from: bytes, limits: limits)
            }
            #expect(factor * bytes.count >= Self.referenceCount * Self.length)
        }
    }

    @Test func `each object with fields charges the array of references that others hold too`() throws {
        let (objectCount, elementCount) = (TestScale.count(100, quick: 30), 1000)
        var table = BinaryObjectTable()
        let shared = table.addArray(Array(repeating: table.uid(0), count: elementCount))
        let objects = (0..<objectCount).map { _ in
            table.addDictionary(
                keys: [table.addString("list"), table.addString("$class")], values: [shared, table.uid(3)])
        }
        let root = table.addDictionary(
            keys: [table.addString("NS.objects"), table.addString("$class")],
            values: [table.addArray((0..<objectCount).map { table.uid(UID(UInt64($0 + 4))) }), table.uid(2)]
        )
        let classes = ["NSArray", "Unknown"].map { table.add(.classRecord($0, "NSObject")) }
        let bytes = try table.archive(of: [table.addString("$null"), root] + classes + objects)
        let factor = try SmallestLimit.of(\.expansion) { limits in
            _ = try KeyedUnarchiver.unarchivedObject(
                of: [ArchivedArray.self, ArchivedObject.self], from: bytes, limits: limits)
        }
        #expect(factor * bytes.count >= objectCount * elementCount)
    }

    @Test func `each typed array charges the elements that it makes of a list that others hold too`() throws {
        let (arrayCount, elementCount) = (500, 10)
        var table = BinaryObjectTable()
        let shared = table.addArray(Array(repeating: table.uid(3), count: elementCount))
        let keys = [table.addString("NS.objects"), table.addString("$class")]
        let list = table.addArray((0..<arrayCount).map { table.uid(UID(UInt64($0 + 4))) })
        let root = table.addDictionary(keys: keys, values: [list, table.uid(2)])
        let arrays = (0..<arrayCount).map { _ in table.addDictionary(keys: keys, values: [shared, table.uid(2)]) }
        let record = table.add(.classRecord("NSArray", "NSObject"))
        let bytes = try table.archive(of: [table.addString("$null"), root, record, table.addInteger(1)] + arrays)
        let factor = try SmallestLimit.of(\.allocation) { limits in
            _ = try KeyedUnarchiver.unarchivedObject(of: [[Int]].self, from: bytes, limits: limits)
        }
        #expect(factor * bytes.count >= arrayCount * elementCount * MemoryLayout<Int>.stride)
    }

    @Test func `each entry that is one text beyond ASCII charges it`() throws {
        let entryCount = 100
        var table = BinaryObjectTable()
        let text = table.addString(String(repeating: "é", count: Self.length))
        let list = table.addArray((0..<entryCount).map { table.uid(UID(UInt64($0 + 3))) })
        let root = table.addDictionary(
            keys: [table.addString("NS.objects"), table.addString("$class")], values: [list, table.uid(2)])
        let record = table.add(.classRecord("NSArray", "NSObject"))
        let entries = [table.addString("$null"), root, record] + Array(repeating: text, count: entryCount)
        let bytes = try table.archive(of: entries)
        let factor = try SmallestLimit.of(\.allocation) { limits in
            _ = try KeyedUnarchiver.unarchivedObject(of: [String].self, from: bytes, limits: limits)
        }
        #expect(factor * bytes.count >= entryCount * 2 * Self.length)
    }

    @Test func `each typed array charges the elements that it makes of numbered fields that others have too`() throws {
        let (arrayCount, elementCount) = (500, 20)
        var table = BinaryObjectTable()
        let shared = table.addDictionary(
            keys: ((0..<elementCount).map { "NS.object.\($0)" } + ["$class"]).map { table.addString($0) },
            values: Array(repeating: table.uid(3), count: elementCount) + [table.uid(2)]
        )
        let list = table.addArray((0..<arrayCount).map { table.uid(UID(UInt64($0 + 4))) })
        let root = table.addDictionary(
            keys: [table.addString("NS.objects"), table.addString("$class")], values: [list, table.uid(2)])
        let record = table.add(.classRecord("NSArray", "NSObject"))
        let entries = [table.addString("$null"), root, record, table.addInteger(1)]
        let bytes = try table.archive(of: entries + Array(repeating: shared, count: arrayCount))
        let factor = try SmallestLimit.of(\.allocation) { limits in
            _ = try KeyedUnarchiver.unarchivedObject(of: [[Int]].self, from: bytes, limits: limits)
        }
        // A reference of eight bytes, and no less than a value of 24 for what it leads to.
        #expect(factor * bytes.count >= arrayCount * elementCount * 32)
    }
}
