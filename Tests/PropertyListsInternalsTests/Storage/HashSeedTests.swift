import TestSupport
import Testing

@testable import PropertyLists

@Suite struct HashSeedTests {
    private static func table(_ bytes: [UInt8]) -> GrowingTable<UInt8> {
        var table = GrowingTable<UInt8>()
        table.append(contentsOf: bytes)
        return table
    }

    @Test(.rows)
    func `the same bytes have the same hash and are the same, wherever they lie`() {
        forEachRow(0...40) { (size: Int) in
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 1) }
            for gap in 0...9 {
                let table = Self.table(bytes + Array(repeating: 0xEE, count: gap) + bytes)
                let (first, second) = (0..<size, size + gap..<2 * size + gap)
                let areSame = table.areSame(first, second)
                #expect(areSame)
                let hashes = (HashSeed.shared.hash(first, of: table), HashSeed.shared.hash(second, of: table))
                #expect(hashes.0 == hashes.1)
            }
        }
    }

    @Test(.rows)
    func `a bit or a length that differs makes bytes differ, and nearly always their hash`() {
        forEachRow(1...40) { (size: Int) in
            let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 1) }
            var equalHashes = 0
            for bit in 0..<8 * size {
                var changed = bytes
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                let table = Self.table(bytes + changed)
                let areSame = table.areSame(0..<size, size..<2 * size)
                #expect(!areSame)
                let hashes = (
                    HashSeed.shared.hash(0..<size, of: table), HashSeed.shared.hash(size..<2 * size, of: table)
                )
                if hashes.0 == hashes.1 { equalHashes += 1 }
            }
            #expect(equalHashes <= 2)
        }
        // Parts that begin or end as the other.
        let table = Self.table(Array(repeating: 0, count: 100))
        for size in 0..<40 {
            let areSame = table.areSame(0..<size, 0..<size + 1)
            #expect(!areSame)
        }
        let hashes = Set((1..<40).map { HashSeed.shared.hash(0..<$0, of: table) })
        #expect(hashes.count >= 37)
    }

    @Test(.rows)
    func `hashes of consecutive numbers are spread, so that a table has few collisions`() {
        forEachRow([2, 5, 9, 20, 33]) { (size: Int) in
            var table = GrowingTable<UInt8>()
            for number in 0..<4096 {
                table.append(contentsOf: Array(repeating: 0, count: max(0, size - 8)))
                table.append(bigEndian: UInt64(number), width: min(size, 8))
            }
            // Of 4,096 random slots among 65,536, some 3,970 are different. Whatever the secret of the process is.
            for hash in [HashSeed.shared] + (0..<20).map({ _ in HashSeed.random() }) {
                let hashes = (0..<4096).map { hash.hash($0 * size..<($0 + 1) * size, of: table) }
                #expect(Set(hashes.map { $0 >> 16 }).count > 3800)
                #expect(Set(hashes.map { $0 & 0xFFFF }).count > 3800)
            }
        }
    }
}
