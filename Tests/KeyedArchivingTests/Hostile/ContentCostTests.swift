import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Long texts that many places share: looking at one is one step, and returning it costs its length each time.
@Suite(.workLimit(.seconds(60)))
struct ContentCostTests {
    /// An archive whose outer dictionary has `count` further keys, all one text of `length` characters.
    private static func crowdedEnvelope(count: Int, length: Int) throws -> [UInt8] {
        var table = BinaryObjectTable()
        let long = table.addString(PropertyListString(String(repeating: "k", count: length)))
        let null = table.addString("$null")
        let names = ["$version", "$archiver", "$top", "$objects"].map { table.addString(PropertyListString($0)) }
        let root = table.addString("root")
        let values = [
            table.addInteger(100_000), table.addString("NSKeyedArchiver"),
            table.addDictionary(keys: [root], values: [table.uid(0)]), table.addArray([null]),
        ]
        let top = table.addDictionary(
            keys: Array(repeating: long, count: count) + names,
            values: Array(repeating: table.boolean(true), count: count) + values
        )
        return try table.write(top: top)
    }

    /// A list of `count` references to one text of `length` characters.
    private static func crowdedList(count: Int, length: Int) throws -> [UInt8] {
        var table = BinaryObjectTable()
        let long = table.addString(PropertyListString(String(repeating: "t", count: length)))
        return try table.write(top: table.addArray(Array(repeating: long, count: count)))
    }

    @Test func `opening an archive reads no keys but those of the envelope, and others are charged each time`() throws {
        // Reading 200,000 times 400,000 characters takes a minute.
        let archive = try KeyedArchive(
            Self.crowdedEnvelope(count: TestScale.count(200_000, quick: 20_000), length: 400_000),
            limits: .untrusted.exact)
        #expect(archive.objectCount == 1)
        #expect(try KeyedUnarchiver(forReadingFrom: archive.bytes()).archiverName == "NSKeyedArchiver")

        let crowded = try KeyedArchive(Self.crowdedEnvelope(count: 10_000, length: 20_000), limits: .untrusted.exact)
        let error = #expect(throws: ArchiveError.self) { try crowded.extraTopLevelValues() }
        #expect(error?.code == .limitExceeded)
        #expect(error?.reason.contains("by memory") == true)
        let small = try KeyedArchive(Self.crowdedEnvelope(count: 10, length: 20_000), limits: .untrusted.exact)
        #expect(try small.extraTopLevelValues().count == 10)
    }

    @Test func `entries that are one object or share one long text are more than a walk may read, if many`() throws {
        var objectTable = BinaryObjectTable()
        let keys =
            (0..<1000).map { objectTable.addString(PropertyListString("k\($0)")) } + [objectTable.addString("$class")]
        let object = objectTable.addDictionary(
            keys: keys, values: Array(repeating: objectTable.uid(1), count: keys.count))
        let bytes = try objectTable.archive(
            of: [objectTable.addString("$null"), objectTable.add(.classRecord("Thing", "NSObject"))]
                + Array(repeating: object, count: 5000))
        let archive = try KeyedArchive(bytes, limits: .untrusted.exact)
        let ofObject = #expect(throws: ArchiveError.self) { try archive.entry(at: 2) }
        #expect(ofObject?.reason == "the limit `expansion` of 4 is exceeded")

        let text = PropertyList.string(PropertyListString(String(repeating: "x", count: 20_000)))
        var table = BinaryObjectTable()
        let long = table.add(text)
        let key = table.addString("name")
        let classKey = table.addString("$class")
        for (count, isWithinLimit) in [(20, true), (5000, false)] {
            let objects = (0..<count).map { _ in
                table.addDictionary(keys: [key, classKey], values: [long, table.uid(1)])
            }
            let bytes = try table.archive(
                of: [table.addString("$null"), table.add(.classRecord("Thing", "NSObject"))] + objects)
            let archive = try KeyedArchive(bytes, limits: .untrusted)
            for number in 2..<UInt64(2 + count) {
                #expect(((try? archive.entry(at: UID(number))) != nil) == isWithinLimit)
            }
            // Small entries are read all the same.
            #expect(try archive.archivedClass(at: 1).name == "Thing")
        }
    }

