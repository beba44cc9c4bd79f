import Testing

@testable import KeyedArchiving

@Suite struct StableOrderTests {
    @Test(arguments: [
        [], ["only"], ["", "a", ""], ["b", "a", "c", "a"],
        ["a", "a\0", "a\0\0", "a\0b", "a\u{1}", ""],
        ["key", "key 1", "key 10", "key 2", "key 100", "ke"],
        (0..<2_000).map { "com.example.application.setting number \($0 &* 7_919 % 2_000)" },
        (0..<50).map { "the same thirty bytes to begin with, and then \(String(repeating: "x", count: 50 - $0))" },
        ["ключ 2", "ключ 10", "ключ 1", "日本", "日", "🧭", "e\u{301}", "é", "z"],
    ])
    func `strings are in the order of their UTF-8 bytes, and equal ones in the order given`(strings: [String]) throws {
        let order = try StableOrder.order(of: strings, for: KeyedArchiver())
        let expected = strings.indices.sorted { left, right in
            let (first, second) = (Array(strings[left].utf8), Array(strings[right].utf8))
            return first == second ? left < right : first.lexicographicallyPrecedes(second)
        }
        #expect(order == expected)
    }
}
