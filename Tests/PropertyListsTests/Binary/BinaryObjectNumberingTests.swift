import TestSupport
import Testing

import PropertyLists

@Suite struct BinaryObjectNumberingTests {
    @Test func `a dictionary is listed before its keys, all its keys before its values, depth first`() throws {
        var table = BinaryObjectTable()
        let inner = table.addDictionary(keys: [table.addString("c")], values: [table.addInteger(3)])
        let keys = [table.addString("a"), table.addString("b")]
        let top = table.addDictionary(keys: keys, values: [inner, table.addInteger(2)])
        #expect(
            try encodedObjects(of: table.write(top: top)) == [
                [0xD2, 1, 2, 3, 6],
                [0x51, 0x61],  // a
                [0x51, 0x62],  // b
                [0xD1, 4, 5],
                [0x51, 0x63],  // c
                [0x10, 3],
                [0x10, 2],
            ])
    }

    @Test func `what is shared is listed on its first visit only, and what is not referred to is not listed`() throws {
        var table = BinaryObjectTable()
        let shared = table.addArray([table.addString("x")])
        _ = table.addString("unused")
        let top = table.addArray([shared, shared])
        #expect(try encodedObjects(of: table.write(top: top)) == [[0xA2, 1, 1], [0xA1, 2], [0x51, 0x78]])
        // Only reading a damaged file can make a table that leads back to itself; writing it back must end.
        let bytes = HandmadeList([0xA1, 1], [0xA1, 0]).bytes
        let source = try BinaryObjectTableSource(BinaryPropertyListReader(bytes))
        #expect(try source.table.write(top: source.entries[0], options: source.options) == bytes)
    }

    @Test func `UIDs, booleans and empty containers leave a copy at every further visit, if orphans are wanted`() throws
    {
        var table = BinaryObjectTable()
        let empty = table.addArray([])
        let uid = table.uid(1)
        let top = table.addArray([uid, .true, empty, uid, .true, .false, empty, uid])
        #expect(
            try encodedObjects(of: table.write(top: top)) == [
                [0xA8, 1, 2, 3, 1, 2, 6, 3, 1],
                [0x80, 1], [0x09], [0xA0],
                [0x80, 1], [0x09],  // orphans
                [0x08],
                [0xA0], [0x80, 1],  // orphans
            ])
        var options = BinaryWritingOptions()
        options.objectOrder = .depthFirst
        #expect(
            try encodedObjects(of: table.write(top: top, options: options)) == [
                [0xA8, 1, 2, 3, 1, 2, 4, 3, 1], [0x80, 1], [0x09], [0xA0], [0x08],
            ])
    }

    @Test func `the archive of an array that holds itself is written as Apple's writer does, orphan and all`() throws {
        var table = BinaryObjectTable()
        let root = table.uid(1)
        let arrayClass = table.uid(2)
        let classKey = table.addString("$class")
        let top = table.addDictionary(keys: [table.addString("root")], values: [root])
        let array = table.addDictionary(
            keys: [table.addString("NS.objects"), classKey], values: [table.addArray([root]), arrayClass])
        let className = table.addString("NSMutableArray")
        let names = table.addArray([className, table.addString("NSArray"), table.addString("NSObject")])
        let record = table.addDictionary(
            keys: [table.addString("$classname"), table.addString("$classes")], values: [className, names])
        let objects = table.addArray([table.addString("$null"), array, record])
        let archive = table.addDictionary(
            keys: ["$version", "$archiver", "$top", "$objects"].map { table.addString($0) },
            values: [table.addInteger(100_000), table.addString("NSKeyedArchiver"), top, objects]
        )
        let bytes = try table.write(top: archive)
        #expect(bytes.count == 240)
        #expect(try encodedObjects(of: bytes) == Self.arrayThatHoldsItself)
    }

    static let arrayThatHoldsItself: [[UInt8]] = [
        [0xD4, 1, 2, 3, 4, 5, 6, 7, 10],
        text("$version"), text("$archiver"), text("$top"), text("$objects"),
        [0x12, 0x00, 0x01, 0x86, 0xA0], text("NSKeyedArchiver"),
        [0xD1, 8, 9], text("root"), [0x80, 1],  // 7: $top
        [0xA3, 11, 12, 18], text("$null"),  // 10: $objects
        [0xD2, 13, 14, 15, 17], text("NS.objects"), text("$class"), [0xA1, 9],  // 12: the array
        [0x80, 1],  // 16: written at the second visit of object 9, which the array refers to
        [0x80, 2],
        [0xD2, 19, 20, 21, 22], text("$classname"), text("$classes"),  // 18: the class record
        text("NSMutableArray"), [0xA3, 21, 23, 24], text("NSArray"), text("NSObject"),
    ]

    private static func text(_ text: String) -> [UInt8] {
        marker(0x50, count: text.utf8.count, countWidth: 1) + Array(text.utf8)
    }

    @Test func `a listed order is kept, with what nothing refers to and each object once, and the rest follows`() throws
    {
        var table = BinaryObjectTable()
        let string = table.addString("s")
        let unused = table.addString("u")
        let top = table.addArray([string, .true])
        var options = BinaryWritingOptions()
        options.objectOrder = .listed([string, unused, top])
        let bytes = try table.write(top: top, options: options)
        #expect(try encodedObjects(of: bytes) == [[0x51, 0x73], [0x51, 0x75], [0xA2, 0, 3], [0x09]])
        #expect(try BinaryPropertyListReader(bytes).topObject == 2)

        // An object that the order names twice.
        var other = BinaryObjectTable()
        let text = other.addString("s")
        _ = other.addString("longer and not referred to")
        let array = other.addArray([text])
        options.objectOrder = .listed([text, text, array])
        #expect(try encodedObjects(of: other.write(top: array, options: options)) == [[0x51, 0x73], [0xA1, 0]])
    }

    @Test(.rows)
    func `a UID far beyond the size of the table is another object than a boolean`() {
        forEachRow(65_536..<65_600 as Range<UInt64>) { (number: UInt64) throws in
            var table = BinaryObjectTable()
            let top = table.addArray([table.uid(UID(number)), table.boolean(false), table.uid(UID(number))])
            let tree = try BinaryPropertyListReader(table.write(top: top)).tree()
            #expect(tree == [.uid(UID(number)), false, .uid(UID(number))])
        }
    }
}
