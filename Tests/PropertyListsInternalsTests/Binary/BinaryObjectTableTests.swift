import TestSupport
import Testing

@testable import PropertyLists

@Suite struct BinaryObjectTableTests {
    @Test func `each added scalar, and each container that is a key, is a separate object`() throws {
        var table = BinaryObjectTable()
        let first = table.addString("a")
        let second = table.addString("a")
        // Using an entry twice shares it.
        let top = table.addArray([first, second, first])
        #expect(first != second)
        #expect(
            try encodedObjects(of: table.write(top: top)) == [[0xA3, 1, 2, 1], [0x51, 0x61], [0x51, 0x61]])

        let entries: [PropertyListDictionary.Element] = [(key: [], value: 1)]
        let dictionary = PropertyList.dictionary(PropertyListDictionary(entries))
        var containers = BinaryObjectTable()
        _ = containers.add([dictionary, dictionary])
        let count = containers.containers.count
        #expect(count == 5)
    }

    @Test func `UIDs with the same number are one object, and a large one takes no memory for the gap before it`()
        throws
    {
        // Whenever they are added and whatever their size.
        var table = BinaryObjectTable()
        for number: UInt64 in [0, 1, 65_536, 1_000_000, 1 << 29, 1 << 40, .max] {
            let early = table.uid(UID(number))
            for _ in 0..<100 { _ = table.addArray(Array(repeating: early, count: 100)) }
            #expect(table.uid(UID(number)) == early)
        }
        var gap = BinaryObjectTable()
        let far = gap.uid(UID((1 << 29) - 1))
        let top = gap.addArray([far, gap.uid(3), far])
        let numbering = gap.numbering(top: top, .depthFirst, gap.copiedEntries())
        let count = numbering.offsets.uidCount
        #expect(count < 100_000)
        #expect(
            try encodedObjects(of: gap.write(top: top)) == [
                [0xA3, 1, 2, 1], [0x83, 0x1F, 0xFF, 0xFF, 0xFF], [0x80, 3], [0x83, 0x1F, 0xFF, 0xFF, 0xFF],
            ])
    }

    @Test(.rows)
    func `references are as wide as the number of objects takes, and offsets as the place of their table`() {
        forEachRow([(255, 1), (256, 2), (65_535, 2), (65_536, 4)]) { (count: Int, width: Int) in
            var table = BinaryObjectTable()
            let elements = (0..<count - 1).map { table.addInteger(Int64($0)) }
            let sizes = table.sizes(ofDepthFirst: table.addArray(elements))
            #expect(sizes.reference == width)
        }
        // Header 8, array 2, then the data: marker, and from 15 bytes on a length of two bytes or of three.
        func sizes(_ count: Int) -> BinaryObjectTable.Sizes {
            var table = BinaryObjectTable()
            return table.sizes(ofDepthFirst: table.addArray([table.addData([UInt8](repeating: 0, count: count))]))
        }
        expectRows {
            (sizes(242).tableStart, 255)
            (sizes(242).offset, 1)
            (sizes(243).tableStart, 256)
            (sizes(243).offset, 2)
            (sizes(65_521).tableStart, 65_535)
            (sizes(65_521).offset, 2)
            (sizes(65_522).offset, 4)
        }
    }

    @Test func `offsets beyond 4 GiB take eight bytes`() {
        // The data share the memory of one array, so that their sizes add up without the memory for it.
        let data = [UInt8](repeating: 0x5A, count: 64 << 20)
        var table = BinaryObjectTable()
        let encodedSize = 1 + 1 + 4 + data.count
        var elements = (0..<63).map { _ in table.addData(data) }
        let below = table.sizes(ofDepthFirst: table.addArray(elements))
        #expect(below.offset == 4)
        #expect(below.tableStart == 8 + 63 * encodedSize + 3 + 63)
        elements += (0..<2).map { _ in table.addData(data) }
        let above = table.sizes(ofDepthFirst: table.addArray(elements))
        expectRows {
            (above.offset, 8)
            (above.reference, 1)
            (above.tableStart, 8 + 65 * encodedSize + 3 + 65)
            above.tableStart > 1 << 32
            (above.file, above.tableStart + 66 * 8 + 32)
        }
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
        (.uid(255), [0x80, 0xFF]),
        (.uid(256), [0x81, 1, 0]),
        (.uid(65_535), [0x81, 0xFF, 0xFF]),
        (.uid(65_536), [0x83, 0, 1, 0, 0]),
        (.uid(UID(1 << 32)), [0x87] + bigEndian(1 << 32, 8)),
        ([], [0xA0]),
        (.orderedSet([]), [0xB0]),
        (.set([]), [0xC0]),
        ([:], [0xD0]),
    ]

    @Test(.rows)
    func `each kind of value has the shortest form that its kind allows`() {
        forEachRow(Self.encodedScalars) { (value: PropertyList, encoded: [UInt8]) throws in
            var table = BinaryObjectTable()
            let entry = table.add(value)
            #expect(try encodedObjects(of: table.write(top: entry)) == [encoded])
        }
    }

    static let textHeaders: [(Int, [UInt8])] = [
        (14, [0x5E]),
        (15, [0x5F, 0x10, 15]),
        (255, [0x5F, 0x10, 0xFF]),
        (256, [0x5F, 0x11, 1, 0]),
        (65_535, [0x5F, 0x11, 0xFF, 0xFF]),
        (65_536, [0x5F, 0x12, 0, 1, 0, 0]),
    ]

    @Test(.rows)
    func `the length of a text follows its marker in as few bytes as hold it`() {
        forEachRow(Self.textHeaders) { (count: Int, header: [UInt8]) throws in
            let text = String(repeating: "a", count: count)
            var table = BinaryObjectTable()
            let top = table.addArray([table.addString(text), table.addString("é" + text.dropFirst())])
            let objects = try encodedObjects(of: table.write(top: top))
            #expect(objects[1] == header + Array(repeating: 0x61, count: count))
            let wide = [header[0] + 0x10] + header.dropFirst() + [0, 0xE9]
            #expect(objects[2] == wide + Array(repeating: [0, 0x61], count: count - 1).joined())
        }
    }

    @Test(.rows)
    func `long data is written like short data`() {
        forEachRow([4096, 4097, 70_000]) { (count: Int) throws in
            let data = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            var table = BinaryObjectTable()
            let entry = table.addData(data)
            let top = table.addArray([entry, table.addString("after"), entry])
            let bytes = try table.write(top: top)
            #expect(try BinaryPropertyListReader(bytes).tree() == [.data(data), "after", .data(data)])
            #expect(try BinaryPropertyListReader(bytes).objectCount == 3)
        }
    }

    @Test func `a dictionary takes as many entries as it has keys and values for`() throws {
        var table = BinaryObjectTable()
        let key = table.addString("k")
        let top = table.addDictionary(keys: [key, key], values: [.true])
        #expect(try BinaryPropertyListReader(table.write(top: top)).tree() == ["k": true])
    }

    @Test(.rows)
    func `dictionaries of a key list are written like those with keys of their own`() {
        forEachRow([0, 1, 14, 15, 300]) { (count: Int) throws in
            for order in [BinaryWritingOptions.ObjectOrder.depthFirst, .depthFirstWithOrphans] {
                var listed = BinaryObjectTable()
                var plain = BinaryObjectTable()
                let plainKeys = (0..<count).map { plain.addString("key \($0)") }
                let keys = (0..<count).map { listed.addString("key \($0)") }
                let (keyList, firstKey) = listed.addKeyList(count)
                for (position, key) in keys.enumerated() { listed.setValue(key, at: firstKey + position) }
                var (listedRows, plainRows): ([BinaryObjectTable.Entry], [BinaryObjectTable.Entry]) = ([], [])
                for _ in 0..<3 {
                    // Every third value is a UID, and every row holds the one before.
                    let first = listed.leaveValues(of: keyList)
                    var plainValues: [BinaryObjectTable.Entry] = []
                    for position in 0..<count {
                        let number = UID(UInt64(position % 4))
                        let value = position % 3 == 0 ? listed.uid(number) : listedRows.last ?? listed.addInteger(7)
                        listed.setValue(value, at: first + position)
                        plainValues.append(
                            position % 3 == 0 ? plain.uid(number) : plainRows.last ?? plain.addInteger(7))
                    }
                    listedRows.append(listed.addDictionary(keyList: keyList, valuesFrom: first))
                    plainRows.append(plain.addDictionary(keys: plainKeys, values: plainValues))
                }
                var options = BinaryWritingOptions()
                options.objectOrder = order
                let (listedTop, plainTop) = (listed.addArray(listedRows), plain.addArray(plainRows))
                #expect(
                    try listed.write(top: listedTop, options: options) == plain.write(top: plainTop, options: options))
            }
        }
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
                #expect(throws: ArchiveError(.invalidReference, "")) {
                    try table.write(top: top, options: options)
                }
                #expect(throws: ArchiveError(.invalidReference, "")) {
                    try BinaryObjectTable().write(top: entry, options: options)
                }
            }
        }
    }

    @Test func `of each kind the first entry that a table doesn't have is refused, and the last that it has isn't`()
        throws
    {
        let kinds: [(String, (inout BinaryObjectTable) -> BinaryObjectTable.Entry)] = [
            ("scalar", { $0.addData([1]) }), ("external data", { $0.addData(Array(repeating: 0, count: 5000)) }),
            ("array", { $0.addArray([.true]) }),
        ]
        for (name, add) in kinds {
            for count in [1, 2, 5] {
                var table = BinaryObjectTable()
                var other = BinaryObjectTable()
                var own = (0..<count).map { _ in add(&table) }
                let foreign = (0..<count).map { _ in add(&other) }
                #expect(foreign == own)
                let next = add(&other)
                // The array itself is an entry as well.
                let isArray = name == "array"
                let top = table.addArray([isArray ? add(&other) : next])
                if isArray { own.append(top) }
                for order in [.depthFirst, .depthFirstWithOrphans, .listed([top])] as [BinaryWritingOptions.ObjectOrder]
                {
                    var options = BinaryWritingOptions()
                    options.objectOrder = order
                    #expect(throws: ArchiveError(.invalidReference, ""), "\(name) \(count)") {
                        try table.write(top: top, options: options)
                    }
                }
                let valid = table.addArray([foreign[count - 1]])
                #expect(try BinaryPropertyListReader(table.write(top: valid)).objectCount > 1)
            }
        }
    }
}

extension BinaryObjectTable {
    /// The sizes of the file that everything reachable from an object makes.
    fileprivate func sizes(ofDepthFirst top: Entry) -> Sizes {
        sizes(of: numbering(top: top, .depthFirst, copiedEntries()), BinaryWritingOptions())
    }
}
