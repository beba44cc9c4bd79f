import Testing

import PropertyLists

@Suite struct CountedTests {
    @Test func `one thing is named in the singular, none and several in the plural`() {
        #expect([0, 1, 2].map { $0.counted("key") } == ["0 keys", "1 key", "2 keys"])
        #expect([1, 2].map { $0.counted("entry", plural: "entries") } == ["1 entry", "2 entries"])
    }
}
