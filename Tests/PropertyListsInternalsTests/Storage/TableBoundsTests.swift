import TestSupport
import Testing

@testable import PropertyLists

/// The checks that keep tables from reading and writing memory that isn't theirs: what is just within bounds is done,
/// what is just beyond ends the process.
@Suite struct TableBoundsTests {
    // MARK: Just within

    @Test func `a growing table is read, changed, turned round, cut and filled at its ends`() {
        var table = GrowingTable<Int>()
        table.append(contentsOf: [1, 2, 3])
        table[2] = 4
        let last = table[2]
        table.reverse(from: 0)
        let turned = table.elements(0..<3)
        var copy = GrowingTable<Int>()
        copy.append(contentsOf: table, in: 0..<3)
        copy.append(contentsOf: table, in: 3..<3)
        let copied = copy.elements(0..<copy.count)
        table.truncate(to: 0)
        let isEmpty = table.isEmpty
        #expect(last == 4 && turned == [4, 2, 1] && copied == [4, 2, 1] && isEmpty)

        var full = GrowingTable<Int>(capacity: 2)
        full.appendWithinCapacity(1)
        full.appendWithinCapacity(2)
        let elements = full.elements(0..<2)
        #expect(elements == [1, 2])
    }

    @Test(.rows)
    func `a lazy table gives its first value at every place that nothing was set at`() {
        forEachRow([255, 256, 257, 511, 512, 999]) { (place: Int) in
            var table = LazyTable(repeating: 7, count: 1000)
            let untouched = table[place]
            table[0] = 1
            let after = table[place]
            table[place] = 2
            let (changed, first, last) = (table[place], table[0], table[999])
            #expect(untouched == 7 && after == 7 && changed == 2 && first == 1 && last == (place == 999 ? 2 : 7))
            let others = (1..<999).allSatisfy { $0 == place || table[$0] == 7 }
            #expect(others)
        }
    }

