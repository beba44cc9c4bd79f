import Foundation
import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Archives made to crash or to slow down finding out how they were written.
@Suite struct LayoutCostTests {
    /// Finds the layout of an archive, decodes it with its value identities, and encodes the result.
    private static func copy(_ bytes: [UInt8]) throws {
        let archive = try KeyedArchive(bytes, limits: .default.exact)
        _ = try? GenericCopy.bytes(
            of: archive, from: bytes, registry: ClassRegistry(), layout: archive.layout, preservingValueIdentity: true)
    }

    /// The growth that is too much for an input that is sixteen times larger: the work grows about 16 times where it is
    /// in proportion, 256 times where it grows with the square.
    private static let bound = 80.0

    /// How much more work an input takes that is sixteen times larger.
    private static func growth(from count: Int, _ input: (Int) throws -> [UInt8]) throws -> Double {
        let (small, large) = (try input(count), try input(16 * count))
        return try WorkTime.growth(from: { try copy(small) }, to: { try copy(large) }, below: bound)
    }

    @Test(.rows)
    func `references to a class, beyond the objects or beyond all integers don't crash`() throws {
        try Self.copy(
            SmallArchive(["$class": .uid(2)], top: ["root": .uid(1), "x": .uid(2), "y": .uid(2)]).bytes())

        forEachRow([2, 4, 1 << 63, UInt64.max]) { (number: UInt64) throws in
            let huge = PropertyList.uid(UID(number))
            try Self.copy(
                SmallArchive(
                    ["a": huge, "b": [huge, huge], "$class": .uid(3)], "q", .classRecord("X", "NSObject"),
                    top: ["root": .uid(1), "z": .uid(1), "huge": huge]
                ).bytes())
            try Self.copy(SmallArchive(["$class": huge], top: ["root": .uid(1), "z": .uid(1)]).bytes())
        }
    }

    @Test func `many references of one object and keys of one hash take time in proportion to their number`() throws {
        let ofReferences = try Self.growth(from: 500) { count in
            var fields = (0..<count).map {
                (key: PropertyList.string(PropertyListString("key\($0)")), value: PropertyList.uid(2))
            }
            fields.append((key: "$class", value: .uid(3)))
            return try SmallArchive(
                .dictionary(PropertyListDictionary(fields)), "leaf", .classRecord("X", "NSObject")
            ).bytes()
        }
        #expect(ofReferences < Self.bound)

        // Two pairs of characters, of which the second counts 257 less for each that the first counts more.
        let pairs = ["\u{3042}\u{3243}", "\u{3043}\u{3142}"]
        let ofKeys = try Self.growth(from: 64) { count in
            let digits = Int.bitWidth - count.leadingZeroBitCount
            var fields = (0..<count).map { number in
                let text = (0..<digits).map { "__" + pairs[number >> $0 & 1] }.joined()
                return (key: PropertyList.string(PropertyListString(text)), value: PropertyList.integer(1))
            }
            fields.append((key: "$class", value: .uid(2)))
            return try SmallArchive(.dictionary(PropertyListDictionary(fields)), .classRecord("X", "NSObject")).bytes()
        }
        #expect(ofKeys < Self.bound)
    }

    @Test("many classes with one long list of names take time in proportion to the archive")
    func sharedClassChain() throws {
        let growth = try Self.growth(from: 100) { count in
            var table = BinaryObjectTable()
            let names = table.addArray((0..<count).map { table.addString("C\($0)") })
            let (null, nameKey) = (table.addString("$null"), table.addString("$classname"))
            let (classesKey, classKey) = (table.addString("$classes"), table.addString("$class"))
            var objects = [null]
            for position in 0..<count {
                let name = table.addString("N\(position)")
                objects.append(table.addDictionary(keys: [nameKey, classesKey], values: [name, names]))
            }
            for position in 0..<count {
                let uid = table.uid(UID(UInt64(position + 1)))
                objects.append(table.addDictionary(keys: [classKey], values: [uid]))
            }
            let members = (0..<count).map { table.uid(UID(UInt64(count + 1 + $0))) }
            let list = table.addArray(members)
            let listKey = table.addString("list")
            objects.append(
                table.addDictionary(keys: [listKey, classKey], values: [list, table.uid(UID(1))]))
            let root = table.uid(UID(UInt64(objects.count - 1)))
            let top = table.addDictionary(keys: [table.addString("root")], values: [root])
            let keys = ["$version", "$archiver", "$top", "$objects"].map { table.addString($0) }
            let outer = table.addDictionary(
                keys: keys,
                values: [table.addInteger(100_000), table.addString("NSKeyedArchiver"), top, table.addArray(objects)]
            )
            return try table.write(top: outer, options: BinaryWritingOptions())
        }
        #expect(growth < Self.bound)
    }

    @Test func `one object under many UIDs takes a subclass's archive time in proportion to its size`() throws {
        let growth = try Self.growth(from: 100) { count in
            var table = BinaryObjectTable()
            let one = table.addInteger(1)
            let keys = (0..<count).map { table.addString("key\($0)") }
            let object = table.addDictionary(keys: keys, values: Array(repeating: one, count: count))
            let objects = [table.addString("$null")] + Array(repeating: object, count: count)
            let top = table.addDictionary(keys: [table.addString("root")], values: [table.uid(UID(1))])
            let outer = table.addDictionary(
                keys: ["$version", "$archiver", "$top", "$objects"].map { table.addString($0) },
                values: [table.addInteger(100_000), table.addString("MSArchiver"), top, table.addArray(objects)]
            )
            return try table.write(top: outer, options: BinaryWritingOptions())
        }
        #expect(growth < Self.bound)
    }

    @Test(
        "the archives that were found", .enabled(if: Corpus.isPresent, "the corpus is not present"),
        .rows)
    func found() {
        forEachRow([
            "F01-replay-trap-firstNew", "F02-replay-trap-negative-uid", "F13-replay-fields", "F14-class-chain",
        ]) { (name: String) throws in
            let url = Corpus.folder.appendingPathComponent("hostile/\(name).plist")
            guard FileManager.default.fileExists(atPath: url.path) else { return }
            let bytes = Array(try Data(contentsOf: url))
            let duration = try WorkTime.of { try Self.copy(bytes) }
            #expect(duration < .seconds(60))
        }
    }
}
