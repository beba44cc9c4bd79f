import Testing

@testable import PropertyLists

@Suite struct SpareMemoryTests {
    private func runs(_ memory: SpareMemory) -> [[UInt]] {
        memory.runs.map { [$0.start, $0.length] }.sorted { $0[0] < $1[0] }
    }

    @Test func `what was kept is taken again, and the rest of a run goes on waiting`() {
        var memory = SpareMemory(limit: 100)
        let none = memory.take(1)
        let isKept = memory.keep(1_000, 10)
        #expect(none == nil && isKept)
        let taken = [11, 4, 6, 1].map { memory.take($0) }
        #expect(taken == [nil, 1_000, 1_004, nil])
        #expect(memory.runs.isEmpty)
    }

    @Test func `runs that lie next to each other become one`() {
        var memory = SpareMemory(limit: 100)
        let apart = [(1_000, 10), (1_020, 10), (3_000, 5)].map { memory.keep($0.0, $0.1) }
        #expect(apart == [true, true, true])
        #expect(runs(memory) == [[1_000, 10], [1_020, 10], [3_000, 5]])
        let isKept = memory.keep(1_010, 10)
        #expect(isKept && runs(memory) == [[1_000, 30], [3_000, 5]])
        let whole = memory.take(30)
        #expect(whole == 1_000)
    }

    @Test func `no more waits than the limit`() {
        var memory = SpareMemory(limit: 100)
        let areKept = [(1_000, 101), (1_000, 60), (2_000, 41), (2_000, 40), (3_000, 1)].map { memory.keep($0.0, $0.1) }
        #expect(areKept == [false, true, false, true, false])
        #expect(runs(memory) == [[1_000, 60], [2_000, 40]])
    }
}
