import TestSupport
import Testing

@testable import PropertyLists

@Suite struct TableTests {
    @Test func `elements are taken from the end until there are none, and truncating keeps the front`() {
        var table = GrowingTable<Int>()
        let nothing = table.popLast()
        for number in 0..<2_000 { table.append(number) }
        var taken: [Int] = []
        while let number = table.popLast() { taken.append(number) }
        table.append(7)
        let (count, last) = (table.count, table.popLast())
        #expect(nothing == nil && taken == (0..<2_000).reversed() && count == 1 && last == 7)

        var cut = GrowingTable<UInt32>()
        cut.append(contentsOf: [1, 2, 3, 4])
        // Nothing is ever lengthened.
        cut.truncate(to: 9)
        let all = cut.elements(0..<cut.count)
        #expect(all == [1, 2, 3, 4])
        cut.truncate(to: 2)
        cut.append(7)
        let elements = cut.elements(0..<cut.count)
        #expect(elements == [1, 2, 7])
    }

    @Test(.rows)
    func `a growing table keeps what was appended, through every growth, one by one or as equal elements`() {
        var table = GrowingTable<Int>()
        let isEmpty = table.isEmpty
        #expect(isEmpty)
        for number in 0..<1000 { table.append(number * 3) }
        table[500] = -1
        let elements = table.elements(0..<table.count)
        #expect(elements.count == 1000)
        #expect(elements[499] == 1497 && elements[500] == -1 && elements[999] == 2997)
        forEachRow([0, 1, 5, 5000]) { (count: Int) in
            var table = GrowingTable<UInt8>()
            table.append(1)
            let first = table.append(7, times: count)
            // The position of the first of them.
            #expect(first == 1)
            let elements = table.elements(0..<table.count)
            #expect(elements == [1] + Array(repeating: 7, count: count))
        }
    }

    @Test(.rows) func `a number is appended in as many bytes as asked for, most significant first`() {
        forEachRow(1...8) { (width: Int) in
            var table = GrowingTable<UInt8>()
            table.append(0xEE)
            table.append(bigEndian: 0x0102_0304_0506_0708, width: width)
            table.append(marker: 0xAB, bigEndian: 0xFF, width: 1)
            let expected: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
            let elements = table.elements(0..<table.count)
            #expect(elements == [0xEE] + expected.suffix(width) + [0xAB, 0xFF])
        }
    }

    @Test func `a table with room takes as many elements as it has room for, and parts of another table after them`() {
        var source = GrowingTable<UInt8>()
        source.append(contentsOf: [10, 11, 12, 13, 14, 15])
        var table = GrowingTable<UInt8>(capacity: 2)
        table.appendWithinCapacity(1)
        table.appendWithinCapacity(2)
        table.append(contentsOf: source, in: 1..<3)
        let elements = table.elements(0..<table.count)
        #expect(elements == [1, 2, 11, 12])
    }

    @Test func `a fixed table holds its elements, and releases those that are instances`() {
        final class Witness {}
        weak var witness: Witness?
        do {
            let instance = Witness()
            witness = instance
            var table = FixedTable<Witness?>(repeating: nil, count: 3)
            table[1] = instance
            let (first, second, count) = (table[0], table[1], table.count)
            #expect(first == nil && second === instance && count == 3)
        }
        #expect(witness == nil)
    }

    @Test(.rows) func `numbers and entries are put out most significant byte first, to the end of the output`() {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 11) {
            var output = unsafe ByteSink($0, at: 0)
            output.append(0xA1A2_A3A4_A5A6_A7A8, width: 8)
            output.append(0xB1B2, width: 2)
            output.append(0xC1, width: 1)
            $1 = output.position
        }
        #expect(bytes == [0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8, 0xB1, 0xB2, 0xC1])
        forEachRow(0...9) { (count: Int) in
            var table = GrowingTable<BinaryObjectTable.Entry>()
            table.append(.true)
            for number in 0..<count { table.append(BinaryObjectTable.Entry(rawValue: 0x0102_0300 + UInt32(number))) }
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 4 * count) {
                var output = unsafe ByteSink($0, at: 0)
                output.append(table, 1..<1 + count, width: 4)
                $1 = output.position
            }
            #expect(bytes == (0..<count).flatMap { [1, 2, 3, UInt8($0)] })
        }
    }

    @Test(.rows) func `a text is added after its header if it is ASCII, and nothing if one byte is not`() {
        forEachRow(0...40) { (count: Int) in
            let text = (0..<count).map { UInt8(32 + $0) }
            var table = GrowingTable<UInt8>()
            table.append(0xEE)
            let isAdded = unsafe text.withUnsafeBytes {
                unsafe table.appendASCII($0, header: 0x0102_0304, headerSize: 3)
            }
            #expect(isAdded)
            for place in 0..<count {
                var other = text
                other[place] |= 0x80
                let isAdded = unsafe other.withUnsafeBytes { unsafe table.appendASCII($0, header: 7, headerSize: 1) }
                #expect(!isAdded)
            }
            let elements = table.elements(0..<table.count)
            #expect(elements == [0xEE, 2, 3, 4] + text)
        }
    }
}