    @Test func `a tree that holds long texts or keys many times is refused, so describing it stays small`() throws {
        let bytes = try Self.crowdedList(count: 6000, length: 12_000)
        let reader = try BinaryPropertyListReader(bytes, limits: .untrusted.exact)
        let error = #expect(throws: ArchiveError.self) { try reader.tree() }
        #expect(error?.reason == "the limit `expansion` of 4 is exceeded by memory")
        let fewer = try BinaryPropertyListReader(Self.crowdedList(count: 60, length: 12_000), limits: .untrusted.exact)
        #expect(try fewer.tree().description.utf8.count <= 64 * fewer.bytes.count)

        var table = BinaryObjectTable()
        let keys = (0..<4).map { table.addString(PropertyListString(String(repeating: "\($0)", count: 5000))) }
        let values = Array(repeating: table.boolean(true), count: 4)
        let dictionaries = (0..<2000).map { _ in table.addDictionary(keys: keys, values: values) }
        let dictionaryBytes = try table.write(top: table.addArray(dictionaries))
        let ofKeys = #expect(throws: ArchiveError.self) {
            try BinaryPropertyListReader(dictionaryBytes, limits: .untrusted.exact).tree()
        }
        #expect(ofKeys?.reason == "the limit `expansion` of 4 is exceeded by memory")
    }

    @Test func `ten megabytes can't take ten gigabytes by default`() throws {
        let limits = Limits.default
        #expect(10_000_000 * limits.allocation < 10_000_000_000 / 2)
        #expect(10_000_000 * limits.output < 10_000_000_000 / 2)
        // The account is what it says: containers that double are refused when their memory is that multiple.
        var table = BinaryObjectTable()
        var array = table.addArray([table.addInteger(1)])
        for _ in 0..<40 { array = table.addArray([array, array]) }
        let bytes = try table.write(top: array)
        let reader = try BinaryPropertyListReader(bytes)
        #expect(throws: ArchiveError(.limitExceeded, "")) { try reader.tree() }
    }

    @Test func `a value that many elements share is charged by each, and not by a caller that asks again`() throws {
        var archive = SmallArchive()
        let count = 3000
        archive.objects = [
            ["NS.objects": .array(PropertyListArray(Array(repeating: .uid(2), count: count))), "$class": .uid(3)],
            .string(PropertyListString(String(repeating: "x", count: 30_000))),
            .classRecord("NSArray", "NSObject"),
        ]
        let bytes = try archive.bytes()
        let error = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: Set<String>.self, from: bytes, limits: .untrusted.exact)
        }
        #expect(error != nil)
        #expect(throws: ArchiveError(.limitExceeded, "")) {
            try KeyedUnarchiver.unarchivedObject(of: [String].self, from: bytes, limits: .untrusted.exact)
        }
        archive.top = ["root": .uid(2)]
        let unarchiver = try KeyedUnarchiver(forReadingFrom: archive.bytes(), limits: .untrusted.exact)
        for _ in 0..<count { #expect(try unarchiver.decode(String.self, forKey: "root").utf8.count == 30_000) }
    }

    /// Takes 500 steps, and puts a value in its place.
    private final class Counting: Codingable {
        static var codedClassName: String { "Counting" }
        init() {}
        init(coder unarchiver: KeyedUnarchiver) throws { try unarchiver.charge(steps: 500) }
        func encode(with archiver: KeyedArchiver) throws {}
        func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { [1, 2] as [Int] }
    }

    private final class LateCounting: TwoPhaseCodingable {
        static var codedClassName: String { "LateCounting" }
        func decode(with unarchiver: KeyedUnarchiver) throws { try unarchiver.charge(steps: 500) }
        func encode(with archiver: KeyedArchiver) throws {}
        func awakeAfter(using unarchiver: KeyedUnarchiver) throws -> (any Codingable)? { [1, 2] as [Int] }
    }

    @Test func `a value in the place of an instance costs what decoding the instance took, each time it is returned`()
        throws
    {
        let bytes = try archive {
            try $0.encode(
                Scripted { archiver in
                    for number in 0..<2 {
                        try archiver.encode(Counting(), forKey: "c\(number)")
                        try archiver.encode(LateCounting(), forKey: "l\(number)")
                    }
                }, forKey: "root")
        }
        let unarchiver = try KeyedUnarchiver(forReadingFrom: bytes, limits: Limits(expansion: 1000))
        try unarchiver.disableSecureCoding()
        try inRoot(unarchiver) { unarchiver throws in
            // The second instance of a class is decoded by a shorter way.
            for key in ["c0", "c1", "l0", "l1"] {
                if key.hasPrefix("c") {
                    #expect(throws: ArchiveError.self) { try unarchiver.decodeObject(of: Counting.self, forKey: key) }
                } else {
                    #expect(throws: ArchiveError.self) {
                        try unarchiver.decodeObject(of: LateCounting.self, forKey: key)
                    }
                }
                for _ in 0..<2 {
                    let stepsBefore = unarchiver.used.steps
                    #expect(try unarchiver.decodeObject(forKey: key) as? [Int] == [1, 2])
                    #expect(unarchiver.used.steps - stepsBefore >= 500, "\(key)")
                }
            }
        }
    }

    @Test func `memory that a type says it takes counts`() throws {
        struct Samples: Codingable {
            static var codedClassName: String { "Samples" }
            var values: [Double]
            init(coder unarchiver: KeyedUnarchiver) throws {
                let packed = try unarchiver.decodeBytes(forKey: "packed") ?? []
                try unarchiver.charge(8 * packed.count)
                values = packed.map { Double($0) }
            }
            func encode(with archiver: KeyedArchiver) throws {}
        }
        var table = BinaryObjectTable()
        let packed = table.add(.data(Array(repeating: 7, count: 1000)))
        let (key, classKey) = (table.addString("packed"), table.addString("$class"))
        let objects = (0..<100).map { _ in table.addDictionary(keys: [key, classKey], values: [packed, table.uid(2)]) }
        let list = table.addDictionary(
            keys: [table.addString("NS.objects"), classKey],
            values: [table.addArray((0..<100).map { table.uid(UID(UInt64(4 + $0))) }), table.uid(3)])
        let bytes = try table.archive(
            of: [
                table.addString("$null"), list, table.add(.classRecord("Samples", "NSObject")),
                table.add(.classRecord("NSArray", "NSObject")),
            ] + objects)
        let limits = Limits.exact(allocation: 60)
        let error = #expect(throws: ArchiveError.self) {
            try KeyedUnarchiver.unarchivedObject(of: [Samples].self, from: bytes, limits: limits)
        }
        #expect(error?.code == .limitExceeded)
        let all = try KeyedUnarchiver.unarchivedObject(of: [Samples].self, from: bytes, limits: .default)
        #expect(all?.count == 100)
    }
}
