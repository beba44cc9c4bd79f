import PropertyLists
import TestSupport
import Testing

import KeyedArchiving

/// Of fields with one key the first counts, for every reader and in whatever order keys are asked for.
@Suite struct DuplicateKeyTests {
    /// Asks for keys in an order that is given from outside.
    final class Asking: Codingable {
        @TaskLocal static var keys: [String] = []
        static var codedClassName: String { "Asking" }
        let found: [Int]

        func encode(with archiver: KeyedArchiver) throws {}

        init(coder unarchiver: KeyedUnarchiver) throws {
            found = try Self.keys.map { try unarchiver.decodeInteger(forKey: $0) }
        }
    }

    /// A list of fields in which one text may be several entries, in either encoding.
    ///
    /// The writer stores equal strings once, so the texts differ by a mark that is then taken out of the bytes.
    private static func archive(keys: [String], values: [PropertyList], count: Int = 1) throws -> [UInt8] {
        let marked = zip(keys.indices, keys).map { (key: Self.marked($1, $0), value: values[$0]) }
        var entries = marked.map { (key: PropertyList.string(PropertyListString($0.key)), value: $0.value) }
        entries.append((key: "$class", value: .uid(1)))
        let object = PropertyList.dictionary(PropertyListDictionary(entries))
        var archive = SmallArchive(.classRecord("Asking", "NSObject"), .classRecord("NSArray", "NSObject"))
        archive.objects.append(["NS.objects": .list((4..<4 + count).map { .uid(UID(UInt64($0))) }), "$class": .uid(2)])
        for _ in 0..<count { archive.objects.append(object) }
        var top = entries
        top.removeLast()
        top.append((key: "root", value: .uid(3)))
        archive.top = .dictionary(PropertyListDictionary(top))
        return Self.unmarked(try archive.bytes())
    }

    /// A key with a mark before it: a digit for its place.
    private static func marked(_ key: String, _ place: Int) -> String {
        "\u{1}\(Character(UnicodeScalar(UInt8(48 + place))))\(key)"
    }

    /// Makes each marked key the text after its mark, of which the file has the length in the marker.
    private static func unmarked(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for position in bytes.indices.dropLast(2) where bytes[position] == 1 && bytes[position - 1] >> 4 == 5 {
            let count = bytes[position - 1] & 0xF
            guard count > 2, count < 15, (48..<80).contains(bytes[position + 1]) else { continue }
            // The object starts two bytes later: the marker takes the place of the digit.
            bytes[position + 1] = 0x50 | (count - 2)
            let shift = position - 1
            bytes = Self.moving(offset: shift, by: 2, in: bytes)
        }
        return bytes
    }

    /// Changes an entry of the offset table.
    private static func moving(offset: Int, by distance: Int, in bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let trailer = bytes.count - 32
        let size = Int(bytes[trailer + 6])
        let table = bytes[(trailer + 24)...].reduce(0) { $0 << 8 | Int($1) }
        for entry in stride(from: table, to: trailer, by: size) {
            let value = bytes[entry..<entry + size].reduce(0) { $0 << 8 | Int($1) }
            guard value == offset else { continue }
            for (place, byte) in (0..<size).map({
                (entry + size - 1 - $0, UInt8(truncatingIfNeeded: (value + distance) >> (8 * $0)))
            }) {
                bytes[place] = byte
            }
        }
        return bytes
    }

    private static func found(_ bytes: [UInt8], _ keys: [String]) throws -> [[Int]] {
        try Asking.$keys.withValue(keys) {
            try KeyedUnarchiver.unarchivedObject(of: [Asking].self, from: bytes)?.map(\.found) ?? []
        }
    }

    private static let orders = [["a", "b"], ["b", "a"], ["a", "b", "a"], ["a", "a", "a"], ["b", "a", "b", "a"]]
    private static let firsts = ["a": 1, "b": 2]

    @Test func `of fields with one key the first counts, in whatever order and of however many keys`() throws {
        let bytes = try Self.archive(keys: ["a", "b", "a", "b"], values: [1, 2, 3, 4], count: 5)
        for order in Self.orders {
            let expected = order.map { Self.firsts[$0] ?? 0 }
            #expect(try Self.found(bytes, order) == Array(repeating: expected, count: 5), "\(order)")
        }

        let keys = (0..<20).map { "k\($0 % 10)" }
        let many = try Self.archive(keys: keys, values: (0..<20).map { .integer($0) }, count: 3)
        let asked = (0..<10).map { "k\($0)" } + ["none"] + (0..<10).reversed().map { "k\($0)" }
        let firsts = Array(0..<10) + [0] + (0..<10).reversed()
        #expect(try Self.found(many, asked) == Array(repeating: firsts, count: 3))
    }

