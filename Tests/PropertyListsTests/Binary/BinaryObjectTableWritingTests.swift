import TestSupport
import Testing

import PropertyLists

@Suite struct BinaryObjectTableWritingTests {
    /// A collection that says it has more elements than it has.
    private struct Boaster: Collection {
        var elements: [BinaryObjectTable.Entry]
        var startIndex: Int { 0 }
        var endIndex: Int { elements.count }
        var count: Int { 5 }
        func index(after index: Int) -> Int { index + 1 }
        subscript(index: Int) -> BinaryObjectTable.Entry { elements[index] }
    }

    @Test func `a container has the elements that its collection gave, whatever the collection says`() throws {
        var table = BinaryObjectTable()
        let entry = table.addInteger(1)
        let inner = table.addArray(Boaster(elements: [entry, entry]))
        let top = table.addArray([inner, entry])
        let bytes = try table.write(top: top)
        #expect(try BinaryPropertyListReader(bytes).tree() == [[1, 1], 1])
    }

    @Test func `writing a table for the last time gives the same bytes as before`() throws {
        var table = BinaryObjectTable()
        let (key, number) = (table.addString("key"), table.addInteger(1))
        let inner = table.addDictionary(keys: [key], values: [number])
        let top = table.addArray([inner, inner, .true, table.uid(3), table.uid(3), key])
        for order in [BinaryWritingOptions.ObjectOrder.depthFirst, .depthFirstWithOrphans, .listed([top, number])] {
            var options = BinaryWritingOptions()
            options.objectOrder = order
            var copy = BinaryObjectTable()
            let (key, number) = (copy.addString("key"), copy.addInteger(1))
            let inner = copy.addDictionary(keys: [key], values: [number])
            let last = copy.addArray([inner, inner, .true, copy.uid(3), copy.uid(3), key])
            var list = GrowingTable<BinaryObjectTable.Entry>()
            let bytes = try copy.writeLast(top: last, options: options, listingIn: &list)
            #expect(try bytes == table.write(top: top, options: options))
        }
    }

    static let referenceSizes: [(objects: Int, size: Int)] = [
        (1, 1), (255, 1), (256, 2), (65_535, 2), (65_536, 4),
    ]

    @Test(.rows)
    func `references take the fewest bytes that hold the number of objects`() {
        forEachRow(Self.referenceSizes) { (objects: Int, size: Int) throws in
            var table = BinaryObjectTable()
            let children = (1..<objects).map { table.addInteger(Int64($0)) }
            let top = table.addArray(children)
            let reader = try BinaryPropertyListReader(table.write(top: top))
            #expect(reader.objectCount == objects)
            #expect(reader.trailer.referenceSize == size)
            guard case .array(let references) = try reader.object(at: 0) else {
                Issue.record("the top object is an array")
                return
            }
            #expect(references.count == objects - 1)
            for position in [0, objects / 2, objects - 2] where position >= 0 && position < references.count {
                #expect(
                    try reader.scalar(at: reader.reference(position, of: references)) == .integer(Int64(position + 1)))
            }
        }
    }

    static let offsetSizes: [(table: Int, size: Int, sizeWithThree: Int)] = [
        (10, 1, 1), (255, 1, 1), (256, 2, 2), (65_535, 2, 2), (65_536, 4, 3), (0xFF_FFFF, 4, 3), (0x100_0000, 4, 4),
    ]

    @Test(.rows)
    func `offsets take the fewest bytes that hold the position of their table, three only if allowed`() {
        forEachRow(Self.offsetSizes) { (position: Int, size: Int, sizeWithThree: Int) throws in
            // A list with one data value has 8 bytes of header, the marker and the length before the data.
            let room = position - 8
            let header = (1...6).first { room - $0 >= 0 && markerSize(room - $0) == $0 } ?? 1
            var table = BinaryObjectTable()
            let top = table.addData(Array(repeating: 0, count: room - header))
            var options = BinaryWritingOptions()
            for (allows, expected) in [(false, size), (true, sizeWithThree)] {
                options.allowsThreeByteOffsets = allows
                let trailer = try BinaryPropertyListReader(table.write(top: top, options: options)).trailer
                #expect(trailer.offsetTableStart == position)
                #expect(trailer.offsetSize == expected)
            }
        }
    }

    /// The marker alone up to a count of 14, and from there on an integer of up to four bytes after it.
    private func markerSize(_ count: Int) -> Int {
        switch count {
        case ..<15: 1
        case ..<(1 << 8): 3
        case ..<(1 << 16): 4
        default: 6
        }
    }

    @Test(.rows)
    func `offsets and references can be made wider, and widths outside 1 to 8 are brought within`() {
        forEachRow(1...8, 1...8) { (offsetSize: Int, referenceSize: Int) throws in
            var table = BinaryObjectTable()
            let top = table.addArray([.true, table.addString("a")])
            var options = BinaryWritingOptions()
            options.minimumOffsetSize = offsetSize
            options.minimumReferenceSize = referenceSize
            let reader = try BinaryPropertyListReader(table.write(top: top, options: options))
            try expectRows {
                (reader.trailer.offsetSize, offsetSize)
                (reader.trailer.referenceSize, referenceSize)
                (try reader.tree(), [true, "a"])
                (reader.problems(strict: true), [])
            }
        }
        forEachRow([-7, 0, 9, .max]) { (width: Int) throws in
            var table = BinaryObjectTable()
            let top = table.addArray([.true])
            var options = BinaryWritingOptions()
            options.minimumOffsetSize = width
            options.minimumReferenceSize = width
            let reader = try BinaryPropertyListReader(table.write(top: top, options: options))
            #expect(reader.trailer.offsetSize == min(max(width, 1), 8))
            #expect(try reader.tree() == [true])
        }
    }

    @Test func `the output is as long as was reserved, and ends with the trailer`() throws {
        var table = BinaryObjectTable()
        let top = table.addArray([table.addString("é"), table.uid(3), table.addData([1])])
        #expect(
            try table.write(top: top) == Array("bplist00".utf8) + [0xA3, 1, 2, 3, 0x61, 0x00, 0xE9, 0x80, 3, 0x41, 1]
                + [8, 12, 15, 17] + [0, 0, 0, 0, 0, 0, 1, 1] + bigEndian(4, 8) + bigEndian(0, 8) + bigEndian(19, 8))
    }
}
