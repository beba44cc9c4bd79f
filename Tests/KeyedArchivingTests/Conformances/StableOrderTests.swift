import TestSupport
import Testing

import KeyedArchiving

@Suite struct StableOrderTests {
    @Test(.rows)
    func `strings are in the order of their UTF-8 bytes, and equal ones in the order given`() {
        forEachRow([
            [], ["only"], ["", "a", ""], ["b", "a", "c", "a"],
            ["a", "a\0", "a\0\0", "a\0b", "a\u{1}", ""],
            ["key", "key 1", "key 10", "key 2", "key 100", "ke"],
            (0..<2_000).map { "com.example.application.setting number \($0 &* 7_919 % 2_000)" },
            (0..<50).map { "the same thirty bytes to begin with, and then \(String(repeating: "x", count: 50 - $0))" },
            ["ключ 2", "ключ 10", "ключ 1", "日本", "日", "🧭", "e\u{301}", "é", "z"],
        ]) { (strings: [String]) throws in
            #expect(try StableOrder.order(of: strings, for: KeyedArchiver()) == expectedOrder(of: strings))
        }
    }

    @Test(.rows)
    func `a string that begins otherwise than those that are looked at first has its place too`() {
        forEachRow([0, 1, 15, 16, 17, 31, 33, 100]) { (count: Int) throws in
            let regular = (0..<count).map { "prefix of all \($0 &* 31 % 101)" }
            for position in regular.indices {
                for other in ["", "p", "prefix of", "prefix of b", "another", "\u{FFFF}"] {
                    var strings = regular
                    strings[position] = other
                    #expect(try StableOrder.order(of: strings, for: KeyedArchiver()) == expectedOrder(of: strings))
                }
            }
        }
    }

    @Test(.rows)
    func `dictionaries and sets of strings are written in that order, each key with its value`() {
        forEachRow([0, 1, 63, 64, 65, 128, 1_000]) { (count: Int) throws in
            let keys = (0..<count).map { "a key that lies somewhere, number \($0)" }
            let values = keys.map { "the value of \($0)" }
            let archiver = KeyedArchiver()
            try archiver.encode(Dictionary(uniqueKeysWithValues: zip(keys, values)), forKey: "dictionary")
            try archiver.encode(Set(keys), forKey: "set")
            let unarchiver = try KeyedUnarchiver(forReadingFrom: archiver.encodedBytes)
            let dictionary = try unarchiver.decode(ArchivedDictionary.self, forKey: "dictionary")
            let set = try unarchiver.decode(ArchivedSet.self, forKey: "set")
            let expected = expectedOrder(of: keys)
            expectRows {
                (dictionary.entries.map { $0.key as? String }, expected.map { keys[$0] })
                (dictionary.entries.map { $0.value as? String }, expected.map { values[$0] })
                (set.members.map { $0 as? String }, expected.map { keys[$0] })
            }
        }
    }

    private func expectedOrder(of strings: [String]) -> [Int] {
        strings.indices.sorted { left, right in
            let (first, second) = (Array(strings[left].utf8), Array(strings[right].utf8))
            return first == second ? left < right : first.lexicographicallyPrecedes(second)
        }
    }
}
