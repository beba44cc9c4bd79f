import TestSupport
import Testing

import PropertyLists

@Suite struct DirectMappedCacheTests {
    @Test func `a value is found under its key until another key takes its place`() {
        var cache = DirectMappedCache(placeCount: 4, noKey: -1, noValue: "", areSuccessive: true)
        let nothing = cache[1, 1]
        #expect(nothing == nil)
        for key in 0..<4 { cache.set("\(key)", for: key, UInt(key)) }
        cache.set("5", for: 5, 1)
        cache.set("again", for: 2, 2)
        var found = [0, 1, 2, 3].map { cache[$0, UInt($0)] }
        found.append(cache[5, 1])
        #expect(found == ["0", nil, "again", "3", "5"])
    }

    @Test func `any word names a place, and as many consecutive numbers as there are places have one each`() {
        var words = DirectMappedCache(placeCount: 16, noKey: 0, noValue: UInt(0))
        for word in [UInt.max, 1 << 63, 0xFFFF_FFFF, 7] {
            words.set(word, for: 1, word)
            let value = words[1, word]
            #expect(value == word)
        }
        var cache = DirectMappedCache(placeCount: 32, noKey: UInt.max, noValue: false, areSuccessive: true)
        for word in UInt(1000)..<1032 { cache.set(true, for: word, word) }
        var foundCount = 0
        for word in UInt(1000)..<1032 where cache[word, word] == true { foundCount += 1 }
        #expect(foundCount == 32)
    }

    @Test(.rows) func `words at equal distances are spread`() {
        forEachRow([1, 2, 3, 16, 64, 256]) { (distance: UInt) in
            var cache = DirectMappedCache(placeCount: 128, noKey: UInt.max, noValue: false)
            let words = (0..<16).map { 0x7_F000_0000 + distance * $0 }
            for word in words { cache.set(true, for: word, word) }
            var foundCount = 0
            for word in words where cache[word, word] == true { foundCount += 1 }
            #expect(foundCount >= 12)
        }
    }

    @Test func `what is displaced or forgotten is released`() {
        final class Witness {}
        weak var displaced: Witness?
        weak var forgotten: Witness?
        var cache = DirectMappedCache<Int, Witness?>(placeCount: 2, noKey: -1, noValue: nil)
        do {
            let witnesses = (Witness(), Witness())
            (displaced, forgotten) = witnesses
            cache.set(witnesses.0, for: 0, 0)
            cache.set(witnesses.1, for: 2, 0)
        }
        #expect(displaced == nil && forgotten != nil)
        cache.removeAll()
        #expect(forgotten == nil)
        let value = cache[2, 0]
        #expect(value == nil)
    }
}
