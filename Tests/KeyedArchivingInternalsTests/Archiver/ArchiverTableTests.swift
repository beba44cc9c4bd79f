import PropertyLists
import TestSupport
import Testing

@testable import KeyedArchiving

@Suite struct ArchiverTableTests {
    @Test func `a string is packed if it has at most 11 ASCII characters, and a NUL at the end is one`() throws {
        let packed = try #require(PackedString("hello world"))
        expectRows {
            (packed.count, 11)
            ((0..<11).map { packed[$0] }, Array("hello world".utf8))
            (PackedString("hello worlds"), nil)
            (PackedString("h\u{E9}llo"), nil)
            (PackedString("")?.count, 0)
        }

        try expectRows {
            try #require(PackedString("a")) != #require(PackedString("a\0"))
            try #require(PackedString("12345678")) != #require(PackedString("12345678\0"))
            (PackedString("$null"), .null)
        }
    }

    /// A table of values with the objects and entries that they have.
    private struct Values: ~Copyable {
        var table = ValueTable()
        var objects = GrowingTable<BinaryObjectTable.Entry>()
        var entries = BinaryObjectTable()

        init() { objects.append(.false) }

        mutating func uid(of key: ValueKey, _ text: String) -> EntryUID {
            table.uid(of: key, &objects, &entries) { $0.addString(text) }
        }

        mutating func entry(of key: ValueKey, _ text: String) -> BinaryObjectTable.Entry {
            table.entry(of: key, objects, &entries) { $0.addString(text) }
        }
    }

