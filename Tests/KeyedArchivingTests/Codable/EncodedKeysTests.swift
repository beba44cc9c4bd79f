import KeyedArchiving
import PropertyLists
import TestSupport
import Testing

/// Keys of encoded dictionaries: which are one, and in which order they are written.
@Suite struct EncodedKeysTests {
    /// The keys of a dictionary with the given ones, in stored order.
    private func storedKeys(_ keys: [String]) throws -> [PropertyList] {
        let list = try ClosureEncodable.list { encoder in
            var container = encoder.container(keyedBy: AnyKey.self)
            for (position, key) in keys.enumerated() { try container.encode(position, forKey: AnyKey(key)) }
        }
        guard case .dictionary(let entries) = list else { return [] }
        return Array(entries.keys)
    }

    @Test(.rows)
    func `keys are sorted however many there are, and each is kept once with its last value`() {
        forEachRow([1, 16, 17, 25, 300]) { (count: Int) throws in
            let list = try ClosureEncodable.list { encoder in
                var container = encoder.container(keyedBy: AnyKey.self)
                for round in 0..<3 {
                    for position in 0..<count {
                        let number = (position * 7 + round) % count
                        try container.encode(100 * round + number, forKey: AnyKey("key number \(number)"))
                    }
                }
            }
            let sorted = (0..<count).sorted { "key number \($0)" < "key number \($1)" }
            let entries = sorted.map { number -> PropertyListDictionary.Element in
                (.string(PropertyListString("key number \(number)")), .integer(Int64(200 + number)))
            }
            #expect(list == .dictionary(PropertyListDictionary(entries)))
        }
    }

    @Test func `they are sorted by UTF-16, also after many equal characters, with composed spellings apart`() throws {
        // Characters beyond U+FFFF come before U+E000.
        let sorted: [PropertyList] = [
            "", "A", "a", "aa", "a\u{301}", "\u{E9}", "\u{D7FF}", "\u{10000}", "\u{1F600}", "\u{10FFFF}", "\u{E000}",
            "\u{EFFF}", "\u{F000}", "\u{FFFF}",
        ]
        let keys = sorted.compactMap { if case .string(let string) = $0 { string.string } else { nil } }
        #expect(try storedKeys(keys.reversed()) == sorted)
        let prefix = String(repeating: "k", count: 40)
        let differing = ["", "!", "a", "b", "\u{1F600}", "\u{FB00}"].map { prefix + $0 }
        #expect(try storedKeys(differing.reversed()) == differing.map { .string(PropertyListString($0)) })
        #expect(try storedKeys(["\u{E9}", "e\u{301}", "\u{E9}"]) == ["e\u{301}", "\u{E9}"])
        let long = String(repeating: "x", count: 20)
        #expect(try storedKeys(["\u{E9}" + long, "e\u{301}" + long]).count == 2)
    }

    @Test func `dictionaries of different types share no more than their texts`() throws {
        let list = try ClosureEncodable.list { encoder in
            var container = encoder.unkeyedContainer()
            for keys in [["b", "a"], ["a", "c"], ["b", "c"], ["c", "b", "a"], ["b", "a"]] {
                var inner = container.nestedContainer(keyedBy: AnyKey.self)
                for key in keys { try inner.encode(key, forKey: AnyKey(key)) }
            }
        }
        let expected: PropertyList = [
            ["a": "a", "b": "b"], ["a": "a", "c": "c"], ["b": "b", "c": "c"], ["a": "a", "b": "b", "c": "c"],
            ["a": "a", "b": "b"],
        ]
        #expect(list == expected)
    }
}
