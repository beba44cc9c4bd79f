import Testing

@testable import PropertyLists

@Suite struct BinaryObjectTableTests {
    @Test func `each added scalar is an object of its own, and using its entry twice shares it`() throws {
        var table = BinaryObjectTable()
        let first = table.addString("a")
        let second = table.addString("a")
        let top = table.addArray([first, second, first])
        #expect(first != second)
        #expect(
            try encodedObjects(of: table.write(top: top)) == [[0xA3, 1, 2, 1], [0x51, 0x61], [0x51, 0x61]])
    }

    @Test func `UIDs with the same number are one object, whenever they are added and whatever their size`() {
        var table = BinaryObjectTable()
        for number: UInt64 in [0, 1, 65_536, 1_000_000, 1 << 29, 1 << 40, .max] {
            let early = table.uid(UID(number))
            for _ in 0..<100 { _ = table.addArray(Array(repeating: early, count: 100)) }
            #expect(table.uid(UID(number)) == early)
        }
    }

    @Test func `a UID with a large number takes no memory for the gap before it`() throws {
        var table = BinaryObjectTable()
        let far = table.uid(UID((1 << 29) - 1))
        let top = table.addArray([far, table.uid(3), far])
        let numbering = table.depthFirstNumbering(top: top, withOrphans: false)
        let count = numbering.uidCount
        #expect(count < 100_000)
        #expect(
            try encodedObjects(of: table.write(top: top)) == [
                [0xA3, 1, 2, 1], [0x83, 0x1F, 0xFF, 0xFF, 0xFF], [0x80, 3], [0x83, 0x1F, 0xFF, 0xFF, 0xFF],
            ])
    }

    static let encodedScalars: [(PropertyList, [UInt8])] = [
        (.null, [0x00]),
        (false, [0x08]),
        (true, [0x09]),
        (0, [0x10, 0x00]),
        (255, [0x10, 0xFF]),
        (256, [0x11, 0x01, 0x00]),
        (65_536, [0x12, 0x00, 0x01, 0x00, 0x00]),
        (4_294_967_296, [0x13, 0, 0, 0, 1, 0, 0, 0, 0]),
        (-1, [0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
        (.unsignedInteger(1 << 63), [0x14] + bigEndian(1 << 63, 16)),
        (.unsignedInteger(7), [0x10, 0x07]),
        (.integer128(7), [0x14] + bigEndian(7, 16)),
        (.float(1.5), [0x22, 0x3F, 0xC0, 0, 0]),
        (1.5, [0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0]),
        (.date(1.5), [0x33, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0]),
        (.data([1, 2]), [0x42, 1, 2]),
        (.data(Array(repeating: 7, count: 15)), [0x4F, 0x10, 15] + Array(repeating: 7, count: 15)),
        (.data(Array(repeating: 7, count: 256)), [0x4F, 0x11, 1, 0] + Array(repeating: 7, count: 256)),
        ("", [0x50]),
        ("abc", [0x53, 0x61, 0x62, 0x63]),
        ("é", [0x61, 0x00, 0xE9]),
        ("a👋", [0x63, 0x00, 0x61, 0xD8, 0x3D, 0xDC, 0x4B]),
        (.uid(1), [0x80, 1]),
        (.uid(256), [0x81, 1, 0]),
        (.uid(65_536), [0x83, 0, 1, 0, 0]),
        (.uid(UID(1 << 32)), [0x87] + bigEndian(1 << 32, 8)),
        ([], [0xA0]),
        (.orderedSet([]), [0xB0]),
        (.set([]), [0xC0]),
        ([:], [0xD0]),
    ]

    @Test(arguments: encodedScalars)
    func `each kind of value has the shortest form that its kind allows`(
        value: PropertyList,
        encoded: [UInt8]
    ) throws {
        var table = BinaryObjectTable()
        let entry = table.add(value)
        #expect(try encodedObjects(of: table.write(top: entry)) == [encoded])
    }

    @Test(arguments: [4096, 4097, 70_000])
    func `long data is written like short data`(count: Int) throws {
        let data = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        var table = BinaryObjectTable()
        let entry = table.addData(data)
        let top = table.addArray([entry, table.addString("after"), entry])
        let bytes = try table.write(top: top)
        #expect(try BinaryPropertyListReader(bytes).tree() == [.data(data), "after", .data(data)])
        #expect(try BinaryPropertyListReader(bytes).objectCount == 3)
    }

    @Test func `a dictionary takes as many entries as it has keys and values for`() throws {
        var table = BinaryObjectTable()
        let key = table.addString("k")
        let top = table.addDictionary(keys: [key, key], values: [.true])
        #expect(try BinaryPropertyListReader(table.write(top: top)).tree() == ["k": true])
    }

    @Test func `an entry of another table is refused`() throws {
        var other = BinaryObjectTable()
        for index in 0..<10 { _ = other.addArray([other.addInteger(Int64(index))]) }
        let foreign = [
            other.addInteger(10), other.addData(Array(repeating: 0, count: 5000)), other.addArray([.true]),
        ]
        for entry in foreign {
            var table = BinaryObjectTable()
            let top = table.addArray([entry])
            for order in [.depthFirst, .depthFirstWithOrphans, .listed([top])] as [BinaryWritingOptions.ObjectOrder] {
                var options = BinaryWritingOptions()
                options.objectOrder = order
                #expect(throws: PropertyListError(.invalidReference, "")) {
                    try table.write(top: top, options: options)
                }
                #expect(throws: PropertyListError(.invalidReference, "")) {
                    try BinaryObjectTable().write(top: entry, options: options)
                }
            }
        }
    }
}