    @Test(.rows)
    func `a value has one entry, whether it is an object or inline first, and after the table has grown`() throws {
        var values = Values()
        let keys = try (0..<500).map { ValueKey(try #require(PackedString("s\($0)"))) }
        for (number, key) in keys.enumerated() {
            let uid = values.uid(of: key, "new")
            #expect(uid == EntryUID(number + 1))
        }
        for (number, key) in keys.enumerated() {
            let uid = values.uid(of: key, "again")
            #expect(uid == EntryUID(number + 1))
        }

        forEachRow([false, true]) { (isObjectFirst: Bool) in
            var values = Values()
            let key = ValueKey(7, .int64)
            if isObjectFirst { _ = values.uid(of: key, "7") }
            let entry = values.entry(of: key, "7")
            let uid = values.uid(of: key, "7")
            let (object, again) = (values.objects[uid.number], values.entry(of: key, "7"))
            #expect(uid == 1 && object == entry && again == entry)
        }
    }

    @Test func `a key has one number, whether it was looked up among few keys or among many`() {
        var keys = KeyTable()
        // So many units of a long key that two differ in one that doesn't count for its place in a dictionary.
        let long = String(repeating: "x", count: 40)
        let texts = (0..<100).map { "key \($0)" } + ["a", "b"].map { "\(long)\($0)\(long)\(long)" }
        let ids = texts.reversed().map { keys.id(of: $0) }
        expectRows {
            (Set(ids).count, texts.count)
            (texts.reversed().map { keys.id(of: $0) }, ids)
            zip(texts.reversed(), ids).allSatisfy { keys.text(of: $1) == $0 }
        }
        let (reserved, stored) = (keys.id(of: "$class"), keys.id(of: "$class", isStored: true, after: KeyTable.start))
        #expect(reserved != stored)
    }

    @Test func `values of the same bits and another storage type are others, and no string is a number`() throws {
        var values = Values()
        var uids: Set<EntryUID> = []
        let types: [StorageType] = [.int8, .int16, .int32, .int64, .float, .double, .boolean]
        for bits in UInt64(0)..<200 {
            for type in types { uids.insert(values.uid(of: ValueKey(bits, type), "")) }
        }
        for length in 0...11 {
            let text = try #require(PackedString(String(repeating: "\0", count: length)))
            uids.insert(values.uid(of: ValueKey(text), ""))
        }
        #expect(uids.count == 200 * types.count + 12)
    }

    @Test(.rows)
    func `words that differ in their upper or lower bytes alone spread over all bits of their hashes`() {
        forEachRow([0, 8, 16, 24, 32, 40, 48]) { (shift: Int) in
            let hashes = (UInt64(0)..<4096).map { HashSeed.shared.hash($0 &<< UInt64(shift), 7) }
            // Random hashes fill 1 - 1/e of the places.
            #expect(Set(hashes.map { $0 & 4095 }).count > 1500)
            #expect(Set(hashes.map { $0 &>> 20 }).count > 1500)
        }
    }

    @Test(.rows)
    func `an object is found by its address, whatever was kept since its place was searched for`() {
        final class Instance {}
        let instances = (0..<300).map { _ in Instance() }
        var table = IdentityTable()
        for (number, instance) in instances.enumerated() { table.set(UInt32(number), for: instance) }
        table.set(7777, for: instances[4])
        for (number, instance) in instances.enumerated() {
            let found = table[instance]
            #expect(found == (number == 4 ? 7777 : UInt32(number)))
        }
        let other = Instance()
        let outsider = table[other]
        #expect(outsider == nil)
        // The table doesn't keep what it knows by its address; an object that was released would lend its own to another.
        withExtendedLifetime((instances, other)) {}

        forEachRow([0, 1, 40]) { (others: Int) in
            final class Instance {}
            let (instance, outsiders) = (Instance(), (0..<others).map { _ in Instance() })
            var table = IdentityTable()
            let place = table.search(instance)
            #expect(place.value == nil)
            for (number, outsider) in outsiders.enumerated() { table.set(UInt32(number), for: outsider) }
            table.set(100, for: instance, at: place)
            // Once more at the same place, as if the object had been kept in between.
            table.set(101, for: instance, at: place)
            let found = table.search(instance)
            #expect(found.value == 101)
            for (number, outsider) in outsiders.enumerated() {
                let value = table[outsider]
                #expect(value == UInt32(number))
            }
            withExtendedLifetime((instance, outsiders)) {}
        }
    }

    @Test(.rows)
    func `objects at equal distances in memory have slots at equal distances`() {
        forEachRow([16, 48, 96, 144, 272, 4096]) { (distance: UInt) in
            let hashes = (UInt(0)..<4096).map {
                Int(IdentityTable.Slot(address: 0x7F00_0000_0000 + $0 * distance, value: 0).hash(.shared))
            }
            // An object takes 32 bytes at least; how many are looked at in a full part of a table is in HashTableTests.
            for (hash, next) in zip(hashes, hashes.dropFirst()) {
                #expect(next - hash == Int(distance / 32) || next - hash == Int((distance + 31) / 32))
            }
        }
    }

    @Test func `lists of strings are encoded alike whatever their type, and tagged ones as one object each`() throws {
        final class Delegate: KeyedArchiverDelegate {}
        struct List<Elements: Sequence>: Codingable where Elements.Element == String {
            static var codedClassName: String { "List" }
            let elements: Elements
            init(_ elements: Elements) { self.elements = elements }
            func encode(with archiver: KeyedArchiver) throws { try archiver.encodeElements(elements, forKey: "list") }
            init(coder unarchiver: KeyedUnarchiver) throws { throw CancellationError() }
        }
        let strings = ["red", "a text that is longer", "red", "näher", "", "$null", "a text that is longer"]
        let expected = try KeyedArchiver.archivedBytes(withRootObject: List(strings))
        #expect(try KeyedArchiver.archivedBytes(withRootObject: List(strings[...])) == expected)
        #expect(try KeyedArchiver.archivedBytes(withRootObject: List(strings.lazy.map { $0 })) == expected)
        let (archiver, delegate) = (KeyedArchiver(), Delegate())
        archiver.delegate = delegate
        try archiver.encode(List(strings), forKey: "root")
        #expect(try archiver.encodedBytes == expected)
        #expect(code { try archiver.encodeElements(strings, forKey: "late") } == .finished)
        withExtendedLifetime(delegate) {}

        let kinds = ["red", "green", "blue", "", "$null", "eleven chars", "näher", "a longer one"]
        let many = (0..<2000).map { kinds[$0 % kinds.count] }
        let archive = try KeyedArchive(KeyedArchiver.archivedBytes(withRootObject: many))
        #expect(try KeyedUnarchiver.unarchivedObject(of: [String].self, from: archive.bytes()) == many)
        // Four kinds are tagged strings, of one object each; the others are an object each time. Beside them there are
        // `$null`, the array, its class, and the class of strings that cannot be plain values.
        #expect(archive.objectCount == 4 + 1000 + 4)
    }

    @Test(.rows)
    func `a class record is stored once, however many classes there are`() {
        forEachRow(1...20) { (count: Int) throws in
            let archiver = KeyedArchiver()
            for number in 0..<2 * count {
                let object = ArchivedObject(ArchivedClass(name: "Class \(number % count)"), fields: [])
                try archiver.encode(object, forKey: "\(number)")
            }
            // "$null", two objects of each class, and the classes.
            #expect(try KeyedArchive(archiver.encodedBytes).objectCount == 1 + 3 * count)
        }
    }
}