    @Test(.rows)
    func `bytes are copied to the very end of the output, from the very end of a table`() {
        forEachRow(0...24) { (size: Int) in
            for tail in [0, 7, 8, 9] {
                var table = GrowingTable<UInt8>()
                table.append(contentsOf: (0..<UInt8(size + tail)).map { $0 &+ 1 })
                for room in [0, 7, 8, 9] {
                    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size + room) {
                        var output = unsafe ByteSink($0, at: 0)
                        output.append(table, 0..<size)
                        output.append(Array(repeating: 9, count: room)[...])
                        $1 = output.position
                    }
                    #expect(bytes == (0..<UInt8(size)).map { $0 &+ 1 } + Array(repeating: 9, count: room))
                }
            }
        }
    }

    @Test(.rows)
    func `a count and a UID are written with a marker, in as few bytes as hold them`() {
        forEachRow([0, 14, 15, 255, 256, 65_535, 65_536]) { (count: Int) in
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 6) {
                var output = unsafe ByteSink($0, at: 0)
                output.appendMarker(.array, count: count)
                $1 = output.position
            }
            let expected: [UInt8] =
                switch count {
                case ..<15: [0xA0 | UInt8(count)]
                case ...255: [0xAF, 0x10, UInt8(count)]
                case ...65_535: [0xAF, 0x11, UInt8(count >> 8), UInt8(count & 255)]
                default: [0xAF, 0x12, 0, 1, 0, 0]
                }
            #expect(bytes == expected)
        }
        forEachRow([
            (255, [0x80, 0xFF]), (256, [0x81, 1, 0]), (65_535, [0x81, 0xFF, 0xFF]), (65_536, [0x83, 0, 1, 0, 0]),
        ]) { (uid: Int, expected: [UInt8]) in
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 5) {
                var output = unsafe ByteSink($0, at: 0)
                output.append(uid: uid)
                $1 = output.position
            }
            #expect(bytes == expected)
        }
    }

    @Test(.rows)
    func `parts of a table, and bytes anywhere, are the same or not, byte by byte`() {
        forEachRow(0...20) { (size: Int) in
            let text = (0..<UInt8(size)).map { $0 &+ 65 }
            for start in [0, 1, 7, 8, 9] {
                var table = GrowingTable<UInt8>()
                table.append(contentsOf: Array(repeating: 1, count: start) + text + [2] + text + [3])
                let (left, right) = (start..<start + size, start + size + 1..<start + 2 * size + 1)
                let areSame = table.areSame(left, right)
                #expect(areSame)
                for place in 0..<size {
                    table[right.lowerBound + place] ^= 0x80
                    let areSame = table.areSame(left, right)
                    table[right.lowerBound + place] ^= 0x80
                    #expect(!areSame, "\(size) bytes from \(start), byte \(place)")
                }
                let differ = size == 0 || !table.areSame(left, left.lowerBound..<left.upperBound - 1)
                #expect(differ)
            }
            let isSame = unsafe text.withUnsafeBytes { left in
                unsafe Array(text).withUnsafeBytes { unsafe left.hasSameBytes(as: $0) }
            }
            #expect(isSame)
            for place in 0..<size {
                var other = text
                other[place] ^= 1
                let isSame = unsafe text.withUnsafeBytes { left in
                    unsafe other.withUnsafeBytes { unsafe left.hasSameBytes(as: $0) }
                }
                #expect(!isSame, "\(size) bytes, byte \(place)")
            }
        }
    }

    #if os(Linux) || os(macOS)
        // MARK: Just beyond

        @Test func `reading and changing an element beyond the last ends the process`() async {
            await #expect(processExitsWith: .failure) { _ = FixedTable(repeating: 1, count: 3)[3] }
            await #expect(processExitsWith: .failure) {
                var table = FixedTable(repeating: 1, count: 3)
                table[3] = 2
            }
            await #expect(processExitsWith: .failure) { _ = LazyTable(repeating: 1, count: 3)[3] }
            await #expect(processExitsWith: .failure) {
                var table = LazyTable(repeating: 1, count: 3)
                table[3] = 2
            }
            await #expect(processExitsWith: .failure) {
                var table = GrowingTable<Int>()
                table.append(1)
                _ = table[1]
            }
            await #expect(processExitsWith: .failure) {
                var table = GrowingTable<Int>()
                table.append(1)
                table[1] = 2
            }
        }

        @Test func `filling a table beyond its room, and tables of one slot, end the process`() async {
            await #expect(processExitsWith: .failure) {
                var table = GrowingTable<Int>(capacity: 1)
                table.appendWithinCapacity(1)
                table.appendWithinCapacity(2)
            }
            await #expect(processExitsWith: .failure) {
                _ = DirectMappedCache<Int, Int>(placeCount: 1, noKey: 0, noValue: 0)
            }
            await #expect(processExitsWith: .failure) {
                _ = HashTable<TestSlot>(firstSlotCount: 1)
            }
        }

        @Test func `bytes beyond the room of the output or the end of a table end the process`() async {
            await #expect(processExitsWith: .failure) { write(to: 2) { $0.append(7, width: 3) } }
            await #expect(processExitsWith: .failure) { write(to: 2) { $0.append([1, 2, 3]) } }
            await #expect(processExitsWith: .failure) {
                write(to: 2) {
                    var table = GrowingTable<UInt8>()
                    table.append(contentsOf: [1, 2, 3])
                    $0.append(table, 0..<3)
                }
            }
            await #expect(processExitsWith: .failure) {
                write(to: 8) {
                    var table = GrowingTable<UInt8>()
                    table.append(contentsOf: [1, 2, 3])
                    $0.append(table, 0..<4)
                }
            }
            await #expect(processExitsWith: .failure) {
                write(to: 7) {
                    var table = GrowingTable<BinaryObjectTable.Entry>()
                    table.append(contentsOf: [.true, .false])
                    $0.append(table, 0..<2, width: 4)
                }
            }
        }
    #endif
}

private struct TestSlot: HashTableKeySlot {
    var key: UInt64 = 0
    var isFree: Bool { key == 0 }
    func hash(_ seed: HashSeed) -> UInt32 { seed.hash(key) }
    func isSame(as other: TestSlot) -> Bool { key == other.key }
}

/// Has something written to some bytes of memory.
private func write(to count: Int, _ body: (inout ByteSink) -> Void) {
    _ = unsafe [UInt8](unsafeUninitializedCapacity: count) {
        var output = unsafe ByteSink(UnsafeMutableBufferPointer(rebasing: $0[0..<count]), at: 0)
        body(&output)
        $1 = 0
    }
}
