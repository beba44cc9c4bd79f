import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Many objects that are stored as one record with many keys: each is a record that is read, and charged.
@Suite struct ChargedRecordTests {
    final class OnePhase: Codingable {
        static var codedClassName: String { "Wide" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    final class TwoPhases: TwoPhaseCodingable {
        static var codedClassName: String { "Wide" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        func decode(with unarchiver: KeyedUnarchiver) throws {}
    }

    struct Structure: Codingable {
        static var codedClassName: String { "Wide" }
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {}
    }

    static let types: [any (Codingable & SendableMetatype).Type] = [
        [OnePhase].self, [TwoPhases].self, [Structure].self, ArchivedArray.self,
    ]

    private static let (objectCount, keyCount) = (100, 1000)

    /// An array of objects that are one record.
    private static func bytes(_ objectCount: Int = objectCount) throws -> [UInt8] {
        var table = BinaryObjectTable()
        let wide = table.addDictionary(
            keys: (0..<keyCount).map { table.addString("k\($0)") } + [table.addString("$class")],
            values: Array(repeating: table.addInteger(1), count: keyCount) + [table.uid(3)]
        )
        let elements = (0..<objectCount).map { table.uid(UID(UInt64($0 + 4))) }
        let root = table.addDictionary(
            keys: [table.addString("NS.objects"), table.addString("$class")],
            values: [table.addArray(elements), table.uid(2)]
        )
        let classes = ["NSArray", "Wide"].map { table.add(.classRecord($0, "NSObject")) }
        return try table.archive(
            of: [table.addString("$null"), root] + classes + Array(repeating: wide, count: objectCount))
    }

    @Test func `the order of fields that are one long array is charged by each of them`() throws {
        let (fieldCount, elementCount) = (TestScale.count(100, quick: 30), 1000)
        var table = BinaryObjectTable()
        let list = table.addArray(Array(repeating: table.uid(0), count: elementCount))
        let root = table.addDictionary(
            keys: (0..<fieldCount).map { table.addString("k\($0)") } + [table.addString("$class")],
            values: Array(repeating: list, count: fieldCount) + [table.uid(2)]
        )
        let bytes = try table.archive(of: [table.addString("$null"), root, table.add(.classRecord("Wide", "NSObject"))])
        let factor = try SmallestLimit.of(\.expansion) { limits in
            _ = try KeyedUnarchiver.unarchivedObject(of: ArchivedObject.self, from: bytes, limits: limits)
        }
        // Once for the order, once for the fields.
        #expect(factor * bytes.count >= 2 * fieldCount * elementCount)
    }

    @Test func `the fields of a record and of the top level are charged where an archive is salvaged`() throws {
        let objectCount = 10
        let bytes = try Self.bytes(objectCount)
        let factor = try SmallestLimit.of(\.allocation, upTo: 1 << 10) { limits in
            _ = try KeyedArchive.salvage(bytes, limits: limits)
        }
        // A key and a value of 24 bytes each.
        #expect(factor * bytes.count >= objectCount * Self.keyCount * 48)

        let fieldCount = 1000
        var table = BinaryObjectTable()
        // One key and one value in all places, so that a field takes two bytes of the file.
        let (key, root) = (table.addString("root"), table.uid(1))
        let top = table.addDictionary(
            keys: Array(repeating: key, count: fieldCount), values: Array(repeating: root, count: fieldCount))
        let outer = table.addDictionary(
            keys: ["$top", "$objects"].map { table.addString($0) },
            values: [top, table.addArray([table.addString("$null"), table.addString("a")])]
        )
        let crowded = try table.write(top: outer)
        let ofTop = try SmallestLimit.of(\.allocation, upTo: 1 << 10) { limits in
            _ = try KeyedArchive.salvage(crowded, limits: limits)
        }
        // A key and a value of 24 bytes each.
        #expect(ofTop * crowded.count >= fieldCount * 48)
    }

    /// An object that asks for each of its fields by the class of what is there.
    final class Asking: Codingable {
        static var codedClassName: String { "Asking" }
        init() {}
        func encode(with archiver: KeyedArchiver) throws {}
        init(coder unarchiver: KeyedUnarchiver) throws {
            for number in 0..<ChargedRecordTests.objectCount {
                _ = try unarchiver.decodeObject(of: OnePhase.self, forKey: "field \(number)")
            }
        }
    }

    @Test(.rows)
    func `the keys of a record are charged by each object that is stored as it, and each field of one`() throws {
        forEachRow(Self.types.indices) { (index: Int) throws in
            let bytes = try Self.bytes()
            let types: [any Codingable.Type] = [Self.types[index], OnePhase.self, ArchivedObject.self]
            let factor = try SmallestLimit.of(\.expansion) { limits in
                _ = try KeyedUnarchiver.unarchivedObject(of: types, from: bytes, limits: limits)
            }
            #expect(factor * bytes.count >= Self.objectCount * Self.keyCount)
        }

        var table = BinaryObjectTable()
        let wide = table.addDictionary(
            keys: (0..<Self.keyCount).map { table.addString("k\($0)") } + [table.addString("$class")],
            values: Array(repeating: table.addInteger(1), count: Self.keyCount) + [table.uid(3)]
        )
        let root = table.addDictionary(
            keys: (0..<Self.objectCount).map { table.addString("field \($0)") } + [table.addString("$class")],
            values: (0..<Self.objectCount).map { table.uid(UID(UInt64($0 + 4))) } + [table.uid(2)]
        )
        let classes = ["Asking", "Wide"].map { table.add(.classRecord($0, "NSObject")) }
        let bytes = try table.archive(
            of: [table.addString("$null"), root] + classes + Array(repeating: wide, count: Self.objectCount))
        let factor = try SmallestLimit.of(\.expansion) { limits in
            _ = try KeyedUnarchiver.unarchivedObject(of: Asking.self, from: bytes, limits: limits)
        }
        #expect(factor * bytes.count >= Self.objectCount * Self.keyCount)
    }
}
