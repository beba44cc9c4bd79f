import TestSupport
import Testing

import PropertyLists

@Suite struct HashTableTests {
    /// A word and a number kept for it.
    private struct Slot: HashTableKeySlot {
        var word: UInt64 = 0
        var number = 0

        var isFree: Bool { word == 0 }

        func hash(_ seed: HashSeed) -> UInt32 { seed.hash(word) }

        func isSame(as other: Slot) -> Bool { word == other.word }
    }

    /// The position of a key that lies elsewhere, with a hash that many share.
    private struct Reference: HashTableSlot {
        var index = -1
        var keyHash: UInt32 = 0

        var isFree: Bool { index < 0 }

        func hash(_ seed: HashSeed) -> UInt32 { keyHash }
    }

    @Test(.rows) func `what was put is found through every growth, and nothing else`() {
        forEachRow([1, 12, 13, 1000]) { (count: Int) in
            var table = HashTable<Slot>()
            for number in 1...count {
                let (position, isNew) = table.place(of: Slot(word: UInt64(number) << 32, number: number))
                let again = table.place(of: Slot(word: UInt64(number) << 32))
                #expect(isNew && !again.isNew && again.position == position)
            }
            for number in 1...count {
                let position = table.find(Slot(word: UInt64(number) << 32))
                let kept = position.map { table[$0].number }
                #expect(kept == number)
                let outsider = table.find(Slot(word: UInt64(number)))
                #expect(outsider == nil)
            }
        }
    }

    @Test(.rows) func `a key is put where a search found its place, whatever was put since`() {
        forEachRow([0, 1, 40]) { (others: Int) in
            var table = HashTable<Slot>()
            let place = table.search(Slot(word: 7))
            #expect(place.isFree)
            for number in 0..<others { _ = table.place(of: Slot(word: UInt64(number) + 100)) }
            table.put(Slot(word: 7, number: 1), at: place)
            table.put(Slot(word: 7, number: 2), at: place)
            let number = table.find(Slot(word: 7)).map { table[$0].number }
            #expect(number == 2)
        }
    }

    @Test(.rows)
    func `keys that lie elsewhere are found among others of the same hash`() {
        forEachRow([UInt32(0), 1 << 31, .max]) { (hash: UInt32) in
            let keys = (0..<100).map { "key \($0)" }
            var table = HashTable<Reference>(firstSlotCount: 2)
            for (index, key) in keys.enumerated() {
                let found = table.search(hash) { keys[$0.index] == key }
                #expect(found.isFree)
                let position = table.insert(Reference(index: index, keyHash: hash), at: found)
                let inserted = table[position].index
                #expect(inserted == index)
            }
            for (index, key) in keys.enumerated() {
                let found = table.search(hash) { keys[$0.index] == key }
                let known = found.isFree ? nil : Optional(table[found.position].index)
                #expect(known == index)
            }
        }
    }

    /// An address, whose hash is the number of its unit of memory.
    private struct Address: HashTableKeySlot {
        var address: UInt64 = 0

        var isFree: Bool { address == 0 }

        static var hashesAreLocal: Bool { true }

        func hash(_ seed: HashSeed) -> UInt32 { UInt32(truncatingIfNeeded: address >> 5) }

        func isSame(as other: Address) -> Bool { address == other.address }
    }

    /// Where objects lie in memory.
    enum Layout: CaseIterable {
        case sideBySide, inPages, inMebibytes, inArenas, scattered, withOneHash

        func address(_ number: UInt64) -> UInt64 {
            switch self {
            case .sideBySide: 96 * (number + 1)
            case .inPages: (number + 1) << 12
            case .inMebibytes: (number + 1) << 20
            // Eight regions that begin at the same distance, each filled from its start.
            case .inArenas: 96 * (number / 8 + 1) + (number % 8) << 30
            case .scattered: (number + 1) &* 0x9E37_79B9_7F4A_7C15 | 1
            case .withOneHash: number << 37 | 32
            }
        }
    }

    @Test(.rows)
    func `with local hashes each key is found after few others, wherever objects lie`() {
        forEachRow(Layout.allCases) { (layout: Layout) in
            let count: UInt64 = layout == .withOneHash ? 300 : 20_000
            var table = HashTable<Address>()
            for number in 0..<count { _ = table.place(of: Address(address: layout.address(number))) }
            var looks = 0
            for number in 0..<count {
                let slot = Address(address: layout.address(number))
                let found = table.search(slot.hash(table.seed)) {
                    looks += 1
                    return $0.isSame(as: slot)
                }
                #expect(!found.isFree)
            }
            // Keys of one hash are looked at one after the other, as in every table.
            #expect(looks <= Int(count) * (layout == .withOneHash ? Int(count) : 16))
        }
    }
}