    @Test("the first of equal keys counts at the top level, too, for each reader")
    func firstTopLevelFieldCounts() throws {
        let bytes = try Self.archive(keys: ["a", "b", "a"], values: [1, 2, 3])
        for order in Self.orders {
            let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes)
            #expect(try order.map { try unarchiver.decodeInteger(forKey: $0) } == order.map { Self.firsts[$0] ?? 0 })
        }
        let archive = try KeyedArchive(bytes)
        #expect(archive.topLevelValue(forKey: "a") == 1)
        #expect(try archive.value(at: ArchivePath("a")).value == 1)
        let root = try #require(try archive.record(at: 4))
        #expect(root["a"] == 1 && root["b"] == 2)
        #expect(!archive.problems(strict: true).isEmpty)
    }

    @Test func `of two classes of an object or two names in a class record the first counts, for each reader`() throws {
        let object = PropertyList.dictionary(
            PropertyListDictionary([(key: "$class", value: .uid(2)), (key: "$class", value: .uid(3))]))
        let bytes = try SmallArchive(
            object, .classRecord("Asking", "NSObject"), .classRecord("Thing", "NSObject")
        ).bytes()
        #expect(try KeyedUnarchiver.unarchivedObject(of: Asking.self, from: bytes) != nil)
        let archive = try KeyedArchive(bytes)
        try expectRows {
            (try archive.record(at: 1)?.classUID, 2)
            (try archive.uids(ofClass: "Asking"), [1])
            !archive.problems(strict: true).isEmpty
        }

        let record = PropertyList.dictionary(
            PropertyListDictionary([(key: "$classname", value: "Asking"), (key: "$classname", value: "Thing")]))
        let named = try SmallArchive(["$class": .uid(2)], record).bytes()
        #expect(try KeyedUnarchiver.unarchivedObject(of: Asking.self, from: named) != nil)
        #expect(try KeyedArchive(named).archivedClass(at: 2).name == "Asking")
    }

    @Test("an object with a key that is not a string is refused by every reader, wherever the key is")
    func keysAreStrings() throws {
        for position in 0..<3 {
            var table = BinaryObjectTable()
            var entries = [(table.addString("a"), table.addInteger(1)), (table.addString("$class"), table.uid(2))]
            entries.insert((table.addInteger(7), table.addInteger(1)), at: position)
            let root = table.addDictionary(keys: entries.map(\.0), values: entries.map(\.1))
            let bytes = try table.archive(of: [
                table.addString("$null"), root, table.add(.classRecord("Asking", "NSObject")),
            ])
            #expect(throws: (any Error).self) { try KeyedUnarchiver.unarchivedObject(of: Asking.self, from: bytes) }
            #expect(throws: (any Error).self) { try KeyedArchive(bytes).entry(at: 1) }
            #expect(!(try KeyedArchive(bytes).problems().isEmpty))
        }
    }

    @Test("looking for keys among long ones costs nothing of their length")
    func longKeys() throws {
        func archive(_ count: Int, _ length: Int) throws -> [UInt8] {
            var table = BinaryObjectTable()
            let key = table.addString(String(repeating: "\u{E9}", count: length))
            let keys = Array(repeating: key, count: count) + [table.addString("$class")]
            let value = table.addInteger(1)
            let root = table.addDictionary(keys: keys, values: Array(repeating: value, count: count) + [table.uid(2)])
            return try table.archive(of: [
                table.addString("$null"), root, table.add(.classRecord("Asking", "NSObject")),
            ])
        }
        let asked = (0..<20).map { "key \($0)" }
        let bytes = try archive(20_000, 100_000)
        let time = try WorkTime.of {
            try Asking.$keys.withValue(asked) {
                let object = try KeyedUnarchiver.unarchivedObject(of: Asking.self, from: bytes)
                #expect(object?.found == Array(repeating: 0, count: 20))
            }
        }
        // Reading the keys takes more than a minute.
        #expect(time < .seconds(10))
    }
}
